public import GestureModel

/// Strips along the edges of a surface. A contact that comes down in one starts nothing.
public struct DeadZone: Hashable, Sendable {
    /// The widths of the strips, in points.
    private let left, top, right, bottom: Double

    /// - Parameter millimetres: The widths at the left, top, right and bottom edge of the surface as it is mounted.
    public init(millimetres left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
        let scale = 1 / Surface.millimetresPerPoint
        (self.left, self.top, self.right, self.bottom) = (left * scale, top * scale, right * scale, bottom * scale)
    }

    /// The widest strip that can be configured, in millimetres.
    public static let widest = 1000.0

    /// True if the position is in a strip. The inner border of a strip is not part of it.
    public func contains(_ position: Point, on surface: Surface) -> Bool {
        position.x < left || position.y < top || position.x > surface.size.dx - right
            || position.y > surface.size.dy - bottom
    }

    /// True if the strips leave no part of the surface.
    public func covers(_ surface: Surface) -> Bool {
        left + right > surface.size.dx || top + bottom > surface.size.dy
    }
}
