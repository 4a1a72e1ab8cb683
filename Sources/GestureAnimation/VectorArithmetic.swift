public import GestureModel

/// A type whose values can be added and scaled, and therefore animated. SwiftUI's protocol of the same name.
///
/// Springs, curves and samplers work with any conforming type: `Double`, `Float`, ``/GestureModel/Vector``, ``Angle``
/// and ``AnimatablePair``. Points cannot be added, so ``/GestureModel/Point`` is only ``Animatable``.
public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies each component by `factor`.
    mutating func scale(by factor: Double)

    /// The dot product of the value with itself: the square of its length in the value's own unit.
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
/// Unlike SwiftUI's protocol, it has no default for types without animatable data: a type that cannot change gradually
/// should not conform.
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
