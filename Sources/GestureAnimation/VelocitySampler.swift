public import GestureModel

/// SwiftUI's estimate of the velocity of a value, from its last three samples: a quarter of the newest difference
/// quotient plus three quarters of the one before. With two samples it is their difference quotient, with one sample
/// zero.
///
/// Animations start with this velocity after tracked changes (``AnimatedValue/set(_:at:animation:tracksVelocity:)``).
/// The velocity of a gesture comes from its recogniser and is more accurate.
public struct VelocitySampler<Value: VectorArithmetic> {
    fileprivate struct Sample {
        var value: Value
        var time: Timestamp

        func velocity(since start: Sample) -> Value {
            (value - start.value).scaled(by: 1 / (time - start.time).seconds)
        }
    }

    private var newest: Sample?
    private var previous: Sample?
    private var oldest: Sample?

    /// Creates a sampler without samples. Its velocity is zero.
    public init() {}

    /// Adds a sample. A sample older than the newest is ignored, and a sample with the same time replaces the newest.
    /// After a gap longer than ``timeout`` all earlier samples are discarded.
    ///
    /// - Parameter value: The square of its length must be finite; otherwise this traps.
    public mutating func add(_ value: Value, at time: Timestamp) {
        precondition(value.magnitudeSquared.isFinite, "a sampled value must be finite, not \(value)")
        let sample = Sample(value: value, time: time)
        guard let last = newest, time - last.time <= Self.timeout else {
            if newest.map({ $0.time < time }) ?? true { (newest, previous, oldest) = (sample, nil, nil) }
            return
        }
        guard time >= last.time else { return }
        if time > last.time { (previous, oldest) = (last, previous) }
        newest = sample
    }

    /// The velocity per second at the time of the newest sample.
    public var velocity: Value {
        guard let newest, let previous else { return .zero }
        let last = newest.velocity(since: previous)
        guard let oldest else { return last }
        return last.scaled(by: 0.25) + previous.velocity(since: oldest).scaled(by: 0.75)
    }

    /// Returns the velocity per second at a later time. It decays by a factor of 0.998 per millisecond, as in a scroll
    /// view, and is zero once the newest sample is older than ``timeout``.
    public func velocity(at time: Timestamp) -> Value {
        guard let newest, time > newest.time else { return velocity }
        let elapsed = time - newest.time
        guard elapsed < Self.timeout else { return .zero }
        return velocity.scaled(by: DecelerationRate.normal.remaining(after: elapsed))
    }

    /// How long a sample counts: 2 s, as in SwiftUI.
    public static var timeout: Microseconds { .milliseconds(2000) }
}

extension VelocitySampler: Sendable where Value: Sendable {}
extension VelocitySampler.Sample: Sendable where Value: Sendable {}
