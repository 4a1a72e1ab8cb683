internal import RealModule

extension Spring {
    /// Seconds until a motion of one unit from rest stays within 0.001 of its end; infinite for an undamped spring.
    public var settlingDuration: Double { settlingDuration(target: 1.0) }

    /// Seconds until the value stays within `epsilon` of `target`; infinite for an undamped spring.
    ///
    /// SwiftUI's closed form is `ln((|D·d − v| + |D|) / ε) / d` with the decay d. It adds lengths to speeds, and returns too
    /// short a time for springs with a decay below 1 per second and for most overdamped springs. This returns the larger of
    /// the closed form and the time at which the motion's envelope falls below `epsilon`.
    ///
    /// - Parameters:
    ///   - target: the distance to the target. NaN traps. A distance too large to square returns infinity.
    ///   - initialVelocity: the velocity at the release, per second. NaN traps.
    ///   - epsilon: in the unit of the value; above 0, anything else traps.
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

    /// ``settlingDuration(target:initialVelocity:epsilon:)`` for the distance from `fromValue` to `toValue`.
    public func settlingDuration<V: Animatable>(
        fromValue: V, toValue: V, initialVelocity: V, epsilon: Double = 0.001
    ) -> Double {
        settlingDuration(
            target: toValue.animatableData - fromValue.animatableData,
            initialVelocity: initialVelocity.animatableData, epsilon: epsilon)
    }

    /// The spring with a given settling time: the inverse of ``settlingDuration(target:initialVelocity:epsilon:)`` for one
    /// unit from rest. SwiftUI's uses a different envelope here than there, and limits the time to 0.01...10 s.
    ///
    /// - Parameters:
    ///   - settlingDuration: seconds; above 0.
    ///   - dampingRatio: above 0, because an undamped spring never settles.
    ///   - epsilon: as a fraction of the motion; above 0 and below 1.
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

/// An upper bound of the distance between a spring's value and its target, which falls to 0 after at most one maximum.
///
/// It bounds `D · swing + B · impulse`, where D is the distance at the release and B the drive `|D·d − v|`.
private struct SpringEnvelope {
    /// Not instant.
    let spring: Spring
    let distance: Double
    let drive: Double

    /// Seconds after which the bound stays below `epsilon`.
    func end(_ epsilon: Double) -> Double {
        guard distance > 0 || drive > 0 else { return 0 }
        guard spring.dampingRatio < 1 else {
            return end(epsilon, rate: rate, maximum: maximum, bound: boundWithoutOscillation)
        }
        // Near the critical ratio the oscillation is so slow that its amplitude is far too large a bound; there the
        // straight line is the better one.
        let ratio = drive / spring.dampedFrequency
        let amplitude = (distance * distance + ratio * ratio).squareRoot()
        guard spring.dampingRatio > 0 else { return amplitude <= epsilon ? 0 : .infinity }
        return min(
            max(0, .log(amplitude / epsilon) / spring.decay),
            end(epsilon, rate: spring.decay, maximum: maximumOfLine) { distance + drive * $0 })
    }

    private func end(_ epsilon: Double, rate: Double, maximum: Double, bound: (Double) -> Double) -> Double {
        func excess(_ time: Double) -> Double { .log(bound(time) / epsilon) - rate * time }
        return excess(maximum) <= 0 ? 0 : lastCrossing(from: maximum, scale: 1 / rate, of: excess)
    }

    /// The slowest decay rate, per second.
    private var rate: Double { spring.dampingRatio > 1 ? spring.slowDecay : spring.decay }

    /// The factor of that decay: a straight line for a critical spring, two exponentials for an overdamped one.
    private func boundWithoutOscillation(_ time: Double) -> Double {
        guard spring.dampingRatio > 1 else { return distance + drive * time }
        let lost = -Double.expMinusOne(-2 * spring.dampedFrequency * time)
        return distance * (2 - lost) / 2 + drive * lost / (2 * spring.dampedFrequency)
    }

    /// The time in seconds at which the bound is largest.
    private var maximum: Double {
        guard spring.dampingRatio > 1 else { return maximumOfLine }
        let (slow, ratio) = (spring.slowDecay, drive / spring.dampedFrequency)
        let fast = slow + 2 * spring.dampedFrequency
        let growth = (fast * (ratio - distance)) / (slow * (ratio + distance))
        return growth > 1 ? .log(growth) / (2 * spring.dampedFrequency) : 0
    }

    private var maximumOfLine: Double { drive > 0 ? max(0, 1 / spring.decay - distance / drive) : 0 }
}

/// The point at which `excess` falls below 0, rounded up. `excess` must be above 0 at `start` and have one zero after it.
private func lastCrossing(from start: Double, scale: Double, of excess: (Double) -> Double) -> Double {
    var (low, high) = (start, start + scale)
    while excess(high) > 0 { (low, high) = (high, high * 2) }
    while true {
        let middle = low + (high - low) / 2
        guard low < middle && middle < high else { return high }
        if excess(middle) > 0 { low = middle } else { high = middle }
    }
}
