package import GestureModel
package import Gestures

/// A sticker that stays where it was dragged, and returns if the drag is cancelled.
package final class RepositionableSticker: View {
    private(set) var position = Vector.zero
    @GestureState var dragOffset = Vector.zero

    package var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                // Transient: follows the finger during the drag, returns to zero on lift.
                state = value.translation
                transaction.animation = .smooth
            }
            .onEnded { [weak self] value in
                guard let self else { return }
                // Persistent: commits the final translation to the position.
                position += value.translation
                // `updating` has just reset dragOffset; at the same timestamp this moves the target to the new position.
                withAnimation(.smooth) { offset.set(position + dragOffset, at: value.time) }
            }
    }

    /// `.offset(x: position.width + dragOffset.width, y: position.height + dragOffset.height)`
    private(set) var offset = AnimatedValue(Vector.zero)

    package init() {
        $dragOffset.onChange { [weak self] change in
            guard let self else { return }
            offset.set(position + change.newValue, at: change.time, transaction: change.transaction)
        }
    }

    package func body(at time: Timestamp) -> [String] { ["★  \(Text.offset(offset.value(at: time)))"] }

    package func isSettled(at time: Timestamp) -> Bool { offset.isSettled(at: time) }
}
