public import Foundation
public import GestureModel
public import Gestures

// Conversions to and from Foundation's geometry types. Numbers do not change: lengths are in points.
// (Foundation has no CGVector on Linux.)

extension CGPoint {
    public init(_ point: Point) { self.init(x: point.x, y: point.y) }

    /// A position in the unit square, such as an anchor.
    public init(_ point: UnitPoint) { self.init(x: point.x, y: point.y) }
}

extension Point {
    public init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension UnitPoint {
    public init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
    /// A displacement or velocity: what SwiftUI's `translation` and `velocity` are.
    public init(_ vector: Vector) { self.init(width: vector.dx, height: vector.dy) }
}

extension Vector {
    public init(_ size: CGSize) { self.init(dx: size.width, dy: size.height) }
}

extension CGRect {
    public init(_ region: Region) {
        self.init(x: region.x, y: region.y, width: region.width, height: region.height)
    }
}

extension Region {
    /// The standardised rectangle, whose width and height are not negative.
    public init(_ rectangle: CGRect) {
        let rectangle = rectangle.standardized
        self.init(
            x: rectangle.origin.x, y: rectangle.origin.y, width: rectangle.size.width, height: rectangle.size.height)
    }
}

extension Measurement where UnitType == UnitAngle {
    public init(_ angle: Angle) { self.init(value: angle.radians, unit: .radians) }
}

extension Angle {
    public init(_ angle: Measurement<UnitAngle>) { self.init(radians: angle.converted(to: .radians).value) }
}
