internal import GestureModel

/// Weighted sums of powers of the time t in seconds and the offset y in points, both relative to the newest sample.
struct WeightedSums {
    private var count = 0
    private var one = 0.0
    private var t = 0.0
    private var tt = 0.0
    private var ttt = 0.0
    private var tttt = 0.0
    private var y = Vector(dx: 0, dy: 0)
    private var ty = Vector(dx: 0, dy: 0)
    private var tty = Vector(dx: 0, dy: 0)
    private var yy = 0.0
    /// From the oldest sample to the newest.
    private(set) var way = Vector.zero
    /// The fastest steps from sample to sample on each axis, in points per second: the most negative step (at most
    /// zero) and the most positive step (at least zero).
    private(set) var fastest = (negative: Vector.zero, positive: Vector.zero)

    @inline(__always)
    mutating func add(step: Vector) {
        fastest.negative = Vector(dx: min(fastest.negative.dx, step.dx), dy: min(fastest.negative.dy, step.dy))
        fastest.positive = Vector(dx: max(fastest.positive.dx, step.dx), dy: max(fastest.positive.dy, step.dy))
    }

    @inline(__always)
    mutating func add(_ time: Double, _ offset: Vector, weight: Double) {
        let (wt, wtt) = (weight * time, weight * time * time)
        count += 1
        one += weight
        t += wt
        tt += wtt
        ttt += wtt * time
        tttt += wtt * time * time
        y = y + offset * weight
        ty = ty + offset * wt
        tty = tty + offset * wtt
        yy += offset.squared * weight
        way = -offset
    }

    /// Returns `b` of `y = a + b t + c t²`, the derivative at t = 0. Solves the normal equations after eliminating `a`.
    ///
    /// Returns the slope of a line if the determinant is only rounding error: there are two samples, or all but two
    /// have almost no weight.
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

    /// Returns the line's slope, plus a share of the change that a parabola makes to this slope. The share is the power
    /// 2.25 of the part of the line's squared error that the parabola removes (the coefficient of partial
    /// determination): near 1 if the samples lie on a parabola, near 0 if they only scatter.
    ///
    /// Three samples always lie on a parabola, so that the part proves nothing: a third of the change is made.
    func explainedSlopeAtNewest() -> Vector {
        let tt0 = tt - t * t / one
        let ty0 = ty - y * (t / one)
        guard tt0 > 0 else { return .zero }
        let line = ty0 / tt0
        // The parts of t^2 and of y * t^2 that a line does not explain.
        let skew = (ttt - t * tt / one) / tt0
        let tttt0 = tttt - tt * tt / one
        let tttt1 = tttt0 - skew * skew * tt0
        guard tttt1 > 1e-12 * tttt0 else { return line }
        let tty1 = tty - y * (tt / one) - ty0 * skew
        let explained = tty1.squared / tttt1
        let error = yy - y.squared / one - ty0.squared / tt0
        guard explained > 0 else { return line }
        // Limited to 1, because rounding could exceed it.
        let part = min(explained / error.magnitude, 1)
        return line - tty1 * (skew / tttt1 * (count == 3 ? 1 / 3 : part * part * part.squareRoot().squareRoot()))
    }
}

extension Vector {
    fileprivate var squared: Double { dx * dx + dy * dy }
}

/// Returns e^-t for t >= 0. The relative error is at most 3e-8 up to t = 5 and 2e-6 up to t = 10 (the horizon). Beyond,
/// the result falls to 0.
///
/// RealModule's `Double.exp` calls the C library. The last bits of its result differ between versions, but the output
/// for recordings is compared byte by byte. This function is also inlined into the loop over the samples. The 64th root
/// of e^t is computed by its series and squared six times. All terms of the reciprocal are positive, so the result is
/// positive and decreasing for every t.
@inline(__always)
func decay(_ t: Double) -> Double {
    let r = t / 64
    let root = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r / 120))))
    let p4 = (root * root) * (root * root)
    let p16 = (p4 * p4) * (p4 * p4)
    return 1 / ((p16 * p16) * (p16 * p16))
}
