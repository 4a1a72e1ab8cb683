public import GestureModel

/// The settings of the configuration, or of udev, for a device's surface.
public struct SurfaceSettings: Hashable, Sendable {
    /// In millimetres, from end to end of the device's axes, before ``transform``. Overrides the device's own size.
    public var size: Vector?
    /// In millimetres: the size that the device's HID report descriptor states. Used if the kernel knows no size.
    public var descriptorSize: Vector?
    public var transform = SurfaceTransform.identity
    /// nil if contacts may come down anywhere.
    public var deadZone: DeadZone?

    public init() {}

    /// The plausible length of a side, in millimetres.
    public static let plausibleSide = SurfaceSize.plausibleSide
}

/// The size of a device's surface, and its source.
struct SurfaceSize: Hashable, Sendable {
    private(set) var surface: Surface
    /// In units per millimetre, x and y; nil if the size is assumed.
    private(set) var resolution: Vector?
    /// The problem with the device's own size, the size that replaces it, and its source:
    /// `no resolution: 69 × 50 mm assumed`. A configured size is given without a problem. nil if the device's own size
    /// is used.
    private(set) var assumption: String?
    /// True if the device's own size is impossible, and there is no other source.
    private(set) var isImpossible = false

    /// The plausible length of a side, in millimetres. The smallest touchpads are wider than 10 mm; the largest touch
    /// walls have 110 inches, 2.4 m. HID panels that omit the unit exponent claim 32 m.
    static let plausibleSide = 10.0...2500.0
    /// In millimetres: libinput's assumption for a touchpad without a size.
    private static let assumedTouchpad = Vector(dx: 69, dy: 50)
    /// In millimetres: the longer side of a 13.3 inch 16:9 screen, a typical size of laptops and tablets.
    private static let assumedScreenSide = 294.0
    /// The plausible ratio of the longer side to the shorter: from 5:4 to 32:9 screens, with a margin for bar-shaped
    /// screens. A ratio of 1 is not plausible: many screens give both axes the same range, whatever their shape.
    private static let plausibleAspect = 1.2...4.0
    private static let assumedAspect = 16.0 / 9.0

    /// Creates the size from the first of these sources: the settings, the device if its size is plausible, libinput's
    /// quirks, the device's report descriptor if that size is plausible, an assumption.
    ///
    /// - Throws: ``DeviceDescriptionError/noRange(axis:minimum:maximum:)``.
    init(
        x: DeviceDescription.Axis, y: DeviceDescription.Axis, kind: TouchDeviceKind,
        quirks: DeviceQuirks = DeviceQuirks(), settings: SurfaceSettings = SurfaceSettings()
    ) throws(DeviceDescriptionError) {
        for axis in [x, y] where axis.minimum >= axis.maximum {
            throw .noRange(axis: axis.code, minimum: axis.minimum, maximum: axis.maximum)
        }
        let range = Vector(dx: x.range, dy: y.range)
        if let size = settings.size {
            self.init(size, range, assumption: "\(SurfaceSize.text(size)) from the configuration")
            return
        }
        guard let problem = SurfaceSize.problem(x: x, y: y) else {
            self.init(SurfaceSize.claimed(x: x, y: y), range, assumption: nil)
            resolution = Vector(dx: Double(x.resolution), dy: Double(y.resolution))
            return
        }
        if let size = SurfaceSize.hint(in: quirks, range) {
            self.init(size, range, assumption: "\(problem): \(SurfaceSize.text(size)) from libinput's quirks")
        } else if let size = settings.descriptorSize, SurfaceSize.isPlausible(size) {
            self.init(
                size, range, assumption: "\(problem): \(SurfaceSize.text(size)) from the HID report descriptor")
        } else {
            let size = kind == .touchpad ? SurfaceSize.assumedTouchpad : SurfaceSize.assumedScreen(range)
            self.init(size, range, assumption: "\(problem): \(SurfaceSize.text(size)) assumed")
            resolution = nil
            isImpossible = x.resolution > 0 && y.resolution > 0
        }
    }

    private init(_ size: Vector, _ range: Vector, assumption: String?) {
        surface = Surface(millimetres: size)
        resolution = Vector(dx: range.dx / size.dx, dy: range.dy / size.dy)
        self.assumption = assumption
    }

    /// Returns the size of the surface as it is mounted.
    func transformed(by transform: SurfaceTransform) -> SurfaceSize {
        var size = self
        size.surface = transform.surface(of: surface)
        size.resolution = resolution.map(transform.resolution)
        return size
    }

    /// Returns the problem with the device's own size; nil if it is plausible.
    private static func problem(x: DeviceDescription.Axis, y: DeviceDescription.Axis) -> String? {
        switch (x.resolution > 0, y.resolution > 0) {
        case (false, false): return "no resolution"
        case (false, true): return "no resolution of \(x.name)"
        case (true, false): return "no resolution of \(y.name)"
        case (true, true): break
        }
        let size = claimed(x: x, y: y)
        return isPlausible(size) ? nil : "claims \(text(size))"
    }

    private static func isPlausible(_ size: Vector) -> Bool {
        plausibleSide.contains(size.dx) && plausibleSide.contains(size.dy)
    }

    private static func claimed(x: DeviceDescription.Axis, y: DeviceDescription.Axis) -> Vector {
        Vector(dx: x.range / Double(x.resolution), dy: y.range / Double(y.resolution))
    }

    /// Returns the size from the quirks; nil if they have none, or if it is not plausible. As in libinput, a resolution
    /// overrides a size.
    private static func hint(in quirks: DeviceQuirks, _ range: Vector) -> Vector? {
        let hinted = quirks.resolution.map { Vector(dx: range.dx / $0.dx, dy: range.dy / $0.dy) } ?? quirks.size
        return hinted.flatMap { isPlausible($0) ? $0 : nil }
    }

    private static func assumedScreen(_ range: Vector) -> Vector {
        let ratio = max(range.dx, range.dy) / min(range.dx, range.dy)
        let shorter = assumedScreenSide / (plausibleAspect.contains(ratio) ? ratio : assumedAspect)
        return range.dy > range.dx
            ? Vector(dx: shorter, dy: assumedScreenSide) : Vector(dx: assumedScreenSide, dy: shorter)
    }

    private static func text(_ size: Vector) -> String {
        "\(Int(size.dx.rounded())) × \(Int(size.dy.rounded())) mm"
    }
}
