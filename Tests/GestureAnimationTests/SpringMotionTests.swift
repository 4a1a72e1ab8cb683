import GestureModel
import GestureAnimation
import Strokes
import Testing

@Suite struct SpringMotionTests {
    @Test func `the closed forms solve the spring's equation in every regime`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<300 {
            let spring = random.spring()
            let (target, velocity) = (random.number(in: -500...500), random.number(in: -4000...4000))
            let time = random.number(in: 0...2) * spring.response
            let expected = integrated(
                target: target, velocity: velocity, stiffness: spring.stiffness, damping: spring.damping, time: time)
            let value = spring.value(target: target, initialVelocity: velocity, time: time)
            let speed = spring.velocity(target: target, initialVelocity: velocity, time: time)
            let scale = abs(target) + abs(velocity) * spring.response
            #expect(isClose(value, expected.value, within: 1e-6 * scale), "\(spring) at \(time)")
            #expect(isClose(speed, expected.velocity, within: 1e-5 * scale / spring.response), "\(spring) at \(time)")
        }
    }

    @Test func `at the release the value is zero and has the initial velocity`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let spring = random.spring()
            #expect(spring.value(target: 300, initialVelocity: 1200, time: 0) == 0)
            #expect(spring.velocity(target: 300, initialVelocity: 1200, time: 0) == 1200)
            #expect(spring.value(target: 300, initialVelocity: 1200, time: -1) == 0)
        }
    }

    @Test func `many small updates have the result of one large one`() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<100 {
            let spring = random.spring()
            var (value, velocity) = (20.0, -700.0)
            for _ in 0..<50 { spring.update(value: &value, velocity: &velocity, target: 100, deltaTime: 0.008) }
            #expect(isClose(value, 20 + spring.value(target: 80, initialVelocity: -700, time: 0.4), within: 1e-7))
            #expect(isClose(velocity, spring.velocity(target: 80, initialVelocity: -700, time: 0.4), within: 1e-5))
        }
    }

    @Test func `the force is the mass times the acceleration`() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<200 {
            let spring = random.spring()
            let (time, step) = (random.number(in: 0.1...1) * spring.response, 1e-5 * spring.response)
            let speeds = [time - step, time + step].map { spring.velocity(target: 50, initialVelocity: 90, time: $0) }
            let force = spring.force(
                target: 50, position: spring.value(target: 50, initialVelocity: 90, time: time),
                velocity: spring.velocity(target: 50, initialVelocity: 90, time: time))
            let scale = spring.stiffness * (50 + 90 * spring.response)
            #expect(isClose((speeds[1] - speeds[0]) / (2 * step), force, within: 1e-6 * scale))
        }
    }

    @Test func `the motion is continuous between the regimes`() {
        let critical = Spring(response: 0.5, dampingRatio: 1)
        for difference in [1e-15, 1e-12, 1e-9, 1e-7] {
            for time in [0.001, 0.1, 0.5, 2] {
                let values = [1 - difference, 1, 1 + difference].map {
                    Spring(response: 0.5, dampingRatio: $0).value(target: 1, initialVelocity: 5, time: time)
                }
                let expected = critical.value(target: 1, initialVelocity: 5, time: time)
                #expect(values.allSatisfy { isClose($0, expected, within: 10 * difference + 1e-12) })
            }
        }
    }

    /// cosh and sinh overflow for these; their product with the decay does not.
    @Test func `a heavily overdamped spring is slow and stays finite`() {
        let spring = Spring(response: 0.1, dampingRatio: 1000)
        let slowDecay = spring.stiffness / spring.damping
        for time in [0.01, 1, 100, 10_000] {
            let left: Double = 1 - spring.value(target: 1, time: time)
            #expect(left.isFinite && left > -1e-9 && left <= 1)
            #expect(spring.velocity(target: 1, time: time) >= 0)
        }
        #expect(
            isClose(
                spring.velocity(target: 1, time: 1), slowDecay * (1 - spring.value(target: 1, time: 1)), within: 1e-6))
    }

    @Test func `a spring with a response of 0 is at its target at once`() {
        let spring = Spring(response: 0, dampingRatio: 0.8)
        #expect(spring.value(target: 7, initialVelocity: 1e9, time: 0) == 0)
        #expect(spring.value(target: 7, initialVelocity: 1e9, time: 1e-6) == 7)
        #expect(spring.velocity(target: 7, initialVelocity: 1e9, time: 1e-6) == 0)
        #expect(spring.settlingDuration == 0)
    }

    @Test func `after an infinite time a damped spring is at rest`() {
        #expect(Spring.bouncy.value(target: 7, initialVelocity: 100, time: .infinity) == 7)
        #expect(Spring.bouncy.velocity(target: 7, initialVelocity: 100, time: .infinity) == 0)
    }

    @Test func `each component of a vector moves independently`() {
        let (target, velocity) = (Vector(dx: 100, dy: -40), Vector(dx: -900, dy: 250))
        let value = Spring.bouncy.value(target: target, initialVelocity: velocity, time: 0.2)
        #expect(value.dx == Spring.bouncy.value(target: 100, initialVelocity: -900, time: 0.2))
        #expect(value.dy == Spring.bouncy.value(target: -40, initialVelocity: 250, time: 0.2))
    }

    @Test func `a point moves from one point to another`() {
        let (from, to) = (Point(x: 10, y: 20), Point(x: 110, y: -20))
        let velocity = Point(x: -900, y: 250)
        let value = Spring.snappy.value(fromValue: from, toValue: to, initialVelocity: velocity, time: 0.2)
        let translation = Spring.snappy.value(target: to - from, initialVelocity: velocity - .zero, time: 0.2)
        #expect(value == from + translation)
        let speed = Spring.snappy.velocity(fromValue: from, toValue: to, initialVelocity: velocity, time: 0.2)
        #expect(
            speed - .zero == Spring.snappy.velocity(target: to - from, initialVelocity: velocity - .zero, time: 0.2))
        let force = Spring.snappy.force(fromValue: from, toValue: to, position: to, velocity: .zero)
        #expect(force == .zero)
        let duration = Spring.snappy.settlingDuration(fromValue: from, toValue: to, initialVelocity: velocity)
        #expect(duration == Spring.snappy.settlingDuration(target: to - from, initialVelocity: velocity - .zero))
    }
}
