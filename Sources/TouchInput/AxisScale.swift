internal import GestureModel

/// Turns the values of one axis into points.
struct AxisScale: Hashable, Sendable {
    private let minimum: Int32
    private let maximum: Int32
    private let pointsPerUnit: Double
    private let last: Double

    /// - Parameters:
    ///   - axis: one whose minimum is below its maximum.
    ///   - length: points from one end of the axis to the other.
    init(_ axis: DeviceDescription.Axis, length: Double) {
        minimum = axis.minimum
        maximum = axis.maximum
        pointsPerUnit = length / axis.range
        last = length.nextDown
    }

    /// Devices overshoot their own range at the edges; such a value counts as the edge.
    func points(_ value: Int32) -> Double {
        let units = Double(min(max(value, minimum), maximum)) - Double(minimum)
        return within(units * pointsPerUnit)
    }

    /// A region's far edges are its neighbour's, and the surface has none: the maximum is just inside.
    func within(_ points: Double) -> Double { min(max(points, 0), last) }
}

/// The scales of both axes of a surface.
struct SurfaceScale: Hashable, Sendable {
    var x: AxisScale
    var y: AxisScale
    /// From the device's own surface to the one that is seen; nil where they are one.
    var map: SurfaceMap?

    func point(x: Int32, y: Int32) -> Point {
        let point = Point(x: self.x.points(x), y: self.y.points(y))
        return map?.place(point) ?? point
    }

    /// The place of the surface nearest to a point.
    func within(_ point: Point) -> Point {
        map?.within(point) ?? Point(x: x.within(point.x), y: y.within(point.y))
    }
}
