/// The touch-sensitive area of a device.
public struct Surface: Hashable, Sendable {
    /// Width and height in points.
    public var size: Vector

    public init(size: Vector) { self.size = size }

    public init(millimetres size: Vector) { self.size = size / Surface.millimetresPerPoint }

    /// 1 pt = 1/160 inch: the unit in which SwiftUI's 10 pt and Android's 8 dp mean the same finger.
    public static let millimetresPerPoint = 0.15875

    public var millimetres: Vector { size * Surface.millimetresPerPoint }
    public var bounds: Region { Region(x: 0, y: 0, width: size.dx, height: size.dy) }
}

/// What the numbers of a subscription's values mean. Thresholds are always points.
public enum ValueUnits: Hashable, Sendable {
    /// 1/160 inch of real surface; the default.
    case points
    case millimetres
    /// 0…1 across the surface, each axis by itself.
    case normalized
    /// The surface stretched over a width × height of the subscriber's own, such as a screen's logical pixels.
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
