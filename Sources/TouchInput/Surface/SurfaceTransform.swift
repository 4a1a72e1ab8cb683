public import GestureModel

/// Maps a position as the device reports it to the position that the user sees.
///
/// Both positions are normalised: 0…1 across the device's axes, and 0…1 across the visible surface. The numbers are those
/// of udev's LIBINPUT_CALIBRATION_MATRIX, row by row: `x' = a x + b y + c`, `y' = d x + e y + f`.
public struct SurfaceTransform: Hashable, Sendable {
    public private(set) var a = 1.0
    public private(set) var b = 0.0
    public private(set) var c = 0.0
    public private(set) var d = 0.0
    public private(set) var e = 1.0
    public private(set) var f = 0.0

    public static let identity = SurfaceTransform()

    /// Quarter turns, clockwise: with ``quarter`` the left edge becomes the upper one.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    private init() {}

    /// Returns nil unless `numbers` are six finite numbers whose matrix has an inverse: any other matrix folds the surface
    /// to a line.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy({ abs($0) <= SurfaceTransform.largest }) else { return nil }
        (a, b, c) = (numbers[0], numbers[1], numbers[2])
        (d, e, f) = (numbers[3], numbers[4], numbers[5])
        guard abs(a * e - b * d) >= SurfaceTransform.leastArea else { return nil }
    }

    /// Reads the value of udev's LIBINPUT_CALIBRATION_MATRIX: six numbers with blanks between them. As in libinput, text
    /// after them is ignored. Returns nil as ``init(_:)`` does.
    public init?(property: String) {
        let words = property.split(separator: " ").prefix(6).map { Double($0) }
        self.init(words.compactMap(\.self))
    }

    public init(_ rotation: Rotation) {
        switch rotation {
        case .none: break
        case .quarter: (a, b, c, d, e, f) = (0, -1, 1, 1, 0, 0)
        case .half: (a, b, c, d, e, f) = (-1, 0, 1, 0, -1, 1)
        case .threeQuarters: (a, b, c, d, e, f) = (0, 1, 0, -1, 0, 1)
        }
    }

    /// From a panel to the picture that it shows: where the desktop turns the picture, touches turn the other way.
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

    /// A matrix beyond these shows a thousandth of the device on the whole surface, or the reverse.
    private static let largest = 1000.0
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

    /// Returns the visible surface of a device. Lengths are the same before and after: a quarter turn exchanges width and
    /// height, and a matrix that stretches shows less of the device.
    package func surface(of device: Surface) -> Surface {
        Surface(size: Vector(dx: side(a, b, of: device.size), dy: side(d, e, of: device.size)))
    }

    /// Returns the units per millimetre along the sides of the visible surface.
    package func resolution(of device: Vector) -> Vector {
        Vector(dx: abs(a) >= abs(b) ? device.dx : device.dy, dy: abs(e) >= abs(d) ? device.dy : device.dx)
    }

    /// The length of the way on which `x · across + y · down` grows by 1.
    private func side(_ across: Double, _ down: Double, of device: Vector) -> Double {
        // Not computed if only one axis counts: a turned surface has exactly the device's lengths.
        if down == 0 { return device.dx / abs(across) }
        if across == 0 { return device.dy / abs(down) }
        let slope = Vector(dx: across / device.dx, dy: down / device.dy)
        return 1 / (slope.dx * slope.dx + slope.dy * slope.dy).squareRoot()
    }
}
