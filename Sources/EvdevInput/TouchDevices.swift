public import GestureModel
internal import Glibc
public import LinuxSupport
public import TouchInput

/// A touch device or a sensor that was added, removed or changed.
public enum DeviceChange: Hashable, Sendable {
    /// A touch device was added. ``TouchDevices/enumerate()`` may have returned it already, and udev may have
    /// classified it as a sensor before.
    case added(TouchNode)
    /// A touch device has changed. udev may have classified it as a sensor, or not at all, before.
    case changed(TouchNode)
    /// A sensor was added or has changed. udev may have classified it as a touch device before.
    case sensor(SensorNode)
    /// A device was removed, or is neither a touch device nor a sensor any more. It may be a device that was never
    /// returned, because the removal of any input device is reported. The report may come so late that a new device
    /// already has the same name and node, but the new device has another ``TouchNode/syspath``.
    case removed(syspath: String)
    /// The kernel dropped messages. Enumerate again.
    case overrun

    /// Returns nil for messages that change no touch device or sensor: those of other nodes, the addition of other
    /// devices, `bind` and `unbind`.
    fileprivate init?(_ device: UdevDevice, kind: KindRule) {
        guard let action = device.action, device.eventNumber != nil, let syspath = device.syspath else { return nil }
        switch action {
        case "add", "change":
            if let node = TouchNode(device, kind: kind) {
                self = action == "add" ? .added(node) : .changed(node)
            } else if let node = SensorNode(device, kind: kind) {
                self = .sensor(node)
            } else {
                // A change can also remove the properties by which udev classifies the device (a new hwdb entry).
                guard action == "change" else { return nil }
                self = .removed(syspath: syspath)
            }
        case "remove": self = .removed(syspath: syspath)
        default: return nil
        }
    }
}

/// Returns the kind of a device that udev reports with this identity; nil for a device that is no touch device.
public typealias KindRule = (DeviceIdentity) -> TouchDeviceKind?

/// The touch devices and sensors that udev knows, and their changes. Deliberately not Sendable: it belongs to the event
/// loop's thread.
public final class TouchDevices {
    private let monitor: UdevMonitor
    /// Applies to the next query and the next change.
    public var kind: KindRule

    /// - Parameter kind: What a configuration makes of udev's kinds.
    /// - Throws: If udev's library or its netlink socket is not available, as in a tight sandbox. A machine without a
    ///   udev daemon is not an error: it has no touch devices.
    public init(kind: @escaping KindRule = \.kind) throws(SystemError) {
        monitor = try UdevMonitor()
        self.kind = kind
    }

    /// Readable when ``nextChange()`` may return a change. Owned by this object.
    public var descriptor: Int32 { monitor.descriptor }

    /// Returns the touch devices that are present, by event number: `event2` before `event10`.
    public func enumerate() -> [TouchNode] { monitor.eventNodes().compactMap { TouchNode($0, kind: kind) } }

    /// Returns the pens and switches that are present, by event number.
    public func sensors() -> [SensorNode] { monitor.eventNodes().compactMap { SensorNode($0, kind: kind) } }

    /// Returns the node and the name of each device that reports ABS_MT_POSITION_X, but that udev does not classify as
    /// a touchscreen, touchpad, mouse, tablet, buttons of a tablet, or joystick. ``enumerate()`` does not include these
    /// devices.
    public func untagged() -> [(node: String, name: String)] {
        let kinds = ["TOUCHSCREEN", "TOUCHPAD", "MOUSE", "TABLET", "TABLET_PAD", "JOYSTICK"]
        return monitor.eventNodes().compactMap { device in
            guard device.hasBit(AbsoluteCode.positionX, in: "capabilities/abs"), let node = device.node,
                !kinds.contains(where: { device.property("ID_INPUT_\($0)") == "1" })
            else { return nil }
            return (node, device.inputAttribute("name") ?? node)
        }
    }

    /// Returns the next change; nil if no change is left. Wait for the descriptor then.
    public func nextChange() -> DeviceChange? {
        while let message = monitor.nextMessage() {
            switch message {
            case .overrun: return .overrun
            case .device(let device): if let change = DeviceChange(device, kind: kind) { return change }
            }
        }
        return nil
    }

    /// Throws EMFILE or ENFILE if libudev lacks the free descriptors for a query. It then reads nothing from sysfs, or a
    /// part, and does not say so.
    public func requireFreeDescriptors() throws(SystemError) {
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for _ in 0..<Self.descriptorsOfQuery {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw SystemError(operation: "read its properties", code: .current) }
            copies.append(copy)
        }
    }

    /// libudev keeps a folder open while it reads the files in it, and finds no device with one free descriptor. Two
    /// more are for other versions of it.
    private static let descriptorsOfQuery = 4

    /// Queries a device again. Returns nil if the device is gone, or is not a touch device any more.
    public func node(at syspath: String) -> TouchNode? {
        monitor.device(at: syspath).flatMap { TouchNode($0, kind: kind) }
    }
}

@available(*, unavailable)
extension TouchDevices: Sendable {}

/// The node of a touch device, as found by udev.
public struct TouchNode: Hashable, Sendable {
    /// The node's path in sysfs: `/sys/devices/…/input12/event5`. Unique, because the kernel never reuses an input
    /// number. After a removal, a new device may get the same sysname and node.
    public var syspath: String
    /// The node's name while the device is present: `event5`.
    public var sysname: String
    /// The device node: `/dev/input/event5`.
    public var node: String
    /// The device's own name; its sysname if it has no name.
    public var name: String
    public var kind: TouchDeviceKind
    /// The properties by which configurations and quirks select the device before it is opened.
    public var identity: DeviceIdentity
    /// The text of udev's LIBINPUT_CALIBRATION_MATRIX.
    public var calibration: String?
    /// udev's ID_SEAT, or `seat0` without one, as in logind.
    public var seat: String
    /// The device's position in the machine.
    public var placement: DevicePlacement
    /// True if the device also has keys for text or digits, on which a password or a PIN can be typed; nil if its keys
    /// could not be read.
    public var hasTypingKeys: Bool? = false
    /// In millimetres: the size of the surface that the device's HID report descriptor states; nil if it states none.
    public var descriptorSize: Vector?
}

extension TouchNode {
    /// Returns nil for a device that is neither a touchscreen nor a touchpad; see ``identity(of:kind:)``.
    ///
    /// A device that udev has not processed has no property of input_id. It is skipped, and its `add` follows on the
    /// monitor, so udev's "is initialized" need not be checked.
    init?(_ device: UdevDevice, kind rule: KindRule) {
        guard let (sysname, node, syspath) = device.eventNode, let identity = Self.identity(of: device, kind: rule),
            let kind = identity.kind
        else { return nil }
        self.init(
            syspath: syspath, sysname: sysname, node: node, name: identity.name, kind: kind, identity: identity,
            calibration: device.property("LIBINPUT_CALIBRATION_MATRIX"), seat: device.property("ID_SEAT") ?? "seat0",
            placement: DevicePlacement(of: device))
        hasTypingKeys = device.bitmap("capabilities/key").map(TypingKeys.areAmong)
        descriptorSize = device.reportDescriptor.flatMap(\.surfaceSize)
    }

    /// Returns the identity of a touch device, with the kind that the rule gives it; nil for any other device.
    static func identity(of device: UdevDevice, kind rule: KindRule) -> DeviceIdentity? {
        guard let sysname = device.sysname else { return nil }
        /// Returns a number of the device's EVIOCGID, which sysfs stores as four hexadecimal digits; 0 if it is
        /// missing.
        func number(_ name: String) -> UInt16 {
            device.inputAttribute("id/\(name)").flatMap { UInt16($0, radix: 16) } ?? 0
        }
        let reported = reportedKind(of: device)
        var identity = DeviceIdentity(
            id: sysname, name: device.inputAttribute("name") ?? sysname, kind: reported,
            path: device.property("ID_PATH"), bus: number("bustype"), vendor: number("vendor"),
            product: number("product"), version: number("version"))
        identity.kind = rule(identity)
        // A section may select more devices than it means.
        guard identity.kind != nil, reported != nil || device.sketch.mayBeTouchSurface else { return nil }
        return identity
    }

    /// Returns the kind of a touch device, as udev reports it or as the device's axes show; nil for any other device.
    ///
    /// A node can have the classes of both a tablet and a touch device. libwacom's rule adds the class of a tablet to
    /// the touch surface of a tablet, and to a pen's node that udev has already classified as a touchscreen. A node
    /// with both classes is a pen's if it has BTN_TOOL_PEN but not ABS_MT_POSITION_X.
    private static func reportedKind(of device: UdevDevice) -> TouchDeviceKind? {
        if device.isPen, device.hasBit(KeyCode.toolPen, in: "capabilities/key"),
            !device.hasBit(AbsoluteCode.positionX, in: "capabilities/abs")
        {
            return nil
        }
        if device.property("ID_INPUT_TOUCHSCREEN") == "1" { return .touchscreen }
        if device.property("ID_INPUT_TOUCHPAD") == "1" { return .touchpad }
        return device.isPen && device.sketch.isTouchscreenThatNamesPen ? .touchscreen : nil
    }
}

extension ReportDescriptor {
    /// Reads a file of sysfs. Returns nil if it cannot be read.
    init?(path: String) {
        guard let bytes = try? FileContents.read(path, limit: Self.maximumLength) else { return nil }
        self.init(bytes)
    }
}

/// The attribute `inhibited` of an input device (Linux 5.11), with which desktops and firmware daemons make the kernel
/// drop a device's events. Every user can read it, but the kernel does not report its changes.
public enum InhibitedDevice {
    /// Returns the attribute's path, for a device such as `event5`.
    public static func attribute(sysname: String) -> String { "/sys/class/input/\(sysname)/device/inhibited" }

    /// True if the device is inhibited. False if it is not an input device of this machine, or if the kernel has no
    /// such attribute.
    public static func isInhibited(sysname: String) -> Bool { isSet(attribute(sysname: sysname)) }

    static func isSet(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 && byte == UInt8(ascii: "1")
    }
}
