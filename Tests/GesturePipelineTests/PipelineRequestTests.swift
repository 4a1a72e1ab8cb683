import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

@Suite struct PipelineRequestTests {
    @Test func `requests are answered in order, with their ids`() {
        var bench = Bench()
        let client = bench.connect()
        bench.send(
            client,
            """
            {"type":"subscribe","id":7,"gesture":{"tap":{}}}
            {"type":"subscribe","id":-3,"gesture":{"drag":{}}}
            {"type":"unsubscribe","id":8,"subscription":1}

            """)
        #expect(bench.read(client) == ["ok 7 is 1", "ok -3 is 2", "ok 8"])
        #expect(bench.pipeline.subscriptionCount == 1)
    }

    @Test func `a request may arrive in pieces`() {
        var bench = Bench()
        let client = bench.connect()
        for character in #"{"type":"subscribe","id":1,"gesture":{"tap":{}}}"# { bench.send(client, String(character)) }
        #expect(bench.read(client) == [])
        bench.send(client, "\n")
        #expect(bench.read(client) == ["ok 1 is 1"])
    }

    @Test func `an invalid request is answered with an error and changes nothing`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#)
        bench.send(
            client,
            """
            hello?
            {"type":"dance","id":1}
            {"type":"subscribe","id":2}
            {"type":"subscribe","id":3,"gesture":{"tap":{"count":0}}}
            {"type":"subscribe","id":4,"gesture":{"tap":{"cuont":2}}}
            {"type":"unsubscribe","id":5,"subscription":9}

            """)
        #expect(
            bench.read(client) == [
                "error notJSON", "error 1 unknownType", "error 2 missingField", "error 3 outOfRange",
                "error 4 unknownField", "error 5 unknownSubscription",
            ])
        #expect(!client.outbox.isClosed)
        #expect(bench.pipeline.subscriptionCount == 1)
        bench.tap(at: 0)
        #expect(bench.read(client) == ["1 began 1", "1 ended 1"])
    }

    // MARK: - Unsubscribing

    @Test func `open gestures are cancelled before the ok, and no event follows it`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        _ = bench.read(client)
        bench.send(client, #"{"type":"unsubscribe","id":6,"subscription":1}"# + "\n", at: 12)
        let messages = bench.messages(client)
        #expect(messages.map(\.words) == ["1 cancelled 1 unsubscribed", "ok 6"])
        guard case .gesture(let cancelled) = messages[0] else { return }
        #expect(cancelled.time == Timestamp(12))
        bench.at(16, .move(0, 50, 10))
        bench.at(24, .lift(0))
        #expect(bench.read(client) == [])
    }

    @Test func `a cancel is not earlier than the last event`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 100)
        bench.send(client, #"{"type":"unsubscribe","id":6,"subscription":1}"# + "\n", at: 3)
        #expect(bench.gestures(client).map(\.time) == [Timestamp(108), Timestamp(108)])
    }

    @Test func `subscription numbers are not reused`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#)
        bench.send(client, #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n")
        bench.send(client, #"{"type":"subscribe","id":2,"gesture":{"tap":{}}}"# + "\n")
        bench.send(client, #"{"type":"unsubscribe","id":3,"subscription":1}"# + "\n")
        #expect(bench.read(client) == ["ok 1", "ok 2 is 2", "error 3 unknownSubscription"])
    }

    @Test func `a client cannot unsubscribe another client's subscription`() {
        var bench = Bench()
        let owner = bench.client(#"{"tap":{}}"#)
        let other = bench.connect()
        bench.send(other, #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n")
        #expect(bench.read(other) == ["error 1 unknownSubscription"])
        bench.tap(at: 0)
        #expect(bench.read(owner) == ["1 began 1", "1 ended 1"])
    }

    // MARK: - Devices

    @Test(arguments: [
        (#""device":{"id":"event2"}"#, [2]), (#""device":{"kind":"touchpad"}"#, [2]),
        (#""device":{"name":"Screen"}"#, [1]), (#""device":{"name":"Scree"}"#, []), ("", [1, 2]),
    ])
    func `a subscription receives the gestures of the devices that its filter matches`(filter: String, received: [Int])
    {
        var bench = Bench()
        bench.add("event2", name: "Pad", kind: .touchpad)
        let client = bench.client(#"{"tap":{}}"#, filter)
        bench.tap(at: 0, on: 0)
        bench.tap(at: 200, on: 1)
        let began = bench.gestures(client).filter { $0.phase == .began }
        #expect(began.map(\.device) == received.map { "event\($0)" })
    }

    // MARK: - Units

    /// A drag from (10, 10) mm to (20, 10) mm on a surface of 100 × 80 mm.
    @Test(arguments: [
        ("", Point(x: 125.984, y: 62.992)), (#""units":"points""#, Point(x: 125.984, y: 62.992)),
        (#""units":"millimetres""#, Point(x: 20, y: 10)), (#""units":"normalized""#, Point(x: 0.2, y: 0.125)),
        (#""units":{"width":1920,"height":1080}"#, Point(x: 384, y: 135)),
    ])
    func `values are in the requested units`(units: String, location: Point) throws {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#, units)
        bench.drag(from: 0)
        bench.at(16, .move(0, 20, 10))
        let drag = try #require(bench.gestures(client).last?.drag)
        #expect(drag.location == location)
        #expect(drag.startLocation == Point(x: location.x / 2, y: location.y))
    }

    @Test func `thresholds are in points, whatever the units are`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{"minimumDistance":10}}"#, #""units":"normalized""#)
        bench.at(0, .down(0, 10, 10))
        bench.at(8, .move(0, 11.58, 10))
        #expect(bench.read(client) == [])
        bench.at(16, .move(0, 11.59, 10))
        #expect(bench.read(client) == ["1 began 1"])
    }

    // MARK: - Regions

    /// The right half of the lower half, of a surface of 100 × 80 mm.
    @Test(arguments: [
        #""units":"millimetres","region":{"x":50,"y":40,"width":50,"height":40}"#,
        #""units":"normalized","region":{"x":0.5,"y":0.5,"width":0.5,"height":0.5}"#,
        #""units":{"width":1000,"height":1000},"region":{"x":500,"y":500,"width":500,"height":500}"#,
        #""region":{"x":314.961,"y":251.969,"width":400,"height":300}"#,
    ])
    func `a region is in the subscription's units`(region: String) {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#, region)
        for (index, x, y) in [(0, 49.9, 60.0), (1, 60.0, 39.9), (2, 50.1, 40.1), (3, 99.9, 79.9)] {
            bench.tap(at: 1000 * Double(index), x, y)
        }
        let began = bench.gestures(client).filter { $0.phase == .began }
        #expect(began.map(\.time) == [Timestamp(2050), Timestamp(3050)])
    }

    @Test func `a region outside the surface is refused`() {
        var bench = Bench()
        let client = bench.connect()
        let region = #""units":"millimetres","region":{"x":100,"y":0,"width":10,"height":10}"#
        bench.send(client, #"{"type":"subscribe","id":1,"gesture":{"tap":{}},\#(region)}"# + "\n")
        guard case .error(let error) = bench.messages(client).first else {
            Issue.record("no error")
            return
        }
        #expect(error.errorCode == .regionOutsideSurface)
        #expect(error.message.contains("event1") && error.message.contains("100.0 × 80.0"), "\(error.message)")
        #expect(bench.pipeline.subscriptionCount == 0)
    }

    @Test func `a region is accepted while there is no device that it applies to`() {
        var bench = Bench()
        let client = bench.connect()
        let rest = #""region":{"x":9000,"y":0,"width":9,"height":9},"device":{"kind":"touchpad"}"#
        bench.send(client, #"{"type":"subscribe","id":1,"gesture":{"tap":{}},\#(rest)}"# + "\n")
        #expect(bench.read(client) == ["ok 1 is 1"])
    }

    /// Its surface is not known.
    @Test(arguments: ["points", "normalized"])
    func `a region is accepted for a device that could not be opened`(units: String) {
        var bench = Bench(screens: [])
        _ = bench.pipeline.add(unavailable: Bench.unavailable)
        let client = bench.connect()
        let region = #""units":"\#(units)","region":{"x":0,"y":0,"width":0.5,"height":0.5}"#
        bench.send(client, #"{"type":"subscribe","id":1,"gesture":{"tap":{}},\#(region)}"# + "\n")
        #expect(bench.read(client) == ["ok 1 is 1"])
    }

    // MARK: - Connections

    @Test func `a client that disconnects during a gesture does not affect others`() {
        var bench = Bench()
        let leaving = bench.client(#"{"drag":{}}"#)
        let staying = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.pipeline.disconnect(leaving)
        bench.at(16, .move(0, 50, 10))
        bench.at(24, .lift(0))
        #expect(bench.read(staying) == ["1 began 1", "1 changed 1", "1 ended 1"])
        #expect(bench.pipeline.subscriptionCount == 1)
    }

    @Test func `a disconnected client receives nothing, and its requests are ignored`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.pipeline.disconnect(client)
        bench.send(client, #"{"type":"subscribe","id":1,"gesture":{"tap":{}}}"# + "\n")
        bench.drag(from: 0)
        #expect(client.outbox.isEmpty)
        #expect(client.outbox.isClosed)
        #expect(bench.pipeline.deadline == nil)
    }

    @Test func `a new client inherits nothing from one that disconnected`() {
        var bench = Bench()
        let first = bench.client(#"{"drag":{}}"#)
        bench.send(first, #"{"type":"sub"#)
        bench.pipeline.disconnect(first)
        let second = bench.connect()
        bench.drag(from: 0)
        #expect(bench.read(second) == [])
        bench.subscribe(second, #"{"tap":{}}"#)
        #expect(bench.pipeline.subscriptionCount == 1)
    }

    @Test func `an outbox reports its first line, and the next one after a flush`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#)
        let list = OutputList()
        client.outbox.setOutput(list, number: 7)
        bench.tap(at: 0)
        bench.tap(at: 100)
        #expect(list.numbers == [7])
        _ = bench.flush(client, most: 1)
        #expect(list.numbers == [7])
        bench.tap(at: 200)
        #expect(list.numbers == [7, 7])
        bench.pipeline.disconnect(client)
        bench.tap(at: 300)
        #expect(list.numbers == [7, 7])
        list.removeAll()
        #expect(list.numbers == [])
    }
}
