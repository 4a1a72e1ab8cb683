import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

@Suite struct BadInputTests {
    @Test func `attaching to an invalid rectangle traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureClient().attach(TapGesture(), to: Region(x: .nan, y: 0, width: 1, height: 1))
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: nan")
    }

    @Test func `moving to an invalid rectangle traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let client = GestureClient()
            client.attach(TapGesture()).move(to: Region(x: 0, y: 0, width: 1, height: -2))
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: 0.0")
    }

    @Test func `events in an invalid rectangle trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureClient().events(of: .tap(.init()), in: Region(x: 0, y: 0, width: .infinity, height: 1))
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: 0.0")
    }

    @Test func `claiming fingers without the scope session traps`() async {
        let message = "claiming fingers requires the scope session"
        let attached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureClient().attach(TapGesture(), claims: true)
        }
        expect(attached, message)
        let events = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureClient().events(of: .tap(.init()), claims: true)
        }
        expect(events, message)
    }

    @Test func `the origin window without a region traps`() async {
        let message = "the origin window requires a region: without one, the subscription is to the whole surface"
        let attached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureClient().attach(TapGesture(), relativeTo: .window)
        }
        expect(attached, message)
        let moved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let client = GestureClient()
            client.attach(TapGesture(), to: Region(x: 0, y: 0, width: 1, height: 1), relativeTo: .window).move(to: nil)
        }
        expect(moved, message)
    }

    @Test func `attaching to a closed client traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let client = GestureClient()
            client.close()
            client.attach(TapGesture())
        }
        expect(result, "the client is closed: nothing can be attached to it")
    }

    @Test func `a wait with a negative timeout returns at once`() {
        let bench = Bench.connected()
        bench.attachDrag()
        bench.server.send(ScriptedServer.drag("began"))
        bench.client.wait(timeout: .milliseconds(-5000))
        #expect(bench.drainLog() == ["changed 20"])
        bench.client.wait(timeout: Microseconds(.min))
        #expect(bench.drainLog().isEmpty)
    }

    /// A release build traps as well, but without a message.
    private func expect(_ result: ExitTest.Result?, _ message: String) {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || output.contains(message), "\(output.prefix(400))")
    }
}
