package import GestureModel

/// The velocity of one point, from its last samples.
///
/// A value of fixed size (about 900 bytes) that never allocates. Its rules are Android's: a sample replaces the last
/// one if their times are equal, a gap longer than the stop time removes all earlier samples, and a lift that
/// follows the last sample by more than the stop time has no velocity.
package struct VelocityTracker: Sendable {
    private let thresholds: Thresholds.Velocity
    private var history = VelocityHistory()

    /// Creates a tracker without samples that estimates as `thresholds` prescribe.
    package init(_ thresholds: Thresholds.Velocity) {
        self.thresholds = thresholds
    }

    /// The time of the newest sample; nil before the first.
    package var lastSampleTime: Timestamp? { history.newest?.time }

    /// Adds the position of the point, in points.
    ///
    /// A sample with an earlier time is ignored, as in SwiftUI's sampler. So is a position that no surface has (over a
    /// billion points from the origin, or NaN): it would reach subscribers as an infinite velocity.
    package mutating func add(_ position: Point, at time: Timestamp) {
        guard position.x.magnitude <= Self.farthest, position.y.magnitude <= Self.farthest else { return }
        let sample = VelocityHistory.Sample(time: time, position: position)
        guard let newest = history.newest else { return history.append(sample) }
        guard time >= newest.time else { return }
        if time == newest.time { return history.replaceNewest(with: sample) }
        if time - newest.time > thresholds.stopTime { history.removeAll() }
        history.append(sample)
    }

    /// Returns the velocity at the newest sample, in points per second, at most ``maximumSpeed`` and never NaN. It is
    /// zero if `time` is more than the stop time after that sample, or if there are fewer than two samples.
    package func velocity(at time: Timestamp) -> Vector {
        var copy = self
        return copy.estimate(at: time)
    }

    /// Returns the velocity of a contact that lifts, within the limits of ``velocity(at:)``. The automatic estimator
    /// returns the initial velocity of a fling.
    package func velocityAtLift(at time: Timestamp) -> Vector {
        var copy = self
        return copy.estimateAtLift(at: time)
    }

    /// Does the same as ``velocity(at:)``, without a copy.
    ///
    /// `mutating` although nothing changes, like all estimators: Swift 6.3 copies the samples for a method that only
    /// reads.
    mutating func estimate(at time: Timestamp) -> Vector {
        estimate(at: time, by: thresholds.estimator == .automatic ? .weightedLSQ2 : thresholds.estimator)
    }

    /// Does the same as ``velocityAtLift(at:)``, without a copy.
    mutating func estimateAtLift(at time: Timestamp) -> Vector { estimate(at: time, by: thresholds.estimator) }

    private mutating func estimate(at time: Timestamp, by estimator: VelocityEstimator) -> Vector {
        guard let newest = history.newest, time - newest.time <= thresholds.stopTime else { return .zero }
        let velocity =
            switch estimator {
            case .automatic: history.fling(horizon: thresholds.horizon)
            case .weightedLSQ2: history.weightedLSQ2(horizon: thresholds.horizon)
            case .lsq2: history.lsq2(horizon: thresholds.horizon)
            case .swiftUI: history.swiftUI()
            }
        return velocity.limited(to: Self.maximumSpeed)
    }

    /// Removes all samples. Call it when the contact has lifted or was cancelled, or before another contact is tracked.
    package mutating func reset() {
        history.removeAll()
    }

    /// In points per second, equal to 159 m/s. Hands reach a tenth of this speed. The limit is for the jumps of faulty
    /// devices.
    package static let maximumSpeed = 1_000_000.0

    private static let farthest = 1e9
}

extension Vector {
    /// Returns the vector, shortened to `limit` if it is longer.
    fileprivate func limited(to limit: Double) -> Vector {
        let length = length
        return length > limit ? self * (limit / length) : self
    }
}

/// The velocity of the point that a gesture moves, or of a measure of its contacts.
///
/// The velocity is zero once the contacts have stopped. At the end of the gesture it is the velocity before the last
/// group of lifts: just before the first finger of that group lifted.
struct GestureVelocity: Sendable {
    private let stopTime: Microseconds
    private let liftWindow: Microseconds
    private var tracker: VelocityTracker
    private var lift: (time: Timestamp, velocity: Vector)?
    /// When a contact last moved. Frames alone do not show this time, because a device repeats a resting contact when
    /// its pressure changes, or when another contact moves.
    private var lastMotion = Timestamp(microseconds: 0)

    init(_ thresholds: Thresholds) {
        stopTime = thresholds.velocity.stopTime
        liftWindow = thresholds.fingers.liftWindow
        tracker = VelocityTracker(thresholds.velocity)
    }

    /// When the contacts count as stopped, unless they move before. Lies in the past if they have stopped.
    var stop: Timestamp { lastMotion + stopTime + Microseconds(1) }

    /// The velocity before the last group of lifts: just before the first finger of that group lifted; zero while no
    /// finger has lifted.
    var atLift: Vector { lift?.velocity ?? .zero }

    /// Returns the velocity in units per second; zero if the contacts have stopped.
    mutating func at(_ time: Timestamp) -> Vector { time - lastMotion > stopTime ? .zero : tracker.estimate(at: time) }

    /// Records the velocity at the first lift of a group of lifts. Called when a contact lifted, before the point is
    /// tracked without it.
    mutating func recordLift(at time: Timestamp) {
        guard lift.map({ time - $0.time > liftWindow }) ?? true else { return }
        lift = (time, time - lastMotion > stopTime ? .zero : tracker.estimateAtLift(at: time))
    }

    /// Tracks the point. After a standstill, only the position of the standstill counts for the velocity, not the
    /// motion before.
    mutating func track(from before: Point, to point: Point, anyMoved: Bool, at time: Timestamp) {
        if time - lastMotion > stopTime, let lastSample = tracker.lastSampleTime {
            tracker.reset()
            tracker.add(before, at: lastSample)
        }
        if anyMoved { lastMotion = time }
        tracker.add(point, at: time)
    }

    mutating func reset() {
        tracker.reset()
        lift = nil
    }
}
