public import LinuxSupport

/// The input nodes that can vibrate. Deliberately not Sendable: it belongs to the event loop's thread.
///
/// It does not wake the thread: udev's messages stay in the monitor's socket until ``haveChanged()`` reads them.
public final class HapticNodes {
    private let monitor: UdevMonitor

    /// - Throws: See ``TouchDevices/init()``.
    public init() throws(SystemError) { monitor = try UdevMonitor() }

    /// Returns true if an input device was, or may have been, added, removed or changed since the last call.
    public func haveChanged() -> Bool {
        var changed = false
        while monitor.nextMessage() != nil { changed = true }
        return changed
    }

    /// Returns the nodes that are present, by event number.
    public func enumerate() -> [HapticNode] { monitor.eventNodes().compactMap(HapticNode.init) }
}

@available(*, unavailable)
extension HapticNodes: Sendable {}

/// An input node that can vibrate, before it is opened.
public struct HapticNode: Hashable, Sendable {
    /// `event5`.
    public var sysname: String
    /// `/dev/input/event5`.
    public var node: String
    /// The path in sysfs, which is never reused: `/sys/devices/…/input27/event5`.
    public var syspath: String
    public var kind: HapticKind
}

extension HapticNode {
    init?(_ device: UdevDevice) {
        guard let (sysname, node, syspath) = device.eventNode, let kind = HapticKind(of: device) else { return nil }
        self.init(sysname: sysname, node: node, syspath: syspath, kind: kind)
    }

    /// Returns the order in which to try nodes: the preferred node, then vibrators, then touch devices, each kind in
    /// the given order.
    public static func order(_ nodes: [HapticNode], preferring id: String?) -> [HapticNode] {
        let preferred = nodes.filter { $0.sysname == id }
        let others = nodes.filter { $0.sysname != id }
        return preferred + others.filter { $0.kind == .vibrator } + others.filter { $0.kind == .touch }
    }
}

/// The kind of an input node that can vibrate.
public enum HapticKind: Hashable, Sendable {
    /// A touchscreen or touchpad with a motor.
    case touch
    /// A motor without keys or axes: a phone's vibrator.
    case vibrator

    /// FF_RUMBLE and FF_PERIODIC, the forces that effects use.
    private static let forces = [0x50, 0x51]
    /// FF_HAPTIC, of Linux 6.18.
    private static let haptic = 0x4f

    /// Returns nil for a device that cannot vibrate, or must not. A gamepad's motors belong to the game, and a steering
    /// wheel's motor could break a thumb. A touchpad with FF_HAPTIC clicks by itself until a program uploads an effect:
    /// from then on the kernel leaves the clicks to that program.
    ///
    /// - Parameters:
    ///   - isTouch: Whether udev classifies the device as a touchscreen or touchpad, and it has no keys for typing.
    ///   - force: The bitmap of the device's EV_FF codes.
    ///   - others: The bitmaps of EV_KEY, EV_ABS and EV_REL, in which a vibrator has no codes.
    init?(isTouch: Bool, force: CapabilityBitmap, others: [CapabilityBitmap]) {
        guard Self.forces.contains(where: force.contains), !force.contains(Self.haptic) else { return nil }
        if isTouch {
            self = .touch
        } else if others.allSatisfy(\.isEmpty) {
            self = .vibrator
        } else {
            return nil
        }
    }

    init?(of device: UdevDevice) {
        let others = ["key", "abs", "rel"].compactMap { device.bitmap("capabilities/\($0)") }
        // If one of the three bitmaps is missing, the device may have keys or axes.
        guard let force = device.bitmap("capabilities/ff"), others.count == 3 else { return nil }
        // Only nodes that the daemon may read are opened for writing.
        let isTouch = TouchNode.identity(of: device, kind: \.kind) != nil && !TypingKeys.mayBeAmongKeys(of: device)
        self.init(isTouch: isTouch, force: force, others: others)
    }
}
