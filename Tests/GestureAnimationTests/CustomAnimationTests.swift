import GestureModel
import GestureAnimation
import Gestures
import Strokes
import Testing

@Suite struct CustomAnimationTests {
    private struct Steps: CustomAnimation {
        let count: Double

        func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
            guard time < 1 else {
                context.isLogicallyComplete = true
                return nil
            }
            var step = value
            step.scale(by: (time * count).rounded(.down) / count)
            return step
        }
    }

    @Test func `an app's own animation is shown with its speed, and ends`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: Animation(Steps(count: 4)).speed(2)))
        #expect(value.value(at: milliseconds(100)) == 0)
        #expect(value.value(at: milliseconds(130)) == 25)
        #expect(value.value(at: milliseconds(499)) == 75)
        #expect(value.value(at: milliseconds(501)) == 100)
        #expect(value.end.map { $0 >= milliseconds(500) && $0 < milliseconds(501) } == true)
        #expect(Animation(Steps(count: 4)) == Animation(Steps(count: 4)))
        #expect(Animation(Steps(count: 4)) != Animation(Steps(count: 5)))
    }

    @Test func `momentum starts with the velocity of the finger and ends where it would stop`() {
        for rate in [DecelerationRate.normal, .fast] {
            var value = AnimatedValue(0.0)
            let velocity = 1000.0
            let animation = Transaction(animation: .deceleration(rate))
            let end = velocity.projectedOffset(decelerationRate: rate)
            value.set(end, at: milliseconds(0), transaction: animation)
            #expect(isClose(value.velocity(at: milliseconds(0)), velocity, within: 10))
            // The speed at each position is proportional to the remaining distance.
            let remaining = end - value.value(at: milliseconds(200))
            #expect(isClose(value.velocity(at: milliseconds(200)) / remaining, velocity / end, within: 0.2))
            #expect(value.value(at: seconds(7)) == end && value.isSettled(at: seconds(7)))
        }
    }

    @Test func `data without components is not animated`() {
        var nothing = EmptyAnimatableData()
        nothing.scale(by: 3)
        #expect(nothing == .zero && nothing + nothing == nothing - nothing && nothing.magnitudeSquared == 0)
    }
}
