/// How hard or how broad a contact must be to touch, on devices that tell of fingers before they do.
struct TouchLimits: Hashable, Sendable {
    private var pressure: DeviceQuirks.Limits?
    private var size: DeviceQuirks.Limits?

    /// Nil where nothing is known of the device: it tells of fingers that touch.
    init?(_ quirks: DeviceQuirks) {
        guard quirks.pressureRange != nil || quirks.touchSizeRange != nil else { return nil }
        pressure = quirks.pressureRange
        size = quirks.touchSizeRange
    }

    /// The size decides where both are known, as in libinput. A contact that tells neither touches.
    func touches(_ detail: ContactDetail, _ touched: Bool) -> Bool {
        if let size, let major = detail.major { return major >= (touched ? size.up : size.down) }
        if let pressure, let value = detail.pressure { return value >= (touched ? pressure.up : pressure.down) }
        return true
    }
}
