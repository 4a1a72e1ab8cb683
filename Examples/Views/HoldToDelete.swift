package import GestureModel
package import Gestures

/// An item that is deleted by holding it for a second, and warns on the way.
package final class HoldToDelete: View {
    private(set) var holdProgress = AnimatedValue(0.0)
    private(set) var isHolding = false {
        // .scaleEffect(isHolding ? 0.98 : 1.0).animation(.spring(response: 0.2), value: isHolding)
        didSet { withAnimation(.spring(response: 0.2)) { scale.set(isHolding ? 0.98 : 1.0, at: now()) } }
    }
    private(set) var isDeleted = false

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 1.0) { [unowned self] in
            // Delete action
            isDeleted = true
        } onPressingChanged: { [unowned self] isPressing in
            isHolding = isPressing
            withAnimation(.linear(duration: 1.0)) {
                holdProgress.set(isPressing ? 1.0 : 0, at: now())
            }
        }
    }

    private(set) var scale = AnimatedValue(1.0)
    private let now: () -> Timestamp

    /// - Parameter now: the moment at which callbacks run.
    package init(now: @escaping () -> Timestamp) { self.now = now }

    /// The trash turns red half way. What is compared is the progress that is shown: the state itself is 1 from the first
    /// moment on, and with it the document's trash is red at touch-down.
    func trash(at time: Timestamp) -> String { holdProgress.value(at: time) > 0.5 ? "red" : "gray" }

    package func body(at time: Timestamp) -> [String] {
        let progress = holdProgress.value(at: time)
        let item = isDeleted ? "Item deleted  " : "Item to delete"
        return [
            "\(item)  \(Text.bar(progress)) \(Text.percent(progress))  trash \(trash(at: time))"
                + "  scale \(Text.number(scale.value(at: time), digits: 2))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool {
        holdProgress.isSettled(at: time) && scale.isSettled(at: time)
    }
}
