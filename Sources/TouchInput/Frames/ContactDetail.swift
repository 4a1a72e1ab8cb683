/// What a device reports of a contact apart from its position. Palms and thumbs are recognised by it.
///
/// Values are in the device's own units, like the thresholds of the configuration and of libinput's quirk files. Nil if
/// the device has no such axis, or has not reported a value.
package struct ContactDetail: Hashable, Sendable {
    /// ABS_MT_PRESSURE; on a device without it ABS_PRESSURE, which is that of a contact that is alone.
    package var pressure: Int32?
    /// ABS_MT_TOUCH_MAJOR and _MINOR.
    package var major: Int32?
    package var minor: Int32?
    /// ABS_MT_TOOL_TYPE is MT_TOOL_PALM.
    package var isPalm = false
    /// The device reported a position beyond the range of one of its axes in this frame.
    package var isOutside = false

    package init(
        pressure: Int32? = nil, major: Int32? = nil, minor: Int32? = nil, isPalm: Bool = false, isOutside: Bool = false
    ) {
        self.pressure = pressure
        self.major = major
        self.minor = minor
        self.isPalm = isPalm
        self.isOutside = isOutside
    }

    /// Stores an ABS_MT_* value that concerns neither position nor identity.
    mutating func set(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.contactPressure: pressure = value
        case AbsoluteCode.touchMajor: major = value
        case AbsoluteCode.touchMinor: minor = value
        case AbsoluteCode.toolType: isPalm = value == ToolType.palm
        default: break
        }
    }
}

/// The pressure or size from which a contact touches, for devices that also report fingers above the surface.
struct TouchThresholds: Hashable, Sendable {
    private var pressure: DeviceQuirks.Limits?
    private var size: DeviceQuirks.Limits?

    /// Returns nil if the quirks set no threshold: every reported contact touches.
    init?(_ quirks: DeviceQuirks) {
        guard quirks.pressureRange != nil || quirks.touchSizeRange != nil else { return nil }
        pressure = quirks.pressureRange
        size = quirks.touchSizeRange
    }

    /// The size decides if both are known, as in libinput. A contact with neither value touches.
    func isTouching(_ detail: ContactDetail, wasTouching: Bool) -> Bool {
        if let size, let major = detail.major { return major >= (wasTouching ? size.up : size.down) }
        if let pressure, let value = detail.pressure { return value >= (wasTouching ? pressure.up : pressure.down) }
        return true
    }
}
