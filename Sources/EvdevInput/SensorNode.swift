internal import GestureModel
internal import TouchInput

/// A pen, or the switches of a lid or a hinge, that udev found, before it is opened.
public struct SensorNode: Hashable, Sendable {
    /// The events of a sensor that are read. Others are ignored.
    public enum Kind: String, Hashable, Sendable {
        /// Whether a pen, or another tool of a tablet, is near the surface.
        case pen
        /// Whether the lid is closed, and whether the machine is folded into a tablet.
        case switches
    }

    /// The path in sysfs; see ``TouchNode/syspath``.
    public var syspath: String
    /// `event6`.
    public var sysname: String
    /// `/dev/input/event6`.
    public var node: String
    /// The device's own name; its sysname if it has none.
    public var name: String
    public var kind: Kind
    /// Where it is in the machine.
    public var placement: DevicePlacement
    /// Whether it writes on a screen (INPUT_PROP_DIRECT).
    public var isDirect: Bool
    public var seat: String
}

extension SensorNode {
    /// Returns nil for any other device, and for one with keys: the daemon reads no keyboard, and udev's rule gives it no
    /// access to such a node.
    init?(_ device: UdevDevice) {
        guard let (sysname, node, syspath) = device.eventNode, let kind = Kind(of: device) else { return nil }
        self.init(
            syspath: syspath, sysname: sysname, node: node, name: device.inputAttribute("name") ?? sysname, kind: kind,
            placement: DevicePlacement(of: device), isDirect: device.hasBit(InputProperty.direct, in: "properties"),
            seat: device.property("ID_SEAT") ?? "seat0")
    }

    /// Returns the touch devices on whose surfaces this pen writes, as indices of `touches`, and why; no index for switches,
    /// and for a pen without a touch surface.
    ///
    /// A pen and a touch device are matched if they are one piece of hardware. Otherwise a pen of the machine's own screen
    /// belongs to the machine's only touchscreen, unless that has a pen of its own.
    ///
    /// - Parameter pens: All pens, of which this is one.
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
    fileprivate init?(of device: UdevDevice) {
        let hasKeys = ["ID_INPUT_KEYBOARD", "ID_INPUT_KEY"].contains { device.property($0) == "1" }
        guard !hasKeys, TouchNode.kind(of: device) == nil else { return nil }
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

/// Why a pen is taken to write on a surface.
public enum PenMatch: String, Hashable, Sendable {
    /// They are one piece of hardware, or libwacom's database pairs them.
    case sameHardware = "same hardware"
    /// The pen writes on the machine's own screen, which has one touchscreen.
    case onlyScreen = "the only built-in touchscreen"
}
