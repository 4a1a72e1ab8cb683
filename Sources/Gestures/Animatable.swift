public import GestureModel

/// A type whose values can be shown between one another. SwiftUI's protocol of the same name.
///
/// Unlike SwiftUI's, it gives a type without data nothing for free: what cannot move is not animated.
public protocol Animatable {
    associatedtype AnimatableData: VectorArithmetic

    /// The part that moves.
    var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
    public var animatableData: Self {
        get { self }
        set { self = newValue }
    }
}

extension Double: Animatable {}
extension Float: Animatable {}

extension Vector: VectorArithmetic, Animatable {
    public mutating func scale(by factor: Double) { self = self * factor }
    public var magnitudeSquared: Double { dx * dx + dy * dy }
}

extension Point: Animatable {
    /// The way from the origin, so that the speed of a place is a vector.
    public var animatableData: Vector {
        get { self - .zero }
        set { self = .zero + newValue }
    }
}
