public import GestureModel
public import Strokes

/// How a device sees a stroke: how often, how exactly where, and how exactly when.
public struct Sampling: Sendable {
    /// By how much a stamp is off the moment of its sample.
    public enum Jitter: Sendable {
        case none
        /// Evenly from this much too early to this much too late.
        case even(Microseconds)
        /// Normally, with this deviation.
        case normal(Microseconds)
    }

    /// Hertz.
    public var rate: Double
    public var jitter: Jitter
    /// One deviation of each axis, in points.
    public var noise: Double

    /// 0.02 mm, what the project's own recordings have.
    public static let sensorNoise = 0.02 / Surface.millimetresPerPoint

    public init(rate: Double, jitter: Jitter = .none, noise: Double = Sampling.sensorNoise) {
        self.rate = rate
        self.jitter = jitter
        self.noise = noise
    }

    /// What the device sends of the stroke, and for each sample the velocity of the moment it was taken.
    ///
    /// Stamps do not go back; a sample stamped as the one before replaces it.
    public func trace(of stroke: TrueStroke, _ random: inout SplitMix64) -> (trace: Trace, truth: [Vector]) {
        var trace = Trace()
        var truth: [Vector] = []
        var stamp = Timestamp(microseconds: 1_000_000)
        for index in 0...Int(stroke.duration * rate) {
            let time = Double(index) / rate
            let off = offset(&random)
            stamp = max(stamp, Timestamp(microseconds: 2_000_000 + Int64((time * 1_000_000).rounded()) + off))
            let error = Vector(dx: random.normal(), dy: random.normal()) * noise
            if stamp == trace.samples.last?.time { truth.removeLast() }
            trace.append(Trace.Sample(time: stamp, position: stroke.position(at: time) + error))
            truth.append(stroke.velocity(at: time))
        }
        return (trace, truth)
    }

    private func offset(_ random: inout SplitMix64) -> Int64 {
        switch jitter {
        case .none: 0
        case .even(let most): Int64((random.fraction(in: -1...1) * Double(most.count)).rounded())
        case .normal(let deviation): Int64((random.normal() * Double(deviation.count)).rounded())
        }
    }
}
