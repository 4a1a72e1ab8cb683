internal import GestureModel

/// Turns the values of one axis into points.
struct AxisScale: Hashable, Sendable {
    private let minimum: Int32
    private let maximum: Int32
    private let pointsPerUnit: Double
    private let last: Double
    /// Beyond these a value is a fault. Touchpads overshoot without one: Synaptics gives the range that an average finger
    /// reaches, and recorded ones go 8 % further. So 10 % are allowed for, where libinput complains from 5 % on.
    private let faultyBelow: Double
    private let faultyAbove: Double

    /// - Parameters:
    ///   - axis: one whose minimum is below its maximum.
    ///   - length: points from one end of the axis to the other.
    init(_ axis: DeviceDescription.Axis, length: Double) {
        minimum = axis.minimum
        maximum = axis.maximum
        pointsPerUnit = length / axis.range
        last = length.nextDown
        faultyBelow = Double(axis.minimum) - 0.1 * axis.range
        faultyAbove = Double(axis.maximum) + 0.1 * axis.range
    }

    /// Devices overshoot their own range at the edges; such a value counts as the edge.
    func points(_ value: Int32) -> Double {
        let units = Double(min(max(value, minimum), maximum)) - Double(minimum)
        return within(units * pointsPerUnit)
    }

    func isOutside(_ value: Int32) -> Bool { value < minimum || value > maximum }
    func isFaulty(_ value: Int32) -> Bool {
        isOutside(value) && (Double(value) < faultyBelow || Double(value) > faultyAbove)
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

    func isOutside(x: Int32, y: Int32) -> Bool { self.x.isOutside(x) || self.y.isOutside(y) }
    /// The place of the surface nearest to a point.
    func within(_ point: Point) -> Point {
        map?.within(point) ?? Point(x: x.within(point.x), y: y.within(point.y))
    }
}
