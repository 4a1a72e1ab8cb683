internal import CUdev
internal import Glibc

/// A touch device that came, went or became another.
public enum DeviceChange: Hashable, Sendable {
    /// May name a device that ``TouchDevices/enumerate()`` already gave.
    case added(TouchNode)
    case changed(TouchNode)
    /// May name a device that was never given: whatever is not a touch device is removed without a look. May come late: the
    /// next device may have its name and node by then, never its ``TouchNode/syspath``.
    case removed(syspath: String)
    /// The kernel dropped messages: enumerate again.
    case overrun
}

/// The touch devices udev knows, and how they change. Not Sendable on purpose: it lives on the event loop's thread.
///
/// The monitor listens before the first enumeration can run, so that no device falls between the two.
public final class TouchDevices {
    /// Readable when ``nextChange()`` has something to say; owned by this.
    public let descriptor: Int32

    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// - Throws: where there is no udev library context or no netlink socket, as in a tight sandbox. A machine where
    ///   no udev daemon runs is no error: it has no touch devices.
    public init() throws(UdevError) {
        guard let udev = udev_new() else { throw UdevError(operation: "start", code: errno) }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let code = errno
            udev_unref(udev)
            throw UdevError(operation: "open a monitor", code: code)
        }
        // The filter runs in the kernel: other subsystems' messages wake nobody.
        var code = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        if code >= 0 { code = udev_monitor_enable_receiving(monitor) }
        guard code >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw UdevError(operation: "listen for devices", code: -code)
        }
        self.udev = udev
        self.monitor = monitor
        descriptor = udev_monitor_get_fd(monitor)
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// The devices present, by event number: `event2` before `event10`.
    public func enumerate() -> [TouchNode] {
        guard let enumerate = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "input")
        udev_enumerate_add_match_sysname(enumerate, "event*")
        udev_enumerate_scan_devices(enumerate)
        var nodes: [TouchNode] = []
        var entry = udev_enumerate_get_list_entry(enumerate)
        while let current = entry {
            if let node = node(atSyspath: udev_list_entry_get_name(current)) { nodes.append(node) }
            entry = udev_list_entry_get_next(current)
        }
        return nodes.sorted { (TouchNode.eventNumber($0.sysname) ?? 0) < (TouchNode.eventNumber($1.sysname) ?? 0) }
    }

    /// Nil when nothing is left: wait for the descriptor.
    public func nextChange() -> DeviceChange? {
        while true {
            errno = 0
            guard let device = udev_monitor_receive_device(monitor) else { return errno == ENOBUFS ? .overrun : nil }
            defer { udev_device_unref(device) }
            if let change = DeviceChange(device) { return change }
        }
    }

    /// A device anew, as udev knows it now; nil when it is gone.
    public func node(at syspath: String) -> TouchNode? { node(atSyspath: syspath) }

    private func node(atSyspath path: UnsafePointer<CChar>?) -> TouchNode? {
        // A device that went away since the scan is nil here.
        guard let path, let device = udev_device_new_from_syspath(udev, path) else { return nil }
        defer { udev_device_unref(device) }
        return TouchNode(device)
    }
}

@available(*, unavailable)
extension TouchDevices: Sendable {}

extension DeviceChange {
    /// Nil for what says nothing of a touch device: other nodes, `bind`, `unbind`.
    fileprivate init?(_ device: OpaquePointer) {
        guard let action = udev_device_get_action(device), let name = udev_device_get_sysname(device),
            TouchNode.eventNumber(String(cString: name)) != nil, let path = udev_device_get_syspath(device)
        else { return nil }
        switch (String(cString: action), TouchNode(device)) {
        case ("add", let node?): self = .added(node)
        case ("change", let node?): self = .changed(node)
        // A change can also take the touch property away (a new hwdb entry).
        case ("remove", _), ("change", nil): self = .removed(syspath: String(cString: path))
        default: return nil
        }
    }
}
