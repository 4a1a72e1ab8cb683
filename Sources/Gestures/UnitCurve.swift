/// How progress in time becomes progress on the way: a curve from (0, 0) to (1, 1), time to the right. SwiftUI's type
/// of the same name.
///
/// Output may leave 0...1 in between, for a curve that winds up or overshoots. (OpenSwiftUI clamps its `value` but not
/// its `velocity`; the overshoot of a `timingCurve` is what designers draw it for.)
public struct UnitCurve: Hashable, Sendable {
    private enum Shape: Hashable {
        case linear, circularEaseIn, circularEaseOut, circularEaseInOut, circularEaseOutIn
        case bezier(start: UnitPoint, end: UnitPoint)
    }

    private var shape: Shape

    private init(_ shape: Shape) { self.shape = shape }

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
    /// Half of each, one after the other.
    public static let circularEaseInOut = UnitCurve(.circularEaseInOut)

    /// The control points' x is clamped to 0...1, so that the curve never goes back in time. A coordinate that is not
    /// finite traps.
    public static func bezier(startControlPoint start: UnitPoint, endControlPoint end: UnitPoint) -> UnitCurve {
        precondition(
            [start.x, start.y, end.x, end.y].allSatisfy(\.isFinite),
            "a curve's control points are finite, not \(start) and \(end)")
        return UnitCurve(
            .bezier(start: UnitPoint(x: unit(start.x), y: start.y), end: UnitPoint(x: unit(end.x), y: end.y)))
    }

    /// The output at a progress; the progress is clamped to 0...1.
    public func value(at progress: Double) -> Double {
        let x = Self.unit(progress)
        guard x > 0 && x < 1 else { return x }
        switch shape {
        case .linear: return x
        case .circularEaseIn: return 1 - Self.circle(x)
        case .circularEaseOut: return Self.circle(1 - x)
        case .circularEaseInOut: return x < 0.5 ? (1 - Self.circle(2 * x)) / 2 : (1 + Self.circle(2 - 2 * x)) / 2
        case .circularEaseOutIn: return x < 0.5 ? Self.circle(1 - 2 * x) / 2 : 1 - Self.circle(2 * x - 1) / 2
        case .bezier(let start, let end): return CubicBezier(start: start, end: end).y(atX: x)
        }
    }

    /// The output's rate of change at a progress, in output per progress; the progress is clamped to 0...1. It is finite,
    /// if huge, where the curve stands upright; SwiftUI's is infinite there.
    public func velocity(at progress: Double) -> Double {
        let x = Self.unit(progress)
        switch shape {
        case .linear: return 1
        case .circularEaseIn: return Self.circleSlope(x)
        case .circularEaseOut: return Self.circleSlope(1 - x)
        case .circularEaseInOut: return Self.circleSlope(x < 0.5 ? 2 * x : 2 - 2 * x)
        case .circularEaseOutIn: return Self.circleSlope(abs(1 - 2 * x))
        case .bezier(let start, let end): return CubicBezier(start: start, end: end).slope(atX: x)
        }
    }

    /// The curve with time and way exchanged: `inverse.value(at: value(at: x))` is x.
    ///
    /// A curve that leaves 0...1 has no inverse; it is that of the curve with its control points' y clamped, as in
    /// SwiftUI. Differs from OpenSwiftUI, which gives ``circularEaseInOut`` as its own inverse.
    public var inverse: UnitCurve {
        switch shape {
        case .linear: return self
        case .circularEaseIn: return .circularEaseOut
        case .circularEaseOut: return .circularEaseIn
        case .circularEaseInOut: return UnitCurve(.circularEaseOutIn)
        case .circularEaseOutIn: return .circularEaseInOut
        case .bezier(let start, let end):
            return .bezier(
                startControlPoint: UnitPoint(x: start.y, y: start.x), endControlPoint: UnitPoint(x: end.y, y: end.x))
        }
    }

    private static func unit(_ x: Double) -> Double {
        precondition(!x.isNaN, "a progress or a control point is a number, not NaN")
        return min(max(x, 0), 1)
    }

    private static func circle(_ x: Double) -> Double { (1 - x * x).squareRoot() }
    private static func circleSlope(_ x: Double) -> Double { x / max(circle(x), 1e-9) }
}
