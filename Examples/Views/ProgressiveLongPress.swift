package import GestureModel
package import Gestures

/// A long press whose ring fills while the finger is down.
package final class ProgressiveLongPress: View {
    private(set) var isDetecting = false {
        didSet {
            // Circle().trim(from: 0, to: isDetecting ? 1 : 0).animation(.linear(duration: 0.5), value: isDetecting)
            withAnimation(.linear(duration: 0.5)) { ring.set(isDetecting ? 1 : 0, at: now()) }
            // .scaleEffect(isDetecting ? 0.9 : 1.0).animation(.spring(response: 0.2), value: isDetecting)
            withAnimation(.spring(response: 0.2)) { scale.set(isDetecting ? 0.9 : 1.0, at: now()) }
        }
    }
    private(set) var didComplete = false

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 0.5) { [unowned self] in
            // Completed
            didComplete = true
        } onPressingChanged: { [unowned self] isPressing in
            isDetecting = isPressing
            if !isPressing {
                didComplete = false
            }
        }
    }

    private(set) var ring = AnimatedValue(0.0)
    private(set) var scale = AnimatedValue(1.0)
    private let now: () -> Timestamp

    /// - Parameter now: the moment at which callbacks run.
    package init(now: @escaping () -> Timestamp) { self.now = now }

    package func body(at time: Timestamp) -> [String] {
        let (progress, scale) = (ring.value(at: time), scale.value(at: time))
        let fill = didComplete ? "green" : "blue "
        return [
            "(\(fill))  ring \(Text.bar(progress)) \(Text.percent(progress))  scale \(Text.number(scale, digits: 2))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool { ring.isSettled(at: time) && scale.isSettled(at: time) }
}
