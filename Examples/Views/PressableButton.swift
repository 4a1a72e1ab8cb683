package import GestureModel
package import Gestures

/// A button that shrinks while a finger presses it.
package struct PressableButton: View {
    @GestureState var isPressed = false

    package var gesture: some Gesture<Bool> {
        LongPressGesture(minimumDuration: .infinity)
            .updating($isPressed) { _, state, _ in
                state = true
            }
        // isPressed returns to false when the finger lifts or moves away, or when the gesture is cancelled.
    }

    /// `.scaleEffect(isPressed ? 0.95 : 1.0).animation(.snappy, value: isPressed)`
    let scale: AnimatedState<Double>

    package init() { scale = _isPressed.animation(.snappy) { $0 ? 0.95 : 1.0 } }

    package func body(at time: Timestamp) -> [String] {
        let scale = scale.value(at: time)
        // The scale changes by 0.05 only, so the bar shows 0.9 to 1.
        return [
            "\(isPressed ? "[Hold me]" : " Hold me ")  \(Text.bar((scale - 0.9) * 10))  \(Text.number(scale, digits: 3))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool { scale.isSettled(at: time) }
}
