import GestureModel
import GestureRecognition

func thresholds(_ estimator: VelocityEstimator) -> Thresholds.Velocity {
    var thresholds = Thresholds().velocity
    thresholds.estimator = estimator
    return thresholds
}

/// A tracker that received `path` (seconds to points) at each of `times`, in microseconds.
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
