internal import GestureModel

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
    /// Of the steps from sample to sample, in points per second, the fastest each way; at least zero.
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

    /// The line's slope, plus a share of the change that a parabola makes to it. The share is that of the line's squared
    /// error which the parabola removes (the coefficient of partial determination): all of the change if the samples lie on
    /// a parabola, little of it if they only scatter.
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
