internal import GestureModel

/// How large a device's surface is: what it claims where that can be true, else a stated assumption.
struct SurfaceSize: Hashable, Sendable {
    var surface: Surface
    /// Units per millimetre, x and y; nil where the size is assumed.
    var resolution: Vector?
    /// One sentence that says what was wrong and what was assumed instead.
    var assumption: String?
    /// Whether the device's own size cannot be true, and nobody knows better.
    var isImpossible = false

    /// Millimetres a side may have. The least touchpads are wider than 10 mm; the largest touch walls have 110 inches,
    /// 2.4 m. HID panels that leave out the unit exponent claim 32 m.
    static let plausibleSide = 10.0...2500.0
    /// libinput's guess for a touchpad that does not say.
    static let assumedTouchpad = Vector(dx: 69, dy: 50)
    /// Millimetres of the longer side of a 13.3 inch 16:9 screen, the middle of what laptops and tablets have.
    static let assumedScreenSide = 294.0
    /// Longer side to shorter, from 5:4 screens to 32:9 ones with room for odd bars. Equal ranges say nothing of a shape.
    static let plausibleAspect = 1.2...4.0
    static let assumedAspect = 16.0 / 9.0
}

extension SurfaceSize {
    /// - Throws: ``DeviceDescriptionError/noRange(axis:minimum:maximum:)``.
    init(
        x: DeviceDescription.Axis, y: DeviceDescription.Axis, kind: TouchDeviceKind
    ) throws(DeviceDescriptionError) {
        try x.checkRange()
        try y.checkRange()
        if let doubt = SurfaceSize.doubt(x: x, y: y) {
            let size = kind == .touchpad ? SurfaceSize.assumedTouchpad : SurfaceSize.assumedScreen(x: x, y: y)
            surface = Surface(millimetres: size)
            isImpossible = x.resolution > 0 && y.resolution > 0
            assumption = "\(doubt): \(SurfaceSize.spelled(size)) assumed"
        } else {
            surface = Surface(millimetres: SurfaceSize.claimed(x: x, y: y))
            resolution = Vector(dx: Double(x.resolution), dy: Double(y.resolution))
        }
    }

    /// What is wrong with the device's own size, if anything is.
    static func doubt(x: DeviceDescription.Axis, y: DeviceDescription.Axis) -> String? {
        switch (x.resolution > 0, y.resolution > 0) {
        case (false, false): return "no resolution"
        case (false, true): return "no resolution of \(x.name)"
        case (true, false): return "no resolution of \(y.name)"
        case (true, true): break
        }
        let size = claimed(x: x, y: y)
        let isPlausible = plausibleSide.contains(size.dx) && plausibleSide.contains(size.dy)
        return isPlausible ? nil : "claims \(spelled(size))"
    }

    private static func claimed(x: DeviceDescription.Axis, y: DeviceDescription.Axis) -> Vector {
        Vector(dx: x.range / Double(x.resolution), dy: y.range / Double(y.resolution))
    }

    private static func assumedScreen(x: DeviceDescription.Axis, y: DeviceDescription.Axis) -> Vector {
        let ratio = max(x.range, y.range) / min(x.range, y.range)
        let shorter = assumedScreenSide / (plausibleAspect.contains(ratio) ? ratio : assumedAspect)
        return y.range > x.range
            ? Vector(dx: shorter, dy: assumedScreenSide) : Vector(dx: assumedScreenSide, dy: shorter)
    }

    static func spelled(_ size: Vector) -> String {
        "\(Int(size.dx.rounded())) × \(Int(size.dy.rounded())) mm"
    }
}

extension DeviceDescription.Axis {
    /// Units from one end to the other. An Int32 would overflow on an axis from -2³¹ to 2³¹ - 1.
    var range: Double { Double(maximum) - Double(minimum) }
    var name: String { AbsoluteCode.name(code) }

    fileprivate func checkRange() throws(DeviceDescriptionError) {
        guard minimum < maximum else { throw .noRange(axis: code, minimum: minimum, maximum: maximum) }
    }
}
