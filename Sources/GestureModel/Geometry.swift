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
/// Has CGSize's `width` and `height` as well, which SwiftUI uses here and which exists only in full Foundation.
public struct Vector: Hashable, Codable, Sendable {
    /// To the right, in points or points per second.
    public var dx: Double
    /// Downwards, in points or points per second.
    public var dy: Double

    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// Creates a vector by the names that SwiftUI's translations and velocities have.
    public init(width: Double, height: Double) { self.init(dx: width, dy: height) }

    /// No displacement, or rest.
    public static let zero = Vector(dx: 0, dy: 0)

    /// ``dx`` by the name that SwiftUI's translations and velocities have.
    public var width: Double {
        get { dx }
        set { dx = newValue }
    }
    /// ``dy`` by the name that SwiftUI's translations and velocities have.
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

/// A rectangle of a surface. A subscription with a region receives only gestures whose contacts began inside it.
public struct Region: Hashable, Codable, Sendable {
    /// The left edge, in the units of the subscription.
    public var x: Double
    /// The top edge, in the units of the subscription.
    public var y: Double
    /// The distance from the left edge to the right one; a region with 0 or less has no contacts.
    public var width: Double
    /// The distance from the top edge to the bottom one; a region with 0 or less has no contacts.
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The left and top edges belong to the region, the right and bottom ones to its neighbours, so that tiles share no
    /// contact.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
    }

    /// Returns true if the two overlap; false if only their edges meet.
    public func intersects(_ other: Region) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

/// The touch-sensitive area of a device.
public struct Surface: Hashable, Sendable {
    /// Width and height in points.
    public var size: Vector

    public init(size: Vector) { self.size = size }

    /// Creates the surface of this width and height in millimetres.
    public init(millimetres size: Vector) { self.size = size / Surface.millimetresPerPoint }

    /// 1 pt = 1/160 inch: the unit in which SwiftUI's 10 pt and Android's 8 dp mean the same finger.
    public static let millimetresPerPoint = 0.15875

    /// Width and height in millimetres.
    public var millimetres: Vector { size * Surface.millimetresPerPoint }
    /// The whole surface as a region in points, from (0, 0).
    public var bounds: Region { Region(x: 0, y: 0, width: size.dx, height: size.dy) }
}

/// What the numbers of a subscription's values mean. Thresholds are always points.
public enum ValueUnits: Hashable, Sendable {
    /// 1/160 inch of real surface; the default.
    case points
    /// Millimetres of real surface.
    case millimetres
    /// 0…1 across the surface, each axis by itself.
    case normalized
    /// The surface stretched over a width × height of the subscriber's own, such as a screen's logical pixels. Each is
    /// 0.001…1,000,000,000.
    case mapped(width: Double, height: Double)

    /// Factors that turn points on `surface` into these units, x and y apart.
    public func scale(on surface: Surface) -> Vector {
        switch self {
        case .points: Vector(dx: 1, dy: 1)
        case .millimetres: Vector(dx: Surface.millimetresPerPoint, dy: Surface.millimetresPerPoint)
        case .normalized: Vector(dx: 1 / surface.size.dx, dy: 1 / surface.size.dy)
        case .mapped(let width, let height): Vector(dx: width / surface.size.dx, dy: height / surface.size.dy)
        }
    }
}
