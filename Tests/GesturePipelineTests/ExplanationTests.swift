import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

/// Explanations of a gesture are sent to the subscriptions that request them, and to no others.
@Suite struct ExplanationTests {
    @Test func `a subscription with explain receives why a gesture was not recognised`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{"maximumDistance":10}}"#, #""explain":true"#)
        bench.drag(from: 0)
        #expect(bench.read(client) == ["1 tap: moved 63 pt > 10 pt at 8 ms"])
    }

    @Test func `the message contains the recogniser's failure reason`() throws {
        var bench = Bench()
        let client = bench.client(#"{"longPress":{}}"#, #""explain":true,"units":"millimetres""#)
        bench.tap(at: 100)
        let messages = bench.messages(client)
        guard case .explanation(let message) = try #require(messages.last) else { return #expect(Bool(false)) }
        let failure = FailureReason.liftedEarly(after: .milliseconds(50), limit: .milliseconds(500))
        #expect(message.recogniser == .known(.longPress) && message.outcome == .known(.lost))
        #expect(message.reason == .known(.failed(failure)))
        #expect(message.time == Timestamp(150) && message.elapsed == .milliseconds(50) && message.fingers == 1)
        #expect(message.device == "event1" && message.part == 0 && message.missed == 0)
    }

    @Test func `a subscription without explain receives gestures only`() {
        var bench = Bench()
        let asking = bench.client(#"{"drag":{}}"#, #""explain":true"#)
        let silent = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(asking) == ["1 began 1", "1 drag: recognised: 1 finger moved 63 pt at 8 ms", "1 ended 1"])
        #expect(bench.read(silent) == ["1 began 1", "1 ended 1"])
    }

    @Test func `a subscription that is added during a touch receives no explanation of it`() {
        var bench = Bench()
        let early = bench.client(#"{"tap":{}}"#, #""explain":true"#)
        bench.at(0, .down(0, 10, 10))
        let late = bench.client(#"{"tap":{}}"#, #""explain":true"#)
        bench.at(8, .move(0, 20, 10))
        bench.at(16, .lift(0))
        #expect(bench.read(early).count == 1)
        #expect(bench.read(late) == [])
        bench.drag(from: 100)
        #expect(bench.read(late).count == 1)
    }

    @Test func `explanations that do not fit a slow client's outbox are dropped and counted`() throws {
        var limits = Limits()
        limits.outbox = 2000
        var bench = Bench(limits: limits)
        let client = bench.client(#"{"drag":{}}"#, #""explain":true"#)
        for index in 0..<20 { bench.tap(at: Double(index) * 1000) }
        let before = bench.messages(client)
        #expect(!before.isEmpty && before.count < 20)
        bench.tap(at: 30_000)
        guard case .explanation(let message) = try #require(bench.messages(client).first) else {
            return #expect(Bool(false))
        }
        #expect(message.missed == 20 - before.count)
        #expect(!client.outbox.isClosed)
    }

    @Test(arguments: [#"{"standard":"touchpad"}"#, #"{"standard":"touchscreen"}"#])
    func `a standard set explains each of its gestures`(_ gesture: String) {
        var bench = Bench()
        let client = bench.client(gesture, #""explain":true"#)
        bench.tap(at: 0)
        bench.wait(until: 1000)
        let names = bench.read(client).filter { $0.contains(" ms") }.compactMap {
            $0.split(separator: " ").dropFirst().first
        }
        #expect(names.sorted() == ["drag:", "longPress:", "magnify:", "rotate:", "tap:"])
    }

    @Test(arguments: ["1", "null", #""yes""#])
    func `explain is true or false`(_ value: String) {
        var bench = Bench()
        let client = bench.connect()
        bench.send(client, #"{"type":"subscribe","id":4,"gesture":{"tap":{}},"explain":\#(value)}"# + "\n")
        #expect(bench.read(client) == ["error 4 wrongType"])
    }

    @Test func `hello lists the capability to explain`() {
        #expect(Hello.allCapabilities.contains("explain"))
    }
}
