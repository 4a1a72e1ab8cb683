package import GestureModel
package import Gestures

/// A circle that follows the finger horizontally only. No animation is set, so it returns at once when the finger lifts.
package struct AxisLockedCircle: View {
    @GestureState var dragOffset = Vector.zero

    package var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, _ in
                state = Vector(dx: value.translation.width, dy: 0)
            }
    }

    package init() {}

    package func body(at time: Timestamp) -> [String] {
        [
            "Drag the circle  \(Text.position(dragOffset.width))  "
                + "Offset: \(Int(dragOffset.width)), \(Int(dragOffset.height))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool { true }
}
