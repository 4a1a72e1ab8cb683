public import GestureModel
public import Strokes

/// A fling whose intended speed at the lift is known.
public struct Fling: Sendable {
    public enum Intent: Hashable, Sendable, CaseIterable {
        /// Even to the lift.
        case constant
        /// Evenly faster from rest to the lift, at which it has the intended speed.
        case accelerating
        /// Even, but slower by this share over the last 40 ms: hands brake as they lift.
        case braking(percent: Int)
        /// Even, after a rest of 60 ms.
        case stopAndGo
        /// Even for 60 ms, after a motion the other way.
        case reversal

        public static let allCases: [Intent] =
            [.constant, .accelerating] + [10, 20, 30, 40, 50, 60].map { .braking(percent: $0) } + [
                .stopAndGo, .reversal,
            ]
    }

    public let intent: Intent
    /// Points per second to the right.
    public let speed: Double
    /// Seconds.
    public let duration: Double

    public init(_ intent: Intent, _ random: inout SplitMix64) {
        self.intent = intent
        speed = random.fraction(in: 300...6000)
        duration = random.fraction(in: 0.15...0.25)
    }

    /// What a device of 60 to 240 Hz sends of it, with stamps up to a millisecond off and a sensor's noise.
    public func trace(rate: Double, _ random: inout SplitMix64) -> Trace {
        var trace = Trace()
        let count = Int(duration * rate)
        let first = duration - Double(count) / rate
        for index in 0...count {
            let time = first + Double(index) / rate
            let stamp = 1_000_000 + Int64((time * 1e6 + random.fraction(in: -1000...1000)).rounded())
            let noise = Vector(dx: random.normal(), dy: random.normal()) * Sampling.sensorNoise
            let position = Point(x: 1000 + position(at: time), y: 1000) + noise
            trace.append(Trace.Sample(time: Timestamp(microseconds: stamp), position: position))
        }
        trace.lift = trace.samples.last.map { $0.time + Microseconds(Int64(1e6 / rate)) }
        return trace
    }

    private static let brake = 0.04
    private static let rest = 0.06

    /// Points from the touch.
    private func position(at time: Double) -> Double {
        let left = duration - time
        switch intent {
        case .constant: return speed * time
        case .accelerating: return speed * time * time / (2 * duration)
        case .braking(let percent):
            let braked = max(0, Self.brake - left)
            return speed * (time - Double(percent) / 100 * braked * braked / (2 * Self.brake))
        case .stopAndGo:
            let (stop, go) = (duration - 2 * Self.rest, duration - Self.rest)
            return speed * (min(time, stop) + max(0, time - go))
        case .reversal:
            let turn = duration - Self.rest
            return speed * (max(0, time - turn) - min(time, turn))
        }
    }
}

extension Fling.Intent: CustomStringConvertible {
    public var description: String {
        switch self {
        case .constant: "constant"
        case .accelerating: "accelerating"
        case .braking(let percent): "braking by \(percent) %"
        case .stopAndGo: "stop and go"
        case .reversal: "reversal"
        }
    }
}

/// How far the velocities at the lift exceed the intended speed, or fall short of it.
public struct Overshoot: Sendable {
    private var shares: [Double] = []

    public init() {}

    public mutating func add(_ velocity: Vector, of fling: Fling) { shares.append(velocity.dx / fling.speed - 1) }

    /// The least share of the intended speed that `part` of the flings do not exceed; below 0 they fall short.
    public func share(_ part: Double) -> Double {
        guard !shares.isEmpty else { return .nan }
        let rank = Int((part * Double(shares.count)).rounded(.up))
        return shares.sorted()[min(max(rank, 1), shares.count) - 1]
    }
}
