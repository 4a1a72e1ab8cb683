public import GestureModel
public import TouchInput
internal import CUdev

/// A touch device as udev knows it, not yet opened.
public struct TouchNode: Hashable, Sendable {
    /// Its place in sysfs: `/sys/devices/…/input12/event5`. The kernel counts inputs and gives no number twice, so that no
    /// other device ever has it; sysname and node are given to the next device.
    public var syspath: String
    /// Its name while it is present: `event5`.
    public var sysname: String
    /// The device node: `/dev/input/event5`.
    public var node: String
    /// What the device calls itself; its sysname where it does not.
    public var name: String
    public var kind: TouchDeviceKind
    /// What it is matched by, before it is opened.
    public var identity: DeviceIdentity
    /// udev's LIBINPUT_CALIBRATION_MATRIX, as it stands there.
    public var calibration: String?
    /// Whose device it is: udev's ID_SEAT, or `seat0` where there is none, as logind takes it.
    public var seat: String

    /// - Parameter identity: nil for one that is known by its name alone.
    public init(
        syspath: String, sysname: String, node: String, name: String, kind: TouchDeviceKind,
        identity: DeviceIdentity? = nil, calibration: String? = nil, seat: String = "seat0"
    ) {
        self.syspath = syspath
        self.sysname = sysname
        self.node = node
        self.name = name
        self.kind = kind
        self.identity = identity ?? DeviceIdentity(id: sysname, name: name, kind: kind)
        self.calibration = calibration
        self.seat = seat
    }

    /// The number in `event5`; nil for any other name.
    static func eventNumber(_ sysname: String) -> Int? {
        sysname.hasPrefix("event") ? Int(sysname.dropFirst("event".count)) : nil
    }
}

extension TouchNode {
    /// Nil where udev's input_id calls the device neither touchscreen nor touchpad.
    ///
    /// A device udev has not come to yet has none of these properties and is passed over here; its `add` follows on
    /// the monitor. udev's own "is initialized" is therefore not asked.
    init?(_ device: OpaquePointer) {
        guard let sysname = udev_device_get_sysname(device).map({ String(cString: $0) }),
            Self.eventNumber(sysname) != nil,
            let syspath = udev_device_get_syspath(device).map({ String(cString: $0) }),
            let node = udev_device_get_devnode(device).map({ String(cString: $0) }),
            let kind = Self.kind(of: device)
        else { return nil }
        let name = Self.attribute("name", of: device) ?? sysname
        let identity = DeviceIdentity(
            id: sysname, name: name, kind: kind, bus: Self.number("bustype", of: device),
            vendor: Self.number("vendor", of: device), product: Self.number("product", of: device),
            version: Self.number("version", of: device))
        self.init(
            syspath: syspath, sysname: sysname, node: node, name: name, kind: kind, identity: identity,
            calibration: Self.property("LIBINPUT_CALIBRATION_MATRIX", of: device),
            seat: Self.property("ID_SEAT", of: device) ?? "seat0")
    }

    private static func kind(of device: OpaquePointer) -> TouchDeviceKind? {
        if isSet("ID_INPUT_TOUCHSCREEN", of: device) { return .touchscreen }
        return isSet("ID_INPUT_TOUCHPAD", of: device) ? .touchpad : nil
    }

    private static func isSet(_ property: String, of device: OpaquePointer) -> Bool {
        Self.property(property, of: device) == "1"
    }

    private static func property(_ property: String, of device: OpaquePointer) -> String? {
        udev_device_get_property_value(device, property).map { String(cString: $0) }
    }

    /// Of its EVIOCGID, which sysfs has in four hexadecimal digits; 0 where it has none.
    private static func number(_ name: String, of device: OpaquePointer) -> UInt16 {
        attribute("id/\(name)", of: device).flatMap { UInt16($0, radix: 16) } ?? 0
    }

    private static func attribute(_ name: String, of device: OpaquePointer) -> String? {
        // The parent belongs to the device: it is not unreferenced.
        guard let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil) else { return nil }
        return udev_device_get_sysattr_value(parent, name).map { String(cString: $0) }
    }
}
