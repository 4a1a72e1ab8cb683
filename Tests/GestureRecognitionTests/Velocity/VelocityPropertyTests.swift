import GestureModel
import GestureRecognition
import Strokes
import Testing

/// What must hold for every stroke, on strokes drawn from a fixed sequence.
@Suite struct VelocityPropertyTests {
    struct Stroke {
        var times: [Int64]
        var points: [Point]

        /// A wandering finger, sampled every 1 to 16 ms.
        init(_ random: inout SplitMix64) {
            var (time, velocity, point) = (Int64(0), Vector.zero, Point(x: 300, y: 400))
            (times, points) = ([], [])
            for _ in 0..<Int.random(in: 2...40, using: &random) {
                let step = Int64.random(in: 1000...16_000, using: &random)
                let push = Vector(
                    dx: .random(in: -400...400, using: &random), dy: .random(in: -400...400, using: &random))
                time += step
                velocity = velocity + push
                point = point + velocity * (Double(step) / 1_000_000)
                times.append(time)
                points.append(point)
            }
        }

        func velocity(
            _ estimator: VelocityEstimator, later: Int64 = 0, _ map: (Point) -> Point = { $0 }
        ) -> Vector {
            var tracker = VelocityTracker(thresholds(estimator))
            for (time, point) in zip(times, points) {
                tracker.add(map(point), at: Timestamp(microseconds: time + later))
            }
            return tracker.velocity
        }
    }

    static func strokes(seed: UInt64) -> [Stroke] {
        var random = SplitMix64(seed: seed)
        return (0..<300).map { _ in Stroke(&random) }
    }

    @Test(arguments: VelocityEstimator.allCases)
    func `the velocity of a stroke does not depend on its position`(_ estimator: VelocityEstimator) {
        for stroke in Self.strokes(seed: 1) {
            let moved = stroke.velocity(estimator) { $0 + Vector(dx: 12_345.5, dy: -987.25) }
            expectClose(moved, stroke.velocity(estimator), within: 1e-5)
        }
    }

    @Test(arguments: VelocityEstimator.allCases)
    func `the velocity of a stroke does not depend on its time at all`(_ estimator: VelocityEstimator) {
        for stroke in Self.strokes(seed: 2) {
            #expect(stroke.velocity(estimator, later: 86_400_000_000 * 365) == stroke.velocity(estimator))
        }
    }

    @Test(arguments: VelocityEstimator.allCases)
    func `a mirrored stroke has exactly the mirrored velocity`(_ estimator: VelocityEstimator) {
        for stroke in Self.strokes(seed: 3) {
            let velocity = stroke.velocity(estimator)
            let mirrored = stroke.velocity(estimator) { Point(x: -$0.x, y: $0.y) }
            #expect(mirrored == Vector(dx: -velocity.dx, dy: velocity.dy))
        }
    }

    @Test(arguments: VelocityEstimator.allCases)
    func `hostile positions and times leave the velocity finite and bounded`(_ estimator: VelocityEstimator) {
        var random = SplitMix64(seed: 4)
        let values = [0, 1, -1, 1e-300, 1e9, -1e9, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
        let steps: [Int64] = [0, 1, 1, 2, 7, 40_000, 40_001, 8_000, 1_000_000_000, .max / 4, -1, -.max]
        for round in 0..<2000 {
            var limits = thresholds(estimator)
            if round % 2 == 1 { (limits.horizon, limits.stopTime) = (.never, .never) }
            var tracker = VelocityTracker(limits)
            var time = Timestamp(microseconds: round % 3 == 0 ? .min : 0)
            for _ in 0..<25 {
                time = time + Microseconds(steps.randomElement(using: &random) ?? 0)
                let x = values.randomElement(using: &random) ?? 0
                let y = values.randomElement(using: &random) ?? 0
                tracker.add(Point(x: x, y: y), at: time)
                let length = tracker.velocity.length
                // Not a number fails this, too.
                #expect(length <= VelocityTracker.maximumSpeed * 1.000001)
            }
        }
    }

    @Test func `timestamps that jitter by a millisecond cost least squares less than differences`() {
        let errors = VelocityEstimator.allCases.map { ($0, medianErrorUnderJitter(of: $0)) }
        print("median error at 1 ms jitter:", errors)
        let error = Dictionary(uniqueKeysWithValues: errors)
        #expect(error[.weightedLSQ2, default: 1] < 0.1)
        #expect(error[.lsq2, default: 1] < 0.1)
        #expect(error[.swiftUI, default: 0] > error[.weightedLSQ2, default: 1])
    }

    /// Of 1000 pt/s seen at 120 Hz through stamps up to 1 ms off: the median error as a part of the speed.
    private func medianErrorUnderJitter(of estimator: VelocityEstimator) -> Double {
        var random = SplitMix64(seed: 5)
        let errors = (0..<500).map { _ in
            var tracker = VelocityTracker(thresholds(estimator))
            for frame in 0..<20 as Range<Int64> {
                let jitter = Int64.random(in: -1000...1000, using: &random)
                tracker.add(Point(x: Double(frame) * 8.333, y: 0), at: Timestamp(microseconds: frame * 8333 + jitter))
            }
            return abs(tracker.velocity.dx - 1000) / 1000
        }
        return errors.sorted()[errors.count / 2]
    }
}
