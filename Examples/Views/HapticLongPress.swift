package import GestureModel
package import Gestures

/// A long press with light haptic feedback at its start and strong feedback at its completion.
package struct HapticLongPress: View {
    @State private(set) var isHolding = false

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 0.5) {
            // Completed - strong haptic
            play(.success)
        } onPressingChanged: { isPressing in
            isHolding = isPressing
            if isPressing {
                // Started - light haptic
                play(.impact(weight: .light))
            }
        }
    }

    /// `.scaleEffect(isHolding ? 0.9 : 1.0).animation(.spring(response: 0.2), value: isHolding)`
    let scale: AnimatedState<Double>
    private let play: (SensoryFeedback) -> Void

    /// - Parameter play: Plays haptic feedback on a device.
    package init(play: @escaping (SensoryFeedback) -> Void) {
        self.play = play
        scale = _isHolding.animation(.spring(response: 0.2)) { $0 ? 0.9 : 1.0 }
    }

    package func body(at time: Timestamp) -> [String] {
        let scale = scale.value(at: time)
        return [
            "\(isHolding ? "(held)" : "(    )")  \(Text.bar((scale - 0.8) * 5))  scale \(Text.number(scale, digits: 2))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool { scale.isSettled(at: time) }
}
