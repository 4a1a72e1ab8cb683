/// What a device tells of a contact beside where it is: what palms and thumbs are known by.
///
/// Raw values are in the device's own units, since thresholds (configuration, libinput's quirk files) are as well. Nil
/// where the device has no such axis, or has not said yet.
struct ContactDetail: Hashable, Sendable {
    /// ABS_MT_PRESSURE, or ABS_PRESSURE of a single-touch device.
    var pressure: Int32?
    /// ABS_MT_TOUCH_MAJOR and _MINOR.
    var major: Int32?
    var minor: Int32?
    /// ABS_MT_TOOL_TYPE says MT_TOOL_PALM.
    var isPalm = false
    /// The device placed it beyond the range of one of its axes in this frame.
    var isOutside = false
}
