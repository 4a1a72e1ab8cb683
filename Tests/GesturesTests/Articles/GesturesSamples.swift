import GestureModel
import Gestures
import Strokes
import Testing

/// The samples of Gestures.md, and the statements about them.
@Suite struct GesturesSamples {
    @Test func `an offset follows the fingers, and its return is animated`() {
        @State var position = Vector.zero
        @GestureState var offset = Vector.zero

        let gesture = DragGesture()
            .updating($offset) { value, state, transaction in
                state = value.translation
                transaction.animation = .smooth
            }
            .onEnded { value in position += value.translation }

        var drawnOffsets: [Double] = []
        let star = "star"
        var now = milliseconds(0)
        func draw(_ name: String, at offset: Vector) { drawnOffsets.append(offset.dx) }

        let drawn = shown($position, $offset) { $0 + $1 }
        draw(star, at: drawn.value(at: now))

        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(offset == Vector(dx: 60, dy: 30))
        hand.at(90, .lift(1))
        #expect(offset == .zero && position == Vector(dx: 60, dy: 30))
        for time in stride(from: Int64(90), through: 2090, by: 10) {
            now = milliseconds(time)
            draw(star, at: drawn.value(at: now))
        }
        #expect(zip(drawnOffsets, drawnOffsets.dropFirst()).allSatisfy { abs($1 - $0) < 10 }, "no jump")
        #expect(drawnOffsets.last == 60)
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
