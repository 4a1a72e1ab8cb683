import GestureModel
import Gestures
import Strokes
import Testing

/// The samples of Gestures.md, and the statements about them.
@Suite struct GesturesSamples {
    @Test func `an offset follows the fingers, and its return is animated`() {
        @GestureState var offset = Vector.zero
        var position = Vector.zero

        let gesture = DragGesture()
            .updating($offset) { value, state, transaction in
                state = value.translation
                transaction.animation = .smooth
            }
            .onEnded { value in position += value.translation }

        var shown = AnimatedValue(Vector.zero)
        $offset.onChange { change in
            shown.set(change.newValue, at: change.time, transaction: change.transaction)
        }
        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(offset == Vector(dx: 60, dy: 30))
        hand.at(90, .lift(1))
        #expect(offset == .zero && position == Vector(dx: 60, dy: 30))
        #expect(shown.value(at: milliseconds(90)) != .zero && shown.value(at: milliseconds(2000)) == .zero)
    }

    @Test func `a recogniser has a deadline for the timer`() {
        var ended = 0
        let gesture = LongPressGesture().onEnded { _ in ended += 1 }
        var deadlines: [Timestamp] = []
        let timer = 0
        func arm(_ timer: Int, at deadline: Timestamp) { deadlines.append(deadline) }
        var hand = Strokes.Hand()
        let frame = hand.frame(at: milliseconds(0), [.down(1, 10, 10)])

        let recogniser = GestureRecogniser(gesture)
        recogniser.update(frame)
        if let deadline = recogniser.deadline { arm(timer, at: deadline) }  // then: recogniser.expire(at: deadline)

        #expect(deadlines == [milliseconds(500)])
        recogniser.expire(at: milliseconds(500))
        #expect(ended == 1)
    }
}
