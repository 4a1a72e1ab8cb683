import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// Touchscreens turn with the output that they belong to. The bench's screens are 100 × 80 mm.
@Suite struct OutputTests {
    private var bench = Bench.with(.alice)

    private static let panel = #"{"name":"eDP-1","x":0,"y":0,"width":1000,"height":800}"#
    private static func panel(_ transform: String) -> String {
        #"{"name":"eDP-1","x":0,"y":0,"width":1000,"height":800,"transform":"\#(transform)"}"#
    }
    private static let desk = #"{"name":"DP-1","x":1000,"y":0,"width":1200,"height":800}"#
    private static let beside = #"{"name":"DP-2","x":2200,"y":0,"width":1200,"height":800}"#

    private mutating func report(
        _ source: Bench.Client, _ outputs: String..., devices: String = "", at milliseconds: Double = 0
    ) {
        let devices = devices.isEmpty ? "" : #","devices":[\#(devices)]"#
        let line = #"{"type":"outputs","id":0,"outputs":[\#(outputs.joined(separator: ","))]\#(devices)}"#
        bench.send(source, line + "\n", at: milliseconds)
        #expect(bench.read(source).contains("ok 0"), "\(line)")
    }

    /// The device as a new client sees it.
    private mutating func device(_ person: Person = .alice, _ index: Int = 0) -> TouchDevice? {
        guard let client = try? bench.pipeline.connect(person.peer(77)) else { return nil }
        bench.keep(client)
        defer { bench.pipeline.disconnect(client) }
        guard case .hello(let hello) = bench.messages(client).first else { return nil }
        return hello.devices[index]
    }

    // MARK: - The rules

    @Test mutating func `without a report, a device has no output`() {
        #expect(device()?.output == nil)
    }

    @Test mutating func `the only built-in output is chosen among several`() {
        report(bench.source(.alice), Self.desk, Self.panel("90"))
        #expect(device()?.output == TouchOutput(name: "eDP-1", transform: .quarter, rule: .onlyBuiltIn))
    }

    @Test mutating func `the only output is chosen, also if it is not built in`() {
        report(bench.source(.alice), Self.desk)
        #expect(device()?.output == TouchOutput(name: "DP-1", transform: .normal, rule: .onlyOutput))
    }

    @Test mutating func `of several outputs that are not built in, none is chosen`() {
        report(bench.source(.alice), Self.desk, Self.beside)
        #expect(device()?.output == TouchOutput(name: nil, transform: .normal, rule: .unknown))
    }

    @Test mutating func `the configuration comes before the built-in output, and the desktop before the configuration`()
    {
        var settings = DeviceSettings()
        settings.output = "DP-1"
        bench = Bench(screens: [])
        bench.add("event1", settings: settings)
        bench.add("event2", settings: settings)
        let source = bench.source(.alice)
        report(source, Self.panel, Self.desk, Self.beside, devices: #"{"device":{"id":"event2"},"output":"DP-2"}"#)
        #expect(device(.root)?.output == TouchOutput(name: "DP-1", transform: .normal, rule: .configuration))
        #expect(device(.root, 1)?.output == TouchOutput(name: "DP-2", transform: .normal, rule: .desktop))
        // An output that is not in use decides nothing.
        report(source, Self.panel, devices: #"{"device":{"kind":"touchscreen"},"output":"DP-2"}"#)
        #expect(device(.root)?.output?.rule == .onlyBuiltIn)
    }

    @Test mutating func `a touchpad has no output`() {
        bench = Bench(screens: [])
        bench.add("event1", kind: .touchpad)
        report(bench.source(.alice), Self.panel("90"))
        #expect(device(.root)?.output == nil)
        #expect(device(.root)?.surface.millimetres == Vector(dx: 100, dy: 80))
    }

    @Test mutating func `a rotation in the configuration overrides the output's`() {
        var settings = DeviceSettings()
        settings.followsOutput = false
        bench = Bench(screens: [])
        bench.add("event1", settings: settings)
        report(bench.source(.alice), Self.panel("90"))
        #expect(device(.root)?.output == TouchOutput(name: "eDP-1", transform: nil, rule: .onlyBuiltIn))
        #expect(device(.root)?.surface.millimetres == Vector(dx: 100, dy: 80))
    }

    // MARK: - Turning

    @Test(
        arguments: [
            ("normal", "right"), ("90", "down"), ("180", "left"), ("270", "up"), ("flipped", "left"),
            ("flipped-90", "down"), ("flipped-180", "right"), ("flipped-270", "up"),
        ])
    mutating func `a swipe has the direction that the user sees`(transform: String, direction: String) throws {
        let client = bench.client(#"{"swipe":{}}"#, "", Person.alice.peer())
        report(bench.source(.alice), Self.panel(transform))
        bench.at(100, .down(0, 20, 20))
        for step in 1...5 { bench.at(100 + 10 * Double(step), .move(0, 20 + 10 * Double(step), 20)) }
        bench.at(160, .lift(0))
        guard case .swipe(let swipe)? = bench.gestures(client).first?.value else {
            Issue.record("no swipe")
            return
        }
        #expect("\(swipe.direction)" == direction)
    }

    @Test mutating func `positions are those on the turned surface, and its size is exchanged`() throws {
        let client = bench.client(#"{"tap":{}}"#, #""units":"millimetres""#, Person.root.peer())
        report(bench.source(.alice), Self.panel("90"))
        #expect(bench.read(client) == ["changed event1 open"])
        #expect(device()?.surface.millimetres == Vector(dx: 80, dy: 100))
        bench.tap(at: 100, 10, 20)
        // The left edge is the upper one: 10 mm from it, and 80 - 20 mm from the side.
        #expect(bench.gestures(client).first?.tap?.location == Point(x: 60, y: 10))
    }

    @Test mutating func `an edge is the one that the user sees`() throws {
        let client = bench.client(#"{"drag":{"edges":["top"]}}"#, "", Person.root.peer())
        report(bench.source(.alice), Self.panel("90"))
        bench.at(100, .down(0, 1, 40))
        bench.at(110, .move(0, 20, 40))
        #expect(bench.gestures(client).first?.drag?.edge == .top)
    }

    @Test mutating func `contacts are sent as they are on the turned surface`() throws {
        let client = bench.connect(Person.root.peer())
        bench.send(client, #"{"type":"subscribe","id":1,"contacts":true,"units":"millimetres"}"# + "\n")
        report(bench.source(.alice), Self.panel("90"))
        _ = bench.read(client)
        bench.at(100, .down(0, 1, 40))
        guard case .contacts(let message) = try #require(bench.messages(client).first) else {
            return #expect(Bool(false))
        }
        #expect(message.contacts.map(\.position) == [Point(x: 40, y: 1)])
    }

    @Test mutating func `a gesture in progress is cancelled, and its contacts begin nothing`() {
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let source = bench.source(.alice)
        report(source, Self.panel)
        _ = bench.read(client)
        bench.drag(from: 100)
        report(source, Self.panel("90"), at: 120)
        bench.at(130, .move(0, 60, 60))
        bench.at(140, .move(0, 90, 60))
        bench.at(150, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 outputChanged", "changed event1 open"])
        bench.drag(from: 200)
        bench.at(220, .lift(0))
        #expect(bench.read(client) == ["1 began 2", "1 ended 2"])
    }

    @Test mutating func `an output that moves or is scaled cancels, the same report does not`() {
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let source = bench.source(.alice)
        report(source, Self.panel)
        _ = bench.read(client)
        bench.drag(from: 100)
        report(source, Self.panel, at: 110)
        report(source, Self.panel, Self.desk, at: 110)
        #expect(bench.read(client) == ["1 began 1"])
        report(source, #"{"name":"eDP-1","x":0,"y":0,"width":500,"height":400,"scale":2}"#, at: 120)
        #expect(bench.read(client) == ["1 cancelled 1 outputChanged"])
    }

    @Test mutating func `an output that vanishes cancels, and the last transform stays`() {
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let source = bench.source(.alice)
        report(source, Self.panel("270"))
        bench.drag(from: 100)
        report(source, at: 120)
        #expect(
            bench.read(client) == [
                "changed event1 open", "1 began 1", "1 cancelled 1 outputChanged", "changed event1 open",
            ])
        #expect(device()?.output == TouchOutput(name: nil, transform: .threeQuarters, rule: .unknown))
        #expect(device()?.surface.millimetres == Vector(dx: 80, dy: 100))
    }

    @Test mutating func `the first report of an output that is not turned cancels nothing`() {
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.drag(from: 100)
        report(bench.source(.alice), Self.panel, at: 110)
        #expect(bench.read(client) == ["1 began 1", "changed event1 open"])
    }

    @Test mutating func `the last outputs stay when their source has gone, and another source goes on with them`() {
        let source = bench.source(.alice)
        report(source, Self.panel("180"))
        bench.pipeline.disconnect(source, at: Timestamp(10))
        #expect(device()?.output?.transform == .half)
        report(bench.source(.alice), Self.panel("180"), at: 20)
        #expect(device()?.output?.transform == .half)
    }

    @Test mutating func `a device that is added is turned already`() {
        report(bench.source(.alice), Self.panel("90"))
        bench.add("event2")
        #expect(device(.alice, 1)?.output?.transform == .quarter)
    }

    // MARK: - Users

    @Test mutating func `a transform applies to the session that reported it`() {
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer())
        report(bench.source(.alice), Self.panel("90"))
        #expect(device()?.surface.millimetres == Vector(dx: 80, dy: 100))
        #expect(device(.bob)?.surface.millimetres == Vector(dx: 100, dy: 80))
        #expect(device(.bob)?.output == nil)
        bench.seat(.bob, at: 100)
        #expect(bench.read(bob) == ["access active seat0 unknown withheld"])
        #expect(device(.bob)?.output == nil)
        bench.seat(.alice, at: 200)
        #expect(device()?.output?.transform == .quarter)
    }

    @Test mutating func `the outputs of a user without a session are removed`() {
        report(bench.source(.alice), Self.panel("90"))
        let seat = Seat(name: "seat0", session: "1", user: Person.alice.rawValue)
        bench.pipeline.setSeats([Seat(name: "seat0")], users: [], at: Timestamp(10))
        bench.pipeline.setSeats([seat], users: [Person.alice.rawValue], at: Timestamp(20))
        #expect(device()?.output == nil)
    }

    @Test mutating func `without logind, no user replaces the outputs of another whose source is connected`() {
        bench.pipeline.setSeats(nil, at: Timestamp(0))
        let (alice, bob) = (bench.source(.alice), bench.source(.bob))
        report(alice, Self.panel("90"))
        report(bob, Self.panel("180"))
        #expect(device()?.output?.transform == .quarter)
        bench.pipeline.disconnect(alice, at: Timestamp(10))
        #expect(device()?.output?.transform == .half)
    }

    // MARK: - Windows

    @Test mutating func `a region of a window is on the touchscreen of its output alone`() {
        var settings = DeviceSettings()
        settings.output = "DP-1"
        bench.add("event2", settings: settings)
        let app = bench.client(
            #"{"tap":{}}"#, #""units":"normalized","region":{"x":0,"y":0,"width":0.5,"height":1,"of":"window"}"#,
            Person.alice.peer(10))
        let source = bench.source(.alice)
        report(source, Self.panel, Self.desk)
        bench.focus(source, 10, window: #","window":{"x":0.5,"y":0,"width":0.5,"height":1},"output":"DP-1""#)
        _ = bench.read(app)
        bench.tap(at: 100, 75, 40)
        #expect(bench.read(app) == [])
        bench.tap(at: 300, 75, 40, on: 1)
        bench.tap(at: 500, 25, 40, on: 1)
        #expect(bench.read(app) == ["1 began 1", "1 ended 1"])
        bench.focus(source, 10, window: #","window":{"x":0.5,"y":0,"width":0.5,"height":1},"output":"eDP-1""#, at: 700)
        bench.tap(at: 800, 75, 40)
        #expect(bench.read(app) == ["1 began 2", "1 ended 2"])
    }

    @Test mutating func `a mirrored output shows the same windows`() {
        let app = bench.client(
            #"{"tap":{}}"#, #""units":"normalized","region":{"x":0,"y":0,"width":1,"height":1,"of":"window"}"#,
            Person.alice.peer(10))
        let source = bench.source(.alice)
        report(source, Self.panel, #"{"name":"DP-1","x":0,"y":0,"width":1000,"height":800}"#)
        bench.focus(source, 10, window: #","window":{"x":0,"y":0,"width":1,"height":1},"output":"DP-1""#)
        _ = bench.read(app)
        bench.tap(at: 100)
        #expect(bench.read(app) == ["1 began 1", "1 ended 1"])
    }

    // MARK: - Bad input

    @Test(arguments: [
        #"[{"name":"eDP-1","x":0,"y":0,"width":0,"height":800}]"#,
        #"[{"name":"eDP-1","x":0,"y":0,"width":1e300,"height":800}]"#,
        #"[{"name":"eDP-1","x":null,"y":0,"width":1000,"height":800}]"#,
        #"[{"name":"eDP-1","x":0,"y":0,"width":1000,"height":800,"transform":"sideways"}]"#,
        #"[{"name":"","x":0,"y":0,"width":1000,"height":800}]"#,
        "[\(panel),\(panel)]", "7",
    ])
    mutating func `a report that cannot be is refused, and the last one stays`(outputs: String) {
        let source = bench.source(.alice)
        report(source, Self.panel("90"))
        bench.send(source, #"{"type":"outputs","id":4,"outputs":\#(outputs)}"# + "\n", at: 10)
        #expect(bench.read(source).first?.hasPrefix("error 4 ") == true)
        #expect(device()?.output?.transform == .quarter)
    }

    @Test mutating func `outputs that change more than twenty times in a second are refused`() {
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let source = bench.source(.alice)
        for number in 0..<20 { report(source, Self.panel(number % 2 == 0 ? "90" : "180"), at: Double(number)) }
        #expect(bench.read(client).count == 20)
        // Another connection of the user has no other limit.
        let other = bench.source(.alice)
        for number in 0..<10_000 {
            let panel = Self.panel(number % 2 == 0 ? "90" : "180")
            bench.send(other, #"{"type":"outputs","id":1,"outputs":[\#(panel)]}"# + "\n", at: 500)
            _ = bench.read(other)
        }
        #expect(bench.read(client) == [])
        report(other, Self.panel("270"), at: 1001)
        #expect(bench.read(client).count == 1)
    }
}
