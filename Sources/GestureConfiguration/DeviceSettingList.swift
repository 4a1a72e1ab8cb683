internal import TouchInput

extension DeviceSection {
    /// All there is to say in a `[[device]]`, beside sections such as `[device.tap]`.
    static let settings = matchSettings + surfaceSettings + contactSettings

    private static let matchSettings = [
        DeviceSetting("name", .pattern(\.name), "\"ELAN* Touchpad\"", "What the device calls itself."),
        DeviceSetting("vendor", .identifier(\.vendor), "0x04F3", "The number of its vendor."),
        DeviceSetting("product", .identifier(\.product), "0x31B9", "The number of the product."),
        DeviceSetting("kind", .deviceKind(\.kind), "\"touchpad\"", "What udev takes it for."),
        DeviceSetting("id", .pattern(\.id), "\"event*\"", "Its id, which may be another after a restart."),
    ]

    private static let surfaceSettings = [
        DeviceSetting(
            "ignore", .boolean(\.isIgnored), "false", "Whether the device is left alone: listed, and never opened."),
        DeviceSetting(
            "size", .size(\.size), "[100, 60]",
            "The touch surface, from end to end of the device's axes; whatever the device claims."),
        DeviceSetting(
            "calibration", .matrix(\.calibration), "[1, 0, 0, 0, 1, 0]",
            "In place of udev's LIBINPUT_CALIBRATION_MATRIX: x' = a x + b y + c, y' = d x + e y + f, across the surface 0 to 1."
        ),
        DeviceSetting(
            "rotation", .rotation(\.rotation), "0",
            "Degrees by which places are turned clockwise, after the calibration."),
    ]

    private static let contactSettings = [
        DeviceSetting(
            "palmPressure", .threshold(\.quirks.palmPressure), "130",
            "At this pressure or above a contact is a palm; 0 is never."),
        DeviceSetting(
            "palmSize", .threshold(\.quirks.palmSize), "0",
            "At this touch size or above a contact is a palm; 0 is never."),
        DeviceSetting(
            "thumbPressure", .threshold(\.quirks.thumbPressure), "0",
            "At this pressure or above a contact is a thumb; 0 is never."),
        DeviceSetting(
            "thumbSize", .threshold(\.quirks.thumbSize), "0",
            "At this touch size or above a contact is a thumb; 0 is never."),
        DeviceSetting(
            "pressureRange", .limits(\.quirks.pressureRange), "[10, 8]",
            "A contact touches from the first pressure on, until it is below the second."),
        DeviceSetting(
            "touchSizeRange", .limits(\.quirks.touchSizeRange), "[10, 8]",
            "A contact touches from the first touch size on, until it is below the second."),
    ]
}
