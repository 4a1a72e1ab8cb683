import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct RotateGestureTests {
    @Test func `it begins at one degree, is positive clockwise, and ends with the last finger`() {
        let values = Recorder<RotateGesture.Value>()
        let ends = Recorder<RotateGesture.Value>()
        var hand = Hand(RotateGesture(minimumAngleDelta: .degrees(1)).onChanged(values.add).onEnded(ends.add))
        hand.at(0, .down(1, 100, 100), .down(2, 300, 100))
        hand.at(8, .move(2, 300, 103))
        #expect(values.all.isEmpty)
        hand.at(16, .move(1, 200, 0), .move(2, 200, 200))
        #expect(values.all.count == 1)
        #expect(isClose(values.all.first?.rotation.degrees ?? 0, 90, within: 1e-4))
        #expect(values.all.map(\.startLocation) == [Point(x: 200, y: 100)])
        #expect(values.all.map(\.startAnchor) == [.center])
        #expect((values.all.first?.velocity ?? .zero) > .zero)
        hand.at(24, .lift(1))
        hand.at(32, .lift(2))
        #expect(ends.all.map(\.rotation) == values.all.suffix(1).map(\.rotation))
    }

    @Test func `rotations are not limited to half a turn`() {
        let values = Recorder<RotateGesture.Value>()
        var hand = Hand(RotateGesture(minimumAngleDelta: .zero, fingers: 2).onChanged(values.add))
        hand.at(0, .down(1, 100, 100), .down(2, 300, 100))
        // A quarter each: down, left, up, right, down.
        let ends = [(200.0, 200.0), (100, 100), (200, 0), (300, 100), (200, 200)]
        for (index, end) in ends.enumerated() {
            hand.at(Double(index + 1) * 8, .move(1, 400 - end.0, 200 - end.1), .move(2, end.0, end.1))
        }
        #expect(isClose(values.all.last?.rotation.degrees ?? 0, 450, within: 1e-4))
    }

    @Test func `a magnification and a rotation can be recognised from the same fingers`() {
        let angles = Recorder<RotateGesture.Value>()
        let scales = Recorder<MagnifyGesture.Value>()
        var turning = Hand(RotateGesture(minimumAngleDelta: .degrees(1)).onChanged(angles.add))
        var growing = Hand(MagnifyGesture(minimumScaleDelta: 0.01).onChanged(scales.add))
        for (time, touches) in [(0.0, [Touch.down(1, 0, 0), .down(2, 100, 0)]), (8, [.move(2, 0, 200)])] {
            for touch in touches {
                turning.at(time, touch)
                growing.at(time, touch)
            }
        }
        #expect(isClose(angles.all.last?.rotation.degrees ?? 0, 90, within: 1e-4))
        #expect(scales.all.last?.magnification == 2)
    }
}
