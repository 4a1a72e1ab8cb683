/// Springs that take over: the value goes on from where it is, as fast as it is, whether an animation or a finger moved
/// it (``Transaction/tracksVelocity``). This is what a gesture settles with.
///
/// `blendDuration` is the time in seconds over which the response changes from that of the spring taken over, along
/// SwiftUI's smooth step; it has no effect when no such spring is under way. SwiftUI integrates these springs in steps of
/// 1/300 s with a stiffness of at most 45 000; here they are the exact solution.
extension Animation {
    public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Animation {
        precondition(
            blendDuration >= 0 && blendDuration.isFinite,
            "a spring's blend duration is 0 s or more, not \(blendDuration)")
        return Animation(.spring(spring, blendDuration: blendDuration))
    }

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

    // Made once: what `updating` names for every frame must not allocate for every frame.

    /// Half a second, no bounce.
    public static let smooth: Animation = spring(.smooth)
    /// Half a second, a small bounce of 0.15.
    public static let snappy: Animation = spring(.snappy)
    /// Half a second, a bounce of 0.3.
    public static let bouncy: Animation = spring(.bouncy)

    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.smooth(duration: duration, extraBounce: extraBounce))
    }

    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.snappy(duration: duration, extraBounce: extraBounce))
    }

    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.bouncy(duration: duration, extraBounce: extraBounce))
    }

    /// A quick spring to follow a finger with: 0.15 s, a bounce of 0.15.
    public static let interactiveSpring: Animation = interactiveSpring(duration: 0.15)

    /// - Parameters:
    ///   - duration: the perceived duration in seconds, 0 or more.
    ///   - extraBounce: added to a bounce of 0.15; the sum is above -1 and at most 1.
    ///   - blendDuration: in seconds, 0 or more.
    public static func interactiveSpring(
        duration: Double = 0.15, extraBounce: Double = 0, blendDuration: Double = 0.25
    ) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce, blendDuration: blendDuration)
    }

    @_disfavoredOverload
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation {
        spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
    }
}

/// Springs that add: each runs beside those before it, and their effects are summed.
///
/// `initialVelocity` is in ways per second: 2 starts towards the target at twice the distance a second. The velocity of
/// a finger is not taken up, since it is what callers pass here.
extension Animation {
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Animation {
        precondition(initialVelocity.isFinite, "a spring's initial velocity is finite, not \(initialVelocity)")
        return Animation(.interpolatingSpring(spring, initialVelocity: initialVelocity))
    }

    public static var interpolatingSpring: Animation { interpolatingSpring(Spring()) }

    /// See ``Spring/init(duration:bounce:)``.
    public static func interpolatingSpring(
        duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Animation {
        interpolatingSpring(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
    }

    /// See ``Spring/init(mass:stiffness:damping:allowOverDamping:)``; the damping may be beyond the critical.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation {
        let spring = Spring(mass: mass, stiffness: stiffness, damping: damping, allowOverDamping: true)
        return interpolatingSpring(spring, initialVelocity: initialVelocity)
    }
}
