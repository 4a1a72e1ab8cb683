internal import GestureModel
internal import TouchInput

/// A `[[device]]` of the file: which devices it is about, and what holds for them.
public struct DeviceSection: Hashable, Sendable {
    /// Where it begins, as users are told: `/etc/gestured/gestured.toml, line 12`.
    let place: String
    let line: Int

    // What a device must have for this to be about it; nil is anything.
    var name: Glob?
    var id: Glob?
    var vendor: Int?
    var product: Int?
    var kind: TouchDeviceKind?

    // What holds then; nil leaves it as it was.
    var isIgnored: Bool?
    var size: Vector?
    var calibration: SurfaceTransform?
    var rotation: SurfaceTransform.Rotation?
    var quirks = DeviceQuirks()
    var thresholds: [ThresholdValue] = []
    /// What it sets, in the order of the file, without what a device's size says of itself.
    var names: [String] = []

    /// One line below a `[device.tap]`. Its value was found good.
    struct ThresholdValue: Hashable, Sendable {
        var section: String
        var name: String
        var value: ConfigurationValue
    }

    init(file: String, line: Int) {
        place = "\(file), line \(line)"
        self.line = line
    }

    var hasMatch: Bool { name != nil || id != nil || vendor != nil || product != nil || kind != nil }

    func matches(_ device: DeviceIdentity) -> Bool {
        name.map { $0.matches(device.name) } ?? true
            && id.map { $0.matches(device.id) } ?? true
            && vendor.map { $0 == device.vendor } ?? true
            && product.map { $0 == device.product } ?? true
            && kind.map { $0 == device.kind } ?? true
    }
}
