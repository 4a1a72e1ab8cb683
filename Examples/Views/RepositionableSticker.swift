package import GestureModel
package import Gestures

/// A sticker that stays where it was dragged, and returns if the drag is cancelled.
package struct RepositionableSticker: View {
    @State var position = Vector.zero
    @GestureState var dragOffset = Vector.zero

    package var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                // Transient: follows the finger during the drag, returns to zero on lift.
                state = value.translation
                transaction.animation = .smooth
            }
            .onEnded { value in
                // Persistent: commits the final translation to the position.
                position += value.translation
            }
    }

    /// `.offset(x: position.width + dragOffset.width, y: position.height + dragOffset.height)`
    let offset: AnimatedState<Vector>

    package init() { offset = shown(_position, _dragOffset) { $0 + $1 } }

    package func body(at time: Timestamp) -> [String] { ["★  \(Text.offset(offset.value(at: time)))"] }

    package func isSettled(at time: Timestamp) -> Bool { offset.isSettled(at: time) }
}
