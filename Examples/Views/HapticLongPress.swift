package import GestureModel
package import Gestures

/// A long press with light haptic feedback at its start and strong feedback at its completion.
package final class HapticLongPress: View {
    private(set) var isHolding = false {
        // .scaleEffect(isHolding ? 0.9 : 1.0).animation(.spring(response: 0.2), value: isHolding)
        didSet { withAnimation(.spring(response: 0.2)) { scale.set(isHolding ? 0.9 : 1.0, at: now()) } }
    }

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 0.5) { [weak self] in
            guard let self else { return }
            // Completed - strong haptic
            play(.success)
        } onPressingChanged: { [weak self] isPressing in
            guard let self else { return }
            isHolding = isPressing
            if isPressing {
                // Started - light haptic
                play(.impact(weight: .light))
            }
        }
    }

    private(set) var scale = AnimatedValue(1.0)
    private let now: () -> Timestamp
    private let play: (SensoryFeedback) -> Void

    /// - Parameters:
    ///   - now: Returns the time of the callback that is running.
    ///   - play: Plays haptic feedback on a device.
    package init(now: @escaping () -> Timestamp, play: @escaping (SensoryFeedback) -> Void) {
        self.now = now
        self.play = play
    }

    package func body(at time: Timestamp) -> [String] {
        let scale = scale.value(at: time)
        return [
            "\(isHolding ? "(held)" : "(    )")  \(Text.bar((scale - 0.8) * 5))  scale \(Text.number(scale, digits: 2))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool { scale.isSettled(at: time) }
}
