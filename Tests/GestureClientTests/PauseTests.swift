import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

@Suite struct PauseTests {
    private func bench() -> Bench {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""units""#, with: #""units","pause""#))
        bench.log = []
        return bench
    }

    @Test func `a pause and its end are requested, and success calls no handler`() {
        let bench = bench()
        bench.client.pauseGestures(seconds: 2.5) { _ in Issue.record("paused") }
        bench.client.resumeGestures { _ in Issue.record("resumed") }
        bench.client.pauseGestures()
        #expect(
            bench.server.requests() == [
                .pause(id: 1, duration: .milliseconds(2500)), .resume(id: 2), .pause(id: 3, duration: nil),
            ])
        bench.deliver(#"{"type":"ok","id":1}"#, #"{"type":"ok","id":2}"#, #"{"type":"ok","id":3}"#)
        #expect(bench.drainLog().isEmpty)
    }

    @Test func `a refusal reaches the handler of its request only`() {
        let bench = bench()
        var failures: [String] = []
        bench.client.pauseGestures(seconds: 100_000) { failures.append("pause: \($0)") }
        bench.client.resumeGestures { failures.append("resume: \($0)") }
        bench.deliver(
            #"{"type":"error","id":1,"code":"invalidValue","message":"seconds: at most 86400"}"#,
            #"{"type":"ok","id":2}"#)
        #expect(failures == ["pause: seconds: at most 86400"])
    }

    @Test func `a daemon without pauses receives no request, and the handlers say so`() {
        let bench = Bench.connected()
        var failures = 0
        bench.client.pauseGestures { _ in failures += 1 }
        bench.client.resumeGestures { _ in failures += 1 }
        #expect(failures == 2 && bench.server.requests().isEmpty)
    }
}
