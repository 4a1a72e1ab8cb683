/// A timing curve from (0, 0) to (1, 1): maps the fraction of a duration to the fraction of a change. SwiftUI's type of
/// the same name.
///
/// Between its ends the output may leave 0...1: such a curve overshoots. (OpenSwiftUI does not clamp the `velocity`,
/// but it clamps the `value`, which removes the overshoot of a `timingCurve`.)
public struct UnitCurve: Hashable, Sendable {
    private enum Shape: Hashable {
        case linear, circularEaseIn, circularEaseOut, circularEaseInOut, circularEaseOutIn
        case bezier(CubicBezier)
    }

    private var shape: Shape

    private init(_ shape: Shape) { self.shape = shape }

    /// Constant speed: the output equals the input.
    public static let linear = UnitCurve(.linear)
    /// Starts slowly: control points (0.42, 0) and (1, 1).
    public static let easeIn = bezier(
        startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 1, y: 1))
    /// Ends slowly: control points (0, 0) and (0.58, 1).
    public static let easeOut = bezier(
        startControlPoint: UnitPoint(x: 0, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1))
    /// Starts and ends slowly: control points (0.42, 0) and (0.58, 1).
    public static let easeInOut = bezier(
        startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1))
    /// The lower right quarter of a circle.
    public static let circularEaseIn = UnitCurve(.circularEaseIn)
    /// The upper left quarter of a circle.
    public static let circularEaseOut = UnitCurve(.circularEaseOut)
    /// ``circularEaseIn`` and then ``circularEaseOut``, each at half size.
    public static let circularEaseInOut = UnitCurve(.circularEaseInOut)

    /// Creates the cubic Bézier curve with these control points.
    ///
    /// The x coordinates are clamped to 0...1, so that the curve is a function of time. A coordinate that is not finite
    /// traps.
    public static func bezier(startControlPoint start: UnitPoint, endControlPoint end: UnitPoint) -> UnitCurve {
        precondition(
            [start.x, start.y, end.x, end.y].allSatisfy(\.isFinite),
            "a curve's control points must be finite, not \(start) and \(end)")
        return UnitCurve(
            .bezier(
                CubicBezier(
                    start: UnitPoint(x: clamped(start.x), y: start.y), end: UnitPoint(x: clamped(end.x), y: end.y))))
    }

    /// Returns the output at a progress, which is clamped to 0...1. NaN traps.
    public func value(at progress: Double) -> Double {
        let x = Self.clamped(progress)
        guard x > 0 && x < 1 else { return x }
        switch shape {
        case .linear: return x
        case .circularEaseIn: return 1 - Self.circle(x)
        case .circularEaseOut: return Self.circle(1 - x)
        case .circularEaseInOut: return x < 0.5 ? (1 - Self.circle(2 * x)) / 2 : (1 + Self.circle(2 - 2 * x)) / 2
        case .circularEaseOutIn: return x < 0.5 ? Self.circle(1 - 2 * x) / 2 : 1 - Self.circle(2 * x - 1) / 2
        case .bezier(let curve): return curve.y(atX: x)
        }
    }

    /// Returns the derivative of the output at a progress, which is clamped to 0...1. Where the curve is vertical, the
    /// result is a large finite number; in SwiftUI it is infinite. NaN traps.
    public func velocity(at progress: Double) -> Double {
        let x = Self.clamped(progress)
        switch shape {
        case .linear: return 1
        case .circularEaseIn: return Self.circleSlope(x)
        case .circularEaseOut: return Self.circleSlope(1 - x)
        case .circularEaseInOut: return Self.circleSlope(x < 0.5 ? 2 * x : 2 - 2 * x)
        case .circularEaseOutIn: return Self.circleSlope(abs(1 - 2 * x))
        case .bezier(let curve): return curve.slope(atX: x)
        }
    }

    /// The inverse function: `inverse.value(at: value(at: x))` is x.
    ///
    /// A curve that leaves 0...1 has no inverse. For such a curve, this is the inverse of the curve with clamped
    /// control points, as in SwiftUI. Unlike in OpenSwiftUI, ``circularEaseInOut`` is not its own inverse.
    public var inverse: UnitCurve {
        switch shape {
        case .linear: self
        case .circularEaseIn: .circularEaseOut
        case .circularEaseOut: .circularEaseIn
        case .circularEaseInOut: UnitCurve(.circularEaseOutIn)
        case .circularEaseOutIn: .circularEaseInOut
        case .bezier(let curve):
            .bezier(
                startControlPoint: UnitPoint(x: curve.start.y, y: curve.start.x),
                endControlPoint: UnitPoint(x: curve.end.y, y: curve.end.x))
        }
    }

    private static func clamped(_ x: Double) -> Double {
        precondition(!x.isNaN, "a progress must be a number, not NaN")
        return min(max(x, 0), 1)
    }

    private static func circle(_ x: Double) -> Double { (1 - x * x).squareRoot() }
    private static func circleSlope(_ x: Double) -> Double { x / max(circle(x), 1e-9) }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), evaluated as a function of x. The x coordinates of the control points
/// are in 0...1, so that each x has one y.
private struct CubicBezier: Hashable {
    let start: UnitPoint
    let end: UnitPoint

    func y(atX x: Double) -> Double { Self.component(start.y, end.y, at: parameter(atX: x)) }

    /// Returns dy/dx; a large finite number where the curve is vertical.
    func slope(atX x: Double) -> Double {
        // If a control point lies on an end, both derivatives are 0 there. Just inside, their quotient is correct.
        let parameter = min(max(parameter(atX: x), 1e-6), 1 - 1e-6)
        let run = Self.derivative(start.x, end.x, at: parameter)
        return Self.derivative(start.y, end.y, at: parameter) / max(run, 1e-9)
    }

    /// Returns the parameter of the point at x, by Newton's method, with bisection for steps that leave the bracket.
    /// Where x is nearly constant, as for control points (1, _) and (0, _), Newton's method alone diverges.
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
