import GestureModel
import GestureRecognition

func thresholds(_ estimator: VelocityEstimator) -> Thresholds.Velocity {
    var thresholds = Thresholds().velocity
    thresholds.estimator = estimator
    return thresholds
}

func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

/// A tracker that saw `path` (seconds to points) at each of `times`, in microseconds.
func tracker(
    _ estimator: VelocityEstimator, at times: some Sequence<Int64>, path: (Double) -> Point
) -> VelocityTracker {
    var tracker = VelocityTracker(thresholds(estimator))
    for time in times {
        tracker.add(path(Double(time) / 1_000_000), at: Timestamp(microseconds: time))
    }
    return tracker
}

extension VelocityTracker {
    /// At the moment of the newest sample.
    var velocity: Vector { velocity(at: lastSampleTime ?? Timestamp(microseconds: 0)) }
}

/// The same sequence on every run and machine (Knuth's 64-bit linear congruential generator).
struct FixedRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<2 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            word = word << 32 | state >> 32
        }
        return word
    }
}
