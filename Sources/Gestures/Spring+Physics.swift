extension Spring {
    /// - Parameters:
    ///   - mass: of the object at the spring's end; above 0.
    ///   - stiffness: the force that a displacement of one unit makes; above 0.
    ///   - damping: the force that a velocity of one unit a second makes; 0 (swings for ever) or more.
    ///   - allowOverDamping: false takes a damping beyond the critical for the critical, as SwiftUI does by default.
    public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {
        precondition(mass > 0 && mass.isFinite, "a spring's mass is above 0, not \(mass)")
        precondition(stiffness > 0 && stiffness.isFinite, "a spring's stiffness is above 0, not \(stiffness)")
        precondition(damping >= 0 && damping.isFinite, "a spring's damping is 0 or more, not \(damping)")
        let ratio = damping / (2 * mass.squareRoot() * stiffness.squareRoot())
        self.init(
            response: 2 * .pi * mass.squareRoot() / stiffness.squareRoot(),
            dampingRatio: allowOverDamping ? ratio : min(ratio, 1), mass: mass)
    }

    /// The force that a displacement of one unit makes; infinite for a response of 0.
    public var stiffness: Double { mass * angularFrequency * angularFrequency }

    /// The force that a velocity of one unit a second makes; infinite for a response of 0 with any drag.
    public var damping: Double { dampingRatio == 0 ? 0 : 2 * mass * dampingRatio * angularFrequency }

    /// Of the undamped spring, in radians per second: ω₀.
    var angularFrequency: Double { 2 * .pi / response }

    /// How fast the swings shrink, per second: ζω₀.
    var decay: Double { dampingRatio == 0 ? 0 : dampingRatio * angularFrequency }

    /// Of the damped swing, in radians per second; for an overdamped spring, half of how far its two rates of decay lie
    /// apart. The product is 1 − ζ² without its loss of digits near 1.
    var dampedFrequency: Double {
        angularFrequency * abs((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
    }

    /// Whether it reaches its target in no time: a response of 0, or one so short that its square cannot be told from 0.
    var isInstant: Bool { !(angularFrequency * angularFrequency).isFinite }
}
