/// An angle in radians or degrees. Positive angles are clockwise because y points down. SwiftUI's type of the same
/// name.
///
/// Whole turns count: 360° differs from 0°.
public struct Angle: Hashable, Codable, Sendable {
    /// The angle in radians; 2π is a whole turn.
    public var radians: Double

    /// Creates an angle of zero.
    public init() { radians = 0 }

    public init(radians: Double) { self.radians = radians }

    public init(degrees: Double) { radians = degrees * .pi / 180 }

    /// Creates an angle from radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
    /// Creates an angle from degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// The angle in degrees. Setting it sets ``radians``.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }
}

extension Angle: CustomStringConvertible {
    /// In degrees: `90.0°`.
    public var description: String { "\(degrees)°" }
}

extension Angle: Comparable {
    public static func < (a: Angle, b: Angle) -> Bool { a.radians < b.radians }
}

extension Angle: VectorArithmetic, Animatable {
    public static let zero = Angle()

    public static func + (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians + b.radians) }
    public static func - (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians - b.radians) }
    public static prefix func - (a: Angle) -> Angle { Angle(radians: -a.radians) }
    public static func * (a: Angle, factor: Double) -> Angle { Angle(radians: a.radians * factor) }
    public static func / (a: Angle, divisor: Double) -> Angle { Angle(radians: a.radians / divisor) }

    public mutating func scale(by factor: Double) { radians *= factor }
    public var magnitudeSquared: Double { radians * radians }
}
