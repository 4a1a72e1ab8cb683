internal import RealModule

extension Spring {
    /// Seconds until a motion of one unit from rest stays within 0.001 of its end; infinite for an undamped spring.
    public var settlingDuration: Double { settlingDuration(target: 1.0) }

    /// Seconds after which the value stays within `epsilon` of `target`; infinite for an undamped spring.
    ///
    /// SwiftUI's closed form, `ln((|D·d − v| + |D|) / ε) / d` with the decay d, adds lengths to speeds. It ends too
    /// early for springs that decay slower than once a second and for most overdamped ones; there the time of the
    /// motion's own envelope is the later one, and is the answer.
    ///
    /// - Parameters:
    ///   - target: the way from where the value is released. NaN traps, here and in `initialVelocity`. What is too large to
    ///     square settles never.
    ///   - initialVelocity: at the release, per second.
    ///   - epsilon: in the value's own unit; above 0, anything else traps.
    public func settlingDuration<V: VectorArithmetic>(
        target: V, initialVelocity: V = .zero, epsilon: Double = 0.001
    ) -> Double {
        precondition(epsilon > 0 && epsilon.isFinite, "a settling threshold is above 0, not \(epsilon)")
        precondition(
            !target.magnitudeSquared.isNaN && !initialVelocity.magnitudeSquared.isNaN,
            "a spring settles from a way and a velocity that are numbers, not from \(target) and \(initialVelocity)")
        guard !isInstant else { return 0 }
        let drive = (target.scaled(by: decay) - initialVelocity).magnitude
        let envelope = SpringEnvelope(self, distance: target.magnitude, drive: drive)
        guard dampingRatio > 0 else { return envelope.end(epsilon) }
        return max(0, .log((drive + target.magnitude) / epsilon) / decay, envelope.end(epsilon))
    }

    /// The spring that settles in a given time: the inverse of ``settlingDuration(target:initialVelocity:epsilon:)``
    /// for one unit from rest. SwiftUI's uses another envelope here than there, and limits the time to 0.01 to 10 s.
    ///
    /// - Parameters:
    ///   - settlingDuration: seconds; above 0.
    ///   - dampingRatio: above 0, since an undamped spring never settles.
    ///   - epsilon: as a fraction of the motion; above 0 and below 1.
    public init(settlingDuration: Double, dampingRatio: Double, epsilon: Double = 0.001) {
        precondition(
            settlingDuration > 0 && settlingDuration.isFinite,
            "a spring settles in more than 0 s and a finite time, not \(settlingDuration)")
        precondition(
            dampingRatio > 0 && dampingRatio.isFinite,
            "a spring that settles has a damping ratio above 0, not \(dampingRatio)")
        precondition(epsilon > 0 && epsilon < 1, "a settling threshold is above 0 and below 1, not \(epsilon)")
        // The envelope's time is exactly proportional to the response; the closed form's is solved for the decay.
        let unit = Spring(response: 1, dampingRatio: dampingRatio)
        let unitEnd = SpringEnvelope(unit, distance: 1, drive: unit.decay).end(epsilon)
        let decay = lastCrossing(from: 0, scale: 1 / settlingDuration) { decay in
            .log((decay + 1) / epsilon) - decay * settlingDuration
        }
        self.init(
            response: min(settlingDuration / unitEnd, 2 * .pi * dampingRatio / decay), dampingRatio: dampingRatio)
    }
}
