internal import CUdev
internal import Glibc
internal import LinuxSupport
internal import TouchInput

/// udev's input devices: enumeration, and messages about their changes.
///
/// The monitor already receives messages when the first enumeration runs, so that no device is missed.
final class UdevMonitor {
    /// Readable when a message is waiting. Owned by the monitor.
    let descriptor: Int32
    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    enum Message {
        case device(UdevDevice)
        /// The kernel dropped messages. Enumerate again.
        case overrun
    }

    /// - Throws: If there is no udev library context or no netlink socket, as in a tight sandbox. A machine without a
    ///   udev daemon is not an error: it has no devices.
    init() throws(SystemError) {
        guard let udev = udev_new() else { throw SystemError(operation: "start udev", code: .current) }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let code = Errno.current
            udev_unref(udev)
            throw SystemError(operation: "open a udev monitor", code: code)
        }
        // The filter runs in the kernel, so that messages of other subsystems do not wake the process.
        var code = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        if code >= 0 { code = udev_monitor_enable_receiving(monitor) }
        guard code >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw SystemError(operation: "listen for udev devices", code: Errno(-code))
        }
        self.udev = udev
        self.monitor = monitor
        descriptor = udev_monitor_get_fd(monitor)
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// Returns the next message; nil if no message is waiting.
    func nextMessage() -> Message? {
        errno = 0
        guard let device = udev_monitor_receive_device(monitor) else { return errno == ENOBUFS ? .overrun : nil }
        return .device(UdevDevice(adopting: device))
    }

    /// Returns the event nodes that are present, by number: `event2` before `event10`.
    func eventNodes() -> [UdevDevice] {
        guard let enumerate = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "input")
        udev_enumerate_add_match_sysname(enumerate, "event*")
        udev_enumerate_scan_devices(enumerate)
        var devices: [UdevDevice] = []
        var entry = udev_enumerate_get_list_entry(enumerate)
        while let current = entry {
            if let path = udev_list_entry_get_name(current), let device = device(at: path) { devices.append(device) }
            entry = udev_list_entry_get_next(current)
        }
        return devices.sorted { ($0.eventNumber ?? 0) < ($1.eventNumber ?? 0) }
    }

    /// Queries a device; nil if it is gone.
    func device(at syspath: UnsafePointer<CChar>) -> UdevDevice? {
        udev_device_new_from_syspath(udev, syspath).map(UdevDevice.init(adopting:))
    }
}

/// One device as udev describes it.
final class UdevDevice {
    private let device: OpaquePointer

    init(adopting device: OpaquePointer) { self.device = device }

    deinit { udev_device_unref(device) }

    var sysname: String? { udev_device_get_sysname(device).map { String(cString: $0) } }
    var syspath: String? { udev_device_get_syspath(device).map { String(cString: $0) } }
    /// `/dev/input/event5`.
    var node: String? { udev_device_get_devnode(device).map { String(cString: $0) } }
    /// `add`, `change`, `remove`, …; nil for a device that was enumerated.
    var action: String? { udev_device_get_action(device).map { String(cString: $0) } }

    /// The number in `event5`; nil for any other name.
    var eventNumber: Int? { sysname.flatMap { $0.hasPrefix("event") ? Int($0.dropFirst("event".count)) : nil } }

    /// The names of an event node; nil for any other node.
    var eventNode: (sysname: String, node: String, syspath: String)? {
        guard eventNumber != nil, let sysname, let node, let syspath else { return nil }
        return (sysname, node, syspath)
    }

    func property(_ name: String) -> String? {
        udev_device_get_property_value(device, name).map { String(cString: $0) }
    }

    /// Returns an attribute of the input device that the event node belongs to.
    func inputAttribute(_ name: String) -> String? {
        // The device owns the reference to its parent, so it is not released here.
        guard let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil) else { return nil }
        return udev_device_get_sysattr_value(parent, name).map { String(cString: $0) }
    }

    /// Returns an attribute of the USB device that the device is a part of; nil for other devices, and if there is no
    /// such attribute.
    func usbAttribute(_ name: String) -> String? {
        guard let parent = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device") else {
            return nil
        }
        return udev_device_get_sysattr_value(parent, name).map { String(cString: $0) }
    }

    /// The report descriptor of the HID device that the device is a part of; nil for other devices. Read as a file,
    /// because udev's attributes end at the first zero.
    var reportDescriptor: ReportDescriptor? {
        guard let parent = udev_device_get_parent_with_subsystem_devtype(device, "hid", nil),
            let path = udev_device_get_syspath(parent).map({ String(cString: $0) })
        else { return nil }
        return ReportDescriptor(path: "\(path)/report_descriptor")
    }

    /// True for a tablet's pen. The buttons of a tablet are a separate node, to which udev assigns both properties:
    /// ID_INPUT_TABLET and ID_INPUT_TABLET_PAD.
    var isPen: Bool { property("ID_INPUT_TABLET") == "1" && property("ID_INPUT_TABLET_PAD") != "1" }

    /// The device's description as far as sysfs has it: without the ranges of its axes.
    var sketch: DeviceDescription {
        DeviceDescription(
            name: "", properties: bitmap("properties")?.codes ?? [],
            capabilities: [.init(type: EventType.key, codes: bitmap("capabilities/key")?.codes ?? [])],
            axes: (bitmap("capabilities/abs")?.codes ?? []).map { .init(code: $0, minimum: 0, maximum: 0) })
    }

    /// True if a bitmap of the input device has this bit.
    func hasBit(_ bit: UInt16, in attribute: String) -> Bool { bitmap(attribute)?.contains(Int(bit)) ?? false }

    /// Returns a bitmap of the input device; nil if the device has no such bitmap.
    func bitmap(_ attribute: String) -> CapabilityBitmap? { inputAttribute(attribute).flatMap(CapabilityBitmap.init) }
}

/// The codes of one event type that a device has, or its properties, in sysfs's format: `107030000 0`.
///
/// The text consists of hexadecimal words, each as wide as the kernel's `long`, the highest first, without leading zero
/// words.
struct CapabilityBitmap: Hashable, Sendable {
    private let words: [UInt]

    /// Returns nil for text in any other format.
    init?(_ text: String) {
        let parts = text.split { $0 == " " || $0 == "\n" }
        let words = parts.compactMap { UInt($0, radix: 16) }
        guard !words.isEmpty, words.count == parts.count else { return nil }
        self.words = words.reversed()
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The numbers of the bits that are set, ascending.
    var codes: [UInt16] { (0..<words.count * UInt.bitWidth).filter(contains).map { UInt16(truncatingIfNeeded: $0) } }

    func contains(_ code: Int) -> Bool {
        let (word, bit) = code.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return word < words.count && words[word] >> UInt(bit) & 1 == 1
    }
}
