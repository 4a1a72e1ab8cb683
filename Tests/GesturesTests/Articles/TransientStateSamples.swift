import GestureModel
import Gestures
import Strokes
import Testing

private final class Chip {
    @GestureState var dragOffset = Vector.zero

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                state = value.translation
                transaction.animation = .smooth
            }
    }
}

private final class Sticker {
    private(set) var position = Point(x: 100, y: 100)
    @GestureState var dragOffset = Vector.zero

    var location: Point { position + dragOffset }

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .onEnded { [weak self] value in self?.position += value.translation }
            .updating($dragOffset) { value, state, _ in state = value.translation }
    }
}

private final class DrawnChip {
    @GestureState(resetTransaction: Transaction(animation: .bouncy)) var dragOffset = Vector.zero
    private(set) var offset = AnimatedValue(Vector.zero)

    init() {
        $dragOffset.onChange { [weak self] change in
            guard let self else { return }
            offset.set(change.newValue, at: change.time, transaction: change.transaction)
        }
    }

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture().updating($dragOffset) { value, state, _ in state = value.translation }
    }
}

/// The samples of TransientState.md, and the statements about them.
@Suite struct TransientStateSamples {
    @Test func `a chip returns after a lift and after a cancellation`() {
        let chip = Chip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(chip.dragOffset == Vector(dx: 60, dy: 30))
        hand.at(90, .lift(1))
        #expect(chip.dragOffset == .zero)
        hand.drag(at: 1000, by: Vector(dx: 60, dy: 30))
        hand.cancel(.deviceLost, at: 1090)
        #expect(chip.dragOffset == .zero)
    }

    @Test func `state that is reset in onEnded is not reset by a cancellation`() {
        var offset = Vector.zero

        let gesture = DragGesture()
            .onChanged { value in offset = value.translation }
            .onEnded { _ in offset = .zero }  // not run when the drag is cancelled

        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        hand.cancel(.deviceLost, at: 90)
        #expect(offset == Vector(dx: 60, dy: 30))
    }

    @Test func `a sticker stays where it was dragged, and its observers see no jump`() {
        let sticker = Sticker()
        let drawn = Recorder<Point>()
        sticker.$dragOffset.onChange { [unowned sticker] _ in drawn.add(sticker.location) }
        var hand = Hand(sticker.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        hand.at(90, .lift(1))
        #expect(sticker.position == Point(x: 160, y: 130))
        #expect(drawn.all.suffix(2) == [Point(x: 160, y: 130), Point(x: 160, y: 130)])
        hand.drag(at: 1000, by: Vector(dx: 60, dy: 30))
        hand.cancel(.deviceLost, at: 1090)
        #expect(sticker.location == Point(x: 160, y: 130))
    }

    @Test func `a drawn chip is under the finger, and its return starts with the finger's velocity`() {
        let chip = DrawnChip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 80, dy: 0))
        #expect(chip.offset.value(at: milliseconds(80)) == Vector(dx: 80, dy: 0))
        hand.at(80, .lift(1))
        #expect(isClose(chip.offset.velocity(at: milliseconds(80)).dx, 1000, within: 1), "80 points in 80 ms")
        #expect(chip.offset.value(at: milliseconds(90)).dx > 80, "it continues a little")
        #expect(chip.offset.value(at: milliseconds(3000)) == .zero)
    }

    @Test func `a shown state follows its transactions, or one animation`() {
        @GestureState(resetTransaction: Transaction(animation: .smooth)) var offset = Vector.zero
        @GestureState var isPressed = false

        let position = $offset.shown { $0 }
        let scale = $isPressed.animation(.snappy) { $0 ? 0.95 : 1.0 }

        var hand = Hand(
            DragGesture(minimumDistance: 0)
                .updating($offset) { value, state, _ in state = value.translation }
                .updating($isPressed) { _, state, _ in state = true })
        hand.drag(by: Vector(dx: 80, dy: 0))
        #expect(position.value(at: milliseconds(80)) == Vector(dx: 80, dy: 0))
        #expect((0.95...0.999).contains(scale.value(at: milliseconds(80))), "during the animation")
        hand.at(90, .lift(1))
        #expect(position.value(at: milliseconds(90)) != .zero)
        #expect(position.value(at: milliseconds(3000)) == .zero && scale.value(at: milliseconds(3000)) == 1)
    }

    @Test func `a reset closure chooses an animation by the last value`() {
        @GestureState(
            reset: { offset, transaction in transaction.animation = offset.length > 100 ? .bouncy : .smooth })
        var offset = Vector.zero

        let animations = Recorder<Animation?>()
        $offset.onChange { animations.add($0.transaction.animation) }
        var hand = Hand(DragGesture().updating($offset) { value, state, _ in state = value.translation })
        hand.drag(by: Vector(dx: 60, dy: 0))
        hand.at(90, .lift(1))
        #expect(animations.all.last == .smooth)
        hand.drag(at: 1000, by: Vector(dx: 160, dy: 0))
        hand.at(1090, .lift(1))
        #expect(animations.all.last == .bouncy)
    }
}
