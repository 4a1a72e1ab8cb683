package import GestureModel
package import Gestures

/// A chip that follows the finger and springs back when the drag ends, fails or is cancelled.
package struct DraggableChip: View {
    @GestureState var dragOffset = Vector.zero

    package var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                state = value.translation
                transaction.animation = .smooth
            }
        // No .onEnded needed: when the finger lifts, or the gesture is cancelled for any reason, dragOffset returns to
        // zero with the .smooth spring of the transaction.
    }

    /// `.offset(dragOffset)`
    let offset: AnimatedState<Vector>

    package init() { offset = _dragOffset.shown { $0 } }

    package func body(at time: Timestamp) -> [String] { ["Drag me  \(Text.offset(offset.value(at: time)))"] }

    package func isSettled(at time: Timestamp) -> Bool { offset.isSettled(at: time) }
}
