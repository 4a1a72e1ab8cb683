/// The touch-sensitive area of a device.
public struct Surface: Hashable, Sendable {
    /// Width and height in points.
    public var size: Vector

    public init(size: Vector) { self.size = size }

    /// Creates a surface with a width and height in millimetres.
    public init(millimetres size: Vector) { self.size = size / Surface.millimetresPerPoint }

    /// 1 pt = 1/160 inch: the length of Android's dp, and about that of a point on an iPhone. SwiftUI's limits (10 pt
    /// for a drag) and Android's (8 dp) therefore need no conversion.
    public static let millimetresPerPoint = 0.15875

    /// Width and height in millimetres.
    public var millimetres: Vector { size * Surface.millimetresPerPoint }
    /// The whole surface as a region in points, from (0, 0).
    public var bounds: Region { Region(x: 0, y: 0, width: size.dx, height: size.dy) }
}

/// A rectangle of a surface, in points unless said otherwise. A subscription with a region receives only gestures whose
/// contacts came down inside it.
public struct Region: Hashable, Codable, Sendable {
    /// The left edge. In a subscription it has the subscription's units.
    public var x: Double
    /// The top edge. In a subscription it has the subscription's units.
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

    /// Returns true if the region contains the point. The left and top edges belong to the region, the right and bottom
    /// ones to its neighbours, so that tiles share no contact.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
    }

    /// Returns true if the regions overlap; false if only their edges meet.
    public func intersects(_ other: Region) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

/// The units of a subscription's values. Thresholds are always in points.
public enum ValueUnits: Hashable, Sendable {
    /// 1/160 inch of real surface; the default.
    case points
    /// Millimetres of real surface.
    case millimetres
    /// 0…1 across the surface on each axis.
    case normalized
    /// The surface stretched to a width × height that the subscriber chooses, such as a screen's logical pixels. Each
    /// side is 0.001…1,000,000,000.
    case mapped(width: Double, height: Double)

    /// Returns the factors that convert points on `surface` into these units, one for each axis.
    public func scale(on surface: Surface) -> Vector {
        switch self {
        case .points: Vector(dx: 1, dy: 1)
        case .millimetres: Vector(dx: Surface.millimetresPerPoint, dy: Surface.millimetresPerPoint)
        case .normalized: Vector(dx: 1 / surface.size.dx, dy: 1 / surface.size.dy)
        case .mapped(let width, let height): Vector(dx: width / surface.size.dx, dy: height / surface.size.dy)
        }
    }
}
