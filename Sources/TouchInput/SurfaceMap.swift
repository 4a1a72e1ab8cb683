internal import GestureModel

/// A ``SurfaceTransform`` in points: what it costs a frame is four multiplications a contact, and nothing without one.
struct SurfaceMap: Hashable, Sendable {
    private let x: Vector
    private let y: Vector
    private let origin: Point
    private let last: Point

    /// Nil where every place stays what it is.
    init?(_ transform: SurfaceTransform, of device: Surface) {
        guard transform != .identity else { return nil }
        let (from, to) = (device.size, transform.surface(of: device).size)
        x = Vector(dx: transform.a * to.dx / from.dx, dy: transform.b * to.dx / from.dy)
        y = Vector(dx: transform.d * to.dy / from.dx, dy: transform.e * to.dy / from.dy)
        origin = Point(x: transform.c * to.dx, y: transform.f * to.dy)
        last = Point(x: to.dx.nextDown, y: to.dy.nextDown)
    }

    /// Where a point of the device is on the surface; beyond its edges, at the edge.
    func place(_ point: Point) -> Point {
        within(
            Point(
                x: x.dx * point.x + x.dy * point.y + origin.x,
                y: y.dx * point.x + y.dy * point.y + origin.y))
    }

    func within(_ point: Point) -> Point {
        Point(x: min(max(point.x, 0), last.x), y: min(max(point.y, 0), last.y))
    }
}
