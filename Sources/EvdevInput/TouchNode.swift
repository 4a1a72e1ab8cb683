public import GestureModel
public import TouchInput

/// A touch device that udev found, before it is opened.
public struct TouchNode: Hashable, Sendable {
    /// Its path in sysfs: `/sys/devices/…/input12/event5`. Unique: the kernel gives no input number twice, while the next
    /// device may get the same sysname and node.
    public var syspath: String
    /// Its name while it is present: `event5`.
    public var sysname: String
    /// The device node: `/dev/input/event5`.
    public var node: String
    /// The device's own name; its sysname if it has none.
    public var name: String
    public var kind: TouchDeviceKind
    /// What configurations and quirks match before it is opened.
    public var identity: DeviceIdentity
    /// The text of udev's LIBINPUT_CALIBRATION_MATRIX.
    public var calibration: String?
    /// udev's ID_SEAT, or `seat0` without one, as in logind.
    public var seat: String
    /// Where it is in the machine.
    public var placement: DevicePlacement
}

extension TouchNode {
    /// Returns nil if udev's input_id calls the device neither touchscreen nor touchpad.
    ///
    /// A device that udev has not processed has none of these properties. It is skipped here; its `add` follows on the
    /// monitor. So udev's own "is initialized" is not checked.
    init?(_ device: UdevDevice) {
        guard let sysname = device.sysname, device.eventNumber != nil, let syspath = device.syspath,
            let node = device.node, let kind = Self.kind(of: device)
        else { return nil }
        let name = device.inputAttribute("name") ?? sysname
        /// A number of its EVIOCGID, which sysfs has as four hexadecimal digits; 0 without one.
        func number(_ name: String) -> UInt16 {
            device.inputAttribute("id/\(name)").flatMap { UInt16($0, radix: 16) } ?? 0
        }
        let identity = DeviceIdentity(
            id: sysname, name: name, kind: kind, bus: number("bustype"), vendor: number("vendor"),
            product: number("product"), version: number("version"))
        self.init(
            syspath: syspath, sysname: sysname, node: node, name: name, kind: kind, identity: identity,
            calibration: device.property("LIBINPUT_CALIBRATION_MATRIX"), seat: device.property("ID_SEAT") ?? "seat0",
            placement: DevicePlacement(of: device))
    }

    /// libwacom's rule calls the touch surface of a tablet a tablet, too: it is a touch device unless it has a pen's
    /// tools and no contacts. A node that udev called a touchscreen before it knew the tablet has both names then.
    static func kind(of device: UdevDevice) -> TouchDeviceKind? {
        if device.isPen, device.hasBit(KeyCode.toolPen, in: "capabilities/key"),
            !device.hasBit(AbsoluteCode.positionX, in: "capabilities/abs")
        {
            return nil
        }
        if device.property("ID_INPUT_TOUCHSCREEN") == "1" { return .touchscreen }
        return device.property("ID_INPUT_TOUCHPAD") == "1" ? .touchpad : nil
    }
}
