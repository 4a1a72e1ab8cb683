public import GestureModel

/// Maps a position that the device reports to the position that the user sees.
///
/// Both positions are normalised: 0…1 across the device's axes, and 0…1 across the visible surface. The numbers are
/// those of udev's LIBINPUT_CALIBRATION_MATRIX, row by row: `x' = a x + b y + c`, `y' = d x + e y + f`.
public struct SurfaceTransform: Hashable, Sendable {
    public private(set) var a = 1.0
    public private(set) var b = 0.0
    public private(set) var c = 0.0
    public private(set) var d = 0.0
    public private(set) var e = 1.0
    public private(set) var f = 0.0

    public static let identity = SurfaceTransform()

    /// A number of quarter turns clockwise: with ``quarter`` the left edge becomes the upper one.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    private init() {}

    /// Returns nil unless `numbers` are six numbers from -1000 to 1000 whose matrix has an inverse. A matrix without an
    /// inverse would fold the surface to a line. A determinant of less than 1e-6 counts as 0.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy({ abs($0) <= SurfaceTransform.largest }) else { return nil }
        (a, b, c) = (numbers[0], numbers[1], numbers[2])
        (d, e, f) = (numbers[3], numbers[4], numbers[5])
        guard abs(a * e - b * d) >= SurfaceTransform.leastArea else { return nil }
    }

    /// Reads the value of udev's LIBINPUT_CALIBRATION_MATRIX: six numbers, separated by blanks. As in libinput, text
    /// after the numbers is ignored. Returns nil under the conditions of ``init(_:)``.
    public init?(property: String) {
        let words = property.split(separator: " ").prefix(6).map { Double($0) }
        self.init(words.compactMap(\.self))
    }

    public init(_ rotation: Rotation) {
        self.init(output: OutputTransform(rawValue: "\(rotation.rawValue)") ?? .normal)
    }

    /// Creates the transform from a panel to its picture. If the desktop turns the picture, touches turn in the
    /// opposite direction.
    public init(output transform: OutputTransform) {
        switch transform {
        case .normal: break
        case .quarter: (a, b, c, d, e, f) = (0, -1, 1, 1, 0, 0)
        case .half: (a, b, c, d, e, f) = (-1, 0, 1, 0, -1, 1)
        case .threeQuarters: (a, b, c, d, e, f) = (0, 1, 0, -1, 0, 1)
        case .flipped: (a, b, c, d, e, f) = (-1, 0, 1, 0, 1, 0)
        case .flippedQuarter: (a, b, c, d, e, f) = (0, 1, 0, 1, 0, 0)
        case .flippedHalf: (a, b, c, d, e, f) = (1, 0, 0, 0, -1, 1)
        case .flippedThreeQuarters: (a, b, c, d, e, f) = (0, -1, 1, -1, 0, 1)
        }
    }

    /// A larger factor would map less than a thousandth of an axis to the whole surface.
    private static let largest = 1000.0
    /// With a smaller determinant, the whole device would map to less than a millionth of the surface.
    private static let leastArea = 1e-6

    /// Returns the transform that applies this one, and then `next`.
    public func then(_ next: SurfaceTransform) -> SurfaceTransform {
        var both = SurfaceTransform()
        both.a = next.a * a + next.b * d
        both.b = next.a * b + next.b * e
        both.c = next.a * c + next.b * f + next.c
        both.d = next.d * a + next.e * d
        both.e = next.d * b + next.e * e
        both.f = next.d * c + next.e * f + next.f
        return both
    }

    /// The six numbers, row by row.
    public var numbers: [Double] { [a, b, c, d, e, f] }

    /// Returns the visible surface of a device. The transform preserves lengths: a quarter turn exchanges width and
    /// height, and a matrix that stretches shows less of the device.
    package func surface(of device: Surface) -> Surface {
        Surface(size: Vector(dx: side(a, b, of: device.size), dy: side(d, e, of: device.size)))
    }

    /// Returns the visible area of a device.
    package func area(of device: SensedArea) -> SensedArea {
        SensedArea(surface: surface(of: device.surface), resolution: device.resolution.map(resolution))
    }

    /// Returns the units per millimetre along the sides of the visible surface.
    package func resolution(of device: Vector) -> Vector {
        Vector(dx: abs(a) >= abs(b) ? device.dx : device.dy, dy: abs(e) >= abs(d) ? device.dy : device.dx)
    }

    /// Returns the length over which `x · across + y · down` grows by 1, for normalised x and y.
    private func side(_ across: Double, _ down: Double, of device: Vector) -> Double {
        // Returned without the formula if only one axis counts, so that a turned surface has exactly the device's
        // lengths.
        if down == 0 { return device.dx / abs(across) }
        if across == 0 { return device.dy / abs(down) }
        let slope = Vector(dx: across / device.dx, dy: down / device.dy)
        return 1 / (slope.dx * slope.dx + slope.dy * slope.dy).squareRoot()
    }
}

/// Converts positions in device units into points of the surface.
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

    /// Returns the point of the surface nearest to `point`.
    func clamp(_ point: Point) -> Point {
        map?.clamp(point) ?? Point(x: x.clamp(point.x), y: y.clamp(point.y))
    }
}

/// Converts the values of one axis into points.
struct AxisScale: Hashable, Sendable {
    private let minimum: Int32
    private let maximum: Int32
    private let pointsPerUnit: Double
    private let last: Double
    /// The limits beyond which a value is a fault. Working touchpads overshoot their range: Synaptics announces the
    /// range that an average finger reaches, and recorded pads go 8 % further. So 10 % are accepted; libinput complains
    /// about more than 5 %.
    private let faultyBelow: Double
    private let faultyAbove: Double

    /// - Parameters:
    ///   - axis: Its minimum must be below its maximum.
    ///   - length: The distance from one end of the axis to the other, in points.
    init(_ axis: DeviceDescription.Axis, length: Double) {
        minimum = axis.minimum
        maximum = axis.maximum
        pointsPerUnit = length / axis.range
        last = length.nextDown
        faultyBelow = Double(axis.minimum) - 0.1 * axis.range
        faultyAbove = Double(axis.maximum) + 0.1 * axis.range
    }

    /// Converts a value to points. Devices overshoot their range at the edges, so a value beyond the range counts as
    /// the edge.
    func points(_ value: Int32) -> Double {
        let units = Double(min(max(value, minimum), maximum)) - Double(minimum)
        return clamp(units * pointsPerUnit)
    }

    func isOutside(_ value: Int32) -> Bool { value < minimum || value > maximum }
    func isFaulty(_ value: Int32) -> Bool {
        isOutside(value) && (Double(value) < faultyBelow || Double(value) > faultyAbove)
    }

    /// Limits a position to the surface. A region does not contain its right and lower edges, which belong to the next
    /// region. The maximum therefore lies just inside the surface.
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

    /// Converts a point of the device to a point of the surface, clamped to the edges.
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
