internal import GestureModel

extension VelocityHistory {
    /// The default: a line fitted with residuals weighted by e^(-age / 20 ms), bent towards the parabola as far as the
    /// samples support it, and bounded so that it never reverses a motion.
    ///
    /// The parabola follows a hand that accelerates or brakes. On samples that scatter (80 Hz touchpads, slow contacts) its
    /// curvature is mostly noise, and the line has the smaller error. A parabolic motion is estimated exactly.
    /// docs/VELOCITY.md has the figures.
    mutating func weightedLSQ2(horizon: Microseconds) -> Vector {
        sums(within: horizon) { age in decay(age / Self.timeConstant) }
            .map { bounded($0.explainedSlopeAtNewest(), by: $0.fastest) } ?? .zero
    }

    /// What a fling starts with: ``lsq2(horizon:)``, bounded so that it never reverses a motion.
    ///
    /// People brake as they lift a finger from a flick. What they mean is the speed of the stroke, which the evenly weighted
    /// 100 ms keep, and not that of its last instant. On an axis along which that parabola turns back the stroke did not have
    /// its shape, and the last instant is the better guess: zero would turn a flick that went both ways into one that went
    /// straight.
    mutating func fling(horizon: Microseconds) -> Vector {
        guard let sums = sums(within: horizon, weight: { _ in 1 }) else { return .zero }
        let slope = sums.slopeAtNewest()
        var fling = bounded(slope, by: sums.fastest)
        guard fling.dx == 0 && slope.dx != 0 || fling.dy == 0 && slope.dy != 0 else { return fling }
        let followed = weightedLSQ2(horizon: horizon)
        if fling.dx == 0 { fling.dx = followed.dx }
        if fling.dy == 0 { fling.dy = followed.dy }
        return fling
    }

    /// Seconds, for the weights of squared residuals; that of the residuals themselves is twice as long.
    ///
    /// A longer one lags behind flings: their median error is 11 % with this one and 16 % with twice as long a one. A
    /// shorter one follows noise and timestamps that jitter.
    private static let timeConstant = 0.010

    /// The slope, each component at most twice the fastest step in its own direction; zero if no step has that direction.
    ///
    /// A parabola through a fling that stops, or through a hesitant start, turns back before its last sample and yields a
    /// reverse velocity that no contact had (flutter/flutter#126051). A true motion can need a factor of two: under constant
    /// acceleration from rest, the speed at the end of a step is twice the step's mean, and less in every later step.
    private func bounded(_ slope: Vector, by fastest: (negative: Vector, positive: Vector)) -> Vector {
        // Adding zero turns -0 into 0.
        return Vector(
            dx: max(min(slope.dx, 2 * fastest.positive.dx), 2 * fastest.negative.dx) + 0,
            dy: max(min(slope.dy, 2 * fastest.positive.dy), 2 * fastest.negative.dy) + 0)
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
    mutating func swiftUI() -> Vector {
        guard count >= 2 else { return .zero }
        return count == 2 ? self[0].step : self[0].step * 0.25 + self[1].step * 0.75
    }
}
