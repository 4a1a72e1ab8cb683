internal import RealModule

/// What a spring makes, after some time, of a displacement of 1 and of a velocity of 1 a second.
///
/// The equation is linear, so these four numbers move a value of any number of components.
struct SpringResponse {
    /// What is left of a displacement of 1, and how fast that changes, per second.
    var displacement = 1.0
    var displacementRate = 0.0
    /// How far a velocity of 1 a second has led, in seconds, and what is left of that velocity.
    var impulse = 0.0
    var impulseRate = 1.0

    /// - Parameter time: seconds since the release. Before it nothing has moved; SwiftUI runs its formula backwards
    ///   there, where it grows without bound.
    init(_ spring: Spring, at time: Double) {
        precondition(!time.isNaN, "a spring's time is a number of seconds, not NaN")
        guard time > 0 else { return }
        guard !spring.isInstant else {
            self = .atRest
            return
        }
        guard time.isFinite else {
            precondition(spring.dampingRatio > 0, "an undamped spring has no value at an infinite time")
            self = .atRest
            return
        }
        let (swing, impulse) = Self.swing(spring, at: time)
        let (frequency, decay) = (spring.angularFrequency, spring.decay)
        displacement = swing + decay * impulse
        displacementRate = -frequency * frequency * impulse
        self.impulse = impulse
        impulseRate = swing - decay * impulse
    }

    private init(atRest: Void) {
        (displacement, displacementRate, impulse, impulseRate) = (0, 0, 0, 0)
    }

    private static var atRest: SpringResponse { SpringResponse(atRest: ()) }

    /// The two solutions of the equation: the one that starts at 1 with the speed of the decay, and the one that starts
    /// at 0 with a speed of 1.
    private static func swing(_ spring: Spring, at time: Double) -> (Double, Double) {
        let (decay, frequency) = (spring.decay, spring.dampedFrequency)
        guard frequency * time > 0 else {
            let left = Double.exp(-decay * time)
            return (left, left * time)
        }
        guard spring.dampingRatio > 1 else {
            let left = Double.exp(-decay * time)
            return (left * .cos(frequency * time), left * .sin(frequency * time) / frequency)
        }
        // From the slow rate alone: cosh and sinh overflow long before their product with the decay does.
        let left = Double.exp(-spring.slowDecay * time)
        let lost = -Double.expMinusOne(-2 * frequency * time)
        return (left * (2 - lost) / 2, left * lost / (2 * frequency))
    }
}

extension Spring {
    /// The slower of an overdamped spring's two decays, per second: ζω₀ − ω, without the loss of digits of that
    /// difference.
    var slowDecay: Double { angularFrequency / (decay + dampedFrequency) * angularFrequency }
}
