package import GestureModel
package import Gestures

/// An item that is deleted by holding it for one second, with a warning from half a second on.
package final class HoldToDelete: View {
    private(set) var holdProgress = AnimatedValue(0.0)
    private(set) var isHolding = false {
        // .scaleEffect(isHolding ? 0.98 : 1.0).animation(.spring(response: 0.2), value: isHolding)
        didSet { withAnimation(.spring(response: 0.2)) { scale.set(isHolding ? 0.98 : 1.0, at: now()) } }
    }
    private(set) var isDeleted = false

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 1.0) { [weak self] in
            guard let self else { return }
            // Delete action
            isDeleted = true
        } onPressingChanged: { [weak self] isPressing in
            guard let self else { return }
            isHolding = isPressing
            withAnimation(.linear(duration: 1.0)) {
                holdProgress.set(isPressing ? 1.0 : 0, at: now())
            }
        }
    }

    private(set) var scale = AnimatedValue(1.0)
    private let now: () -> Timestamp

    /// - Parameter now: Returns the time of the callback that is running.
    package init(now: @escaping () -> Timestamp) { self.now = now }

    /// Red from half of the displayed progress on. The document compares the state itself, which is 1 from touch-down on,
    /// so that its trash is red at once.
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
