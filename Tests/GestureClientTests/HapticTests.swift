import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

@Suite struct HapticTests {
    private static let hello = ScriptedServer.hello.replacing(#""units""#, with: #""units","haptic""#)

    private func bench(_ hello: String = hello) -> Bench {
        let bench = Bench()
        bench.process()
        bench.greet(hello)
        bench.log = []
        return bench
    }

    private func haptics(_ bench: Bench) -> [HapticRequest] {
        bench.server.requests().compactMap { if case .haptic(let request) = $0 { request } else { nil } }
    }

    @Test func `feedback is requested at once, and success calls no handler`() {
        let bench = bench()
        bench.client.play(.success, device: "event5") { [weak bench] in bench?.log.append("\($0)") }
        bench.client.play(.selection)
        #expect(
            haptics(bench) == [
                HapticRequest(id: 1, feedback: .success, device: "event5"), HapticRequest(id: 2, feedback: .selection),
            ])
        bench.deliver(#"{"type":"ok","id":1}"#, #"{"type":"ok","id":2}"#)
        bench.client.close()
        #expect(bench.drainLog() == ["disconnected"])
    }

    @Test func `a refusal reaches the handler of its request only`() {
        let bench = bench()
        bench.attachDrag()
        var failures: [RequestFailure] = []
        bench.client.play(.start) { failures.append($0) }
        bench.client.play(.stop)
        bench.deliver(
            #"{"type":"error","id":2,"code":"unsupported","reason":"notEnabled","message":"haptic: not enabled: no"}"#,
            #"{"type":"error","id":3,"code":"tooManyHaptics","message":"limits.haptics"}"#, ScriptedServer.drag("began")
        )
        let error = ErrorMessage(id: 2, code: "unsupported", reason: "notEnabled", message: "haptic: not enabled: no")
        #expect(failures == [.refused(error)])
        #expect(failures.first?.description == "haptic: not enabled: no")
        #expect(bench.drainLog() == ["changed 20"])
    }

    @Test func `a daemon without haptics gets no request`() {
        let bench = bench(ScriptedServer.hello)
        var failures: [RequestFailure] = []
        bench.client.play(.start) { failures.append($0) }
        bench.client.play(.start)
        #expect(failures == [.unsupported("haptic", server: "scripted 1")])
        #expect(failures.first?.description == "scripted 1 does not support haptic")
        #expect(bench.server.requests().isEmpty)
    }

    @Test func `without a connection, or without an answer, the request fails once`() {
        let bench = Bench()
        var failures: [RequestFailure] = []
        bench.client.play(.start) { failures.append($0) }
        #expect(failures == [.notConnected])
        bench.process()
        bench.greet(Self.hello)
        bench.client.play(.start) { failures.append($0) }
        #expect(failures.count == 1)
        bench.server.hangUp()
        bench.process()
        #expect(failures == [.notConnected, .notConnected])
        bench.client.close()
        bench.client.play(.start) { failures.append($0) }
        #expect(failures.count == 3)
        #expect(failures.last?.description == "not connected to the daemon")
    }

    @Test func `closing the client fails requests without an answer`() {
        let bench = bench()
        bench.client.play(.start) { [weak bench] in bench?.log.append("\($0)") }
        bench.client.close()
        #expect(bench.drainLog() == ["not connected to the daemon", "disconnected"])
    }

    @Test func `a long press plays light feedback at its start and strong feedback at completion, on its device`() {
        let bench = bench()
        bench.client.attach(
            LongPressGesture().sensoryFeedback(.start, on: .began).sensoryFeedback(.success, on: .ended))
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.press("began"))
        #expect(haptics(bench) == [HapticRequest(id: 2, feedback: .light, device: "event5")])
        bench.deliver(ScriptedServer.press("changed", isCompleted: true))
        #expect(haptics(bench) == [HapticRequest(id: 3, feedback: .success, device: "event5")])
        bench.deliver(ScriptedServer.press("ended", isCompleted: true))
        #expect(haptics(bench).isEmpty)
    }

    @Test func `feedback plays once, at its own moment, and not for a cancelled gesture`() {
        let bench = bench()
        bench.client.attach(bench.drag().sensoryFeedback(.selection, on: .began).sensoryFeedback(.stop, on: .ended))
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"), ScriptedServer.drag("changed", x: 30))
        #expect(haptics(bench).map(\.feedback) == [.selection])
        bench.deliver(ScriptedServer.drag("cancelled", x: 30, reason: "deviceLost"))
        #expect(haptics(bench).isEmpty)
        bench.deliver(ScriptedServer.drag("began", gesture: 2), ScriptedServer.drag("ended", gesture: 2))
        #expect(haptics(bench).map(\.feedback) == [.selection, .heavy])
    }

    @Test func `the refusal of a gesture's feedback reaches its handler`() {
        let bench = bench()
        bench.client.attach(
            LongPressGesture().sensoryFeedback(.start, on: .began) { [weak bench] in bench?.log.append("\($0)") })
        bench.deliver(
            ScriptedServer.ok(1, 1), ScriptedServer.press("began"),
            #"{"type":"error","id":2,"code":"notPermitted","reason":"notActive","message":"only the active user may"}"#)
        #expect(bench.drainLog() == ["only the active user may"])
    }

    @Test func `a local recogniser runs the same gesture without feedback`() {
        var ended = 0
        let recogniser = GestureRecogniser(
            TapGesture().sensoryFeedback(.success, on: .ended) { _ in ended = -9 }.onEnded { ended += 1 })
        for (time, phase) in [(0, Contact.Phase.began), (50_000, .ended)] {
            var frame = TouchFrame(time: Timestamp(microseconds: Int64(time)))
            frame.contacts = [Contact(id: 1, phase: phase, position: .zero)]
            recogniser.update(frame)
        }
        #expect(ended == 1)
    }
}
