import GestureModel
import GestureProtocol
import Gestures
import Glibc
import Testing

@testable import GestureClient

/// What the app has no callback for is reported, and only once.
@Suite struct ReportTests {
    private func reporting(_ bench: Bench) {
        bench.client.onReport = { [weak bench] in bench?.log.append("report: \($0)") }
    }

    @Test func `a refused gesture without a callback reports the daemon's words once`() {
        let bench = Bench.connected()
        reporting(bench)
        for _ in 0..<3 {
            bench.client.attach(DragGesture())
            for request in bench.server.requests() {
                bench.deliver(#"{"type":"error","id":\#(request.id),"code":"outOfRange","message":"drag: no"}"#)
            }
        }
        #expect(bench.drainLog() == ["report: a gesture receives nothing: drag: no"])
    }

    @Test func `a refused gesture with a callback is not reported`() {
        let bench = Bench.connected()
        reporting(bench)
        bench.client.attach(DragGesture()) { [weak bench] in bench?.log.append("failure: \($0)") }
        for request in bench.server.requests() {
            bench.deliver(#"{"type":"error","id":\#(request.id),"code":"outOfRange","message":"drag: no"}"#)
        }
        #expect(bench.drainLog() == ["failure: drag: no"])
    }

    @Test func `an absent daemon is reported once, unless the app has a callback for the state`() {
        for hasCallback in [false, true] {
            var (reports, states) = ([String](), 0)
            let client = GestureClient(path: "/nonexistent/gestured.sock")
            client.onReport = { reports.append($0) }
            if hasCallback { client.onStateChange = { _ in states += 1 } }
            for second in 1...20 { client.process(at: Timestamp(microseconds: Int64(second) * 10_000_000)) }
            let expected = "cannot connect to /nonexistent/gestured.sock: No such file or directory (ENOENT); "
            #expect(reports == (hasCallback ? [] : [expected + "is gestured running?"]))
            #expect(states == (hasCallback ? 1 : 0))
        }
    }

    @Test func `feedback that fails without a callback is reported once`() {
        let bench = Bench.connected()
        reporting(bench)
        bench.client.play(.success)
        bench.client.play(.success)
        #expect(bench.drainLog().count == 1)
    }

    @Test(arguments: [("1", true), ("0", false), ("", false), ("yes", false)])
    func `only GESTURED_EXPLAIN=1 asks for explanations, and a word that is unknown is reported`(
        _ value: String, _ explains: Bool
    ) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [value, explains] in
            setenv("GESTURED_EXPLAIN", value, 1)
            let bench = Bench()
            bench.process()
            bench.greet(ScriptedServer.hello.replacing(#""units""#, with: #""units","explain""#))
            bench.client.attach(DragGesture())
            let requests = bench.server.requests()
            guard case .subscribe(let request)? = requests.first, requests.count == 1, request.explains == explains
            else {
                exit(3)
            }
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let words = "gestured client: GESTURED_EXPLAIN is 'yes', which is neither 1 nor 0; nothing is explained\n"
        #expect(errors == (value == "yes" ? words : ""))
    }

    @Test func `without a report nothing is written`() {
        let bench = Bench.connected()
        bench.client.onReport = nil
        bench.client.play(.success)
        #expect(bench.drainLog().isEmpty)
    }

    @Test func `explanations are requested once an app receives them, of a daemon that can explain`() {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""tap""#, with: #""tap","explain""#))
        _ = bench.drainLog()
        bench.client.attach(bench.drag())
        bench.client.onExplanation = { [weak bench] in bench?.log.append($0.sentence) }
        bench.client.attach(bench.drag())
        let requests = bench.server.requests()
        #expect(requests.count == 2)
        for (index, request) in requests.enumerated() { bench.deliver(ScriptedServer.ok(request.id, index + 1)) }
        let explanation = ExplanationMessage(
            Finding(.drag, .notReached, at: Timestamp(microseconds: 5)), device: "event5", subscription: 2)
        let line = ExplanationLine(explanation)
        var bytes: [UInt8] = []
        line.append(subscription: 2, missed: 0, to: &bytes)
        bench.server.send(bytes)
        bench.process()
        #expect(bench.drainLog() == [explanation.sentence])
    }

    @Test func `a reader of events is told if the client does not run`() async {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let client = GestureClient(path: "/nonexistent/gestured.sock")
        client.runWatch.set(delay: .zero) { continuation.yield($0) }
        let events = client.events(of: .drag(.init()))
        let queue = events.queue
        async let first = lines.first { _ in true }
        client.runWatch.warnUnlessRun()
        #expect(await first?.contains("call `await client.run()`") == true)
        withExtendedLifetime(queue) {}
    }

    @Test func `the states of a client are short`() {
        let bench = Bench.connected()
        #expect("\(bench.client.state)" == "connected to scripted 1 with 1 device")
        #expect("\(GestureClient.State.disconnected(nil))" == "disconnected")
        #expect("\(GestureClient.State.connecting)" == "connecting")
        #expect("\(GestureClient.State.disconnected(.ended))" == "disconnected: the daemon closed the connection")
    }
}
