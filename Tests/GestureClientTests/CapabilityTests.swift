import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

/// The capabilities that a gesture needs.
@Suite struct CapabilityTests {
    /// The failure with a daemon that has these capabilities; nil if it gets the request.
    private func failure(of gesture: some Gesture, in region: Region? = nil, by capabilities: String...) -> String? {
        let bench = Bench()
        bench.process()
        let quoted = capabilities.map { "\"\($0)\"" }.joined(separator: ",")
        bench.greet(ScriptedServer.hello.replacing(#""tap","longPress","drag","region","units","move""#, with: quoted))
        let attachment = bench.client.attach(gesture, to: region, device: .id("event5"))
        #expect(attachment.device == .id("event5"))
        guard case .unsupported(let capability, "scripted 1")? = attachment.failure else {
            #expect(bench.server.requests().count == 1)
            return nil
        }
        #expect(bench.server.requests().isEmpty)
        return capability
    }

    @Test func `a composition needs its own capability and those of all its parts`() {
        let gesture = TapGesture().sequenced(before: MagnifyGesture().simultaneously(with: RotateGesture()))
        #expect(failure(of: gesture, by: "tap", "magnify", "rotate", "simultaneous") == "sequence")
        #expect(failure(of: gesture, by: "tap", "magnify", "rotate", "sequence") == "simultaneous")
        #expect(failure(of: gesture, by: "tap", "magnify", "sequence", "simultaneous") == "rotate")
        #expect(failure(of: gesture, by: "magnify", "rotate", "sequence", "simultaneous") == "tap")
        #expect(failure(of: gesture, by: "tap", "magnify", "rotate", "sequence", "simultaneous") == nil)
    }

    @Test func `an edge needs the capability edges`() {
        let (drag, swipe) = (DragGesture(edges: .left), SwipeGesture(edges: .top))
        #expect(failure(of: drag, by: "drag", "swipe") == "edges")
        #expect(failure(of: swipe, by: "drag", "swipe") == "edges")
        #expect(failure(of: swipe, by: "drag", "edges") == "swipe")
        #expect(failure(of: SwipeGesture(), by: "swipe") == nil)
        #expect(failure(of: DragGesture(), by: "drag") == nil)
        #expect(failure(of: drag.simultaneously(with: swipe), by: "drag", "swipe", "edges", "simultaneous") == nil)
    }

    @Test func `a standard set needs the capability standard, whatever else the daemon has`() {
        #expect(failure(of: StandardGesture(.touchpad), by: "tap", "longPress", "drag", "magnify") == "standard")
        #expect(failure(of: StandardGesture(.touchpad), by: "standard") == nil)
    }

    @Test func `a region needs the capability region`() {
        let region = Region(x: 0, y: 0, width: 10, height: 10)
        #expect(failure(of: LongPressGesture(), in: region, by: "longPress") == "region")
        #expect(failure(of: LongPressGesture(), by: "longPress") == nil)
    }

    @Test func `the failure of a refused gesture contains the daemon's message`() {
        let bench = Bench.connected()
        let refused = bench.client.attach(DragGesture())
        bench.deliver(#"{"type":"error","id":1,"code":"regionOutsideSurface","message":"region: lies outside"}"#)
        let error = ErrorMessage(id: 1, code: "regionOutsideSurface", message: "region: lies outside")
        #expect(refused.failure == .refused(error))
    }
}

/// The element and failure types of a sequence of events.
@Suite struct EventTypesTests {
    private typealias Element = GestureEvents.Element
    private typealias Failure = GestureEvents.Failure

    private func first(_ iterator: inout GestureEvents.Iterator) async throws(Failure) -> Element? {
        try await iterator.next()
    }

    @Test func `an iterator can be passed on, with its messages and errors`() async throws {
        let bench = Bench.connected()
        var iterator: GestureEvents.Iterator = bench.client.events(of: .drag(.init())).makeAsyncIterator()
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"))
        #expect(try await first(&iterator)?.phase == .began)
        bench.client.close()
        #expect(try await first(&iterator)?.phase == .cancelled(.disconnected))
        let end = try await first(&iterator)
        #expect(end == nil)
    }
}
