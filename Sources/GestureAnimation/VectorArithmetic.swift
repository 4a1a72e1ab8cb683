public import GestureModel

/// A type whose values can be added and scaled, and therefore animated. SwiftUI's protocol of the same name.
///
/// Springs, curves and samplers work with any conforming type: `Double`, `Float`, ``/GestureModel/Vector``, ``Angle`` and
/// ``AnimatablePair``. Points cannot be added, so ``/GestureModel/Point`` is only ``Animatable``.
public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies each component by `factor`.
    mutating func scale(by factor: Double)

    /// The dot product of the value with itself: the square of its length, in its own unit.
    var magnitudeSquared: Double { get }
}

extension VectorArithmetic {
    func scaled(by factor: Double) -> Self {
        var scaled = self
        scaled.scale(by: factor)
        return scaled
    }

    var magnitude: Double { magnitudeSquared.squareRoot() }
}

/// A type whose values can be interpolated. SwiftUI's protocol of the same name.
///
/// Unlike SwiftUI's, it has no default for types without animatable data: a type that cannot change gradually should not
/// conform.
public protocol Animatable {
    /// The type of the animated part; ``AnimatablePair`` for several parts.
    associatedtype AnimatableData: VectorArithmetic

    /// The part of the value that is animated.
    var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
    public var animatableData: Self {
        get { self }
        set { self = newValue }
    }
}

extension Double: VectorArithmetic, Animatable {
    public mutating func scale(by factor: Double) { self *= factor }
    public var magnitudeSquared: Double { self * self }
}

extension Float: VectorArithmetic, Animatable {
    public mutating func scale(by factor: Double) { self = Float(Double(self) * factor) }
    public var magnitudeSquared: Double { Double(self) * Double(self) }
}

extension Vector: VectorArithmetic, Animatable {
    public mutating func scale(by factor: Double) { self = self * factor }
    public var magnitudeSquared: Double { dx * dx + dy * dy }
}

extension Point: Animatable {
    /// The vector from the origin, so that the velocity of a point is a vector.
    public var animatableData: Vector {
        get { self - .zero }
        set { self = .zero + newValue }
    }
}

/// The data of a value that is not animated. SwiftUI's type of the same name.
public struct EmptyAnimatableData: VectorArithmetic, Animatable, Hashable, Sendable {
    /// Its only value.
    public init() {}

    public static var zero: EmptyAnimatableData { EmptyAnimatableData() }
    public static func + (a: EmptyAnimatableData, b: EmptyAnimatableData) -> EmptyAnimatableData { a }
    public static func - (a: EmptyAnimatableData, b: EmptyAnimatableData) -> EmptyAnimatableData { a }

    public mutating func scale(by factor: Double) {}
    public var magnitudeSquared: Double { 0 }
}

/// Two values that are animated together, for a type with several animated components. Nest pairs for more than two.
public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic, Animatable {
    /// The first component.
    public var first: First
    /// The second component, or another pair.
    public var second: Second

    /// Creates a pair of the two components.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public static var zero: AnimatablePair { AnimatablePair(.zero, .zero) }

    public static func + (a: AnimatablePair, b: AnimatablePair) -> AnimatablePair {
        AnimatablePair(a.first + b.first, a.second + b.second)
    }

    public static func - (a: AnimatablePair, b: AnimatablePair) -> AnimatablePair {
        AnimatablePair(a.first - b.first, a.second - b.second)
    }

    public mutating func scale(by factor: Double) {
        first.scale(by: factor)
        second.scale(by: factor)
    }

    public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }
}

extension AnimatablePair: Sendable where First: Sendable, Second: Sendable {}
extension AnimatablePair: Hashable where First: Hashable, Second: Hashable {}

/// An angle in radians or degrees. Positive angles are clockwise because y points down. SwiftUI's type of the same name.
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
