internal import GestureModel

extension VelocityHistory {
    /// The default: a line fitted with residuals weighted by e^(-age / 20 ms), bent towards the parabola as far as the
    /// samples support it, and bounded so that it never reverses a motion.
    ///
    /// The parabola follows a hand that accelerates or brakes. On samples that scatter (80 Hz touchpads, slow contacts) its
    /// curvature is mostly noise, and the line has the smaller error. A parabolic motion is estimated exactly.
    /// docs/VELOCITY.md has the figures.
    func weightedLSQ2(horizon: Microseconds) -> Vector {
        let sums = sums(within: horizon) { age in decay(age / Self.timeConstant) }
        return bounded(sums?.explainedSlopeAtNewest() ?? .zero, within: horizon)
    }

    /// Seconds, for the weights of squared residuals; that of the residuals themselves is twice as long.
    ///
    /// A longer one lags behind flings: their median error is 11 % with this one and 16 % with twice as long a one. A
    /// shorter one follows noise and timestamps that jitter.
    private static let timeConstant = 0.010

    /// Each component, but at most twice the fastest step in its own direction; zero if no step has that direction.
    ///
    /// A parabola through a fling that stops, or through a hesitant start, turns back before its last sample and yields a
    /// reverse velocity that no contact had (flutter/flutter#126051). A true motion can need a factor of two: under constant
    /// acceleration from rest, the speed at the end of a step is twice the step's mean, and less in every later step.
    private func bounded(_ slope: Vector, within horizon: Microseconds) -> Vector {
        guard let newest else { return .zero }
        let (signX, signY) = (slope.dx < 0 ? -1.0 : 1.0, slope.dy < 0 ? -1.0 : 1.0)
        var to = newest
        var fastest = Vector(dx: 0, dy: 0)
        for back in 1..<max(count, 1) {
            let from = self[back]
            if newest.time - from.time > horizon { break }
            let step = (to.position - from.position) / (to.time - from.time).seconds
            fastest.dx = max(fastest.dx, step.dx * signX)
            fastest.dy = max(fastest.dy, step.dy * signY)
            to = from
        }
        // Adding zero turns -0 into 0.
        return Vector(
            dx: signX * min(slope.dx.magnitude, 2 * fastest.dx) + 0,
            dy: signY * min(slope.dy.magnitude, 2 * fastest.dy) + 0)
    }
}

/// e^-t for t >= 0, with a relative error of at most 3e-8 up to t = 5 and 2e-6 up to t = 10 (the horizon), falling to 0
/// beyond.
///
/// Not `Double.exp` of RealModule: that calls the C library, whose last bits differ between versions, and recordings are
/// compared byte by byte. It is also inlined into the loop over the samples. The 64th root is computed by its series and
/// squared six times. All terms of the reciprocal are positive, so the result is positive and decreasing for every t.
@inline(__always)
func decay(_ t: Double) -> Double {
    let r = t / 64
    let root = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r / 120))))
    let p4 = (root * root) * (root * root)
    let p16 = (p4 * p4) * (p4 * p4)
    return 1 / ((p16 * p16) * (p16 * p16))
}

extension VelocityHistory {
    /// SwiftUI's sampler: of the last three samples, a quarter of the newest difference and three quarters of the one
    /// before; of two, the difference; of one, zero.
    ///
    /// The newest has the smaller weight because it contains the lift: a finger rolls off as it lifts.
    func swiftUI() -> Vector {
        guard count >= 2 else { return .zero }
        let newest = difference(0)
        return count == 2 ? newest : newest * 0.25 + difference(1) * 0.75
    }

    private func difference(_ back: Int) -> Vector {
        let (to, from) = (self[back], self[back + 1])
        return (to.position - from.position) / (to.time - from.time).seconds
    }
}
