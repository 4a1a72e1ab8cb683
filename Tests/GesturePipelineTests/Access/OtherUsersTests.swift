import GestureModel
import GestureProtocol
import Testing

@testable import GesturePipeline

/// What users who do not receive, or have left, can still do to those who receive: nothing.
@Suite struct OtherUsersTests {
    private static let members: UInt32 = 200
    private static let panel = #"{"name":"eDP-1","x":0,"y":0,"width":1000,"height":800,"transform":"90"}"#
    private var bench = Bench.with(.alice)

    /// A machine without logind, on which the members of a group receive.
    private static func withoutLogind() -> Bench {
        var rules = AccessRules()
        rules.fallbackGroup = members
        let bench = Bench()
        bench.pipeline.setRules(rules, at: Timestamp(0))
        bench.pipeline.setSeats(nil, users: [], at: Timestamp(0))
        return bench
    }

    private mutating func source(_ user: UInt32, groups: [UInt32] = []) throws -> Bench.Client {
        let source = try bench.pipeline.connect(Peer(user: user, process: 99, groups: groups), as: .focusSource)
        bench.keep(source)
        _ = bench.flush(source)
        bench.keep(source)
        return source
    }

    private mutating func reportPanel(_ source: Bench.Client, at milliseconds: Double = 0) -> [String] {
        bench.send(source, #"{"type":"outputs","id":5,"outputs":[\#(Self.panel)]}"# + "\n", at: milliseconds)
        return bench.read(source)
    }

    private var transform: OutputTransform { bench.pipeline.devices[0].touchDevice.output?.transform ?? .normal }

    // MARK: - Outputs

    @Test mutating func `without logind, outputs of a user outside the group turn nothing and cancel nothing`() throws {
        bench = Self.withoutLogind()
        let member = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(groups: [Self.members]))
        bench.drag(from: 0)
        let stranger = try source(1001)
        #expect(reportPanel(stranger, at: 20) == ["ok 5"])
        bench.at(30, .move(0, 30, 10))
        bench.at(40, .lift(0))
        #expect(bench.read(member).allSatisfy { !$0.contains("cancelled") && !$0.contains("device") })
        #expect(transform == .normal)
        let own = try source(1000, groups: [Self.members])
        #expect(reportPanel(own, at: 50) == ["ok 5"])
        #expect(transform == .quarter)
        bench.pipeline.disconnect(stranger, at: Timestamp(60))
        #expect(transform == .quarter)
    }

    @Test mutating func `without logind, the outputs in effect stay when their source has gone, and no others`() throws
    {
        bench = Self.withoutLogind()
        for user in 1000..<1064 as Range<UInt32> {
            let source = try source(user, groups: [Self.members])
            #expect(reportPanel(source, at: Double(user) * 100) == ["ok 5"])
            bench.pipeline.disconnect(source, at: Timestamp(Double(user) * 100))
        }
        #expect(transform == .quarter)
        #expect(bench.pipeline.outputs.count == 1)
    }

    @Test mutating func `users without a session leave no outputs and no focus`() throws {
        bench.pipeline.setSeats(
            [Seat(name: "seat0", session: "1", user: 1000)], users: [1000, 1001], at: Timestamp(0))
        for user in 2000..<2500 as Range<UInt32> {
            let source = try source(user)
            #expect(reportPanel(source) == ["ok 5"])
            bench.focus(source, 10)
            bench.pipeline.disconnect(source)
        }
        #expect(bench.pipeline.outputs.count == 0)
        #expect(bench.pipeline.access.focus.isEmpty)
        // Those of a user with a session stay, as at another terminal.
        let bob = bench.source(.bob)
        _ = reportPanel(bob)
        bench.pipeline.disconnect(bob)
        #expect(bench.pipeline.outputs.count == 1)
        #expect(transform == .normal)
        bench.pipeline.setSeats(
            [Seat(name: "seat0", session: "2", user: 1001)], users: [1000, 1001], at: Timestamp(10))
        #expect(transform == .quarter)
    }

    @Test mutating func `a lost focus stays while its user has clients, and not longer without a session`() throws {
        bench.pipeline.setSeats([Seat(name: "seat0", session: "1", user: 1000)], users: [1000], at: Timestamp(0))
        let client = bench.connect(Person.bob.peer())
        let source = bench.source(.bob, focusing: 10)
        bench.pipeline.disconnect(source)
        #expect(bench.pipeline.access.focus.count == 1)
        bench.pipeline.disconnect(client)
        #expect(bench.pipeline.access.focus.isEmpty)
    }

    @Test mutating func `what a source reports is charged to it, and released when it leaves`() throws {
        var limits = Limits()
        limits.memory = 16_384
        bench = Bench.with(.alice, limits: limits)
        let source = bench.source(.alice)
        _ = reportPanel(source)
        let used = source.account.used[.memory]
        #expect(used > 256)
        bench.focus(source, 1, 2, 3)
        #expect(source.account.used[.memory] > used)
        let names = (0..<64).map {
            #"{"name":"\#($0)\#(String(repeating: "n", count: 250))","x":0,"y":0,"width":1,"height":1}"#
        }
        bench.send(source, #"{"type":"outputs","id":6,"outputs":[\#(names.joined(separator: ","))]}"# + "\n", at: 10)
        #expect(bench.read(source) == ["error 6 tooMuchMemory"])
        #expect(transform == .quarter)
        let owner = source.account.owner
        bench.pipeline.disconnect(source)
        #expect(owner.used[.memory] == 0)
    }

    // MARK: - Locks and changes of the focus

    @Test(arguments: [Person.bob, .alice])
    mutating func `a lock of another user leaves the touch that moves the focus to the new app`(_ locker: Person) {
        bench = Self.withoutLogind()
        let (groups, other) = ([Self.members], Peer(user: 1002, process: 12, groups: [Self.members]))
        let a = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(10, groups: groups))
        let b = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(11, groups: groups))
        let third = bench.client(#"{"drag":{}}"#, "", other)
        let focus = bench.source(.alice, focusing: 10)
        let locks = bench.source(locker, process: 98)
        bench.at(1000, .down(0, 10, 10))
        for time in stride(from: 1010.0, to: 1080, by: 10) {
            bench.send(locks, #"{"type":"lock","id":1,"locked":true}"# + "\n", at: time)
            bench.send(locks, #"{"type":"lock","id":2,"locked":false}"# + "\n", at: time + 5)
        }
        bench.focus(focus, 11, at: 1100)
        bench.at(1150, .move(0, 40, 10))
        // The user's own lock ends it: the touch may be another person's.
        #expect(bench.read(b).contains("1 began 1") == (locker != .alice))
        #expect(bench.read(a).contains("1 began 1") == false)
        #expect(bench.read(third).contains("1 began 1"))
    }

    @Test(arguments: [#"{"drag":{"minimumDistance":0}}"#, #"{"longPress":{}}"#])
    mutating func `a gesture that begins when the finger comes down is handed to the new app from its start`(
        _ gesture: String
    ) {
        let a = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(10))
        let b = bench.client(gesture, "", Person.alice.peer(11))
        let other = bench.client(gesture, "", Person.alice.peer(11))
        let source = bench.source(.alice, focusing: 10)
        _ = (bench.read(b), bench.read(other))
        bench.at(1000, .down(0, 10, 10))
        bench.focus(source, 11, at: 1100)
        bench.at(1110, .move(0, 10.2, 10))
        bench.at(1800, .lift(0))
        #expect(bench.read(a).allSatisfy { !$0.contains("began") })
        for client in [b, other] {
            let lines = bench.read(client).filter { $0.hasPrefix("1 ") }
            #expect(lines.first == "1 began 1")
            #expect(lines.last == "1 ended 1")
        }
    }

    // MARK: - Processes

    @Test mutating func `a connection loses the focus when its process ends, and a new process of the number has it`() {
        let spy = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(10))
        let source = bench.source(.alice, focusing: 10)
        bench.drag(from: 0)
        bench.pipeline.endProcess(10, at: Timestamp(20))
        #expect(bench.read(spy).suffix(2) == ["1 cancelled 1 focusChanged", "access active seat0 unfocused withheld"])
        #expect(spy.process == nil)
        // The number is used again, and its process is reported.
        let app = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(10))
        bench.focus(source, 10, at: 30)
        bench.at(40, .lift(0))
        bench.drag(from: 50)
        #expect(bench.read(spy) == [])
        #expect(bench.read(app).contains("1 began 1"))
    }

    @Test func `without logind, a user outside the group has no seat, not even while the machine sleeps`() {
        let bench = Self.withoutLogind()
        bench.pipeline.suspend(at: Timestamp(0))
        #expect(bench.pipeline.access.access(of: Peer(user: 3000, process: 1)).seats == [])
        #expect(bench.pipeline.access.access(of: Person.alice.peer(groups: [Self.members])).seats == ["seat0"])
    }

    // MARK: - Places

    @Test mutating func `without logind, members of the group connect however many other users have`() throws {
        bench = Self.withoutLogind()
        for user in 2000..<2000 + UInt32(Limits.users) { _ = try bench.pipeline.connect(Peer(user: user, process: 1)) }
        #expect(throws: (any Error).self) { try bench.pipeline.connect(Peer(user: 3000, process: 1)) }
        _ = try bench.pipeline.connect(Person.alice.peer(groups: [Self.members]))
    }

    // MARK: - Requests of clients that have left

    @Test mutating func `of a client that has closed, cancel is carried out, and what concerns it alone is not`() {
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(10))
        let closed = bench.connect(Person.alice.peer(11))
        bench.drag(from: 0)
        closed.isConnected = { false }
        bench.send(
            closed,
            #"{"type":"subscribe","id":1,"gesture":{"drag":{}}}"# + "\n" + #"{"type":"cancel","id":2}"# + "\n", at: 20)
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 requested"])
        #expect(bench.pipeline.subscriptionCount == 1)
    }

    @Test mutating func `a closed client's cancel is carried out if it is spelt with escapes`() {
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(10))
        let closed = bench.connect(Person.alice.peer(11))
        bench.drag(from: 0)
        closed.isConnected = { false }
        bench.send(closed, #"{"t\u0079pe":"can\u0063el","id":2}"# + "\n", at: 20)
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 requested"])
    }

    @Test mutating func `a flood that a client leaves behind costs one turn`() {
        for index in 0..<20 { _ = bench.client(#"{"drag":{"minimumDistance":\#(index)}}"#, "", Person.alice.peer()) }
        let closed = bench.connect(Person.alice.peer(11))
        closed.isConnected = { false }
        let flood = String(repeating: #"{"type":"cancel","id":2}"# + "\n", count: 2500)
        let before = bench.pipeline.work
        bench.send(closed, flood, at: 20)
        #expect(bench.pipeline.work - before < 2 * .turn)
        #expect(!bench.pipeline.hasRequests)
        // What the kernel still holds is read and ignored.
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.drag(from: 100)
        bench.send(closed, flood, at: 120)
        #expect(bench.read(client) == ["1 began 1"])
    }

    @Test mutating func `a client that closes while its requests wait for their turn is noticed when the turn comes`() {
        for index in 0..<64 { _ = bench.client(#"{"drag":{"minimumDistance":\#(index)}}"#, "", Person.alice.peer()) }
        let flood = Array(String(repeating: #"{"type":"cancel","id":2}"# + "\n", count: 600).utf8)
        let clients = (0..<20 as Range<Int32>).map { bench.connect(Person.alice.peer(11 + $0)) }
        for client in clients { flood.withUnsafeBytes { bench.pipeline.receive($0, from: client) } }
        for client in clients { client.isConnected = { false } }
        let before = bench.pipeline.work
        while bench.pipeline.hasRequests { _ = bench.pipeline.serve(at: Timestamp(20)) }
        // The last cancel of each exceeds its budget.
        #expect(bench.pipeline.work - before < clients.count * (2 * .visit))
        #expect(clients.allSatisfy { $0.ignoresBytes })
    }

    @Test mutating func `cancel costs what it looks at`() {
        var costs: [Int] = []
        for count in [64, 256] {
            bench = Bench.with(.alice, rules: .positionsForAll)
            for client in 0..<count / 64 {
                let client = bench.connect(Person.alice.peer(Int32(client) + 20))
                for index in 0..<64 { bench.subscribe(client, #"{"drag":{"minimumDistance":\#(index)}}"#) }
            }
            let client = bench.connect(Person.alice.peer(11))
            let before = bench.pipeline.work
            bench.send(client, #"{"type":"cancel","id":2}"# + "\n", at: 20)
            costs.append((bench.pipeline.work - before).units)
        }
        #expect(costs[1] > costs[0] + 192)
    }
}
