package import GestureModel
package import Gestures

/// A long press with a ring that fills while the finger is down.
package struct ProgressiveLongPress: View {
    @State private(set) var isDetecting = false
    @State private(set) var didComplete = false
    /// Replaces `Circle().trim(from: 0, to: isDetecting ? 1 : 0).animation(.linear(duration: 0.5), value: isDetecting)`:
    /// the progress of the press itself instead of an animation of the same duration.
    let progress = LongPressProgress()

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 0.5, progress: progress) {
            // Completed
            didComplete = true
        } onPressingChanged: { isPressing in
            isDetecting = isPressing
            if !isPressing {
                didComplete = false
            }
        }
    }

    /// `.scaleEffect(isDetecting ? 0.9 : 1.0).animation(.spring(response: 0.2), value: isDetecting)`
    let scale: AnimatedState<Double>

    package init() { scale = _isDetecting.animation(.spring(response: 0.2)) { $0 ? 0.9 : 1.0 } }

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
