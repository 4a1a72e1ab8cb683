internal import RealModule

/// A damped spring that moves a value to its target. SwiftUI's `Spring`, with its parameters and defaults.
///
/// A spring is described by duration and bounce, by response and damping ratio, by physical constants, or by its
/// settling time. All of these can be read from every spring. Times are seconds; lengths have the unit of the animated
/// value.
///
/// A number outside the range that a parameter states, or one that is infinite or NaN, is a programming error and traps
/// with a message that names the number. SwiftUI accepts some such numbers and returns springs with growing oscillations.
public struct Spring: Hashable, Sendable {
    /// The stiffness as a time in seconds: the period of the undamped spring. A spring with a response of 0 is at its
    /// target at once.
    public let response: Double

    /// The damping as a fraction of the critical damping: below 1 the spring oscillates, at 1 or more it does not.
    public let dampingRatio: Double

    /// The mass at the spring's end. It changes ``stiffness``, ``damping`` and ``force(target:position:velocity:)``,
    /// but no motion.
    public let mass: Double

    /// - Parameters:
    ///   - response: Seconds; 0 or more.
    ///   - dampingRatio: 0 (oscillates forever) or more.
    public init(response: Double, dampingRatio: Double) {
        self.init(response: response, dampingRatio: dampingRatio, mass: 1)
    }

    private init(response: Double, dampingRatio: Double, mass: Double) {
        requireNotNegative(response, "a spring's response or duration", "s")
        requireNotNegative(dampingRatio, "a spring's damping ratio")
        self.response = response
        self.dampingRatio = dampingRatio
        self.mass = mass
    }

    /// - Parameters:
    ///   - duration: The perceived duration in seconds; 0 or more. It equals the ``response``. For a small bounce,
    ///     about 99 % of the change is complete after this time. For a large bounce, it is about the period.
    ///   - bounce: Above -1 and at most 1. 0 is critically damped, 1 oscillates forever, below 0 is overdamped.
    public init(duration: Double = 0.5, bounce: Double = 0) {
        precondition(bounce > -1 && bounce <= 1, "a spring's bounce must be above -1 and at most 1, not \(bounce)")
        self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    }

    /// - Parameters:
    ///   - mass: The mass of the object at the spring's end; above 0.
    ///   - stiffness: The force per unit of displacement; above 0.
    ///   - damping: The force per unit of velocity; 0 (oscillates forever) or more.
    ///   - allowOverDamping: False, SwiftUI's default, limits the damping to the critical damping.
    public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {
        requirePositive(mass, "a spring's mass")
        requirePositive(stiffness, "a spring's stiffness")
        requireNotNegative(damping, "a spring's damping")
        let ratio = damping / (2 * mass.squareRoot() * stiffness.squareRoot())
        self.init(
            response: 2 * .pi * mass.squareRoot() / stiffness.squareRoot(),
            dampingRatio: allowOverDamping ? ratio : min(ratio, 1), mass: mass)
    }

    func with(response: Double) -> Spring { Spring(response: response, dampingRatio: dampingRatio, mass: mass) }

    /// The perceived duration in seconds: the ``response``.
    public var duration: Double { response }

    /// 0 for a critically damped spring, up to 1 for one that oscillates forever, below 0 for an overdamped one.
    public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

    /// The force per unit of displacement; infinite for a response of 0.
    public var stiffness: Double { mass * angularFrequency * angularFrequency }

    /// The force per unit of velocity; infinite for a response of 0 with a damping ratio above 0.
    public var damping: Double { dampingRatio == 0 ? 0 : 2 * mass * dampingRatio * angularFrequency }

    /// ω₀ of the undamped spring, in radians per second.
    var angularFrequency: Double { 2 * .pi / response }

    /// The decay rate of the oscillation, per second: ζω₀.
    var decay: Double { dampingRatio == 0 ? 0 : dampingRatio * angularFrequency }

    /// ω of the damped oscillation, in radians per second; for an overdamped spring, half the difference of its two
    /// decay rates. The product (1 − ζ)(1 + ζ) is 1 − ζ² without cancellation near 1.
    var dampedFrequency: Double {
        angularFrequency * abs((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
    }

    /// The slower of an overdamped spring's two decay rates, per second: ζω₀ − ω, without the cancellation of that
    /// difference.
    var slowDecay: Double { angularFrequency / (decay + dampedFrequency) * angularFrequency }

    /// True if the spring is at its target at once: its response is 0, or so short that ω₀² overflows.
    var isInstant: Bool { !(angularFrequency * angularFrequency).isFinite }
}

extension Spring {
    /// 0.5 s, no bounce.
    public static var smooth: Spring { smooth() }
    /// 0.5 s, a bounce of 0.15.
    public static var snappy: Spring { snappy() }
    /// 0.5 s, a bounce of 0.3.
    public static var bouncy: Spring { bouncy() }

    /// - Parameters:
    ///   - duration: The perceived duration in seconds; 0 or more.
    ///   - extraBounce: The bounce; above -1 and at most 1.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: extraBounce)
    }

    /// - Parameters:
    ///   - duration: The perceived duration in seconds; 0 or more.
    ///   - extraBounce: Added to a bounce of 0.15; the sum must be above -1 and at most 1.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// - Parameters:
    ///   - duration: The perceived duration in seconds; 0 or more.
    ///   - extraBounce: Added to a bounce of 0.3; the sum must be above -1 and at most 1.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: 0.3 + extraBounce)
    }
}

extension Spring {
    /// Returns the position of a value that is released at zero and moves to `target`.
    ///
    /// - Parameters:
    ///   - target: The distance to the target.
    ///   - initialVelocity: The velocity at the release, per second.
    ///   - time: Seconds since the release; a negative time returns zero. NaN and infinity trap.
    public func value<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
        let response = SpringResponse(self, at: time)
        return target.scaled(by: 1 - response.displacement) + initialVelocity.scaled(by: response.impulse)
    }

    /// Returns the velocity, per second, of a value that is released at zero. See
    /// ``value(target:initialVelocity:time:)``.
    public func velocity<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
        let response = SpringResponse(self, at: time)
        return target.scaled(by: -response.displacementRate) + initialVelocity.scaled(by: response.impulseRate)
    }

    /// Advances a value and its velocity by `deltaTime` seconds. The step is exact: many small steps and one large step
    /// have the same result.
    public func update<V: VectorArithmetic>(value: inout V, velocity: inout V, target: V, deltaTime: Double) {
        let response = SpringResponse(self, at: deltaTime)
        let distance = target - value
        value += distance.scaled(by: 1 - response.displacement) + velocity.scaled(by: response.impulse)
        velocity = distance.scaled(by: -response.displacementRate) + velocity.scaled(by: response.impulseRate)
    }

    /// Returns the force on the object at the spring's end: `stiffness · (target − position) − damping · velocity`.
    ///
    /// - Precondition: The force is finite; for a response of 0 it is not.
    public func force<V: VectorArithmetic>(target: V, position: V, velocity: V) -> V {
        precondition(!isInstant, "a spring with a response of \(response) s has no finite force")
        return (target - position).scaled(by: stiffness) - velocity.scaled(by: damping)
    }

    /// Returns the position of a value that is released at `fromValue` and moves to `toValue`.
    public func value<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
        var shown = fromValue
        shown.animatableData += value(
            target: toValue.animatableData - fromValue.animatableData,
            initialVelocity: initialVelocity.animatableData, time: time)
        return shown
    }

    /// Returns the velocity, per second, of a value that is released at `fromValue` towards `toValue`.
    public func velocity<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
        var result = fromValue
        result.animatableData = velocity(
            target: toValue.animatableData - fromValue.animatableData,
            initialVelocity: initialVelocity.animatableData, time: time)
        return result
    }

    /// Returns the force on a value at `position`. Parts of the result that are not animated come from `fromValue`.
    public func force<V: Animatable>(fromValue: V, toValue: V, position: V, velocity: V) -> V {
        var result = fromValue
        result.animatableData = force(
            target: toValue.animatableData, position: position.animatableData, velocity: velocity.animatableData)
        return result
    }
}

extension Spring {
    /// Seconds until a motion of one unit from rest stays within 0.001 of its end; infinite for an undamped spring.
    public var settlingDuration: Double { settlingDuration(target: 1.0) }

    /// Returns the seconds until the value stays within `epsilon` of `target`; infinity for an undamped spring.
    ///
    /// SwiftUI's closed form is `ln((|D·d − v| + |D|) / ε) / d` with the distance D, the decay d, the initial velocity
    /// v and the threshold ε. It adds lengths to speeds, and returns too short a time for springs with a decay below 1
    /// per second and for most overdamped springs. This function returns the larger of the closed form and the time at
    /// which the motion's envelope falls below `epsilon`.
    ///
    /// - Parameters:
    ///   - target: The distance to the target. NaN traps. For a distance that is too large to square, the result is
    ///     infinity.
    ///   - initialVelocity: The velocity at the release, per second. NaN traps.
    ///   - epsilon: In the unit of the value; above 0, anything else traps.
    public func settlingDuration<V: VectorArithmetic>(
        target: V, initialVelocity: V = .zero, epsilon: Double = 0.001
    ) -> Double {
        requirePositive(epsilon, "a settling threshold")
        precondition(
            !target.magnitudeSquared.isNaN && !initialVelocity.magnitudeSquared.isNaN,
            "a spring's target and initial velocity must be numbers, not \(target) and \(initialVelocity)")
        guard !isInstant else { return 0 }
        let drive = (target.scaled(by: decay) - initialVelocity).magnitude
        let envelope = SpringEnvelope(spring: self, distance: target.magnitude, drive: drive)
        guard dampingRatio > 0 else { return envelope.end(epsilon) }
        return max(0, .log((drive + target.magnitude) / epsilon) / decay, envelope.end(epsilon))
    }

    /// Returns ``settlingDuration(target:initialVelocity:epsilon:)`` for the distance from `fromValue` to `toValue`.
    public func settlingDuration<V: Animatable>(
        fromValue: V, toValue: V, initialVelocity: V, epsilon: Double = 0.001
    ) -> Double {
        settlingDuration(
            target: toValue.animatableData - fromValue.animatableData,
            initialVelocity: initialVelocity.animatableData, epsilon: epsilon)
    }

    /// Creates the spring with a given settling time: the inverse of
    /// ``settlingDuration(target:initialVelocity:epsilon:)`` for one unit from rest. In SwiftUI this initialiser is not
    /// an exact inverse, because SwiftUI uses another envelope here and limits the time to 0.01...10 s.
    ///
    /// - Parameters:
    ///   - settlingDuration: Seconds; above 0.
    ///   - dampingRatio: Above 0, because an undamped spring never settles.
    ///   - epsilon: As a fraction of the motion; above 0 and below 1.
    public init(settlingDuration: Double, dampingRatio: Double, epsilon: Double = 0.001) {
        requirePositive(settlingDuration, "a spring's settling duration", "s")
        requirePositive(dampingRatio, "the damping ratio of a spring that settles")
        precondition(epsilon > 0 && epsilon < 1, "a settling threshold must be above 0 and below 1, not \(epsilon)")
        // The envelope's time is exactly proportional to the response; the closed form is solved for the decay.
        let unit = Spring(response: 1, dampingRatio: dampingRatio)
        let unitEnd = SpringEnvelope(spring: unit, distance: 1, drive: unit.decay).end(epsilon)
        let decay = lastCrossing(from: 0, scale: 1 / settlingDuration) { decay in
            .log((decay + 1) / epsilon) - decay * settlingDuration
        }
        self.init(
            response: min(settlingDuration / unitEnd, 2 * .pi * dampingRatio / decay), dampingRatio: dampingRatio)
    }
}
