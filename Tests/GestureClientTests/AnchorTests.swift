import GestureClient
import GestureModel
import Gestures
import Testing

@Suite struct AnchorTests {
    /// The scripted screen measures 300 × 170 mm.
    private static let surface = Surface(millimetres: Vector(dx: 300, dy: 170))
    private static let start = Point(x: 500.125, y: 100.5)

    private func anchor(remotelyIn region: Region?, device: String = "event5") -> UnitPoint? {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""drag""#, with: #""drag","magnify""#))
        var anchor: UnitPoint?
        bench.client.attach(MagnifyGesture().onChanged { anchor = $0.startAnchor }, to: region)
        bench.deliver(
            ScriptedServer.ok(1, 1),
            #"{"type":"gesture","subscription":1,"gesture":1,"phase":"began","time":1,"device":"\#(device)","#
                + #""value":{"magnify":{"fingers":2,"location":[500.125,100.5],"startLocation":[500.125,100.5],"#
                + #""magnification":1.25,"velocity":0}}}"#)
        return anchor
    }

    private func anchor(hereIn region: Region?) -> UnitPoint? {
        var anchor: UnitPoint?
        let gesture = MagnifyGesture().onChanged { anchor = $0.startAnchor }
        let recogniser = GestureRecogniser(gesture, region: region, surface: Self.surface)
        for (time, phase, spread) in [(0, Contact.Phase.began, 50.0), (8000, .moved, 80)] {
            var frame = TouchFrame(time: Timestamp(microseconds: Int64(time)))
            frame.contacts = [-1.0, 1].map { side in
                Contact(id: side < 0 ? 1 : 2, phase: phase, position: Self.start + Vector(dx: side * spread, dy: 0))
            }
            recogniser.update(frame)
        }
        return anchor
    }

    @Test func `an anchor is relative to the device's surface, locally and through the daemon`() throws {
        let remote = try #require(anchor(remotelyIn: nil))
        #expect(remote == anchor(hereIn: nil))
        #expect(abs(remote.x - Self.start.x / Self.surface.size.dx) < 1e-9)
        #expect(abs(remote.y - Self.start.y / Self.surface.size.dy) < 1e-9)
    }

    @Test func `an anchor is relative to the region that the gesture is attached to`() {
        let region = Region(x: 400, y: 0, width: 200.25, height: 300)
        #expect(anchor(remotelyIn: region) == UnitPoint(x: 100.125 / 200.25, y: 0.335))
        #expect(anchor(remotelyIn: region) == anchor(hereIn: region))
    }

    @Test func `on an unknown device an anchor is the centre`() {
        #expect(anchor(remotelyIn: nil, device: "event9") == .center)
    }
}
