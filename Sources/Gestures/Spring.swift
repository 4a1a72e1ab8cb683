/// A damped spring: how something moves to where it belongs. SwiftUI's `Spring`, with its parameters and defaults.
///
/// The same spring can be described by its pace and bounce, by its response and damping ratio, by its physical
/// constants, or by the time it takes to settle; every description can be read back. Times are seconds, lengths are
/// whatever the animated value is measured in.
///
/// A number outside the range a parameter states is a programmer's error and traps with a sentence that names it.
/// SwiftUI lets some of them through, to springs that swing ever wider.
public struct Spring: Hashable, Sendable {
    /// The stiffness as a time in seconds: one period of the spring if nothing damped it. Zero is a spring so stiff
    /// that it is at its target at once.
    public let response: Double

    /// The drag, as a fraction of what stops the spring without a swing: below 1 it swings, from 1 it creeps.
    public let dampingRatio: Double

    /// The mass at the spring's end. It changes ``stiffness``, ``damping`` and ``force(target:position:velocity:)``;
    /// no motion depends on it.
    public let mass: Double

    /// - Parameters:
    ///   - response: seconds, 0 or more.
    ///   - dampingRatio: 0 (swings for ever) or more.
    public init(response: Double, dampingRatio: Double) {
        self.init(response: response, dampingRatio: dampingRatio, mass: 1)
    }

    init(response: Double, dampingRatio: Double, mass: Double) {
        precondition(
            response >= 0 && response.isFinite, "a spring's response or duration is 0 s or more, not \(response)")
        precondition(
            dampingRatio >= 0 && dampingRatio.isFinite, "a spring's damping ratio is 0 or more, not \(dampingRatio)")
        self.response = response
        self.dampingRatio = dampingRatio
        self.mass = mass
    }

    /// - Parameters:
    ///   - duration: the perceived duration in seconds, 0 or more: near the settling time, and the period of a very
    ///     bouncy spring. It is the ``response``.
    ///   - bounce: 0 does not bounce (critically damped), 1 bounces for ever, below 0 is overdamped; above -1, where
    ///     the damping becomes infinite, and at most 1.
    public init(duration: Double = 0.5, bounce: Double = 0) {
        precondition(bounce > -1 && bounce <= 1, "a spring's bounce is above -1 and at most 1, not \(bounce)")
        self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    }

    /// The perceived duration in seconds: the ``response``.
    public var duration: Double { response }

    /// 0 for a spring that just does not bounce, up to 1 for one that never stops, below 0 for an overdamped one.
    public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
}

extension Spring {
    /// Half a second, no bounce.
    public static var smooth: Spring { smooth() }
    /// Half a second, a small bounce of 0.15.
    public static var snappy: Spring { snappy() }
    /// Half a second, a bounce of 0.3.
    public static var bouncy: Spring { bouncy() }

    /// - Parameters:
    ///   - duration: the perceived duration in seconds, 0 or more.
    ///   - extraBounce: added to no bounce; the sum is above -1 and at most 1.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: extraBounce)
    }

    /// - Parameters:
    ///   - duration: the perceived duration in seconds, 0 or more.
    ///   - extraBounce: added to a bounce of 0.15; the sum is above -1 and at most 1.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// - Parameters:
    ///   - duration: the perceived duration in seconds, 0 or more.
    ///   - extraBounce: added to a bounce of 0.3; the sum is above -1 and at most 1.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: 0.3 + extraBounce)
    }
}
