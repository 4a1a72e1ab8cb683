import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// What clients receive that read slowly or not at all.
@Suite struct DeliveryTests {
    private func bench(outbox: Int) -> Bench {
        var limits = Limits()
        limits.outbox = outbox
        return Bench(limits: limits)
    }

    /// A drag that goes back and forth, a `changed` each frame.
    private func wave(_ bench: inout Bench, frames: Int, from milliseconds: Double = 16) {
        for frame in 0..<frames {
            bench.at(milliseconds + 8 * Double(frame), .move(0, frame.isMultiple(of: 2) ? 50 : 60, 10))
        }
    }

    @Test func `a client that keeps up receives every change`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        wave(&bench, frames: 20)
        bench.at(400, .lift(0))
        #expect(bench.gestures(client).map(\.phase) == [.began] + Array(repeating: .changed, count: 21) + [.ended])
    }

    @Test func `a slow client receives the first event, the newest and the last`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        #expect(bench.flush(client, most: 10) == 10)
        wave(&bench, frames: 20)
        bench.at(170, .lift(0))
        let messages = bench.gestures(client)
        #expect(messages.map(\.phase) == [.began, .changed, .ended])
        #expect(messages.map(\.time) == [Timestamp(8), Timestamp(168), Timestamp(170)])
    }

    @Test func `changes of different subscriptions do not replace each other`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.subscribe(client, #"{"drag":{}}"#)
        bench.drag(from: 0)
        _ = bench.flush(client, most: 10)
        wave(&bench, frames: 5)
        #expect(bench.read(client) == ["1 began 1", "2 began 2", "1 changed 1", "2 changed 2"])
    }

    // MARK: - Crowds

    /// How many clients have lines each time that lines are sent, when 40 clients receive the first frame of a drag.
    private func batches(_ bench: inout Bench, _ clients: [Bench.Client]) -> [Int] {
        bench.at(0, .down(0, 10, 10))
        for client in clients { _ = bench.read(client) }
        var batches: [Int] = []
        bench.pipeline.onLinesQueued = {
            batches.append(clients.count { !$0.outbox.isEmpty })
            for client in clients { client.outbox.flush(\.count) }
        }
        bench.at(8, .move(0, 20, 10))
        return batches
    }

    @Test(arguments: [0, 0.1]) func `of a crowd, the first clients' lines are sent before those of the last are queued`(
        difference: Double
    ) {
        var bench = Bench()
        let clients = (0..<40).map {
            bench.client(#"{"drag":{"minimumDistance":\#(1 + difference * Double($0))}}"#)
        }
        #expect(batches(&bench, clients) == [16, 16, 8])
    }

    @Test func `of a crowd with several subscriptions, the lines of a frame are sent together`() {
        var bench = Bench()
        let clients = (0..<40).map { _ in bench.client(#"{"drag":{}}"#) }
        bench.subscribe(clients[20], #"{"touch":{}}"#)
        #expect(batches(&bench, clients) == [40])
    }

    // MARK: - Overrun

    @Test func `a client that does not read receives cancels and the reason, and is closed`() {
        var bench = bench(outbox: 2000)
        bench.add("event2")
        let client = bench.client(#"{"drag":{}}"#)
        bench.subscribe(client, #"{"tap":{}}"#, #""device":{"id":"event2"}"#)
        bench.drag(from: 0)
        _ = bench.flush(client, most: 1)
        for tap in 0..<10 { bench.tap(at: 20 + 100 * Double(tap), on: 1) }
        #expect(client.outbox.isClosed)
        let words = bench.read(client)
        #expect(words.first == "1 began 1")
        #expect(words.suffix(2) == ["1 cancelled 1 overrun", "error overrun"])
        #expect(Grammar.openGestures(words).isEmpty)
        bench.at(2000, .lift(0))
        #expect(client.outbox.isEmpty)
    }

    /// Both lines of a tap belong to one frame: a gesture that began before the limit was reached still ends.
    @Test func `a tap that exceeds the limit is sent whole`() {
        var bench = bench(outbox: 600)
        let client = bench.client(#"{"tap":{}}"#)
        for tap in 0..<20 where !client.outbox.isClosed { bench.tap(at: 1000 * Double(tap)) }
        let words = bench.read(client)
        #expect(words.last == "error overrun")
        #expect(Grammar.openGestures(words).isEmpty, "\(words)")
    }

    @Test(arguments: Array(stride(from: 525, through: 2500, by: 25)))
    func `every gesture that began has ended, wherever the limit is reached`(outbox: Int) {
        var bench = bench(outbox: outbox)
        let client = bench.connect()
        for gesture in ["drag", "drag", "tap", "longPress", "tap"] {
            bench.subscribe(client, #"{"\#(gesture)":{}}"#)
        }
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        bench.tap(at: 100)
        bench.at(200, .down(0, 10, 10))
        bench.wait(until: 1000)
        bench.remove(at: 1000)
        let words = bench.read(client)
        #expect(Grammar.openGestures(words).isEmpty, "\(words)")
    }

    @Test func `a slow client does not affect others`() {
        var bench = bench(outbox: 1000)
        let slow = bench.client(#"{"tap":{}}"#)
        let reader = bench.client(#"{"tap":{}}"#)
        for tap in 0..<20 {
            bench.tap(at: 1000 * Double(tap))
            #expect(bench.read(reader) == ["1 began \(tap + 1)", "1 ended \(tap + 1)"])
        }
        #expect(slow.outbox.isClosed)
        #expect(!reader.outbox.isClosed)
    }

    @Test func `a client that sends requests and reads no answers is closed`() {
        var bench = bench(outbox: 1000)
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        for _ in 0..<1000 { bench.send(client, "?\n", at: 12) }
        #expect(client.outbox.isClosed)
        let words = bench.read(client)
        #expect(words.suffix(2) == ["1 cancelled 1 overrun", "error overrun"])
        #expect(words.count < 40)
    }

    @Test func `many requests in one piece exceed the limit as well`() {
        var bench = bench(outbox: 1000)
        let client = bench.connect()
        bench.send(client, String(repeating: "?\n", count: 1000))
        let words = bench.read(client)
        #expect(words.last == "error overrun")
        #expect(words.count < 40)
    }

    @Test func `a client that does not read device changes is closed`() {
        var bench = bench(outbox: 1000)
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        for index in 1..<50 {
            bench.add("event\(index + 1)")
            bench.remove(index, at: 20)
        }
        #expect(client.outbox.isClosed)
        let words = bench.read(client)
        #expect(words.suffix(2) == ["1 cancelled 1 overrun", "error overrun"])
        #expect(words.count < 40)
    }
}
