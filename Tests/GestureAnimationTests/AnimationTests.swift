import GestureModel
import GestureAnimation
import Gestures
import Strokes
import Testing

@Suite struct AnimationTests {
    @Test func `the named animations have SwiftUI's defaults`() {
        #expect(Animation.linear == .timingCurve(.linear, duration: 0.35))
        #expect(Animation.easeIn == .timingCurve(0.42, 0, 1, 1, duration: 0.35))
        #expect(Animation.easeOut == .timingCurve(0, 0, 0.58, 1, duration: 0.35))
        #expect(Animation.easeInOut == .timingCurve(0.42, 0, 0.58, 1))
        #expect(Animation.spring == .spring(Spring(duration: 0.5, bounce: 0), blendDuration: 0))
        #expect(Animation.spring() == .spring)
        #expect(
            Animation.spring(response: 0.5) == .spring(Spring(response: 0.5, dampingRatio: 0.825), blendDuration: 0))
        #expect(Animation.smooth == .spring(duration: 0.5, bounce: 0))
        #expect(Animation.snappy == .spring(duration: 0.5, bounce: 0.15))
        #expect(Animation.bouncy == .spring(duration: 0.5, bounce: 0.3))
        #expect(Animation.bouncy(duration: 1, extraBounce: 0.2) == .spring(duration: 1, bounce: 0.5))
        #expect(Animation.interactiveSpring == .spring(duration: 0.15, bounce: 0.15, blendDuration: 0.25))
        #expect(
            Animation.interactiveSpring(response: 0.15)
                == .spring(response: 0.15, dampingFraction: 0.86, blendDuration: 0.25))
        #expect(Animation.interpolatingSpring == .interpolatingSpring(Spring(), initialVelocity: 0))
        #expect(
            Animation.interpolatingSpring(stiffness: 100, damping: 10)
                == .interpolatingSpring(Spring(stiffness: 100, damping: 10), initialVelocity: 0))
    }

    @Test func `the default animation equals only itself`() {
        #expect(Animation.default == .default)
        #expect(Animation.default != .spring(response: 0.55, dampingFraction: 1))
        #expect(Set([Animation.default, .smooth, .smooth.delay(0), .smooth]).count == 3)
        #expect(fraction(.default, at: 0.2) == fraction(.spring(response: 0.55, dampingFraction: 1), at: 0.2))
    }

    @Test func `a curve has its duration`() {
        #expect(isClose(fraction(.linear(duration: 2), at: 0.5), 0.25, within: 1e-12))
        #expect(isClose(fraction(.easeInOut(duration: 2), at: 1), 0.5, within: 1e-12))
        #expect(fraction(.easeInOut(duration: 2), at: 2) == 1)
        #expect(fraction(.linear(duration: 0), at: 0) == 1)
    }

    @Test func `a delay postpones an animation, and a speed scales it with its delay`() {
        #expect(fraction(.linear(duration: 1).delay(2), at: 1.9) == 0)
        #expect(isClose(fraction(.linear(duration: 1).delay(2), at: 2.5), 0.5, within: 1e-9))
        #expect(isClose(fraction(.linear(duration: 1).speed(4), at: 0.125), 0.5, within: 1e-9))
        #expect(isClose(fraction(.linear(duration: 1).delay(2).speed(4), at: 0.625), 0.5, within: 1e-9))
        #expect(isClose(fraction(.linear(duration: 1).speed(4).delay(2), at: 2.125), 0.5, within: 1e-9))
    }

    @Test func `a spring with a speed equals a spring with a shorter response`() {
        for time in [0.05, 0.2, 0.4] {
            let (fast, plain) = (fraction(.bouncy.speed(2), at: time), fraction(.bouncy, at: 2 * time))
            #expect(isClose(fast, plain, within: 1e-12))
        }
        #expect(fraction(.bouncy.delay(0.5).speed(2), at: 0.25) == 0)
        #expect(isClose(fraction(.bouncy.delay(0.5).speed(2), at: 0.35), fraction(.bouncy, at: 0.2), within: 1e-12))
    }

    @Test func `a repetition runs forwards and backwards with the same curve`() {
        let swing = Animation.easeIn(duration: 1).repeatCount(3)
        let curve = UnitCurve.easeIn
        #expect(isClose(fraction(swing, at: 0.25), curve.value(at: 0.25), within: 1e-9))
        #expect(isClose(fraction(swing, at: 1.25), 1 - curve.value(at: 0.25), within: 1e-9))
        #expect(isClose(fraction(swing, at: 2.25), curve.value(at: 0.25), within: 1e-9))
        #expect(fraction(swing, at: 3) == 1)
        let again = Animation.linear(duration: 1).repeatCount(3, autoreverses: false)
        #expect(isClose(fraction(again, at: 2.25), 0.25, within: 1e-9))
        #expect(fraction(again, at: 3) == 1)
    }

    @Test func `a run backwards has the opposite velocity`() {
        var value = AnimatedValue(0.0)
        let swing = Animation.linear(duration: 1).repeatCount(3).speed(2)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: swing))
        #expect(isClose(value.velocity(at: milliseconds(250)), 200, within: 1e-9))
        #expect(isClose(value.velocity(at: milliseconds(750)), -200, within: 1e-9))
        #expect(isClose(value.velocity(at: milliseconds(1250)), 200, within: 1e-9))
    }

    @Test func `a delay inside a repetition applies to each run, one outside applies once`() {
        let inside = Animation.linear(duration: 1).delay(1).repeatCount(2, autoreverses: false)
        #expect(fraction(inside, at: 2.5) == 0)
        #expect(isClose(fraction(inside, at: 3.5), 0.5, within: 1e-9))
        let outside = Animation.linear(duration: 1).repeatCount(2, autoreverses: false).delay(1)
        #expect(isClose(fraction(outside, at: 2.5), 0.5, within: 1e-9))
        #expect(fraction(outside, at: 3) == 1)
    }

    @Test func `the initial velocity of an interpolating spring is in units of the change per second`() {
        let time = 0.1
        let expected = Spring.bouncy.value(target: 1, initialVelocity: 4, time: time)
        #expect(isClose(fraction(.interpolatingSpring(.bouncy, initialVelocity: 4), at: time), expected, within: 1e-12))
    }

    /// The shown fraction of a change from 0 to 1.
    private func fraction(_ animation: Animation, at time: Double) -> Double {
        var value = AnimatedValue(0.0)
        value.set(1, at: .init(microseconds: 0), transaction: Transaction(animation: animation))
        return value.value(at: seconds(time))
    }
}
