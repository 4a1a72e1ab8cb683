internal import CUdev
internal import Glibc

/// The nodes that may be made to vibrate. Not Sendable on purpose: it lives on the event loop's thread.
///
/// Nobody is woken for them: what udev says of devices that come and go waits in the monitor's socket until somebody
/// wants to know.
public final class HapticNodes {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// - Throws: as ``TouchDevices/init()``.
    public init() throws(UdevError) {
        guard let udev = udev_new() else { throw UdevError(operation: "start", code: errno) }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let code = errno
            udev_unref(udev)
            throw UdevError(operation: "open a monitor", code: code)
        }
        var code = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        if code >= 0 { code = udev_monitor_enable_receiving(monitor) }
        guard code >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw UdevError(operation: "listen for devices", code: -code)
        }
        self.udev = udev
        self.monitor = monitor
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// Whether any input device came, went or changed since the last time, or may have.
    public func haveChanged() -> Bool {
        var changed = false
        while true {
            errno = 0
            guard let device = udev_monitor_receive_device(monitor) else {
                // The kernel dropped messages: there may have been any.
                if errno == ENOBUFS { changed = true } else { return changed }
                continue
            }
            udev_device_unref(device)
            changed = true
        }
    }

    /// Those present, by event number.
    public func enumerate() -> [HapticNode] {
        guard let enumerate = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "input")
        udev_enumerate_add_match_sysname(enumerate, "event*")
        udev_enumerate_scan_devices(enumerate)
        var nodes: [HapticNode] = []
        var entry = udev_enumerate_get_list_entry(enumerate)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let path = udev_list_entry_get_name(current), let device = udev_device_new_from_syspath(udev, path)
            else { continue }
            defer { udev_device_unref(device) }
            if let node = HapticNode(device) { nodes.append(node) }
        }
        return nodes.sorted { (TouchNode.eventNumber($0.sysname) ?? 0) < (TouchNode.eventNumber($1.sysname) ?? 0) }
    }
}

@available(*, unavailable)
extension HapticNodes: Sendable {}
