package import GestureModel
package import Gestures

/// A long press with a ring that fills while the finger is down.
package final class ProgressiveLongPress: View {
    private(set) var isDetecting = false {
        // .scaleEffect(isDetecting ? 0.9 : 1.0).animation(.spring(response: 0.2), value: isDetecting)
        didSet { withAnimation(.spring(response: 0.2)) { scale.set(isDetecting ? 0.9 : 1.0, at: now()) } }
    }
    private(set) var didComplete = false
    /// Replaces `Circle().trim(from: 0, to: isDetecting ? 1 : 0).animation(.linear(duration: 0.5), value: isDetecting)`:
    /// the progress of the press itself instead of an animation of the same duration.
    let progress = LongPressProgress()

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 0.5, progress: progress) { [weak self] in
            guard let self else { return }
            // Completed
            didComplete = true
        } onPressingChanged: { [weak self] isPressing in
            guard let self else { return }
            isDetecting = isPressing
            if !isPressing {
                didComplete = false
            }
        }
    }

    private(set) var scale = AnimatedValue(1.0)
    private let now: () -> Timestamp

    /// - Parameter now: Returns the time of the callback that is running.
    package init(now: @escaping () -> Timestamp) { self.now = now }

    package func body(at time: Timestamp) -> [String] {
        let (fraction, scale) = (progress.fraction(at: time), scale.value(at: time))
        let fill = didComplete ? "green" : "blue "
        return [
            "(\(fill))  ring \(Text.bar(fraction)) \(Text.percent(fraction))  scale \(Text.number(scale, digits: 2))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool {
        progress.deadline.map { $0 <= time } ?? true && scale.isSettled(at: time)
    }
}
