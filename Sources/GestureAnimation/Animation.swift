/// Describes how a change is shown over time. SwiftUI's `Animation` as a plain value: it can be compared, stored and
/// evaluated, and it needs no view.
///
/// ``AnimatedValue`` evaluates a value that changes under animations. Times are seconds. A number outside the range
/// that a parameter states, or one that is infinite or NaN, is a programming error and traps with a message that names
/// the number.
public struct Animation: Hashable, Sendable {
    package var course: AnimationCourse

    init(_ course: AnimationCourse) { self.course = course }

    /// Creates an animation whose course the app computes.
    public init(_ base: some CustomAnimation) { course = .custom(CustomCourse(base)) }

    /// A spring with a response of 0.55 s and no bounce: the default of `withAnimation(_:_:)`. It equals only itself.
    public static let `default` = Animation(.standard)

    /// Returns an animation that starts `delay` seconds later than this one. The delay must be 0 or more.
    ///
    /// Running animations continue during the delay. The order of modifiers matters: a delay inside a repetition
    /// applies to every run, a delay of a repetition applies once.
    public func delay(_ delay: Double) -> Animation {
        requireNotNegative(delay, "an animation's delay", "s")
        return Animation(.delayed(course, by: delay))
    }

    /// Returns an animation that runs `speed` times as fast as this one, including inner delays. The speed must be
    /// above 0.
    public func speed(_ speed: Double) -> Animation {
        requirePositive(speed, "an animation's speed")
        return Animation(.scaled(course, speed: speed))
    }

    /// Returns an animation that runs this one `repeatCount` times, at least once.
    ///
    /// With `autoreverses` every second run goes backwards and counts as a run. After an even number of runs the value
    /// is where it started, and then jumps to the target, as in SwiftUI. A repeated spring starts each run at rest and
    /// ignores the velocity of earlier animations.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        precondition(repeatCount > 0, "an animation must run at least once, not \(repeatCount) times")
        return Animation(.repeated(course, count: repeatCount, autoreverses: autoreverses))
    }

    /// Returns an animation that repeats this one until the value changes again. A change without animation then ends
    /// it at once, and a spring that takes over replaces it. After any other change, it continues until a run ends at
    /// the old target. (In SwiftUI it repeats until the view is removed.)
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        Animation(.repeated(course, count: nil, autoreverses: autoreverses))
    }
}

/// Curves. Their default duration is 0.35 s, as in SwiftUI.
///
/// Curves add up. If a value changes again before a curve has ended, the old curve continues to its target and the new
/// one is added to it. The value does not jump, and its velocity changes only by the new curve's initial velocity.
extension Animation {
    /// Constant speed for 0.35 s.
    public static var linear: Animation { linear(duration: 0.35) }
    /// A slow start, 0.35 s in all.
    public static var easeIn: Animation { easeIn(duration: 0.35) }
    /// A slow end, 0.35 s in all.
    public static var easeOut: Animation { easeOut(duration: 0.35) }
    /// A slow start and a slow end, 0.35 s in all.
    public static var easeInOut: Animation { easeInOut(duration: 0.35) }

    /// - Parameter duration: Seconds; 0 or more.
    public static func linear(duration: Double) -> Animation { timingCurve(.linear, duration: duration) }
    /// - Parameter duration: Seconds; 0 or more.
    public static func easeIn(duration: Double) -> Animation { timingCurve(.easeIn, duration: duration) }
    /// - Parameter duration: Seconds; 0 or more.
    public static func easeOut(duration: Double) -> Animation { timingCurve(.easeOut, duration: duration) }
    /// - Parameter duration: Seconds; 0 or more.
    public static func easeInOut(duration: Double) -> Animation { timingCurve(.easeInOut, duration: duration) }

    /// Creates an animation along the cubic Bézier curve from (0, 0) to (1, 1) with these control points.
    ///
    /// The x coordinates are clamped to 0...1. The y coordinates may lie outside of 0...1, for a curve that overshoots.
    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
    ) -> Animation {
        let curve = UnitCurve.bezier(
            startControlPoint: UnitPoint(x: p1x, y: p1y), endControlPoint: UnitPoint(x: p2x, y: p2y))
        return timingCurve(curve, duration: duration)
    }

    /// - Parameters:
    ///   - curve: Maps the fraction of the duration to the fraction of the change.
    ///   - duration: Seconds; 0 (shows the change at once) or more. A negative, infinite or NaN duration traps.
    public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Animation {
        requireNotNegative(duration, "an animation's duration", "s")
        return Animation(.curve(curve, duration: duration))
    }
}

/// Momentum. SwiftUI has no such animation.
extension Animation {
    /// Creates an animation whose velocity decays as in a scroll view until the value is at its target.
    ///
    /// It starts with the velocity that leads to the target. That is the finger's velocity if the target is where an
    /// object with this velocity stops (``VectorArithmetic/projectedOffset(decelerationRate:)``):
    ///
    ///     .onEnded { value in
    ///         withAnimation(.deceleration()) { position += value.projectedOffset() }
    ///     }
    ///
    /// With the normal rate, half of the distance is covered after 0.35 s, and 99.9 % after 3.5 s.
    public static func deceleration(_ rate: DecelerationRate = .normal) -> Animation {
        Animation(.deceleration(rate))
    }
}

/// Springs that take over: the spring starts with the current value and velocity of earlier animations, or with the
/// velocity of a finger (``AnimatedValue/set(_:at:animation:tracksVelocity:)``). Use them after a gesture.
///
/// `blendDuration` is the time in seconds in which the response changes from that of the previous spring, along
/// SwiftUI's smooth step. It has an effect only if such a spring is still running. SwiftUI integrates these springs in
/// steps of 1/300 s with a stiffness of at most 45 000; here they are solved exactly, except while the response
/// changes.
extension Animation {
    /// - Parameter blendDuration: Seconds; 0 or more.
    public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Animation {
        requireNotNegative(blendDuration, "a spring's blend duration", "s")
        return Animation(.spring(spring, blendDuration: blendDuration))
    }

    /// The spring of 0.5 s without bounce.
    public static let spring: Animation = spring(duration: 0.5)

    /// See ``Spring/init(duration:bounce:)``.
    public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
        spring(Spring(duration: duration, bounce: bounce), blendDuration: blendDuration)
    }

    /// See ``Spring/init(response:dampingRatio:)``.
    @_disfavoredOverload
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Animation {
        spring(Spring(response: response, dampingRatio: dampingFraction), blendDuration: blendDuration)
    }

    // Stored properties, because an app's `updating` closure may read one of them in every frame, and a frame must not
    // allocate.

    /// 0.5 s, no bounce.
    public static let smooth: Animation = spring(.smooth)
    /// 0.5 s, a bounce of 0.15.
    public static let snappy: Animation = spring(.snappy)
    /// 0.5 s, a bounce of 0.3.
    public static let bouncy: Animation = spring(.bouncy)

    /// See ``Spring/smooth(duration:extraBounce:)``.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.smooth(duration: duration, extraBounce: extraBounce))
    }

    /// See ``Spring/snappy(duration:extraBounce:)``.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.snappy(duration: duration, extraBounce: extraBounce))
    }

    /// See ``Spring/bouncy(duration:extraBounce:)``.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.bouncy(duration: duration, extraBounce: extraBounce))
    }

    /// A quick spring for following a finger: 0.15 s, a bounce of 0.15.
    public static let interactiveSpring: Animation = interactiveSpring(duration: 0.15)

    /// - Parameters:
    ///   - duration: The perceived duration in seconds; 0 or more.
    ///   - extraBounce: Added to a bounce of 0.15; the sum must be above -1 and at most 1.
    ///   - blendDuration: Seconds; 0 or more.
    public static func interactiveSpring(
        duration: Double = 0.15, extraBounce: Double = 0, blendDuration: Double = 0.25
    ) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce, blendDuration: blendDuration)
    }

    /// See ``Spring/init(response:dampingRatio:)``.
    @_disfavoredOverload
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation {
        spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
    }
}

/// Springs that add up: each runs in addition to the animations that are already running.
///
/// `initialVelocity` is in units of the change per second: with 2, the spring starts towards the target with twice the
/// distance per second. These springs do not continue a finger's velocity; pass it as `initialVelocity`.
extension Animation {
    /// - Parameter initialVelocity: Finite.
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Animation {
        precondition(initialVelocity.isFinite, "a spring's initial velocity must be finite, not \(initialVelocity)")
        return Animation(.interpolatingSpring(spring, initialVelocity: initialVelocity))
    }

    /// The interpolating spring of 0.5 s without bounce.
    public static var interpolatingSpring: Animation { interpolatingSpring(Spring()) }

    /// See ``Spring/init(duration:bounce:)``.
    public static func interpolatingSpring(
        duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Animation {
        interpolatingSpring(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
    }

    /// See ``Spring/init(mass:stiffness:damping:allowOverDamping:)``. The damping may exceed the critical damping.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation {
        let spring = Spring(mass: mass, stiffness: stiffness, damping: damping, allowOverDamping: true)
        return interpolatingSpring(spring, initialVelocity: initialVelocity)
    }
}

/// Traps unless `value` is finite and 0 or more.
///
/// - Parameters:
///   - name: Begins the message: "an animation's delay".
///   - unit: Follows the limit in the message, such as "s".
func requireNotNegative(_ value: Double, _ name: String, _ unit: String = "") {
    precondition(
        value >= 0 && value.isFinite, "\(name) must be \(unit.isEmpty ? "0" : "0 \(unit)") or more, not \(value)")
}

/// Traps unless `value` is finite and above 0. See ``requireNotNegative(_:_:_:)`` for the parameters.
func requirePositive(_ value: Double, _ name: String, _ unit: String = "") {
    precondition(
        value > 0 && value.isFinite, "\(name) must be above \(unit.isEmpty ? "0" : "0 \(unit)"), not \(value)")
}
