public import GestureModel

/// SwiftUI's estimate of how fast a value changes, from the last three it had: a quarter of the newest difference and
/// three quarters of the one before; of two values the difference; of one, zero.
///
/// It is what a settling animation starts with after changes under ``Transaction/tracksVelocity``. A gesture's own
/// velocity comes from the recogniser and is the better estimate.
public struct VelocitySampler<Value: VectorArithmetic> {
    fileprivate struct Sample {
        var value: Value
        var time: Timestamp
    }

    private var newest: Sample?
    private var previous: Sample?
    private var oldest: Sample?

    public init() {}

    /// A value older than the newest is ignored, one of the same time replaces it. One more than ``patience`` later
    /// begins anew: SwiftUI's tracking has ended by then.
    ///
    /// - Parameter value: finite, and so small that the square of its length is too; anything else traps.
    public mutating func add(_ value: Value, at time: Timestamp) {
        precondition(value.magnitudeSquared.isFinite, "a sampled value is finite, not \(value)")
        let sample = Sample(value: value, time: time)
        guard let last = newest, time - last.time <= Self.patience else {
            if newest.map({ $0.time < time }) ?? true { (newest, previous, oldest) = (sample, nil, nil) }
            return
        }
        guard time >= last.time else { return }
        if time > last.time { (previous, oldest) = (last, previous) }
        newest = sample
    }

    /// Per second, at the moment of the newest value.
    public var velocity: Value {
        guard let newest, let previous else { return .zero }
        let last = Self.velocity(from: previous, to: newest)
        guard let oldest else { return last }
        return last.scaled(by: 0.25) + Self.velocity(from: oldest, to: previous).scaled(by: 0.75)
    }

    /// Per second, some time after the newest value: it decays by 0.998 a millisecond, as a scroll view's does, and is
    /// zero after ``patience``.
    public func velocity(at time: Timestamp) -> Value {
        guard let newest, time > newest.time else { return velocity }
        let elapsed = time - newest.time
        guard elapsed < Self.patience else { return .zero }
        return velocity.scaled(by: DecelerationRate.normal.remaining(after: elapsed))
    }

    /// 2 s, SwiftUI's.
    public static var patience: Microseconds { .milliseconds(2000) }

    private static func velocity(from start: Sample, to end: Sample) -> Value {
        (end.value - start.value).scaled(by: 1 / (end.time - start.time).seconds)
    }
}

extension VelocitySampler: Sendable where Value: Sendable {}
extension VelocitySampler.Sample: Sendable where Value: Sendable {}
