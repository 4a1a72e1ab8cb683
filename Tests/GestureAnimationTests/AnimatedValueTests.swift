import GestureModel
import GestureAnimation
import Gestures
import Strokes
import Testing

@Suite struct AnimatedValueTests {
    @Test func `a value without animation is shown at once`() {
        var value = AnimatedValue(1.0)
        #expect(value.isSettled(at: milliseconds(0)))
        value.set(5, at: milliseconds(10))
        #expect(value.value(at: milliseconds(10)) == 5)
        #expect(value.velocity(at: milliseconds(10)) == 0)
        #expect(value.end == milliseconds(10))
    }

    @Test func `an animated value starts at the old value and ends exactly at the new one`() {
        for animation in AnimatedValueTests.ending {
            var value = AnimatedValue(Point(x: 10, y: 20))
            value.set(Point(x: 110.1, y: -20.7), at: milliseconds(100), transaction: Transaction(animation: animation))
            #expect(value.model == Point(x: 110.1, y: -20.7))
            #expect(!value.isSettled(at: milliseconds(100)))
            #expect(isClose((value.value(at: milliseconds(100)) - Point(x: 10, y: 20)).length, 0, within: 1e-9))
            guard let end = value.end else {
                Issue.record("\(animation) has no end")
                continue
            }
            let before = value.value(at: Timestamp(microseconds: end.microseconds - 1))
            #expect(isClose((before - value.model).length, 0, within: 0.002), "\(animation)")
            #expect(value.value(at: end) == value.model)
            #expect(value.velocity(at: end) == .zero)
            #expect(value.isSettled(at: end))
        }
    }

    static let ending: [Animation] = [
        .default, .easeIn, .easeOut(duration: 2), .easeInOut, .spring, .bouncy, .snappy, .smooth,
        .interactiveSpring, .interpolatingSpring(stiffness: 100, damping: 8, initialVelocity: 3), .smooth.delay(0.3),
        .easeInOut.delay(0.2).speed(3), .spring(Spring(response: 0.4, dampingRatio: 3)), .easeOut.repeatCount(3),
    ]

    @Test func `a change uses the current transaction by default`() {
        var value = AnimatedValue(0.0)
        withAnimation(.linear(duration: 1)) { value.set(10, at: milliseconds(0)) }
        #expect(isClose(value.value(at: milliseconds(300)), 3, within: 1e-9))
    }

    @Test func `a transaction that disables animations shows the change at once`() {
        var value = AnimatedValue(0.0)
        withTransaction(\.disablesAnimations, true) {
            withAnimation(.bouncy) { value.set(10, at: milliseconds(0)) }
        }
        #expect(value.value(at: milliseconds(0)) == 10)
    }

    @Test func `a change without animation ends running animations`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .smooth))
        value.set(50, at: milliseconds(100))
        #expect(value.value(at: milliseconds(100)) == 50)
        #expect(value.isSettled(at: milliseconds(100)))
    }

    @Test func `a change to the same value does not affect running animations`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .smooth))
        let untouched = value
        value.set(100, at: milliseconds(50), transaction: Transaction(animation: .linear(duration: 9)))
        value.set(100, at: milliseconds(100))
        for time in [100, 200, 400] as [Int64] {
            #expect(value.value(at: milliseconds(time)) == untouched.value(at: milliseconds(time)))
        }
    }

    @Test func `running curves add up`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(0), transaction: Transaction(animation: .linear(duration: 1)))
        value.set(300, at: milliseconds(500), transaction: Transaction(animation: .linear(duration: 1)))
        #expect(isClose(value.value(at: milliseconds(500)), 50, within: 1e-9))
        #expect(isClose(value.value(at: milliseconds(750)), 75 + 50, within: 1e-9))
        #expect(isClose(value.value(at: milliseconds(1250)), 100 + 150, within: 1e-9))
        #expect(isClose(value.velocity(at: milliseconds(750)), 300, within: 1e-9))
        #expect(value.end == milliseconds(1500))
    }

    /// Springs are linear: two equal springs that add up are one that takes over.
    @Test func `two interpolating springs move like one spring that takes over`() {
        var (adding, taking) = (AnimatedValue(0.0), AnimatedValue(0.0))
        for (target, time) in [(100.0, 0), (-50.0, 120), (400.0, 200)] as [(Double, Int64)] {
            adding.set(
                target, at: milliseconds(time), transaction: Transaction(animation: .interpolatingSpring(.bouncy)))
            taking.set(target, at: milliseconds(time), transaction: Transaction(animation: .bouncy))
        }
        for time in stride(from: 200, to: 900, by: 50) as StrideTo<Int64> {
            #expect(isClose(adding.value(at: milliseconds(time)), taking.value(at: milliseconds(time)), within: 0.01))
        }
    }

    @Test func `a time before the last change is treated as that of the last change`() {
        var value = AnimatedValue(0.0)
        value.set(100, at: milliseconds(500), transaction: Transaction(animation: .linear(duration: 1)))
        #expect(value.value(at: milliseconds(100)) == 0)
        value.set(200, at: milliseconds(400), transaction: Transaction(animation: .linear(duration: 1)))
        #expect(isClose(value.value(at: milliseconds(1000)), 100, within: 1e-9))
        #expect(value.end == milliseconds(1500))
    }

    @Test func `the value is defined at the minimum and maximum time`() {
        let endless: [Animation] = [
            .easeIn.repeatForever(), .bouncy.repeatForever(autoreverses: false),
            .spring(Spring(duration: 1, bounce: 1)),
            .easeOut.delay(1e300), .interpolatingSpring(Spring(duration: 1, bounce: 1)), .smooth.delay(1e300),
        ]
        for animation in Self.ending + endless {
            for begin in [.min, 0, .max] as [Int64] {
                var value = AnimatedValue(0.0)
                let transaction = Transaction(animation: animation)
                value.set(100, at: Timestamp(microseconds: begin), transaction: transaction)
                #expect(abs(value.value(at: Timestamp(microseconds: .max))) <= 200)
                value.set(-100, at: Timestamp(microseconds: .max), transaction: transaction)
                #expect(abs(value.value(at: Timestamp(microseconds: .max))) <= 200)
            }
        }
    }
}
