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

    @Test func `feedback is asked for at once, and its answer is nobody's business where all is well`() {
        let bench = bench()
        bench.client.play(.success, device: "event5") { [weak bench] in bench?.log.append("\($0)") }
        bench.client.play(.selection)
        #expect(
            haptics(bench) == [
                HapticRequest(id: 1, feedback: .success, device: "event5"), HapticRequest(id: 2, feedback: .selection),
            ])
        bench.say(#"{"type":"ok","id":1}"#, #"{"type":"ok","id":2}"#)
        bench.client.close()
        #expect(bench.heard() == ["disconnected"])
    }

    @Test func `a refusal is told to who asked, and harms nothing else`() {
        let bench = bench()
        bench.attachDrag()
        var failures: [RequestFailure] = []
        bench.client.play(.start) { failures.append($0) }
        bench.client.play(.stop)
        bench.say(
            #"{"type":"error","id":2,"code":"unsupported","reason":"notEnabled","message":"haptic: not enabled: no"}"#,
            #"{"type":"error","id":3,"code":"tooManyHaptics","message":"limits.haptics"}"#, ScriptedServer.drag("began")
        )
        let error = ErrorMessage(id: 2, code: "unsupported", reason: "notEnabled", message: "haptic: not enabled: no")
        #expect(failures == [.refused(error)])
        #expect(failures.first?.description == "haptic: not enabled: no")
        #expect(bench.heard() == ["changed 20"])
    }

    @Test func `a daemon without haptics is not asked`() {
        let bench = bench(ScriptedServer.hello)
        var failures: [RequestFailure] = []
        bench.client.play(.start) { failures.append($0) }
        bench.client.play(.start)
        #expect(failures == [.unsupported("haptic", server: "scripted 1")])
        #expect(failures.first?.description == "scripted 1 cannot do haptic")
        #expect(bench.server.requests().isEmpty)
    }

    @Test func `without a connection, or without an answer from it, the failure says so once`() {
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
        #expect(failures.last?.description == "there is no connection to the daemon")
    }

    @Test func `what was not answered when the client is closed has failed`() {
        let bench = bench()
        bench.client.play(.start) { [weak bench] in bench?.log.append("\($0)") }
        bench.client.close()
        #expect(bench.heard() == ["there is no connection to the daemon", "disconnected"])
    }

    @Test func `a long press is felt lightly at its start and strongly at its completion, on its device`() {
        let bench = bench()
        bench.client.attach(
            LongPressGesture().sensoryFeedback(.start, on: .began).sensoryFeedback(.success, on: .ended))
        _ = bench.server.requests()
        bench.say(ScriptedServer.ok(1, 1), ScriptedServer.press("began"))
        #expect(haptics(bench) == [HapticRequest(id: 2, feedback: .light, device: "event5")])
        bench.say(ScriptedServer.press("changed", isCompleted: true))
        #expect(haptics(bench) == [HapticRequest(id: 3, feedback: .success, device: "event5")])
        bench.say(ScriptedServer.press("ended", isCompleted: true))
        #expect(haptics(bench).isEmpty)
    }

    @Test func `feedback of one moment is not played at the other, nor twice, nor for a cancelled gesture`() {
        let bench = bench()
        bench.client.attach(bench.drag().sensoryFeedback(.selection, on: .began).sensoryFeedback(.stop, on: .ended))
        _ = bench.server.requests()
        bench.say(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"), ScriptedServer.drag("changed", x: 30))
        #expect(haptics(bench).map(\.feedback) == [.selection])
        bench.say(ScriptedServer.drag("cancelled", x: 30, reason: "deviceLost"))
        #expect(haptics(bench).isEmpty)
        bench.say(ScriptedServer.drag("began", gesture: 2), ScriptedServer.drag("ended", gesture: 2))
        #expect(haptics(bench).map(\.feedback) == [.selection, .heavy])
    }

    @Test func `the refusal of a gesture's feedback reaches its handler`() {
        let bench = bench()
        bench.client.attach(
            LongPressGesture().sensoryFeedback(.start, on: .began) { [weak bench] in bench?.log.append("\($0)") })
        bench.say(
            ScriptedServer.ok(1, 1), ScriptedServer.press("began"),
            #"{"type":"error","id":2,"code":"notPermitted","reason":"notActive","message":"only the active user may"}"#)
        #expect(bench.heard() == ["only the active user may"])
    }

    @Test func `recognised here, a gesture is the same and nothing is felt`() {
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
