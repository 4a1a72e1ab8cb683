import GestureAnimation
import Strokes
import Testing

@Suite struct SpringSettlingTests {
    @Test func `the spring stays within the threshold after the settling time`() {
        var random = SplitMix64(seed: 6)
        for _ in 0..<300 {
            let spring = random.spring(minimumDamping: 0.05)
            let (target, velocity) = (random.number(in: -500...500), random.number(in: -4000...4000))
            let epsilon = random.number(in: 0.0001...1)
            let end = spring.settlingDuration(target: target, initialVelocity: velocity, epsilon: epsilon)
            for step in 0..<400 {
                let time = end + Double(step) * spring.response / 40
                let left = target - spring.value(target: target, initialVelocity: velocity, time: time)
                #expect(abs(left) <= epsilon * (1 + 1e-9) + 1e-12, "\(spring) at \(time) of \(end)")
            }
        }
    }

    /// SwiftUI's closed form, where it holds: ln((|D·d − v| + |D|) / ε) / d.
    @Test func `settling times equal SwiftUI's where those are correct`() {
        #expect(isClose(Spring.smooth.settlingDuration, 0.7575, within: 0.0005))
        #expect(isClose(Spring.bouncy.settlingDuration, 1.0447, within: 0.0005))
    }

    /// The closed form returns 6.1 s; at that time the distance is 0.0039.
    @Test func `the settling time of a slow spring is not too short`() {
        let spring = Spring(duration: 5)
        #expect(abs(1 - spring.value(target: 1, time: 6.15)) > 0.0035)
        #expect(isClose(spring.value(target: 1, time: spring.settlingDuration), 1, within: 0.001 + 1e-12))
        #expect(spring.settlingDuration < 8)
    }

    @Test func `an overdamped spring settles with its slow part`() {
        let spring = Spring(response: 0.5, dampingRatio: 5)
        let end = spring.settlingDuration
        #expect(isClose(1 - spring.value(target: 1, time: end), 0.001, within: 1e-9))
    }

    @Test func `a motion of zero has settled, and an undamped motion never settles`() {
        #expect(Spring.bouncy.settlingDuration(target: 0) == 0)
        #expect(Spring(duration: 0.5, bounce: 1).settlingDuration == .infinity)
        #expect(Spring(duration: 0.5, bounce: 1).settlingDuration(target: 0.0005) == 0)
        #expect(Spring(duration: 0.5, bounce: 1).settlingDuration(target: 0) == 0)
    }

    @Test func `a spring that starts at its target with a velocity settles`() {
        let end = Spring.smooth.settlingDuration(target: 0, initialVelocity: 3000)
        #expect(abs(Spring.smooth.value(target: 0, initialVelocity: 3000, time: end)) <= 0.001)
        #expect(end > 0.5 && end < 3)
    }

    @Test func `a spring created with a settling time has it`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let (duration, ratio) = (random.number(in: 0.01...20), random.number(in: 0.05...4))
            let epsilon = random.number(in: 0.0001...0.5)
            let spring = Spring(settlingDuration: duration, dampingRatio: ratio, epsilon: epsilon)
            #expect(spring.dampingRatio == ratio)
            #expect(isClose(spring.settlingDuration(target: 1, epsilon: epsilon), duration, within: 1e-9 * duration))
        }
    }
}
