public import GestureModel
internal import RealModule

/// The part of its velocity that something in free motion keeps each millisecond. UIScrollView's `DecelerationRate`.
///
/// Any number above 0 and below 1 may stand for one: `velocity.projectedOffset(decelerationRate: 0.995)`.
public struct DecelerationRate: RawRepresentable, Hashable, Sendable, ExpressibleByFloatLiteral {
    public let rawValue: Double

    /// - Parameter rawValue: above 0 and below 1; anything else traps.
    public init(rawValue: Double) {
        precondition(rawValue > 0 && rawValue < 1, "a deceleration rate is above 0 and below 1, not \(rawValue)")
        self.rawValue = rawValue
    }

    /// - Parameter value: above 0 and below 1; anything else traps.
    public init(floatLiteral value: Double) { self.init(rawValue: value) }

    /// 0.998: what scrolls; it comes to rest half a second's way later.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99: what pages; a tenth of a second's way.
    public static let fast = DecelerationRate(rawValue: 0.99)

    /// The part of a velocity that is left after some time; 1 for none, more for a time before.
    public func remaining(after time: Microseconds) -> Double {
        .exp(.log(rawValue) * time.seconds * 1000)
    }

    /// The time in seconds that the undiminished velocity would take for the way to rest: `d / (1 − d)` milliseconds, the
    /// form of WWDC 2018 session 803, which sums whole milliseconds. (The integral, `−1 / ln d`, is half a millisecond
    /// more.)
    public var projection: Double { rawValue / (1 - rawValue) / 1000 }
}

extension VectorArithmetic {
    /// How far something that moves with this velocity, in units per second, goes until it comes to rest.
    ///
    /// 1000 points a second go 499 points at the normal rate, 99 at the fast one. SwiftUI's predicted end of a drag is
    /// half of the normal one, 0.25 s: it predicts the finger, not what it let go of.
    public func projectedOffset(decelerationRate: DecelerationRate = .normal) -> Self {
        scaled(by: decelerationRate.projection)
    }
}
