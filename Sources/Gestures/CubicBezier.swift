/// A cubic Bézier from (0, 0) to (1, 1), read as a function of x. The control points' x lie in 0...1, so that there is
/// one y for every x.
struct CubicBezier {
    var start: UnitPoint
    var end: UnitPoint

    func y(atX x: Double) -> Double { Self.component(start.y, end.y, at: parameter(atX: x)) }

    /// dy/dx. Where the curve stands upright it is infinite, and so steep a number here that it changes nothing.
    func slope(atX x: Double) -> Double {
        // At an end both derivatives vanish when the control point lies on it; just inside, their quotient is right.
        let parameter = min(max(parameter(atX: x), 1e-6), 1 - 1e-6)
        let run = Self.derivative(start.x, end.x, at: parameter)
        return Self.derivative(start.y, end.y, at: parameter) / max(run, 1e-9)
    }

    /// Newton's steps where they stay inside the bracket, halving it where they do not: flat stretches of x, as of
    /// control points (1, _) and (0, _), throw a bare Newton out of the curve.
    private func parameter(atX x: Double) -> Double {
        var (low, high, guess) = (0.0, 1.0, x)
        for _ in 0..<60 {
            let error = Self.component(start.x, end.x, at: guess) - x
            guard abs(error) > 1e-15 else { break }
            if error < 0 { low = guess } else { high = guess }
            let step = guess - error / Self.derivative(start.x, end.x, at: guess)
            guess = low < step && step < high ? step : low + (high - low) / 2
        }
        return guess
    }

    private static func component(_ start: Double, _ end: Double, at s: Double) -> Double {
        let rest = 1 - s
        return s * (3 * rest * (rest * start + s * end) + s * s)
    }

    private static func derivative(_ start: Double, _ end: Double, at s: Double) -> Double {
        let rest = 1 - s
        return 3 * (rest * rest * start + 2 * rest * s * (end - start) + s * s * (1 - end))
    }
}
