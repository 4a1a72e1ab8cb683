package import GestureModel
package import Gestures

/// An item that is deleted by holding it for one second, with a warning from half a second on.
package struct HoldToDelete: View {
    @State private(set) var holdProgress = 0.0
    @State private(set) var isHolding = false
    @State private(set) var isDeleted = false

    package var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 1.0) {
            // Delete action
            isDeleted = true
        } onPressingChanged: { isPressing in
            isHolding = isPressing
            withAnimation(.linear(duration: 1.0)) {
                holdProgress = isPressing ? 1.0 : 0
            }
        }
    }

    /// `.frame(width: geo.size.width * holdProgress)`
    let progress: AnimatedState<Double>
    /// `.scaleEffect(isHolding ? 0.98 : 1.0).animation(.spring(response: 0.2), value: isHolding)`
    let scale: AnimatedState<Double>

    package init() {
        progress = _holdProgress.shown { $0 }
        scale = _isHolding.animation(.spring(response: 0.2)) { $0 ? 0.98 : 1.0 }
    }

    /// Red from half of the displayed progress on. The document compares the state itself, which is 1 from touch-down on,
    /// so that its trash is red at once.
    func trash(at time: Timestamp) -> String { progress.value(at: time) > 0.5 ? "red" : "gray" }

    package func body(at time: Timestamp) -> [String] {
        let progress = progress.value(at: time)
        let item = isDeleted ? "Item deleted  " : "Item to delete"
        return [
            "\(item)  \(Text.bar(progress)) \(Text.percent(progress))  trash \(trash(at: time))"
                + "  scale \(Text.number(scale.value(at: time), digits: 2))"
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool {
        progress.isSettled(at: time) && scale.isSettled(at: time)
    }
}
