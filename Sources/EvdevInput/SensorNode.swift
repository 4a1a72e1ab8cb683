internal import TouchInput

/// A pen, or the switches of a lid or a hinge, that udev found, before it is opened.
public struct SensorNode: Hashable, Sendable {
    /// What a sensor reports, and nothing else of it is read.
    public enum Kind: String, Hashable, Sendable {
        /// Whether a pen, or another tool of a tablet, is near the surface.
        case pen
        /// Whether the lid is closed, and whether the machine is folded into a tablet.
        case switches
    }

    /// As ``TouchNode/syspath``.
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
        guard let sysname = device.sysname, device.eventNumber != nil, let syspath = device.syspath,
            let node = device.node, let kind = Kind(of: device)
        else { return nil }
        self.init(
            syspath: syspath, sysname: sysname, node: node, name: device.inputAttribute("name") ?? sysname, kind: kind,
            placement: DevicePlacement(of: device), isDirect: device.hasBit(InputProperty.direct, in: "properties"),
            seat: device.property("ID_SEAT") ?? "seat0")
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

extension UdevDevice {
    /// True for a tablet's pen. The buttons of a tablet are a node of their own, to which udev gives both names.
    var isPen: Bool { property("ID_INPUT_TABLET") == "1" && property("ID_INPUT_TABLET_PAD") != "1" }

    /// True if a bitmap of the input device has this bit.
    func hasBit(_ bit: UInt16, in attribute: String) -> Bool {
        inputAttribute(attribute).flatMap(CapabilityBitmap.init)?.contains(Int(bit)) ?? false
    }
}
