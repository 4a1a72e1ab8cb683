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

    /// The velocity that a fling starts with: ``lsq2(horizon:)``, bounded so that it never reverses a motion.
    ///
    /// People brake as they lift a finger from a flick. What they mean is the speed of the stroke, which the evenly weighted
    /// 100 ms keep, and not that of its last instant. On an axis along which that parabola turns back, the stroke was no
    /// parabola, and its last instant is the better guess. Zero would make a diagonal flick a straight one.
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

    /// The time constant in seconds of the weights of squared residuals; that of the residuals themselves is twice as long.
    ///
    /// A longer one lags behind flings: their median error is 11 % with this one and 16 % with twice that constant. A
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

extension VelocityHistory {
    /// Android's and Flutter's estimator: the slope, at the newest sample, of the parabola with the least squared error
    /// over the samples within `horizon`; of a line through two; zero for one.
    ///
    /// Unchanged, with its known defect: the velocity of a motion that only slows down can be reversed
    /// (flutter/flutter#126051). ``weightedLSQ2(horizon:)`` does not have it.
    mutating func lsq2(horizon: Microseconds) -> Vector {
        quadraticSlope(within: horizon) { _ in 1 }
    }

    /// Points per second: the slope, at the newest sample, of the parabola fitted to the samples at most `horizon` older,
    /// each weighted by its age in seconds.
    @inline(__always)
    mutating func quadraticSlope(within horizon: Microseconds, weight: (_ age: Double) -> Double) -> Vector {
        sums(within: horizon, weight: weight)?.slopeAtNewest() ?? .zero
    }

    /// Sums over the samples at most `horizon` older than the newest; nil if there are none.
    @inline(__always)
    mutating func sums(within horizon: Microseconds, weight: (_ age: Double) -> Double) -> WeightedSums? {
        guard let newest else { return nil }
        var sums = WeightedSums()
        var step: Vector?
        for back in 0..<count {
            let sample = self[back]
            let age = newest.time - sample.time
            if age > horizon { break }
            if let step { sums.add(step: step) }
            step = sample.step
            // Not `age.seconds`: it is infinite for the longest times, and a sum of infinities may be NaN.
            let seconds = Double(age.count) / 1_000_000
            sums.add(-seconds, sample.position - newest.position, weight: weight(seconds))
        }
        return sums
    }
}

/// Weighted sums of powers of time t and offset y, both relative to the newest sample: seconds and points.
struct WeightedSums {
    private var one = 0.0
    private var t = 0.0
    private var tt = 0.0
    private var ttt = 0.0
    private var tttt = 0.0
    private var y = Vector(dx: 0, dy: 0)
    private var ty = Vector(dx: 0, dy: 0)
    private var tty = Vector(dx: 0, dy: 0)
    private var yy = 0.0
    /// The fastest step from sample to sample in each direction, in points per second; at least zero.
    private(set) var fastest = (negative: Vector.zero, positive: Vector.zero)

    @inline(__always)
    mutating func add(step: Vector) {
        fastest.negative = Vector(dx: min(fastest.negative.dx, step.dx), dy: min(fastest.negative.dy, step.dy))
        fastest.positive = Vector(dx: max(fastest.positive.dx, step.dx), dy: max(fastest.positive.dy, step.dy))
    }

    @inline(__always)
    mutating func add(_ time: Double, _ offset: Vector, weight: Double) {
        let (wt, wtt) = (weight * time, weight * time * time)
        one += weight
        t += wt
        tt += wtt
        ttt += wtt * time
        tttt += wtt * time * time
        y = y + offset * weight
        ty = ty + offset * wt
        tty = tty + offset * wtt
        yy += offset.squared * weight
    }

    /// b of y = a + b t + c t^2: the derivative at t = 0, by the normal equations with a eliminated.
    ///
    /// A line if the determinant is only rounding error: there are two samples, or all but two have almost no weight.
    func slopeAtNewest() -> Vector {
        let tt0 = tt - t * t / one
        let ttt0 = ttt - t * tt / one
        let tttt0 = tttt - tt * tt / one
        let ty0 = ty - y * (t / one)
        guard tt0 > 0 else { return .zero }
        let determinant = tt0 * tttt0 - ttt0 * ttt0
        guard determinant > 1e-12 * tt0 * tttt0 else { return ty0 / tt0 }
        let tty0 = tty - y * (tt / one)
        return (ty0 * tttt0 - tty0 * ttt0) / determinant
    }

    /// The line's slope, plus a share of the change that a parabola makes to it. The share is the part of the line's squared
    /// error that the parabola removes (the coefficient of partial determination): near 1 if the samples lie on a parabola,
    /// near 0 if they only scatter.
    func explainedSlopeAtNewest() -> Vector {
        let tt0 = tt - t * t / one
        let ty0 = ty - y * (t / one)
        guard tt0 > 0 else { return .zero }
        let line = ty0 / tt0
        // The rest of t^2 and of y * t^2 that a line does not explain.
        let skew = (ttt - t * tt / one) / tt0
        let tttt0 = tttt - tt * tt / one
        let tttt1 = tttt0 - skew * skew * tt0
        guard tttt1 > 1e-12 * tttt0 else { return line }
        let tty1 = tty - y * (tt / one) - ty0 * skew
        let explained = tty1.squared / tttt1
        let error = yy - y.squared / one - ty0.squared / tt0
        guard explained > 0 else { return line }
        // At most 1: rounding could make it more.
        return line - tty1 * (skew / tttt1 * min(explained / error.magnitude, 1))
    }
}

extension Vector {
    fileprivate var squared: Double { dx * dx + dy * dy }
}
