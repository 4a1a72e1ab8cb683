internal import GestureModel
internal import TouchInput

/// A node of a pen, or of the switches of a lid or hinge, as found by udev.
public struct SensorNode: Hashable, Sendable {
    /// The kind of events that are read from a sensor. Others are ignored.
    public enum Kind: String, Hashable, Sendable {
        /// A pen, or another tool of a tablet: whether it is near the surface.
        case pen
        /// Switches: whether the lid is closed, and whether the machine is folded into a tablet.
        case switches
    }

    /// The path in sysfs; see ``TouchNode/syspath``.
    public var syspath: String
    /// `event6`.
    public var sysname: String
    /// `/dev/input/event6`.
    public var node: String
    /// The device's own name; its sysname if it has no name.
    public var name: String
    public var kind: Kind
    /// The device's position in the machine.
    public var placement: DevicePlacement
    /// True if the pen writes on a screen (INPUT_PROP_DIRECT).
    public var isDirect: Bool
    public var seat: String
}

extension SensorNode {
    /// Returns nil for a touch device, and for a device that has neither a pen nor the switches of a lid or hinge. Also
    /// returns nil for a device with keys, because the daemon reads no keyboards, and its udev rule does not let it
    /// read such a device.
    init?(_ device: UdevDevice, kind rule: KindRule) {
        guard let (sysname, node, syspath) = device.eventNode, let kind = Kind(of: device, rule) else { return nil }
        self.init(
            syspath: syspath, sysname: sysname, node: node, name: device.inputAttribute("name") ?? sysname, kind: kind,
            placement: DevicePlacement(of: device), isDirect: device.hasBit(InputProperty.direct, in: "properties"),
            seat: device.property("ID_SEAT") ?? "seat0")
    }

    /// Returns the touch devices on whose surfaces this pen writes, as indices of `touches`, and the reason. The
    /// indices are empty for switches, and for a pen without a touch surface.
    ///
    /// A pen and a touch device are matched if they are one piece of hardware. Otherwise a pen of the built-in screen
    /// belongs to the only built-in touchscreen of its seat, unless that touchscreen is matched with another pen.
    ///
    /// - Parameter pens: All pens, including this one.
    public func surfaces(
        among touches: [TouchNode], pens: [SensorNode]
    ) -> (indices: [Int], match: PenMatch) {
        guard kind == .pen else { return ([], .sameHardware) }
        let own = touches.indices.filter { touches[$0].placement.isSameHardware(as: placement) }
        guard own.isEmpty, isDirect, placement.isInternal else { return (own, .sameHardware) }
        let screens = touches.indices.filter {
            touches[$0].kind == .touchscreen && touches[$0].placement.isInternal && touches[$0].seat == seat
        }
        guard let screen = screens.first, screens.count == 1,
            !pens.contains(where: { $0.kind == .pen && $0.placement.isSameHardware(as: touches[screen].placement) })
        else { return ([], .onlyScreen) }
        return ([screen], .onlyScreen)
    }
}

extension SensorNode.Kind {
    fileprivate init?(of device: UdevDevice, _ rule: KindRule) {
        let hasKeys = ["ID_INPUT_KEYBOARD", "ID_INPUT_KEY"].contains { device.property($0) == "1" }
        guard !hasKeys, !TypingKeys.mayBeAmongKeys(of: device), TouchNode.identity(of: device, kind: rule) == nil
        else { return nil }
        if device.isPen {
            self = .pen
        } else if device.property("ID_INPUT_SWITCH") == "1",
            [SwitchCode.lid, SwitchCode.tabletMode].contains(where: { device.hasBit($0, in: "capabilities/sw") })
        {
            self = .switches
        } else {
            return nil
        }
    }
}

/// Why a pen is assumed to write on a surface.
public enum PenMatch: String, Hashable, Sendable {
    /// The pen and the surface are one piece of hardware, or libwacom's database pairs them.
    case sameHardware = "same hardware"
    /// The pen writes on the built-in screen, which has one touchscreen.
    case onlyScreen = "the only built-in touchscreen"
}
