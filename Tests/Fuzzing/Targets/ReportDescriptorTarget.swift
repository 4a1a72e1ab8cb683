internal import GestureModel
internal import TouchInput

extension FuzzTarget {
    /// A HID report descriptor: its size, and the surface of a device whose resolution is unknown.
    static let reportDescriptor = FuzzTarget("reportDescriptor") { bytes in
        guard let size = ReportDescriptor(bytes).surfaceSize else { return [] }
        guard size.dx > 0, size.dy > 0, size.dx.isFinite, size.dy.isFinite else { return ["the size is \(size)"] }
        var settings = SurfaceSettings()
        settings.descriptorSize = size
        let axes = [
            DeviceDescription.Axis(code: AbsoluteCode.x, minimum: 0, maximum: 4095),
            DeviceDescription.Axis(code: AbsoluteCode.y, minimum: 0, maximum: 4095),
        ]
        let touch = DeviceDescription.Capability(type: EventType.key, codes: [KeyCode.touch])
        let description = DeviceDescription(name: "screen", capabilities: [touch], axes: axes)
        guard let assembler = try? FrameAssembler(description, kind: .touchscreen, settings: settings) else {
            return ["a size of \(size) makes a device unusable"]
        }
        let surface = assembler.surface.millimetres
        return [surface.dx, surface.dy].allSatisfy(SurfaceSettings.plausibleSide.contains)
            ? [] : ["a surface of \(surface)"]
    }
}
