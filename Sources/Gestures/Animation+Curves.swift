/// The curves, each 0.35 s long unless said otherwise, SwiftUI's duration.
///
/// Curves add: when a value changes again before one has ended, the old goes on to where it led and the new is added to
/// it, so that neither value nor velocity jumps but for the new curve's own first speed.
extension Animation {
    public static var linear: Animation { linear(duration: 0.35) }
    public static var easeIn: Animation { easeIn(duration: 0.35) }
    public static var easeOut: Animation { easeOut(duration: 0.35) }
    public static var easeInOut: Animation { easeInOut(duration: 0.35) }

    public static func linear(duration: Double) -> Animation { timingCurve(.linear, duration: duration) }
    public static func easeIn(duration: Double) -> Animation { timingCurve(.easeIn, duration: duration) }
    public static func easeOut(duration: Double) -> Animation { timingCurve(.easeOut, duration: duration) }
    public static func easeInOut(duration: Double) -> Animation { timingCurve(.easeInOut, duration: duration) }

    /// The cubic Bézier from (0, 0) to (1, 1) with these control points. Their x are clamped to 0...1; their y may lie
    /// outside, for a curve that winds up or overshoots.
    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
    ) -> Animation {
        let curve = UnitCurve.bezier(
            startControlPoint: UnitPoint(x: p1x, y: p1y), endControlPoint: UnitPoint(x: p2x, y: p2y))
        return timingCurve(curve, duration: duration)
    }

    /// - Parameters:
    ///   - curve: from the share of the time to the share of the way.
    ///   - duration: seconds; 0, which shows the change at once, or more. Below 0, infinite and NaN trap.
    public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Animation {
        precondition(duration >= 0 && duration.isFinite, "an animation's duration is 0 s or more, not \(duration)")
        return Animation(.curve(curve, duration: duration))
    }
}
