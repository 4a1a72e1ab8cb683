internal import GestureModel

extension VelocityHistory {
    /// The default: ``lsq2(horizon:)`` with weights e^(-age / 20 ms), which follows a hand that speeds up or brakes within
    /// half the error, and bounded so that it never reverses a motion.
    func weightedLSQ2(horizon: Microseconds) -> Vector {
        let n = count(within: horizon)
        let slope = quadraticSlope(ofNewest: n) { age in decay(age / Self.timeConstant) }
        return bounded(slope, ofNewest: n)
    }

    /// Seconds. 20 to 30 ms did best on recorded strokes, and 20 ms still resists timestamps that jitter by 1 ms.
    private static let timeConstant = 0.020

    /// Each component, but at most twice the fastest step in its own direction; zero when no step went that way.
    ///
    /// A parabola through a fling that stops turns back after its last sample: a speed backwards that nobody moved
    /// (flutter/flutter#126051). Twice is what a true motion can need: under constant acceleration from rest, the speed at
    /// the end of a step is twice the step's mean, and less in every later step.
    private func bounded(_ slope: Vector, ofNewest n: Int) -> Vector {
        var fastest = Vector.zero
        for back in 1..<max(n, 1) {
            let (to, from) = (self[back - 1], self[back])
            let step = (to.position - from.position) / (to.time - from.time).seconds
            fastest.dx = max(fastest.dx, slope.dx < 0 ? -step.dx : step.dx)
            fastest.dy = max(fastest.dy, slope.dy < 0 ? -step.dy : step.dy)
        }
        return Vector(
            dx: min(max(slope.dx, -2 * fastest.dx), 2 * fastest.dx),
            dy: min(max(slope.dy, -2 * fastest.dy), 2 * fastest.dy))
    }
}

/// e^-t for t >= 0, to 3e-8 of its value up to t = 5 (the horizon), and falling to 0 beyond; the standard library has none.
///
/// The 64th root by its series, squared six times. As a reciprocal every term is positive: no t can make it negative or
/// turn it around.
@inline(__always)
func decay(_ t: Double) -> Double {
    let r = t / 64
    let root = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r / 120))))
    let p4 = (root * root) * (root * root)
    let p16 = (p4 * p4) * (p4 * p4)
    return 1 / ((p16 * p16) * (p16 * p16))
}
