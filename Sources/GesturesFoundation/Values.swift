@_exported public import Foundation
@_exported public import Gestures

// The values of gestures in SwiftUI's types. Where this module is imported, `value.translation` is a CGSize; the library's
// own property of the same name is used only where a Vector is required.

extension DragGesture.Value {
    /// The centre of the fingers, in points.
    public var location: CGPoint { CGPoint(vectors.location) }
    /// The centre of the positions where the fingers touched down, in points.
    public var startLocation: CGPoint { CGPoint(vectors.startLocation) }
    /// The velocity of the centre, in points per second.
    public var velocity: CGSize { CGSize(vectors.velocity) }
    /// From ``startLocation`` to ``location``, in points.
    public var translation: CGSize { CGSize(vectors.translation) }
    /// Where the fingers would stop: 0.25 s of velocity from ``location``, in points.
    public var predictedEndLocation: CGPoint { CGPoint(vectors.predictedEndLocation) }
    /// The translation at ``predictedEndLocation``, in points.
    public var predictedEndTranslation: CGSize { CGSize(vectors.predictedEndTranslation) }
}

extension SpatialTapGesture.Value {
    /// The centre of the fingers before the first of them lifted, in points.
    public var location: CGPoint { CGPoint(point) }
}

extension MagnifyGesture.Value {
    /// The centre of the positions where the fingers touched down, in points.
    public var startLocation: CGPoint { CGPoint(startPoint) }
}

extension RotateGesture.Value {
    /// The centre of the positions where the fingers touched down, in points.
    public var startLocation: CGPoint { CGPoint(startPoint) }
}

// MARK: - Animation

extension CGFloat: VectorArithmetic, Animatable {
    public mutating func scale(by factor: Double) { self *= CGFloat(factor) }
    public var magnitudeSquared: Double { Double(self * self) }
}

extension CGSize: Animatable {
    /// Width and height.
    public var animatableData: Vector {
        get { Vector(self) }
        set { self = CGSize(newValue) }
    }
}

extension CGPoint: Animatable {
    /// The vector from the origin.
    public var animatableData: Vector {
        get { Vector(dx: x, dy: y) }
        set { self = CGPoint(x: newValue.dx, y: newValue.dy) }
    }
}
