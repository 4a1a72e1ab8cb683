import GestureModel
import GestureProtocol
import Testing

@testable import Touchegg

@Suite struct ToucheggGesturesTests {
    private let touchpad = TouchDevice(
        id: "event5", name: "Touchpad", node: "", kind: .touchpad,
        surface: Surface(millimetres: Vector(dx: 100, dy: 60)),
        slots: 5, resolution: nil)
    private let touchscreen = TouchDevice(
        id: "event6", name: "Screen", node: "", kind: .touchscreen,
        surface: Surface(millimetres: Vector(dx: 254, dy: 127)), slots: 10, resolution: nil)

    private func message(
        _ phase: GesturePhase, _ value: GestureValue, gesture: UInt64 = 7, at milliseconds: Int64 = 1000
    ) -> GestureMessage {
        let event = GestureEvent(
            gesture: gesture, phase: phase, time: Timestamp(microseconds: milliseconds * 1000), value: value)
        return GestureMessage(subscription: 1, device: "event5", event: event)
    }

    private func drag(_ fingers: Int, _ dx: Double, _ dy: Double) -> GestureValue {
        .drag(
            .init(
                fingers: fingers, location: Point(x: 100 + dx, y: 100 + dy), startLocation: Point(x: 100, y: 100),
                velocity: .zero))
    }

    private func pinch(_ magnification: Double) -> GestureValue {
        let magnify = GestureValue.magnify(
            .init(fingers: 2, location: .zero, startLocation: .zero, magnification: magnification, velocity: 0))
        return .composition(
            GestureTree(nodes: [
                .init(kind: .simultaneous, descendants: 1, phase: .active), .init(phase: .active, value: magnify),
            ]))
    }

    @Test func `a drag of three fingers is a swipe along its main axis`() {
        var gestures = ToucheggGestures()
        let steps =
            gestures.handle(message(.began, drag(3, -10, 3)), from: touchpad)
            + gestures.handle(message(.changed, drag(3, -78.74, 3), at: 1050), from: touchpad)
            + gestures.handle(message(.ended, drag(3, -400, 3), at: 1100), from: touchpad)
        #expect(steps.map(\.step) == [.begin, .update, .end])
        #expect(
            steps.allSatisfy { $0.kind == .swipe && $0.direction == .left && $0.fingers == 3 && $0.deviceNumber == 1 })
        #expect(steps.map { $0.percentage.rounded() } == [6, 50, 100])
        #expect(steps.map(\.elapsed) == [0, 50, 100])
    }

    @Test func `a touchscreen's percentage is a part of its side`() {
        var gestures = ToucheggGestures()
        let steps = gestures.handle(message(.began, drag(2, 0, 64)), from: touchscreen)
        // 127 mm are 800 points, 16 % of them 128.
        #expect(steps.map(\.percentage) == [50])
        #expect(steps.map(\.direction) == [.down])
        #expect(steps.map(\.deviceNumber) == [2])
    }

    @Test func `fingers that go back past the start are at 0 percent`() {
        var gestures = ToucheggGestures()
        _ = gestures.handle(message(.began, drag(3, 20, 0)), from: touchpad)
        #expect(gestures.handle(message(.changed, drag(3, -20, 0)), from: touchpad).map(\.percentage) == [0])
    }

    @Test func `a cancelled gesture goes back to 0 percent and ends once`() {
        var gestures = ToucheggGestures()
        _ = gestures.handle(message(.began, drag(3, 20, 0)), from: touchpad)
        let steps = gestures.handle(message(.cancelled(.palm), drag(3, 20, 0)), from: touchpad)
        #expect(steps.map(\.step) == [.update, .end])
        #expect(steps.map(\.percentage) == [0, 0])
        #expect(gestures.cancel() == [])
    }

    @Test func `a pinch is inwards or outwards from its begin`() {
        var gestures = ToucheggGestures()
        let steps =
            gestures.handle(message(.began, pinch(0.9)), from: touchpad)
            + gestures.handle(message(.ended, pinch(0.4)), from: touchpad)
        #expect(steps.allSatisfy { $0.kind == .pinch && $0.direction == .inwards })
        #expect(steps.map { $0.percentage.rounded() } == [10, 60])
        #expect(gestures.handle(message(.began, pinch(1.5)), from: touchpad).map(\.direction) == [.outwards])
    }

    @Test func `what Touchégg does not report is left out`() {
        var gestures = ToucheggGestures()
        let tap = GestureValue.tap(.init(fingers: 2, count: 1, location: .zero))
        #expect(gestures.handle(message(.began, drag(2, 20, 0)), from: touchpad) == [])
        #expect(gestures.handle(message(.began, drag(1, 20, 0)), from: touchscreen) == [])
        #expect(gestures.handle(message(.began, tap), from: touchpad) == [])
        #expect(gestures.handle(message(.began, tap), from: touchscreen).map(\.kind) == [.tap])
    }

    @Test func `a second gesture at the same time is left out`() {
        var gestures = ToucheggGestures()
        _ = gestures.handle(message(.began, drag(3, 20, 0)), from: touchpad)
        #expect(gestures.handle(message(.began, drag(3, 20, 0), gesture: 8), from: touchpad) == [])
        #expect(gestures.handle(message(.ended, drag(3, 20, 0), gesture: 8), from: touchpad) == [])
        #expect(gestures.handle(message(.ended, drag(3, 20, 0)), from: touchpad).map(\.step) == [.end])
    }
}
