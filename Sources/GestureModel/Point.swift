/// A position on a device's surface, in points unless said otherwise; x grows to the right, y downwards.
///
/// One point is 1/160 inch (0.15875 mm) of real surface. (CGPoint exists only in full Foundation.)
public struct Point: Hashable, Codable, Sendable {
    /// From the left edge of the surface, in points.
    public var x: Double
    /// From the top edge of the surface, in points.
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The top left corner of the surface.
    public static let zero = Point(x: 0, y: 0)

    public static func + (a: Point, b: Vector) -> Point { Point(x: a.x + b.dx, y: a.y + b.dy) }
    public static func - (a: Point, b: Vector) -> Point { Point(x: a.x - b.dx, y: a.y - b.dy) }
    public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
    public static func += (a: inout Point, b: Vector) { a = a + b }
    public static func -= (a: inout Point, b: Vector) { a = a - b }
}

extension Point: CustomStringConvertible {
    /// The coordinates, as CGPoint prints them: `(120.0, 80.5)`.
    public var description: String { "(\(x), \(y))" }
}

/// A displacement or a velocity: points, or points per second, unless said otherwise.
///
/// It also has the `width` and `height` of CGSize, which SwiftUI uses for translations and which exists only in full
/// Foundation.
public struct Vector: Hashable, Codable, Sendable {
    /// To the right, in points or points per second.
    public var dx: Double
    /// Downwards, in points or points per second.
    public var dy: Double

    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// Creates a vector with the labels of SwiftUI's translations and velocities.
    public init(width: Double, height: Double) { self.init(dx: width, dy: height) }

    /// No displacement, or rest.
    public static let zero = Vector(dx: 0, dy: 0)
    /// In points: a difference that only rounding causes. Both axes of a device have their own scale, so that a movement at
    /// 45° is hardly ever exactly as wide as high.
    static let roundingError = 1e-6

    /// ``dx``, under its name in SwiftUI's translations and velocities.
    public var width: Double {
        get { dx }
        set { dx = newValue }
    }
    /// ``dy``, under its name in SwiftUI's translations and velocities.
    public var height: Double {
        get { dy }
        set { dy = newValue }
    }
    /// The Euclidean length: the distance in points, or the speed in points per second.
    @inlinable public var length: Double { (dx * dx + dy * dy).squareRoot() }

    public static prefix func - (a: Vector) -> Vector { Vector(dx: -a.dx, dy: -a.dy) }
    public static func * (a: Vector, factor: Double) -> Vector { Vector(dx: a.dx * factor, dy: a.dy * factor) }
    public static func * (factor: Double, a: Vector) -> Vector { a * factor }
    public static func / (a: Vector, divisor: Double) -> Vector { Vector(dx: a.dx / divisor, dy: a.dy / divisor) }
    public static func *= (a: inout Vector, factor: Double) { a = a * factor }
    public static func /= (a: inout Vector, divisor: Double) { a = a / divisor }
}

extension Vector: AdditiveArithmetic {
    public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
    public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
}

extension Vector: CustomStringConvertible {
    /// The components, as CGSize prints them: `(12.0, -4.5)`.
    public var description: String { "(\(dx), \(dy))" }
}
