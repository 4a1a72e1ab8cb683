public import GestureModel

/// What an administrator, or udev, says of a device's surface.
public struct SurfaceSettings: Hashable, Sendable {
    /// Millimetres from end to end of the device's axes, before ``transform``; it holds whatever the device claims.
    public var size: Vector?
    public var transform = SurfaceTransform.identity

    public init() {}

    /// Millimetres a side may have.
    public static let plausibleSide = SurfaceSize.plausibleSide
}

extension SurfaceSize {
    /// What is known of the size, in the order of trust: the settings', what the device claims where that can be true,
    /// what libinput's quirks say, an assumption.
    ///
    /// - Throws: ``DeviceDescriptionError/noRange(axis:minimum:maximum:)``.
    init(
        x: DeviceDescription.Axis, y: DeviceDescription.Axis, kind: TouchDeviceKind, quirks: DeviceQuirks,
        settings: SurfaceSettings
    ) throws(DeviceDescriptionError) {
        self = try SurfaceSize(x: x, y: y, kind: kind)
        let range = Vector(dx: x.range, dy: y.range)
        if let size = settings.size {
            state(size, range, "\(SurfaceSize.spelled(size)) from the configuration")
        } else if resolution == nil, let size = SurfaceSize.hint(in: quirks, range) {
            let doubt = SurfaceSize.doubt(x: x, y: y).map { "\($0): " } ?? ""
            state(size, range, "\(doubt)\(SurfaceSize.spelled(size)) from libinput's quirks")
        }
    }

    private mutating func state(_ size: Vector, _ range: Vector, _ sentence: String) {
        surface = Surface(millimetres: size)
        resolution = Vector(dx: range.dx / size.dx, dy: range.dy / size.dy)
        assumption = sentence
        isImpossible = false
    }

    /// As libinput has it: a resolution goes before a size.
    private static func hint(in quirks: DeviceQuirks, _ range: Vector) -> Vector? {
        let hinted = quirks.resolution.map { Vector(dx: range.dx / $0.dx, dy: range.dy / $0.dy) } ?? quirks.size
        guard let hinted, plausibleSide.contains(hinted.dx), plausibleSide.contains(hinted.dy) else { return nil }
        return hinted
    }
}
