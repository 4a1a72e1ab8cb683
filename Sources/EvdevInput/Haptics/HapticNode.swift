internal import CUdev

/// An input node that may be made to vibrate, as udev knows it, not yet opened.
public struct HapticNode: Hashable, Sendable {
    /// `event5`.
    public var sysname: String
    /// `/dev/input/event5`.
    public var node: String
    /// Its place in sysfs, which holds a number that no later device gets: `/sys/devices/…/input27/event5`.
    public var syspath: String
    public var kind: HapticKind

    public init(sysname: String, node: String, syspath: String, kind: HapticKind) {
        self.sysname = sysname
        self.node = node
        self.syspath = syspath
        self.kind = kind
    }

    /// The order in which to try nodes: the one that was asked for, then vibrators, which are made for it, then touch
    /// devices; each by its number.
    public static func order(_ nodes: [HapticNode], preferring id: String?) -> [HapticNode] {
        let preferred = nodes.filter { $0.sysname == id }
        let others = nodes.filter { $0.sysname != id }
        return preferred + others.filter { $0.kind == .vibrator } + others.filter { $0.kind == .touch }
    }
}

extension HapticNode {
    init?(_ device: OpaquePointer) {
        guard let sysname = udev_device_get_sysname(device).map({ String(cString: $0) }),
            TouchNode.eventNumber(sysname) != nil,
            let node = udev_device_get_devnode(device).map({ String(cString: $0) }),
            let syspath = udev_device_get_syspath(device).map({ String(cString: $0) }),
            let kind = Self.kind(of: device, isTouch: TouchNode(device) != nil)
        else { return nil }
        self.init(sysname: sysname, node: node, syspath: syspath, kind: kind)
    }

    private static func kind(of device: OpaquePointer, isTouch: Bool) -> HapticKind? {
        // The parent belongs to the device: it is not unreferenced.
        guard let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil) else { return nil }
        func bitmap(_ name: String) -> CapabilityBitmap? {
            udev_device_get_sysattr_value(parent, "capabilities/\(name)").flatMap {
                CapabilityBitmap(String(cString: $0))
            }
        }
        let others = ["key", "abs", "rel"].compactMap(bitmap)
        // What is not known to have no keys is no vibrator.
        guard let force = bitmap("ff"), others.count == 3 else { return nil }
        return HapticKind(isTouch: isTouch, force: force, others: others)
    }
}
