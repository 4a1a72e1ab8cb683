import GestureModel
import Strokes
import Testing

@testable import GestureAnimation
import Gestures

/// A value that changes again before its animation has ended.
@Suite struct RetargetingTests {
    static let springs: [Animation] = [
        .default, .smooth, .snappy, .bouncy, .interactiveSpring, .spring(response: 0.2), .spring.speed(2),
        .spring(Spring(response: 0.3, dampingRatio: 2), blendDuration: 0.4), .smooth.delay(0.1),
        .spring(response: 0.7, dampingFraction: 0.5, blendDuration: 0.2).delay(0.05).speed(1.5),
    ]
    /// Animations with an initial velocity of zero.
    static let added: [Animation] = [
        .easeInOut, .easeIn.delay(0.1), .interpolatingSpring, .interpolatingSpring(stiffness: 300, damping: 5),
        .easeInOut.speed(0.5),
    ]

    @Test func `value and velocity do not jump between any two animations`() {
        var random = SplitMix64(seed: 13)
        for _ in 0..<300 {
            var (value, time) = (AnimatedValue(0.0), Int64(0))
            for _ in 0..<12 {
                time += Int64(random.next() % 300_000)
                let moment = Timestamp(microseconds: time)
                let (position, speed) = (value.value(at: moment), value.velocity(at: moment))
                let animations = Self.springs + Self.added
                let animation = animations[Int(random.next() % UInt64(animations.count))]
                value.set(random.number(in: -500...500), at: moment, transaction: Transaction(animation: animation))
                #expect(isClose(value.value(at: moment), position, within: 1e-6), "\(animation)")
                #expect(isClose(value.velocity(at: moment), speed, within: 0.05), "\(animation)")
            }
        }
    }

    @Test func `the velocity is the derivative of the value at every time`() {
        var random = SplitMix64(seed: 14)
        for _ in 0..<100 {
            var value = AnimatedValue(0.0)
            for index in 0..<4 as Range<Int64> {
                let animations = Self.springs + Self.added
                let animation = animations[Int(random.next() % UInt64(animations.count))]
                value.set(
                    random.number(in: -500...500), at: milliseconds(index * 100),
                    transaction: Transaction(animation: animation))
            }
            // Within two microseconds the curvature of these motions is below the tolerance.
            for step in 0..<40 as Range<Int64> {
                let moment = 301_000 + step * 25_017
                let around = [-50, 50].map { value.value(at: Timestamp(microseconds: moment + $0)) }
                let speed = value.velocity(at: Timestamp(microseconds: moment))
                #expect(isClose((around[1] - around[0]) / 1e-4, speed, within: 25), "at \(moment)")
            }
        }
    }

    @Test func `every motion ends at the last target`() {
        var random = SplitMix64(seed: 15)
        for _ in 0..<200 {
            var (value, time) = (AnimatedValue(0.0), Int64(0))
            for _ in 0..<6 {
                time += Int64(random.next() % 400)
                let animations = Self.springs + Self.added + [.easeOut.repeatForever(), .bouncy.repeatForever()]
                let animation = animations[Int(random.next() % UInt64(animations.count))]
                value.set(
                    random.number(in: -500...500), at: milliseconds(time),
                    transaction: Transaction(animation: animation))
            }
            value.set(1234, at: milliseconds(time + 50), transaction: Transaction(animation: .snappy))
            let end = value.end
            #expect(end != nil)
            #expect(end.map { value.value(at: $0) } == 1234)
            #expect(end.map { value.value(at: $0 + .seconds(100)) } == 1234)
        }
    }

    @Test func `running animations continue until a delayed spring begins`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .linear(duration: 1)))
        let undisturbed = value
        value.set(-100, at: milliseconds(200), transaction: Transaction(animation: .smooth.delay(0.3)))
        for time in [200, 350, 499] as [Int64] {
            let expected = undisturbed.value(at: milliseconds(time))
            #expect(isClose(value.value(at: milliseconds(time)), expected, within: 1e-9))
        }
        for time in [500, 600, 900] as [Int64] {
            let expected = Spring.smooth.value(target: -150, initialVelocity: 100, time: Double(time - 500) / 1000)
            #expect(isClose(value.value(at: milliseconds(time)), 50 + expected, within: 1e-9))
        }
    }

    @Test func `a motion that was taken over does not delay the end`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .linear(duration: 60)))
        value.set(50, at: milliseconds(200), transaction: Transaction(animation: .smooth.delay(0.1)))
        #expect(value.end.map { $0 < milliseconds(2000) } == true)
    }

    @Test func `a delayed spring that is taken over before it begins has no effect`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .smooth.delay(1)))
        value.set(50, at: milliseconds(200), transaction: Transaction(animation: .smooth))
        for time in [300, 900, 1100, 1500] as [Int64] {
            let expected = Spring.smooth.value(target: 50, time: Double(time - 200) / 1000)
            #expect(isClose(value.value(at: milliseconds(time)), expected, within: 0.001))
        }
    }

    @Test func `an infinite repetition finishes its run when the value changes`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .linear(duration: 1).repeatForever()))
        #expect(value.end == nil)
        #expect(!value.isSettled(at: seconds(1e6)))
        #expect(isClose(value.value(at: seconds(7.25)), 75, within: 1e-6))
        // During a run backwards: it reverses once more, to end at the target.
        value.set(200, at: seconds(7.25), transaction: Transaction(animation: .linear(duration: 1)))
        #expect(isClose(value.value(at: seconds(7.5)), 50 + 25, within: 1e-6))
        #expect(isClose(value.value(at: seconds(8.5)), 50 + 100, within: 1e-6))
        #expect(value.end == seconds(9))
        #expect(value.value(at: seconds(9)) == 200)
    }

    @Test func `an undamped spring has no end until another spring takes over`() {
        var value = AnimatedValue(0.0)
        let endless = Spring(duration: 0.5, bounce: 1)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .spring(endless)))
        #expect(value.end == nil)
        #expect(isClose(value.value(at: seconds(1000.25)), 200, within: 1e-6))
        value.set(0, at: seconds(1000.25), transaction: Transaction(animation: .smooth))
        #expect(value.end.map { value.value(at: $0) } == 0)
    }

    /// The equation, integrated with the response at each time along SwiftUI's smooth step.
    @Test func `the response blends from the old spring's to the new spring's`() {
        var value = AnimatedValue(0.0)
        value.set(
            100, at: milliseconds(0), transaction: Transaction(animation: .spring(response: 1, dampingFraction: 0.8)))
        let (start, velocity) = (value.value(at: milliseconds(200)), value.velocity(at: milliseconds(200)))
        let blended = Animation.spring(response: 0.2, dampingFraction: 0.8, blendDuration: 0.5)
        value.set(-300, at: milliseconds(200), transaction: Transaction(animation: blended))
        var (x, v) = (start, velocity)
        let step = 1e-5
        for index in 0..<100_000 {
            let progress = min(1, Double(index) * step / 0.5)
            let response = 0.2 + 0.8 * (1 - progress * progress * (3 - 2 * progress))
            let spring = Spring(response: response, dampingRatio: 0.8)
            v += step * spring.force(target: -300, position: x, velocity: v)
            x += step * v
            if index % 10_000 == 9999 {
                let shown = value.value(at: Timestamp(microseconds: 200_000 + Int64(index + 1) * 10))
                #expect(isClose(shown, x, within: 0.1), "after \(Double(index + 1) * step) s")
            }
        }
    }

    @Test func `a value that changes at every frame keeps only motions with an effect`() {
        for (animation, limit) in [(Animation.easeInOut, 43), (.interactiveSpring, 1), (.smooth.delay(0.1), 14)] {
            var value = AnimatedValue(0.0)
            for frame in 1...2000 as ClosedRange<Int64> {
                let moment = Timestamp(microseconds: frame * 8333)
                value.set(Double(frame % 7), at: moment, transaction: Transaction(animation: animation))
            }
            #expect(value.motions.count <= limit, "\(animation)")
        }
    }
}
