package import GestureModel

/// The velocity of one point, from its last samples.
///
/// A value of fixed size (about 900 bytes) that never allocates. Its rules are Android's: a sample replaces the last
/// one if their times are equal, a gap longer than the stop time removes all earlier samples, and a lift that
/// follows the last sample by more than the stop time has no velocity. The project's own estimators also correct a time
/// that the device stamped late.
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
        add(position, at: time, stopTime: thresholds.stopTime)
    }

    /// Does the same, with the stop time of a device that reports slowly.
    mutating func add(_ position: Point, at time: Timestamp, stopTime: Microseconds) {
        guard position.x.magnitude <= Self.farthest, position.y.magnitude <= Self.farthest else { return }
        let sample = VelocityHistory.Sample(time: time, position: position)
        guard let newest = history.newest else { return history.append(sample) }
        guard time >= newest.time else { return }
        if time == newest.time { return history.replaceNewest(with: sample) }
        if time - newest.time > stopTime {
            history.removeAll()
        } else {
            correctLateStamp(before: time, at: position)
        }
        history.append(sample)
    }

    /// Returns the velocity at the newest sample, in points per second, at most ``maximumSpeed`` and never NaN. It is
    /// zero if `time` is more than the stop time after that sample, or if there are fewer than two samples.
    package func velocity(at time: Timestamp) -> Vector {
        var copy = self
        return hasStopped(at: time) ? .zero : copy.estimate()
    }

    /// Returns the velocity of a contact that lifts, within the limits of ``velocity(at:)``. The automatic estimator
    /// returns the initial velocity of a fling.
    package func velocityAtLift(at time: Timestamp) -> Vector {
        var copy = self
        return hasStopped(at: time) ? .zero : copy.estimateAtLift(at: time)
    }

    private func hasStopped(at time: Timestamp) -> Bool {
        history.newest.map { time - $0.time > thresholds.stopTime } ?? true
    }

    /// Does the same as ``velocity(at:)``, without a copy, at the newest sample.
    ///
    /// `mutating` although nothing changes, like all estimators: Swift 6.3 copies the samples for a method that only
    /// reads.
    mutating func estimate() -> Vector {
        estimate(by: thresholds.estimator == .automatic ? .weightedLSQ2 : thresholds.estimator)
    }

    /// Does the same as ``velocityAtLift(at:)``, without a copy, whether or not the contact has stopped. The lift is a
    /// report, too: it shows whether the newest sample was stamped late.
    mutating func estimateAtLift(at time: Timestamp) -> Vector {
        correctLateStamp(before: time, at: nil)
        return estimate(by: thresholds.estimator)
    }

    /// Returns true if the device reports a lift at `time` late: the motion ended without slowing down, at most eight
    /// reports and ``longestDelay`` ago. A hand that comes to rest brakes. Panels repeat the last position up to five
    /// times before they report a lift.
    mutating func isLateLift(at time: Timestamp) -> Bool {
        guard let newest = history.newest else { return false }
        let pause = time - newest.time
        return pause <= Self.longestDelay && pause.count / 8 <= history.interval.count
            && history.endsFast(horizon: thresholds.horizon)
    }

    private static let longestDelay = Microseconds.milliseconds(150)

    private mutating func correctLateStamp(before time: Timestamp, at position: Point?) {
        switch thresholds.estimator {
        case .automatic, .weightedLSQ2: history.correctLateStamp(before: time, at: position)
        // They give what other systems' estimators give.
        case .lsq2, .swiftUI: break
        }
    }

    private mutating func estimate(by estimator: VelocityEstimator) -> Vector {
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
    private var motions = MotionTimes()
    /// When the device last reported, whether or not a contact moved.
    private var lastReport = Timestamp(microseconds: 0)
    private var lift: (time: Timestamp, velocity: Vector)?
    /// When a contact last moved. Frames alone do not show this time, because a device repeats a resting contact when
    /// its pressure changes, or when another contact moves.
    private var lastMotion = Timestamp(microseconds: 0)

    init(_ thresholds: Thresholds) {
        stopTime = thresholds.velocity.stopTime
        liftWindow = thresholds.fingers.liftWindow
        tracker = VelocityTracker(thresholds.velocity)
    }

    /// How long after the last motion the contacts count as stopped: the configured time, but at least two reports, so
    /// that a panel that reports 20 times in a second has a velocity, also if it reports one of them late.
    private var restTime: Microseconds { max(stopTime, Microseconds(2 * motions.interval.count)) }

    /// When the contacts count as stopped, unless they move before. Lies in the past if they have stopped.
    var stop: Timestamp { lastMotion + restTime + Microseconds(1) }

    /// The velocity before the last group of lifts: just before the first finger of that group lifted; zero while no
    /// finger has lifted.
    var atLift: Vector { lift?.velocity ?? .zero }

    /// Returns the velocity in units per second; zero if the contacts have stopped.
    mutating func at(_ time: Timestamp) -> Vector { time - lastMotion > restTime ? .zero : tracker.estimate() }

    /// Records the velocity at the first lift of a group of lifts. Called when a contact lifted, before the point is
    /// tracked without it.
    mutating func recordLift(at time: Timestamp) {
        guard lift.map({ time - $0.time > liftWindow }) ?? true else { return }
        let rests = time - lastMotion > restTime && !tracker.isLateLift(at: time)
        lift = (time, rests ? .zero : tracker.estimateAtLift(at: time))
    }

    /// Tracks the point. After a standstill, only the position of the standstill counts for the velocity, not the
    /// motion before.
    ///
    /// A report that repeats all positions is no sample: a panel whose contacts have no pressure does not send it.
    mutating func track(from before: Point, to point: Point, anyMoved: Bool, at time: Timestamp) {
        defer { lastReport = time }
        guard anyMoved || tracker.lastSampleTime == nil else { return }
        motions.add(time)
        if time - lastMotion > restTime, tracker.lastSampleTime != nil {
            tracker.reset()
            tracker.add(before, at: lastReport)
        }
        if anyMoved { lastMotion = time }
        tracker.add(point, at: time, stopTime: restTime)
    }

    mutating func reset() {
        tracker.reset()
        motions = MotionTimes()
        lift = nil
    }
}

/// How often a device reports contacts that move. Reports that repeat a position do not count, because toolkits do not
/// pass them on.
private struct MotionTimes: Sendable {
    private var last = Timestamp(microseconds: 0)
    private var latest = Microseconds.zero
    /// The shorter of the last two times between reports, so that one pause of the fingers does not count; zero before
    /// the second report, and for fingers that pause again and again.
    private(set) var interval = Microseconds.zero

    /// Ten reports in a second; the slowest panels send twenty.
    private static let longest = Microseconds.milliseconds(100)

    mutating func add(_ time: Timestamp) {
        let passed = time - last
        // Contacts that were down before have no time.
        guard passed > .zero else { return }
        let shorter = min(passed, latest)
        interval = shorter > Self.longest ? .zero : shorter
        (last, latest) = (time, passed)
    }
}
