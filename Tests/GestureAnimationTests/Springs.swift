import GestureAnimation
import Strokes

extension SplitMix64 {
    /// Springs of every regime, with critical and nearly critical damping more often than by chance.
    mutating func spring(minimumDamping: Double = 0) -> Spring {
        let response = number(in: 0.05...3)
        let ratio =
            switch next() % 6 {
            case 0: 1.0
            case 1: 1 + (fraction() - 0.5) * 1e-9
            case 2: number(in: 1...6)
            default: number(in: max(minimumDamping, 0.02)...1)
            }
        return Spring(response: response, dampingRatio: max(ratio, minimumDamping))
    }
}

/// The spring's equation, integrated with the classical fourth-order Runge-Kutta method in steps so small that only
/// rounding errors remain. Independent of the closed forms.
func integrated(
    target: Double, velocity: Double, stiffness: Double, damping: Double, mass: Double = 1, time: Double
) -> (value: Double, velocity: Double) {
    let fastest = max(damping / mass, (stiffness / mass).squareRoot())
    let steps = max(1, Int((time * fastest * 100).rounded(.up)))
    let step = time / Double(steps)
    func acceleration(_ x: Double, _ v: Double) -> Double { (stiffness * (target - x) - damping * v) / mass }
    var (x, v) = (0.0, velocity)
    for _ in 0..<steps {
        let (x1, v1) = (v, acceleration(x, v))
        let (x2, v2) = (v + step / 2 * v1, acceleration(x + step / 2 * x1, v + step / 2 * v1))
        let (x3, v3) = (v + step / 2 * v2, acceleration(x + step / 2 * x2, v + step / 2 * v2))
        let (x4, v4) = (v + step * v3, acceleration(x + step * x3, v + step * v3))
        x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
        v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    return (x, v)
}
