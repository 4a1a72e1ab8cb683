import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

@Suite struct BadInputTests {
    @Test func `a gesture attached to no rectangle`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureClient().attach(TapGesture(), to: Region(x: .nan, y: 0, width: 1, height: 1))
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: nan")
    }

    @Test func `a gesture moved to no rectangle`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let client = GestureClient()
            client.attach(TapGesture()).move(to: Region(x: 0, y: 0, width: 1, height: -2))
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: 0.0")
    }

    @Test func `events of no rectangle`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureClient().events(of: .tap(.init()), in: Region(x: 0, y: 0, width: .infinity, height: 1))
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: 0.0")
    }

    @Test func `fingers claimed without the scope session`() async {
        let sentence = "only a gesture of the scope session can claim its fingers"
        let attached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureClient().attach(TapGesture(), claims: true)
        }
        expect(attached, sentence)
        let events = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureClient().events(of: .tap(.init()), claims: true)
        }
        expect(events, sentence)
    }

    @Test func `a place in the window without a region`() async {
        let sentence = "a place in the window takes a region: without one it is the whole surface"
        let attached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureClient().attach(TapGesture(), of: .window)
        }
        expect(attached, sentence)
        let moved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let client = GestureClient()
            client.attach(TapGesture(), to: Region(x: 0, y: 0, width: 1, height: 1), of: .window).move(to: nil)
        }
        expect(moved, sentence)
    }

    @Test func `a gesture attached to a client that is closed`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let client = GestureClient()
            client.close()
            client.attach(TapGesture())
        }
        expect(result, "the client is closed: nothing can be attached to it")
    }

    @Test func `a wait of less than no time does not wait`() {
        let bench = Bench.connected()
        bench.attachDrag()
        bench.server.send(ScriptedServer.drag("began"))
        bench.client.wait(timeout: .milliseconds(-5000))
        #expect(bench.heard() == ["changed 20"])
        bench.client.wait(timeout: Microseconds(.min))
        #expect(bench.heard().isEmpty)
    }

    /// A release build traps as well, but says nothing.
    private func expect(_ result: ExitTest.Result?, _ sentence: String) {
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || words.contains(sentence), "\(words.prefix(400))")
    }
}
