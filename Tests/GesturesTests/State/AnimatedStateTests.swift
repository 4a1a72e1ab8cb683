import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct AnimatedStateTests {
    private let pressed = GestureState(wrappedValue: false)
    private var press: some Gesture<Bool> {
        LongPressGesture(minimumDuration: .infinity).updating(pressed.projectedValue) { _, state, _ in state = true }
    }

    @Test func `a button shrinks and grows with its animation`() {
        let scale = pressed.projectedValue.animation(.snappy) { $0 ? 0.95 : 1.0 }
        #expect(scale.value(at: milliseconds(0)) == 1 && scale.isSettled(at: milliseconds(0)))
        var expected = AnimatedValue(1.0)
        var hand = Hand(press)
        hand.at(1000, .down(1, 10, 10))
        expected.set(0.95, at: milliseconds(1000), transaction: Transaction(animation: .snappy))
        hand.at(1100, .lift(1))
        let onTheWay = scale.value(at: milliseconds(1100))
        #expect(onTheWay < 1 && onTheWay > 0.95 && onTheWay == expected.value(at: milliseconds(1100)))
        expected.set(1, at: milliseconds(1100), transaction: Transaction(animation: .snappy))
        #expect(!scale.isSettled(at: milliseconds(1200)))
        #expect(scale.value(at: milliseconds(1200)) == expected.value(at: milliseconds(1200)))
        #expect(scale.animated.end == expected.end)
        #expect(scale.value(at: milliseconds(9000)) == 1 && scale.isSettled(at: milliseconds(9000)))
    }

    @Test func `without an animation a change is shown at once`() {
        let scale = pressed.projectedValue.animation(nil) { $0 ? 0.95 : 1.0 }
        var hand = Hand(press)
        hand.at(0, .down(1, 10, 10))
        #expect(scale.value(at: milliseconds(0)) == 0.95)
    }

    @Test func `the animation replaces that of the change, unless animations are disabled`() {
        let state = GestureState(
            wrappedValue: 0.0,
            reset: { _, transaction in
                transaction.animation = .bouncy
                transaction.disablesAnimations = true
            })
        let shown = state.projectedValue.animation(.linear(duration: 1)) { $0 }
        var hand = Hand(
            DragGesture(minimumDistance: 0).updating(state.projectedValue) { value, state, transaction in
                state = value.translation.dx
                transaction.animation = nil
            })
        hand.at(0, .down(1, 0, 0))
        hand.at(100, .move(1, 10, 0))
        #expect(isClose(shown.value(at: milliseconds(600)), 5, within: 1e-9))
        hand.at(1200, .lift(1))
        #expect(shown.value(at: milliseconds(1200)) == 0)
    }

    @Test func `shown follows the finger, and a spring starts with its velocity`() {
        let offset = GestureState(wrappedValue: Vector.zero, resetTransaction: Transaction(animation: .smooth))
        let shown = offset.projectedValue.shown { $0 }
        var hand = Hand(
            DragGesture().updating(offset.projectedValue) { value, state, _ in state = value.translation })
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(shown.value(at: milliseconds(80)) == Vector(dx: 50, dy: 0))
        hand.at(88, .lift(1))
        #expect(shown.animated.velocity(at: milliseconds(88)).dx > 100)
        #expect(shown.value(at: milliseconds(92)).dx > 50)
        #expect(shown.value(at: milliseconds(9000)) == .zero)
    }
}
