package import GestureModel

/// Turns positions in device units into points of the surface.
struct SurfaceScale: Hashable, Sendable {
    let x: AxisScale
    let y: AxisScale
    private let map: SurfaceMap?

    /// - Parameter surface: The device's own surface, before `transform`.
    init(x: DeviceDescription.Axis, y: DeviceDescription.Axis, surface: Surface, transform: SurfaceTransform) {
        self.x = AxisScale(x, length: surface.size.dx)
        self.y = AxisScale(y, length: surface.size.dy)
        map = SurfaceMap(transform, of: surface)
    }

    func point(x: Int32, y: Int32) -> Point {
        let point = Point(x: self.x.points(x), y: self.y.points(y))
        return map?.apply(to: point) ?? point
    }

    func isOutside(x: Int32, y: Int32) -> Bool { self.x.isOutside(x) || self.y.isOutside(y) }

    /// The point of the surface nearest to `point`.
    func clamp(_ point: Point) -> Point {
        map?.clamp(point) ?? Point(x: x.clamp(point.x), y: y.clamp(point.y))
    }
}

/// Turns the values of one axis into points.
struct AxisScale: Hashable, Sendable {
    private let minimum: Int32
    private let maximum: Int32
    private let pointsPerUnit: Double
    private let last: Double
    /// Values beyond these are a fault. Touchpads overshoot without one: Synaptics announces the range that an average
    /// finger reaches, and recorded pads go 8 % further. So 10 % are accepted, where libinput complains from 5 % on.
    private let faultyBelow: Double
    private let faultyAbove: Double

    /// - Parameters:
    ///   - axis: One whose minimum is below its maximum.
    ///   - length: Points from one end of the axis to the other.
    init(_ axis: DeviceDescription.Axis, length: Double) {
        minimum = axis.minimum
        maximum = axis.maximum
        pointsPerUnit = length / axis.range
        last = length.nextDown
        faultyBelow = Double(axis.minimum) - 0.1 * axis.range
        faultyAbove = Double(axis.maximum) + 0.1 * axis.range
    }

    /// Devices overshoot their own range at the edges. Such a value counts as the edge.
    func points(_ value: Int32) -> Double {
        let units = Double(min(max(value, minimum), maximum)) - Double(minimum)
        return clamp(units * pointsPerUnit)
    }

    func isOutside(_ value: Int32) -> Bool { value < minimum || value > maximum }
    func isFaulty(_ value: Int32) -> Bool {
        isOutside(value) && (Double(value) < faultyBelow || Double(value) > faultyAbove)
    }

    /// A region's far edges belong to its neighbour, and the surface has no neighbour: the maximum is just inside.
    func clamp(_ points: Double) -> Double { min(max(points, 0), last) }
}

/// A ``SurfaceTransform`` in points. It costs four multiplications per contact.
package struct SurfaceMap: Hashable, Sendable {
    private let x: Vector
    private let y: Vector
    private let origin: Point
    private let last: Point

    /// Returns nil for the identity.
    package init?(_ transform: SurfaceTransform, of device: Surface) {
        guard transform != .identity else { return nil }
        let (from, to) = (device.size, transform.surface(of: device).size)
        x = Vector(dx: transform.a * to.dx / from.dx, dy: transform.b * to.dx / from.dy)
        y = Vector(dx: transform.d * to.dy / from.dx, dy: transform.e * to.dy / from.dy)
        origin = Point(x: transform.c * to.dx, y: transform.f * to.dy)
        last = Point(x: to.dx.nextDown, y: to.dy.nextDown)
    }

    /// Returns where a point of the device is on the surface; at the edge if it is beyond.
    package func apply(to point: Point) -> Point {
        clamp(
            Point(
                x: x.dx * point.x + x.dy * point.y + origin.x,
                y: y.dx * point.x + y.dy * point.y + origin.y))
    }

    func clamp(_ point: Point) -> Point {
        Point(x: min(max(point.x, 0), last.x), y: min(max(point.y, 0), last.y))
    }
}
