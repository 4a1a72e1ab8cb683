internal import CEvdev

/// The position of a device in the machine. It shows which other devices share its surface or its case.
public struct DevicePlacement: Hashable, Sendable {
    /// udev's LIBINPUT_DEVICE_GROUP: equal for the devices that are one piece of hardware. libinput's rule sets it from
    /// the devices' addresses and, for tablets, from libwacom's database of pens and touch surfaces that belong
    /// together. nil if udev has no such property, as without libinput.
    public var group: String?
    /// The piece of hardware that contains the device: its path in sysfs, or the address that its driver reports; nil
    /// if neither is known.
    public var parent: String?
    /// Whether the device is built into the machine.
    public var isInternal: Bool

    public init(group: String? = nil, parent: String? = nil, isInternal: Bool = false) {
        self.group = group
        self.parent = parent
        self.isInternal = isInternal
    }

    /// True if both are known to belong to one piece of hardware.
    public func isSameHardware(as other: DevicePlacement) -> Bool {
        group != nil && group == other.group || parent != nil && parent == other.parent
    }

    init(of device: UdevDevice) {
        group = device.property("LIBINPUT_DEVICE_GROUP")
        parent =
            device.syspath.flatMap(DevicePlacement.hardware(ofSyspath:))
            ?? device.inputAttribute("phys").flatMap(DevicePlacement.hardware(ofAddress:))
        isInternal = DevicePlacement.isInternal(device)
    }

    /// Returns the path of the piece of hardware: the USB device, otherwise the parent of the HID device or of the
    /// input device. For a HID device that a process has created (uhid), it is the HID device itself. Returns nil for a
    /// path without an input device, and for an input device that a process has created (uinput), because all of these
    /// have the same parent in sysfs.
    ///
    ///     /sys/devices/pci0000:00/0000:00:14.0/usb1/1-5/1-5:1.0/0003:056A:5146.0001/input/input12/event5
    ///     /sys/devices/pci0000:00/0000:00:14.0/usb1/1-5
    static func hardware(ofSyspath syspath: String) -> String? {
        let parts = syspath.split(separator: "/", omittingEmptySubsequences: false)
        guard var end = parts.lastIndex(where: { $0 == "input" }), end > 0 else { return nil }
        // A USB device has an interface for each of its functions: `1-5:1.0`, below `1-5`. Bluetooth devices share the
        // interface of their adapter.
        if let interface = parts[..<end].lastIndex(where: isUSBInterface),
            !parts[interface..<end].contains("bluetooth")
        {
            end = interface
        } else if isHID(parts[end - 1]), !parts[..<end].contains("virtual") {
            end -= 1
        }
        let path = parts[..<end]
        return path.last == "virtual" ? nil : path.joined(separator: "/")
    }

    /// Returns EVIOCGPHYS without the number of the input: `usb-0000:00:14.0-5` for `usb-0000:00:14.0-5/input0`.
    /// Returns nil if that leaves no text.
    static func hardware(ofAddress address: String) -> String? {
        guard let slash = address.lastIndex(of: "/") else { return address.isEmpty ? nil : address }
        return slash == address.startIndex ? nil : String(address[..<slash])
    }

    /// True for a USB interface, such as `1-5:1.0`: the part before the colon is the name of the USB device.
    private static func isUSBInterface(_ part: Substring) -> Bool {
        let halves = part.split(separator: ":")
        return halves.count == 2 && halves[0].contains("-") && halves[1].contains(".")
            && halves.allSatisfy { $0.allSatisfy { $0.isNumber || $0 == "-" || $0 == "." } }
    }

    /// True for a HID device, such as `0003:056A:5146.0001`: bus, vendor, product, and the number of the device. In
    /// the name of a PCI device, such as `0000:00:14.0`, all numbers but the first are shorter.
    private static func isHID(_ part: Substring) -> Bool {
        let numbers = part.split { $0 == ":" || $0 == "." }
        return numbers.count == 4 && numbers.allSatisfy { $0.count >= 4 && $0.allSatisfy(\.isHexDigit) }
    }

    /// True if the device is built into the machine. Recent versions of udev state this for any device
    /// (ID_INTEGRATION), older versions for touchpads. Without udev's property, the bus decides.
    private static func isInternal(_ device: UdevDevice) -> Bool {
        for name in ["ID_INTEGRATION", "ID_INPUT_TOUCHPAD_INTEGRATION"] {
            if let word = device.property(name) { return word == "internal" }
        }
        switch device.inputAttribute("id/bustype").flatMap({ Int32($0, radix: 16) }) {
        case BUS_USB: return device.usbAttribute("removable") == "fixed"
        case BUS_PCI, BUS_I8042, BUS_HOST, BUS_I2C, BUS_SPI, BUS_RMI: return true
        default: return false
        }
    }
}
