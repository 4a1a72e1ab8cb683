public import GestureModel

/// The velocity of one point, from its last samples.
///
/// A value of fixed size (about half a kilobyte) that never allocates. Its rules are Android's: samples with equal times
/// replace each other, a gap longer than the stop time forgets what was before it, and a lift longer than the stop time
/// after the last sample has no velocity.
public struct VelocityTracker: Sendable {
    private let thresholds: Thresholds.Velocity
    private var history = VelocityHistory()

    public init(_ thresholds: Thresholds.Velocity) {
        self.thresholds = thresholds
    }

    public var lastSampleTime: Timestamp? { history.newest?.time }

    /// Adds where the point is, in points.
    ///
    /// Time going backwards is ignored, as SwiftUI's sampler does; so is a position no surface has (over a billion
    /// points from the origin, or not a number), which would otherwise reach subscribers as an infinite velocity.
    public mutating func add(_ position: Point, at time: Timestamp) {
        guard position.x.magnitude <= Self.farthest, position.y.magnitude <= Self.farthest else { return }
        let sample = VelocityHistory.Sample(time: time, position: position)
        guard let newest = history.newest else { return history.append(sample) }
        guard time >= newest.time else { return }
        if time == newest.time { return history.replaceNewest(with: sample) }
        if time - newest.time > thresholds.stopTime { history.removeAll() }
        history.append(sample)
    }

    /// Points per second at the newest sample, at most ``maximumSpeed`` and never NaN; zero when `time` is more than the
    /// stop time after that sample, or when there is only one.
    public func velocity(at time: Timestamp) -> Vector {
        guard let newest = history.newest, time - newest.time <= thresholds.stopTime else { return .zero }
        let velocity =
            switch thresholds.estimator {
            case .weightedLSQ2: history.weightedLSQ2(horizon: thresholds.horizon)
            case .lsq2: history.lsq2(horizon: thresholds.horizon)
            case .swiftUI: history.swiftUI()
            }
        return velocity.limited(to: Self.maximumSpeed)
    }

    /// Forgets every sample: the contact was lifted, cancelled or is another one now.
    public mutating func reset() {
        history.removeAll()
    }

    /// Points per second: 159 m/s. People's hands reach a tenth of it; jumps of broken devices do not pass.
    public static let maximumSpeed = 1_000_000.0

    private static let farthest = 1e9
}

extension Vector {
    /// Shortened to `limit` where longer; the direction stays.
    fileprivate func limited(to limit: Double) -> Vector {
        let length = length
        return length > limit ? self * (limit / length) : self
    }
}
