@_exported public import Foundation
@_exported public import GestureClock
public import GestureModel
@_exported public import Gestures

// The values of gestures in SwiftUI's types. Where this module is imported, `value.translation` is a CGSize; the
// library's property of the same name is chosen only where a Vector is required.

extension DragGesture.Value {
    /// The centre of the fingers, in points.
    public var location: CGPoint { CGPoint(vectors.location) }
    /// The centre of the fingers when the last of them touched down, in points.
    public var startLocation: CGPoint { CGPoint(vectors.startLocation) }
    /// The velocity of the centre, in points per second.
    public var velocity: CGSize { CGSize(vectors.velocity) }
    /// The displacement from ``startLocation`` to ``location``, in points.
    public var translation: CGSize { CGSize(vectors.translation) }
    /// Where the fingers would stop: ``location`` plus 0.25 s of velocity, in points.
    public var predictedEndLocation: CGPoint { CGPoint(vectors.predictedEndLocation) }
    /// The translation at ``predictedEndLocation``, in points.
    public var predictedEndTranslation: CGSize { CGSize(vectors.predictedEndTranslation) }

    /// Returns where the fingers will be after a number of seconds, in points.
    public func location(after time: Double) -> CGPoint { CGPoint(point(after: time)) }

    /// Returns the translation at which an object that is released now would stop sliding, in points.
    ///
    /// An app's own function of the same name, which many articles about SwiftUI define, takes precedence.
    @_disfavoredOverload
    public func projectedOffset(decelerationRate: DecelerationRate = .normal) -> CGSize {
        CGSize(vectors.translation + vectors.velocity.projectedOffset(decelerationRate: decelerationRate))
    }
}

extension CGSize {
    /// Returns the distance that an object with this velocity, in units per second, travels before it stops.
    public func projectedOffset(decelerationRate: DecelerationRate = .normal) -> CGSize {
        CGSize(Vector(self).projectedOffset(decelerationRate: decelerationRate))
    }
}

extension SwipeGesture.Value {
    /// The centre of the fingers when the last of them lifted, in points.
    public var location: CGPoint { CGPoint(vectors.location) }
    /// The centre of the fingers when the last of them touched down, in points.
    public var startLocation: CGPoint { CGPoint(vectors.startLocation) }
    /// The velocity of the fingers' centre just before the last lift, in points per second. Lifts of several fingers
    /// within 100 ms count as one lift, at the time of the first.
    public var velocity: CGSize { CGSize(vectors.velocity) }
    /// The displacement from ``startLocation`` to ``location``, in points.
    public var translation: CGSize { CGSize(vectors.translation) }
}

extension StrokeGesture.Value {
    /// The width and height of the path, in points.
    public var size: CGSize { CGSize(shape.size) }
    /// The position at which the finger touched down, in points.
    public var startLocation: CGPoint { CGPoint(shape.startLocation) }
    /// The smallest rectangle that contains the path, in points.
    public var boundingBox: CGRect { CGRect(shape.boundingBox) }
}

extension StandardGesture.Tap {
    /// The centre of the positions where the fingers touched down, in points.
    public var location: CGPoint { CGPoint(point) }
}

extension StandardGesture.LongPress {
    /// The centre of the fingers when the press was complete, in points.
    public var location: CGPoint { CGPoint(point) }
}

extension SpatialTapGesture.Value {
    /// The centre of the last tap's fingers, just before the first of them lifted, in points.
    public var location: CGPoint { CGPoint(point) }
}

extension MagnifyGesture.Value {
    /// The centre of the fingers when the last of them touched down, in points.
    public var startLocation: CGPoint { CGPoint(points.startLocation) }
    /// The centre of the fingers, in points: the point about which to zoom and turn.
    public var location: CGPoint { CGPoint(points.location) }
}

extension RotateGesture.Value {
    /// The centre of the fingers when the last of them touched down, in points.
    public var startLocation: CGPoint { CGPoint(points.startLocation) }
    /// The centre of the fingers, in points: the point about which to zoom and turn.
    public var location: CGPoint { CGPoint(points.location) }
}

extension GestureTarget {
    /// Runs `action` with the location of each tap, in points.
    ///
    /// - Parameter count: The number of taps in a row, as for `TapGesture`.
    @discardableResult
    public func onTapGesture(count: Int = 1, perform action: @escaping (CGPoint) -> Void) -> Attached {
        gesture(SpatialTapGesture(count: count).onEnded { action($0.location) })
    }
}

// MARK: - Animation

extension CGFloat: VectorArithmetic, Animatable {
    public mutating func scale(by factor: Double) { self *= CGFloat(factor) }
    public var magnitudeSquared: Double { Double(self * self) }
}

extension CGRect: Animatable {
    /// The origin and the size.
    public var animatableData: AnimatablePair<Vector, Vector> {
        get { AnimatablePair(origin.animatableData, size.animatableData) }
        set { (origin.animatableData, size.animatableData) = (newValue.first, newValue.second) }
    }
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

// Conversions to and from Foundation's geometry types. Numbers do not change: lengths are in points.
// (Foundation has no CGVector on Linux.)

extension CGPoint {
    /// Creates the CGPoint of a position on a surface, in points.
    public init(_ point: Point) { self.init(x: point.x, y: point.y) }

    /// Creates the CGPoint of a position in the unit square, such as an anchor.
    public init(_ point: UnitPoint) { self.init(x: point.x, y: point.y) }
}

extension Point {
    /// Creates a position on a surface from a CGPoint, in points.
    public init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension UnitPoint {
    /// Creates a position in the unit square, such as an anchor.
    public init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
    /// Creates a displacement or velocity, like SwiftUI's `translation` and `velocity`.
    public init(_ vector: Vector) { self.init(width: vector.dx, height: vector.dy) }
}

extension Vector {
    /// Creates a displacement or velocity from a CGSize, such as SwiftUI's `translation`.
    public init(_ size: CGSize) { self.init(dx: size.width, dy: size.height) }
}

extension CGRect {
    /// Creates the rectangle of a region.
    public init(_ region: Region) {
        self.init(x: region.x, y: region.y, width: region.width, height: region.height)
    }
}

extension Region {
    /// Creates the region of the standardised rectangle, whose width and height are not negative.
    public init(_ rectangle: CGRect) {
        let rectangle = rectangle.standardized
        self.init(
            x: rectangle.origin.x, y: rectangle.origin.y, width: rectangle.size.width, height: rectangle.size.height)
    }
}

extension Measurement where UnitType == UnitAngle {
    /// Creates a measurement in radians.
    public init(_ angle: Angle) { self.init(value: angle.radians, unit: .radians) }
}

extension Angle {
    /// Creates an angle from a measurement in any unit of angle.
    public init(_ angle: Measurement<UnitAngle>) { self.init(radians: angle.converted(to: .radians).value) }
}

extension Date {
    /// Creates the date of a timestamp, like SwiftUI's `time` of a gesture's value.
    ///
    /// The wall clock drifts and jumps relative to the monotonic clock: display the date, do not measure with it.
    ///
    /// - Parameters:
    ///   - now: The current time of CLOCK_MONOTONIC.
    ///   - date: The wall clock's time at the same moment.
    public init(_ time: Timestamp, now: Timestamp, date: Date = Date()) {
        self = date.addingTimeInterval(TimeInterval(time - now))
    }
}

extension TimeInterval {
    /// Creates the interval in seconds; infinite for `never`.
    public init(_ time: Microseconds) { self = time.seconds }
}

// MARK: - SwiftUI's, for the compiler's messages

extension MagnifyGesture {
    @available(*, unavailable, message: "write value.magnification: the value has also velocity and location")
    public func onChanged(_ action: @escaping (CGFloat) -> Void) -> MagnifyGesture { self }

    @available(*, unavailable, message: "write value.magnification: the value has also velocity and location")
    public func onEnded(_ action: @escaping (CGFloat) -> Void) -> MagnifyGesture { self }
}

extension GestureTarget {
    @available(*, unavailable, message: "write no coordinateSpace: locations are points on the device's surface")
    public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace, perform action: @escaping (CGPoint) -> Void
    ) -> Attached {
        gesture(TapGesture(count: count))
    }
}
