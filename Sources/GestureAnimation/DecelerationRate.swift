public import GestureModel
internal import RealModule

/// The fraction of its velocity that a freely moving object keeps per millisecond. UIScrollView's `DecelerationRate`.
///
/// It can be written as a literal above 0 and below 1: `velocity.projectedOffset(decelerationRate: 0.995)`.
public struct DecelerationRate: RawRepresentable, Hashable, Sendable, ExpressibleByFloatLiteral {
    public let rawValue: Double

    /// - Parameter rawValue: Above 0 and below 1; anything else traps.
    public init(rawValue: Double) {
        precondition(rawValue > 0 && rawValue < 1, "a deceleration rate must be above 0 and below 1, not \(rawValue)")
        self.rawValue = rawValue
    }

    /// - Parameter value: Above 0 and below 1; anything else traps.
    public init(floatLiteral value: Double) { self.init(rawValue: value) }

    /// 0.998, for scrolling: an object travels as far as it would in 0.499 s at its initial velocity.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99, for paging: an object travels as far as it would in 0.099 s at its initial velocity.
    public static let fast = DecelerationRate(rawValue: 0.99)

    /// Returns the fraction of a velocity that remains after a time: 1 after no time, and more for a negative time.
    public func remaining(after time: Microseconds) -> Double {
        .exp(.log(rawValue) * time.seconds * 1000)
    }

    /// The rate at which a velocity decays, per second: `−1000 · ln d`.
    var decay: Double { -.log(rawValue) * 1000 }

    /// Returns the seconds until the fraction `epsilon` of a velocity, or of the distance to rest, remains.
    func duration(epsilon: Double) -> Double { -.log(epsilon) / decay }

    /// The distance to rest divided by the initial velocity, in seconds: `d / (1 − d)` milliseconds.
    ///
    /// This is the formula of WWDC 2018 session 803, which sums whole milliseconds. (The integral, `−1 / ln d`, is half
    /// a millisecond longer.)
    public var projection: Double { rawValue / (1 - rawValue) / 1000 }
}

extension VectorArithmetic {
    /// Returns the distance that an object with this velocity, in units per second, travels before it stops.
    ///
    /// At 1000 pt/s it is 499 pt with the normal rate and 99 pt with the fast rate. SwiftUI's predicted end of a drag
    /// is half the normal distance, 0.25 s of velocity, because it predicts the finger and not the dragged object.
    public func projectedOffset(decelerationRate: DecelerationRate = .normal) -> Self {
        scaled(by: decelerationRate.projection)
    }
}
