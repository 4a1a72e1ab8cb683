import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// Positions reveal what is typed on a screen, so they are withheld from apps without the focus.
@Suite struct PositionsTests {
    private static let gestures = [
        #"{"tap":{}}"#, #"{"tap":{"count":2}}"#, #"{"longPress":{}}"#, #"{"drag":{}}"#, #"{"swipe":{}}"#,
        #"{"magnify":{}}"#,
        #"{"rotate":{}}"#, stroke(minimumScore: 0), stroke(minimumScore: 1), #"{"drag":{"fingers":2}}"#,
        #"{"sequence":[{"longPress":{"minimumDuration":0.05}},{"drag":{}}]}"#,
        #"{"exclusive":[{"tap":{"count":2}},{"tap":{}}]}"#, #"{"standard":"touchscreen"}"#,
        #"{"drag":{"edges":"left","edgeDistance":200}}"#, #"{"swipe":{"edges":["top","bottom"],"edgeDistance":300}}"#,
        #"{"race":[{"drag":{"edges":["left"],"edgeDistance":400}},{"tap":{}}]}"#,
    ]
    private static let regions = [
        "", #""region":{"x":0,"y":0,"width":0.5,"height":1},"units":"normalized""#,
        #""region":{"x":0.5,"y":0,"width":0.5,"height":1},"units":"normalized""#,
        #""region":{"x":0,"y":0,"width":1,"height":0.5},"units":"normalized""#,
        #""region":{"x":0,"y":0,"width":0.5,"height":1,"of":"window"},"units":"normalized""#,
    ]

    /// A slightly bent line, so that every drag has a score between 0 and 1.
    private static func stroke(minimumScore: Int) -> String {
        let points = (0..<8).map { "[\($0 * 10),\($0 * $0)]" }.joined(separator: ",")
        return #"{"stroke":{"templates":[{"name":"arc","points":[\#(points)]}],"minimumScore":\#(minimumScore)}}"#
    }

    /// The bytes that a client without positions receives of the same touches at another position.
    private func received(
        at position: Double, scope: String, positions: Bool = false, on kind: TouchDeviceKind = .touchscreen
    ) -> String {
        var rules = AccessRules()
        if positions { rules.positions = .session }
        var bench = Bench.with(.alice, rules: rules, limits: Self.limits)
        bench.add("event2", kind: kind)
        let source = bench.source(.alice)
        bench.focus(source, 10, window: #","window":{"x":0,"y":0,"width":0.6,"height":0.6}"#)
        let watcher = bench.connect(Person.alice.peer(11))
        for (index, gesture) in Self.gestures.enumerated() {
            for region in Self.regions {
                let more = region.isEmpty ? "" : ",\(region)"
                let explain = index % 2 == 0 ? #","explain":true"# : ""
                bench.send(
                    watcher,
                    #"{"type":"subscribe","id":1,"gesture":\#(gesture),"scope":"\#(scope)"\#(more)\#(explain)}"# + "\n")
            }
        }
        _ = bench.text(watcher)
        var received = ""
        bench.fingers(around: position, on: 1) { received += $0.text(watcher) }
        return received
    }

    private static var limits: Limits {
        var limits = Limits()
        limits.subscriptions = 256
        limits.outbox = 1 << 20
        limits.recognisers = 1024
        return limits
    }

    @Test(arguments: [5.0, 25, 50, 70])
    func `an unfocused subscriber of the scope session receives the same bytes wherever the contacts are`(
        position: Double
    ) {
        let here = received(at: 20, scope: "session")
        let there = received(at: position, scope: "session")
        #expect(!here.isEmpty)
        #expect(here == there)
        #expect(!there.contains("ocation") && !there.contains("boundingBox"))
    }

    @Test(arguments: [30.0, 40, 50])
    func `an unfocused subscriber receives the same bytes wherever the contacts on a touchpad are`(position: Double) {
        let here = received(at: 25, scope: "session", on: .touchpad)
        let there = received(at: position, scope: "session", on: .touchpad)
        #expect(here == there)
        #expect(!there.contains("ocation") && !there.contains("boundingBox"))
        #expect(there.contains(#"{"stroke":{"template":"arc","score":0."#), "a stroke without its score tests nothing")
        #expect(there.contains(#""matchedPoorly":{"score":0."#), "a failed stroke without its score tests nothing")
    }

    /// What an unfocused client receives of a touchpad on which a contact comes down here, in millimetres, and another
    /// one in the middle.
    private func explained(_ x: Double, _ y: Double, _ gesture: String, positions: Bool = false) -> String {
        var rules = AccessRules()
        if positions { rules.positions = .session }
        var bench = Bench.with(.alice, rules: rules)
        bench.add("pad", kind: .touchpad)
        _ = bench.source(.alice, focusing: 10)
        let watcher = bench.client(gesture, #""scope":"session","explain":true"#, Person.alice.peer(11))
        bench.at(0, on: 1, .down(0, x, y))
        bench.at(60, on: 1, .lift(0))
        bench.at(2000, on: 1, .down(0, x, y))
        bench.at(2010, on: 1, .down(1, 50, 40))
        for step in 1...10 { bench.at(2010 + Double(step) * 10, on: 1, .move(1, 50 + Double(step), 40)) }
        bench.at(2400, on: 1, .lift(0), .lift(1))
        bench.wait(until: 4000)
        return bench.text(watcher)
    }

    @Test(arguments: [#"{"tap":{}}"#, #"{"standard":"touchpad"}"#, #"{"exclusive":[{"tap":{"count":2}},{"tap":{}}]}"#])
    func `explanations of contacts, which name an edge or a side, are not sent`(_ gesture: String) {
        let places = [(0.5, 20.0), (99.5, 20), (0.5, 60), (99.5, 60)]
        for (x, y) in places {
            let received = explained(x, y, gesture)
            #expect(!received.contains(#""recogniser":"contact""#) && !received.contains("hands rest"))
            #expect(received == explained(places[0].0, places[0].1, gesture))
        }
        #expect(explained(0.5, 20, gesture, positions: true).contains("where hands rest"), "this tests nothing")
    }

    @Test func `an unfocused subscriber of the scope focused receives nothing`() {
        #expect(received(at: 20, scope: "focused") == "")
    }

    // MARK: - Edges in words

    /// The gestures that a client of the scope session without positions receives of a drag, in millimetres.
    private func fromEdge(
        _ start: (x: Double, y: Double), _ way: (x: Double, y: Double),
        _ gesture: String = #"{"drag":{"edges":["left","top"]}}"#,
        _ more: String = #""scope":"session","explain":true"#
    ) -> String {
        var bench = Bench.with(.alice)
        _ = bench.source(.alice, focusing: 10)
        let shell = bench.client(gesture, more, Person.alice.peer(11))
        _ = bench.text(shell)
        bench.at(0, .down(0, start.x, start.y))
        for step in 1...8 {
            bench.at(Double(step) * 8, .move(0, start.x + way.x * Double(step) / 8, start.y + way.y * Double(step) / 8))
        }
        bench.at(72, .lift(0))
        return bench.text(shell)
    }

    @Test(arguments: [
        #"{"drag":{"edges":["left","top"]}}"#, #"{"drag":{"edges":["left","top"],"minimumDistance":0}}"#,
        #"{"swipe":{"edges":["left","top"]}}"#,
    ])
    func `fingers that come in from an edge are named, with the same bytes wherever on its third they were`(
        _ gesture: String
    ) {
        let here = fromEdge((1, 25), (15, 2), gesture)
        #expect(here.contains(#""edge":"left","part":"start""#))
        #expect(here.contains(#""phase":"began""#) && here.contains(#""phase":"ended""#))
        #expect(!here.contains("ocation") && !here.contains("explanation"))
        for start in [(4.0, 25.0), (1, 20), (3, 22)] { #expect(fromEdge(start, (15, 2), gesture) == here) }
    }

    @Test func `a third and a corner are named`() {
        #expect(fromEdge((1, 40), (15, 2)).contains(#""edge":"left","part":"middle"}"#))
        #expect(fromEdge((1, 3), (15, 2)).contains(#""edge":"left","part":"start","corner":"topLeft"}"#))
    }

    @Test(
        arguments: [
            (6.0, 15.0, 0.0), (40, 15, 0), (1, 3.9, 0), (1, 0, 9.9), (6, 0, 15), (1, -1, 0), (1, 5, 8),
        ])
    func `contacts that began farther away, or did not come in, are not sent or explained`(
        _ x: Double, _ dx: Double, _ dy: Double
    ) {
        for gesture in [
            #"{"drag":{"edges":"left","minimumDistance":0}}"#, #"{"swipe":{"edges":"left","minimumVelocity":0}}"#,
        ] {
            #expect(fromEdge((x, 30), (dx, dy), gesture) == "")
        }
    }

    @Test func `fingers that move along an edge are named, with the same bytes wherever on its third they were`() {
        let gesture = #"{"drag":{"edges":["left","right","top","bottom"],"minimumDistance":10}}"#
        let here = fromEdge((1, 25), (0, -15), gesture)
        #expect(here.contains(#""edge":"left","part":"start""#))
        #expect(here.contains(#""phase":"began""#) && here.contains(#""phase":"ended""#))
        #expect(!here.contains("ocation") && !here.contains("explanation"))
        for start in [(4.0, 25.0), (1, 20), (3, 22)] { #expect(fromEdge(start, (0, -15), gesture) == here) }
    }

    @Test func `fingers that move along the lower edge, at which keyboards are, are not`() {
        let gesture = #"{"drag":{"edges":["left","right","top","bottom"],"minimumDistance":10}}"#
        #expect(fromEdge((60, 1), (15, 0), gesture).contains(#""edge":"top""#))
        let height = 80.0
        #expect(fromEdge((60, height - 1), (15, 0), gesture) == "")
        #expect(fromEdge((60, height - 1), (0, -15), gesture).contains(#""edge":"bottom""#))
    }

    @Test(
        arguments: [
            (#"{"drag":{"edges":"left","edgeDistance":30}}"#, #""scope":"session""#),
            (#"{"drag":{"edges":"left"}}"#, #""scope":"focused""#),
            (#"{"drag":{"edges":"left"}}"#, #""scope":"session","claim":true"#),
            (#"{"drag":{"edges":"left"}}"#, #""scope":"session","region":{"x":0,"y":0,"width":400,"height":400}"#),
            (#"{"race":[{"drag":{"edges":"left"}},{"tap":{}}]}"#, #""scope":"session""#),
        ])
    func `an edge is silent if the client chose its distance, or anything else`(_ gesture: String, _ more: String) {
        #expect(fromEdge((1, 25), (15, 0), gesture, more) == "")
    }

    @Test func `a gesture from an edge is sent once, from where it has come in`() {
        let lines = fromEdge((1, 25), (8, 0), #"{"drag":{"edges":"left","minimumDistance":0}}"#).split(separator: "\n")
        #expect(lines.count(where: { $0.contains(#""phase":"began""#) }) == 1)
        #expect(lines.first?.contains(#""translation":[25.197,0]"#) == true)
        #expect(lines.last?.contains(#""phase":"ended""#) == true)
    }

    @Test func `bytes with positions differ by position`() {
        #expect(
            received(at: 20, scope: "session", positions: true) != received(at: 50, scope: "session", positions: true))
    }

    @Test func `without positions there are still translations, velocities and predictions`() throws {
        var bench = Bench.with(.alice)
        let client = bench.client(Self.twoFingers, "", Person.alice.peer())
        bench.dragTwo(from: 0)
        let message = try #require(bench.gestures(client).first)
        let drag = try #require(message.drag)
        #expect(message.positions == .withheld)
        #expect(drag.startLocation == .zero)
        #expect(drag.translation.dx > 60)
        #expect(drag.location == Point(x: drag.translation.dx, y: drag.translation.dy))
        #expect(drag.velocity.dx > 0)
    }

    @Test func `a region receives no gestures until positions are granted, and then the next ones`() {
        var bench = Bench.with(.alice)
        let region = #""region":{"x":0,"y":0,"width":400,"height":400}"#
        let client = bench.client(#"{"drag":{}}"#, region, Person.alice.peer())
        bench.drag(from: 0)
        #expect(bench.read(client) == [])
        let source = bench.source(.alice)
        bench.focus(source, 10, at: 20)
        bench.at(30, .move(0, 40, 10))
        #expect(bench.read(client) == ["access active seat0 focused granted", "1 positions granted"])
        bench.at(40, .lift(0))
        bench.drag(from: 50)
        #expect(bench.read(client) == ["1 began 1"])
    }

    @Test func `withheld positions are left out at once, during a gesture`() throws {
        var bench = Bench.with(.alice)
        let shell = bench.client(Self.twoFingers, #""scope":"session""#, Person.alice.peer())
        let source = bench.source(.alice, focusing: 10)
        bench.dragTwo(from: 0)
        #expect(bench.gestures(shell).map(\.positions) == [.granted])
        bench.focus(source, 11, at: 20)
        bench.at(30, .move(0, 40, 10))
        #expect(bench.gestures(shell).map(\.positions) == [.withheld])
    }

    @Test func `the path of one finger is left out at once, during a gesture`() throws {
        var bench = Bench.with(.alice)
        let shell = bench.client(#"{"drag":{}}"#, #""scope":"session""#, Person.alice.peer())
        let source = bench.source(.alice, focusing: 10)
        bench.drag(from: 0)
        _ = bench.read(shell)
        bench.focus(source, 11, at: 20)
        bench.at(30, .move(0, 30, 40))
        bench.at(40, .lift(0))
        let messages = bench.gestures(shell)
        #expect(messages.map(\.phase) == [.ended])
        #expect(messages.first?.drag?.translation == Vector(dx: 0, dy: 180))
    }

    private static let twoFingers = #"{"drag":{"fingers":2}}"#

    @Test func `positions that are granted during a gesture are sent from the next gesture on`() throws {
        var bench = Bench.with(.alice)
        let shell = bench.client(Self.twoFingers, #""scope":"session""#, Person.alice.peer())
        let source = bench.source(.alice, focusing: 11)
        bench.at(0, .down(0, 10, 10), .down(1, 10, 30))
        bench.focus(source, 10, at: 10)
        bench.at(200, .move(0, 40, 10), .move(1, 40, 30))
        bench.at(210, .move(0, 50, 10), .move(1, 50, 30))
        bench.at(220, .lift(0), .lift(1))
        bench.dragTwo(from: 300)
        #expect(bench.gestures(shell).map(\.positions) == [.withheld, .withheld, .withheld, .granted])
    }

    @Test func `a grant with a user and a group applies to both together`() {
        var rules = AccessRules()
        rules.grants = [AccessRules.Grant(user: 1000, group: 7, positions: true)]
        var bench = Bench.with(.alice, rules: rules)
        let granted = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(10, groups: [7]))
        let other = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(11))
        bench.drag(from: 0)
        #expect(bench.gestures(granted).map(\.positions) == [.granted])
        #expect(bench.gestures(other).map(\.positions) == [.withheld])
    }

    @Test func `a gesture may be sent with and without positions`() {
        var rules = AccessRules()
        rules.grants = [AccessRules.Grant(group: 7, positions: true)]
        var bench = Bench.with(.alice, rules: rules)
        let groups: [[UInt32]] = [[], [7], [], [7]]
        let clients: [Bench.Client] = groups.map {
            bench.client(Self.twoFingers, "", Person.alice.peer(10, groups: $0))
        }
        bench.dragTwo(from: 0)
        bench.at(16, .move(0, 30, 10), .move(1, 30, 30))
        #expect(
            clients.map { bench.gestures($0).map(\.positions) } as [[PositionAccess]] == [
                [.withheld, .withheld], [.granted, .granted], [.withheld, .withheld], [.granted, .granted],
            ])
    }
}

extension Bench {
    /// Reads what is queued for a client as text.
    mutating func text(_ client: Client) -> String {
        var text = ""
        client.outbox.flush { bytes in
            text += String(decoding: bytes, as: UTF8.self)
            return bytes.count
        }
        return text
    }

    /// Two fingers that go down and have dragged 10 mm a frame later.
    fileprivate mutating func dragTwo(from milliseconds: Double) {
        at(milliseconds, .down(0, 10, 10), .down(1, 10, 30))
        at(milliseconds + 8, .move(0, 20, 10), .move(1, 20, 30))
    }

    /// Taps, a drag, a flick, a pinch and a press around one position, in millimetres from the left and the top.
    fileprivate mutating func fingers(around position: Double, on screen: Int, _ after: (inout Bench) -> Void) {
        let (x, y) = (position, position * 0.9)
        tap(at: 1000, x, y, on: screen)
        tap(at: 1200, x + 2, y, on: screen)
        after(&self)
        at(3000, on: screen, .down(0, x, y))
        for step in 1...8 {
            at(3000 + Double(step) * 8, on: screen, .move(0, x + Double(step), y + Double(step) * 0.5))
        }
        at(3072, on: screen, .lift(0))
        after(&self)
        at(5000, on: screen, .down(0, x - 3, y), .down(1, x + 3, y))
        for step in 1...8 {
            at(
                5000 + Double(step) * 8, on: screen, .move(0, x - 3 - Double(step) / 8, y),
                .move(1, x + 3 + Double(step), y + 2))
        }
        at(5080, on: screen, .lift(0), .lift(1))
        after(&self)
        at(7000, on: screen, .down(0, x, y))
        wait(until: 7800)
        at(7900, on: screen, .lift(0))
        wait(until: 9000)
        after(&self)
    }
}
