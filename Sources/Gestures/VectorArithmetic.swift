/// What can be animated: values that add, and that a number can scale. SwiftUI's protocol of the same name.
///
/// Springs, curves and samplers are written once against it, for `Double`, `Float`, ``/GestureModel/Vector``, ``Angle``
/// and ``AnimatablePair``. A place is not one (two places do not add); it is ``Animatable`` by its distances.
public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies each component by `factor`.
    mutating func scale(by factor: Double)

    /// The dot product of the value with itself: its length, squared, in its own units.
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

extension Double: VectorArithmetic {
    public mutating func scale(by factor: Double) { self *= factor }
    public var magnitudeSquared: Double { self * self }
}

extension Float: VectorArithmetic {
    public mutating func scale(by factor: Double) { self = Float(Double(self) * factor) }
    public var magnitudeSquared: Double { Double(self) * Double(self) }
}
