import GestureAnimation
import Strokes
import Testing

@Suite struct SpringTests {
    /// The rounded numbers of the examples in Apple's documentation of Spring.
    @Test func `published parameters convert as published`() throws {
        let bouncy = Spring(duration: 0.5, bounce: 0.3)
        #expect(bouncy.mass == 1)
        #expect(isClose(bouncy.stiffness, 157.9, within: 0.06))
        #expect(isClose(bouncy.damping, 17.6, within: 0.06))
        let physical = Spring(mass: 1, stiffness: 100, damping: 10)
        #expect(isClose(physical.duration, 0.63, within: 0.006))
        #expect(isClose(physical.bounce, 0.5, within: 0.006))
    }

    @Test(.enabled(if: RecordedFiles.hasVelocity, "../shared/velocity is absent"))
    func `springs equal the published vectors`() throws {
        let vectors = try PublishedVectors.read()
        #expect(!vectors.spring.cases.isEmpty)
        for published in vectors.spring.cases {
            let (given, expected) = (published.in, published.out)
            let spring =
                if let stiffness = given.stiffness {
                    Spring(mass: given.mass ?? 1, stiffness: stiffness, damping: try #require(given.damping))
                } else {
                    Spring(duration: try #require(given.duration), bounce: try #require(given.bounce))
                }
            let pairs = [
                (expected.duration, spring.duration), (expected.bounce, spring.bounce), (expected.mass, spring.mass),
                (expected.stiffness, spring.stiffness), (expected.damping, spring.damping),
            ]
            for case (let number?, let actual) in pairs {
                #expect(isClose(actual, number, within: published.abs_tol))
            }
        }
    }

    @Test func `a spring created from any of its parameter sets is the same spring`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let spring = random.spring()
            let physical = Spring(
                mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, allowOverDamping: true)
            let bounce = Spring(duration: spring.duration, bounce: spring.bounce)
            for copy in [physical, bounce] {
                #expect(isClose(copy.response, spring.response, within: 1e-12 * spring.response))
                #expect(isClose(copy.dampingRatio, spring.dampingRatio, within: 1e-12 * spring.dampingRatio))
            }
        }
    }

    /// OpenSwiftUI's stiffness of this overdamped spring is 719.
    @Test func `an overdamped spring has the stiffness of its response`() {
        let spring = Spring(response: 0.5, dampingRatio: 1.5)
        #expect(isClose(spring.stiffness, Spring(response: 0.5, dampingRatio: 0.2).stiffness, within: 1e-12))
        #expect(isClose(spring.stiffness, 157.914, within: 0.001))
        #expect(isClose(spring.force(target: 1, position: 0, velocity: 0), 157.914, within: 0.001))
    }

    @Test func `overdamping is limited unless it is allowed`() {
        let cut = Spring(stiffness: 100, damping: 30)
        #expect(cut.dampingRatio == 1)
        #expect(isClose(cut.damping, 20, within: 1e-12))
        let allowed = Spring(stiffness: 100, damping: 30, allowOverDamping: true)
        #expect(isClose(allowed.dampingRatio, 1.5, within: 1e-12))
        #expect(isClose(allowed.bounce, 1 / 1.5 - 1, within: 1e-12))
    }

    @Test func `the mass changes forces, but no motion`() {
        let (light, heavy) = (Spring(stiffness: 100, damping: 10), Spring(mass: 4, stiffness: 400, damping: 40))
        #expect(isClose(heavy.stiffness, 400, within: 1e-9))
        #expect(isClose(heavy.damping, 40, within: 1e-9))
        #expect(
            heavy.force(target: 2.0, position: 1, velocity: 3) == 4 * light.force(target: 2, position: 1, velocity: 3))
        #expect(light.value(target: 1, time: 0.1) == heavy.value(target: 1, time: 0.1))
    }

    @Test func `the named springs have SwiftUI's durations and bounces`() {
        #expect(Spring() == Spring(duration: 0.5, bounce: 0))
        #expect(Spring.smooth == Spring(duration: 0.5, bounce: 0))
        #expect(Spring.snappy == Spring(duration: 0.5, bounce: 0.15))
        #expect(Spring.bouncy == Spring(duration: 0.5, bounce: 0.3))
        #expect(Spring.bouncy(duration: 1, extraBounce: 0.1) == Spring(duration: 1, bounce: 0.4))
        #expect(Spring.snappy(duration: 1, extraBounce: 0.1) == Spring(duration: 1, bounce: 0.25))
        #expect(Spring.smooth(extraBounce: -0.5) == Spring(response: 0.5, dampingRatio: 2))
    }
}
