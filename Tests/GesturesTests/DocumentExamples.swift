import GestureModel
import Gestures

// The examples of the documents this project was made from, with an object where they have a view: what the view would
// draw is what can be read here.

final class DraggableChip {
    @GestureState var dragOffset = Vector.zero
    /// What is drawn.
    private(set) var offset = AnimatedValue(Vector.zero)

    init() {
        $dragOffset.onChange { [unowned self] change in
            offset.set(change.newValue, at: change.time, transaction: change.transaction)
        }
    }

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                state = value.translation
                transaction.animation = .smooth
            }
    }
}

final class RepositionableSticker {
    private(set) var position = Vector.zero
    @GestureState var dragOffset = Vector.zero

    var offset: Vector { position + dragOffset }

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                state = value.translation
                transaction.animation = .smooth
            }
            .onEnded { [unowned self] value in position += value.translation }
    }
}

final class PressableButton {
    @GestureState var isPressed = false

    var scale: Double { isPressed ? 0.95 : 1.0 }

    var gesture: some Gesture<Bool> {
        LongPressGesture(minimumDuration: .infinity)
            .updating($isPressed) { _, state, _ in state = true }
    }
}

final class AxisLockedCircle {
    @GestureState var dragOffset = Vector.zero

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, _ in
                state = Vector(dx: value.translation.width, dy: 0)
            }
    }
}

final class ProgressiveLongPress {
    private(set) var isDetecting = false
    private(set) var didComplete = false

    var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 0.5) { [unowned self] in
            didComplete = true
        } onPressingChanged: { [unowned self] isPressing in
            isDetecting = isPressing
            if !isPressing { didComplete = false }
        }
    }
}

final class CardCarousel {
    private(set) var currentIndex = 0
    private(set) var dragOffset = AnimatedValue(0.0)
    private let usesProjection: Bool

    private static let cards = 5
    private static let cardWidth = 280.0
    private static let stride = cardWidth + 16

    /// - Parameter usesProjection: false for the version that the document warns of.
    init(usesProjection: Bool = true) { self.usesProjection = usesProjection }

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .onChanged { [unowned self] value in dragOffset.set(value.translation.width, at: value.time) }
            .onEnded { [unowned self] value in
                currentIndex = usesProjection ? projectedIndex(for: value) : rawIndex(for: value)
                withAnimation(.smooth) { dragOffset.set(0, at: value.time) }
            }
    }

    private func projectedIndex(for value: DragGesture.Value) -> Int {
        let cards = Detents(stride: -Self.stride, count: Self.cards)
        return cards.index(nearestTo: cards[currentIndex] + value.predictedEndTranslation.width)
    }

    private func rawIndex(for value: DragGesture.Value) -> Int {
        let raw = value.translation.width
        if raw < -Self.cardWidth / 2 { return min(currentIndex + 1, Self.cards - 1) }
        return raw > Self.cardWidth / 2 ? max(currentIndex - 1, 0) : currentIndex
    }
}
