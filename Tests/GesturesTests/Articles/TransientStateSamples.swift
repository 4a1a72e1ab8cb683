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

private struct Sticker {
    @State var position = Point(x: 100, y: 100)
    @GestureState var dragOffset = Vector.zero
    let location: AnimatedState<Point>

    init() { location = shown(_position, _dragOffset) { $0 + $1 } }

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                state = value.translation
                transaction.animation = .smooth
            }
            .onEnded { value in position += value.translation }
    }
}

private struct DrawnChip {
    @GestureState(resetTransaction: Transaction(animation: .bouncy)) var dragOffset = Vector.zero
    let offset: AnimatedState<Vector>

    init() { offset = _dragOffset.shown { $0 } }

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

    @Test func `a sticker stays where it was dragged, moves on with its velocity, and does not jump`() {
        let sticker = Sticker()
        let drawing = Drawing(Hand(sticker.gesture)) { sticker.location.value(at: $0).x }
        drawing.drag(by: 60, in: 80)
        drawing.lift()
        drawing.wait(2000)
        #expect(sticker.position.x == 160 && drawing.values.last == 160)
        drawing.drag(by: 60, in: 80)
        drawing.cancel(.deviceLost)
        drawing.wait(2000)
        #expect(drawing.values.last == 160)
        #expect(drawing.largestStep <= 1.2 * drawing.fingerStep, "\(drawing.values)")
    }

    @Test func `a chip under a spring is behind a flick by 174 of 200 points`() {
        let chip = Chip()
        let offset = chip.$dragOffset.shown { $0 }
        let touches = TouchFrameBuilder()
        touches.gesture(chip.gesture)
        touches.touchDown(1, at: .zero, time: milliseconds(0))
        for step in 1...10 as ClosedRange<Int64> {
            touches.touchMoved(1, to: Point(x: Double(step) * 20, y: 0), time: milliseconds(step * 10))
            touches.flush()
            _ = offset.value(at: milliseconds(step * 10))
        }
        #expect(isClose(200 - offset.value(at: milliseconds(100)).dx, 174, within: 0.5))
    }

    @Test func `a drawn chip is under the finger, and its return starts with the finger's velocity`() {
        let chip = DrawnChip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 80, dy: 0))
        #expect(chip.offset.value(at: milliseconds(80)) == Vector(dx: 80, dy: 0))
        hand.at(80, .lift(1))
        #expect(isClose(chip.offset.animated.velocity(at: milliseconds(80)).dx, 1000, within: 1), "80 points in 80 ms")
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
