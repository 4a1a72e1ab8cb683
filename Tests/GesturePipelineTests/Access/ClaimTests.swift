import GestureModel
import Testing

@testable import GesturePipeline

/// How a shell cancels the gestures of other clients.
@Suite struct ClaimTests {
    private var bench = Bench.with(.alice, rules: .positionsForAll)
    private static let claim = #""scope":"session","claim":true"#

    private mutating func app(_ gesture: String = #"{"drag":{}}"#, _ more: String = "", _ process: Int32 = 11)
        -> Bench.Client
    {
        bench.client(gesture, more, Person.alice.peer(process))
    }

    private mutating func shell(_ gesture: String, _ more: String = claim) -> Bench.Client {
        bench.client(gesture, more, Person.alice.peer(10))
    }

    @Test mutating func `a claiming gesture that begins cancels the gestures of its contacts for other clients`() {
        let other = app()
        let shell = shell(#"{"drag":{"minimumDistance":100}}"#)
        bench.drag(from: 0)
        #expect(bench.read(other) == ["1 began 1"])
        bench.at(16, .move(0, 40, 10))
        #expect(bench.read(shell) == ["1 began 1"])
        #expect(bench.read(other).last == "1 cancelled 1 outcompeted")
        bench.at(24, .move(0, 60, 10))
        bench.at(32, .lift(0))
        #expect(bench.read(other) == [])
        #expect(bench.read(shell) == ["1 changed 1", "1 ended 1"])
        bench.tap(at: 1000)
        bench.drag(from: 2000)
        #expect(bench.read(other) == ["1 began 2"], "other clients receive the next touch")
    }

    @Test mutating func `a gesture that has not begun does not begin after a claim`() {
        let press = app(#"{"longPress":{"minimumDuration":0.5,"maximumDistance":"any"}}"#, #""scope":"session""#)
        let late = app(#"{"drag":{"minimumDistance":200}}"#, "", 12)
        let shell = shell(#"{"drag":{}}"#)
        bench.drag(from: 0)
        #expect(bench.read(shell) == ["1 began 1"])
        #expect(bench.read(press) == ["1 began 1", "1 cancelled 1 outcompeted"])
        bench.at(16, .move(0, 90, 10))
        bench.wait(until: 1000)
        #expect(bench.read(late) == [])
    }

    @Test mutating func `a claim cancelled gestures of root and of other users: only those of the user are`() {
        let root = bench.client(#"{"drag":{}}"#, "", Person.root.peer(20))
        let other = app()
        let shell = shell(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(root) == ["1 began 1", "1 ended 1"])
        #expect(bench.read(other) == ["1 began 1", "1 cancelled 1 outcompeted"])
        #expect(bench.read(shell) == ["1 began 1", "1 ended 1"])
    }

    /// Each claim was carried out on all subscribers: a frame with the claims of ten users took 18 ms.
    @Test mutating func `of many claims in one frame the first client's of each user wins, and others end once`() {
        bench.pipeline.setSeats(nil, at: Timestamp(0))
        let users = (2000..<2010 as Range<UInt32>).map { user in
            (0..<3 as Range<Int32>).map { process in
                let client = bench.connect(Peer(user: user, process: process + 1))
                for index in 0..<20 {
                    let gesture = process == 1 ? #"{"drag":{"minimumDistance":\#(index + 1)}}"# : #"{"drag":{}}"#
                    bench.subscribe(client, gesture, Self.claim)
                }
                return client
            }
        }
        let before = bench.pipeline.lineWork
        bench.drag(from: 0)
        let work = bench.pipeline.lineWork - before
        let lines = users.map { clients in clients.map { bench.read($0) } }
        for clients in lines {
            #expect(clients[0] == (1...20).map { "\($0) began \($0)" })
            for other in clients[1...] {
                #expect(other.count == 40)
                #expect(other.count { $0.contains("cancelled") } == 20)
            }
        }
        #expect(work < lines.joined().joined().count * .line + 50 * .event, "encoded once for each group")
    }

    @Test mutating func `clients that claim different contacts in one frame keep them`() {
        let region = { (x: Int) in
            #""region":{"x":\#(x),"y":0,"width":200,"height":1000},"scope":"session","claim":true"#
        }
        bench.seat(nil, at: 0)
        bench.pipeline.setSeats(nil, at: Timestamp(0))
        var rules = AccessRules()
        rules.positions = .session
        bench.pipeline.setRules(rules, at: Timestamp(0))
        let left = app(#"{"drag":{}}"#, region(0), 10)
        let right = app(#"{"drag":{}}"#, region(400), 11)
        let both = app(#"{"drag":{"fingers":[2]}}"#, "", 12)
        for client in [left, right, both] { _ = bench.read(client) }
        bench.at(0, .down(0, 10, 10), .down(1, 80, 10))
        bench.at(8, .move(0, 20, 10), .move(1, 90, 10))
        #expect(bench.read(left) == ["1 began 1"])
        #expect(bench.read(right) == ["1 began 1"])
        #expect(bench.read(both) == ["1 began 1", "1 cancelled 1 outcompeted"])
    }

    @Test mutating func `two users claim the same gesture, each from its own clients`() {
        let root = bench.client(#"{"drag":{}}"#, "", Person.root.peer(20))
        let shell = shell(#"{"drag":{}}"#)
        let other = app()
        bench.pipeline.setSeats(nil, at: Timestamp(0))
        let bob = bench.client(#"{"drag":{}}"#, Self.claim, Person.bob.peer(30))
        let sibling = bench.client(#"{"drag":{}}"#, "", Person.bob.peer(31))
        for client in [root, shell, other, bob, sibling] { _ = bench.read(client) }
        bench.drag(from: 0)
        #expect(bench.read(root) == ["1 began 1"])
        #expect(bench.read(shell) == ["1 began 1"])
        #expect(bench.read(bob) == ["1 began 1"])
        #expect(bench.read(other) == ["1 began 1", "1 cancelled 1 outcompeted"])
        #expect(bench.read(sibling) == ["1 began 1", "1 cancelled 1 outcompeted"])
    }

    @Test mutating func `a claim of root affects all users, as its cancel does`() {
        let other = app()
        let root = bench.client(#"{"drag":{}}"#, Self.claim, Person.root.peer(20))
        bench.drag(from: 0)
        #expect(bench.read(root) == ["1 began 1"])
        #expect(bench.read(other) == ["1 began 1", "1 cancelled 1 outcompeted"])
    }

    @Test mutating func `the other subscriptions of the claiming client continue`() {
        let shell = shell(#"{"drag":{}}"#)
        bench.subscribe(shell, #"{"drag":{"minimumDistance":20}}"#)
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(shell) == ["1 began 1", "2 began 2", "1 ended 1", "2 ended 2"])
    }

    @Test mutating func `another client that shares the claiming gesture loses it`() {
        let other = app(#"{"drag":{}}"#, #""scope":"session""#)
        let shell = shell(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(other) == ["1 began 1", "1 cancelled 1 outcompeted"])
        #expect(bench.read(shell) == ["1 began 1", "1 ended 1"])
    }

    // Found by the simulation: clients that had subscribed after the claiming client kept the contacts.
    @Test mutating func `a claim in the frame in which the contacts come down affects all other clients`() {
        let before = app(#"{"drag":{"minimumDistance":0}}"#)
        let shell = shell(#"{"longPress":{}}"#)
        let after = app(#"{"drag":{"minimumDistance":0,"fingers":[1,2]}}"#, "", 12)
        bench.at(0, .down(0, 10, 10))
        #expect(bench.read(shell) == ["1 began 1"])
        for other in [before, after] { #expect(bench.read(other) == ["1 began 1", "1 cancelled 1 outcompeted"]) }
        bench.at(8, .move(0, 12, 10))
        for other in [before, after] { #expect(bench.read(other) == []) }
    }

    @Test mutating func `the first of two claims in one frame wins`() {
        let first = shell(#"{"longPress":{}}"#)
        let second = app(#"{"drag":{"minimumDistance":0}}"#, Self.claim)
        bench.at(0, .down(0, 10, 10))
        #expect(bench.read(first) == ["1 began 1"])
        #expect(bench.read(second) == ["1 began 1", "1 cancelled 1 outcompeted"])
    }

    @Test mutating func `a gesture of other contacts continues`() {
        var rules = AccessRules()
        rules.positions = .session
        bench.pipeline.setRules(rules, at: Timestamp(0))
        let left = #""region":{"x":0,"y":0,"width":300,"height":500}"#
        let right = #""region":{"x":300,"y":0,"width":300,"height":500}"#
        let other = app(#"{"drag":{}}"#, left)
        let shell = shell(#"{"drag":{}}"#, Self.claim + "," + right)
        bench.at(0, .down(0, 10, 10))
        bench.at(8, .move(0, 20, 10))
        bench.at(16, .down(1, 60, 10))
        bench.at(24, .move(1, 80, 10))
        bench.at(32, .move(0, 25, 10), .move(1, 85, 10))
        #expect(Set(bench.read(other)) == ["1 began 1", "1 changed 1"])
        #expect(Set(bench.read(shell)) == ["1 began 1", "1 changed 1"])
    }

    @Test mutating func `claim without the scope session is an error`() {
        let client = bench.connect(Person.alice.peer())
        bench.send(client, #"{"type":"subscribe","id":1,"gesture":{"tap":{}},"claim":true}"# + "\n")
        #expect(bench.read(client) == ["error 1 outOfRange"])
    }

    // MARK: - cancel

    @Test mutating func `cancel ends the gestures of the user, and contacts that are down begin nothing`() {
        let other = app()
        let bob = bench.client(#"{"drag":{}}"#, "", Person.root.peer())
        let shell = bench.connect(Person.alice.peer(10))
        bench.drag(from: 0)
        bench.send(shell, #"{"type":"cancel","id":7}"# + "\n", at: 10)
        #expect(bench.read(shell) == ["ok 7"])
        #expect(bench.read(other) == ["1 began 1", "1 cancelled 1 requested"])
        #expect(bench.read(bob) == ["1 began 1"], "another user's gestures continue")
        bench.at(16, .move(0, 50, 10))
        bench.at(24, .lift(0))
        bench.drag(from: 40)
        #expect(bench.read(other) == ["1 began 2"])
    }

    @Test mutating func `cancel of one device does not affect others`() {
        bench.add("event7")
        let other = app()
        let shell = bench.connect(Person.alice.peer(10))
        bench.drag(from: 0)
        bench.drag(from: 10, on: 1)
        bench.send(shell, #"{"type":"cancel","id":7,"device":"event7"}"# + "\n", at: 20)
        bench.send(shell, #"{"type":"cancel","id":8,"device":"event9"}"# + "\n", at: 20)
        #expect(bench.read(shell) == ["ok 7", "error 8 outOfRange"])
        #expect(bench.read(other) == ["1 began 1", "1 began 2", "1 cancelled 2 requested"])
    }

    @Test mutating func `cancel needs the right to the scope session, and the seat`() {
        var rules = AccessRules()
        rules.sessionScope = .granted
        bench.pipeline.setRules(rules, at: Timestamp(0))
        let client = bench.connect(Person.alice.peer(10))
        bench.send(client, #"{"type":"cancel","id":7}"# + "\n")
        #expect(bench.read(client) == ["error 7 notPermitted"])
        bench.pipeline.setRules(AccessRules(), at: Timestamp(0))
        let root = bench.client(#"{"drag":{}}"#, "", Person.root.peer())
        let bob = bench.connect(Person.bob.peer())
        bench.drag(from: 0)
        bench.send(bob, #"{"type":"cancel","id":7}"# + "\n")
        #expect(bench.read(root) == ["1 began 1"])
    }

    @Test mutating func `a focus source may cancel`() {
        let other = app()
        let source = bench.source(.alice)
        bench.drag(from: 0)
        bench.send(source, #"{"type":"cancel","id":7}"# + "\n", at: 10)
        #expect(bench.read(other) == ["1 began 1", "1 cancelled 1 requested"])
    }
}
