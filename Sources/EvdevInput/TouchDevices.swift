public import LinuxSupport
internal import TouchInput

/// A touch device or a sensor that was added, removed or changed.
public enum DeviceChange: Hashable, Sendable {
    /// May name a device that ``TouchDevices/enumerate()`` returned already. It was a sensor before, if udev called it so.
    case added(TouchNode)
    case changed(TouchNode)
    /// A sensor was added or has changed. It was a touch device before, if udev called it so.
    case sensor(SensorNode)
    /// May name a device that was never returned: the removal of any input device is reported. May come late: the
    /// next device may have its name and node by then, but never its ``TouchNode/syspath``.
    case removed(syspath: String)
    /// The kernel dropped messages: enumerate again.
    case overrun

    /// Returns nil for messages that concern neither: other nodes, `bind`, `unbind`.
    fileprivate init?(_ device: UdevDevice) {
        guard let action = device.action, device.eventNumber != nil, let syspath = device.syspath else { return nil }
        switch action {
        case "add", "change":
            if let node = TouchNode(device) {
                self = action == "add" ? .added(node) : .changed(node)
            } else if let node = SensorNode(device) {
                self = .sensor(node)
            } else {
                // A change can also remove the properties (a new hwdb entry).
                guard action == "change" else { return nil }
                self = .removed(syspath: syspath)
            }
        case "remove": self = .removed(syspath: syspath)
        default: return nil
        }
    }
}

/// The touch devices and sensors that udev knows, and their changes. Deliberately not Sendable: it belongs to the event loop's thread.
public final class TouchDevices {
    private let monitor: UdevMonitor

    /// - Throws: If udev's library or its netlink socket is not available, as in a tight sandbox. A machine without a udev
    ///   daemon is no error: it has no touch devices.
    public init() throws(SystemError) { monitor = try UdevMonitor() }

    /// Readable when ``nextChange()`` may return a change. Owned by this object.
    public var descriptor: Int32 { monitor.descriptor }

    /// Returns the devices that are present, by event number: `event2` before `event10`.
    public func enumerate() -> [TouchNode] { monitor.eventNodes().compactMap(TouchNode.init) }

    /// Returns the pens and switches that are present, by event number.
    public func sensors() -> [SensorNode] { monitor.eventNodes().compactMap(SensorNode.init) }

    /// Returns the node and the name of each device that reports ABS_MT_POSITION_X, and that udev calls neither touchscreen
    /// nor touchpad, nor anything else that may have such contacts. It is missing in ``enumerate()``.
    public func untagged() -> [(node: String, name: String)] {
        let kinds = ["TOUCHSCREEN", "TOUCHPAD", "MOUSE", "TABLET", "TABLET_PAD", "JOYSTICK"]
        return monitor.eventNodes().compactMap { device in
            guard device.hasBit(AbsoluteCode.positionX, in: "capabilities/abs"), let node = device.node,
                !kinds.contains(where: { device.property("ID_INPUT_\($0)") == "1" })
            else { return nil }
            return (node, device.inputAttribute("name") ?? node)
        }
    }

    /// Returns nil if no change is left: wait for the descriptor.
    public func nextChange() -> DeviceChange? {
        while let message = monitor.nextMessage() {
            switch message {
            case .overrun: return .overrun
            case .device(let device): if let change = DeviceChange(device) { return change }
            }
        }
        return nil
    }

    /// Queries a device again; nil if it is gone.
    public func node(at syspath: String) -> TouchNode? { monitor.device(at: syspath).flatMap(TouchNode.init) }
}

@available(*, unavailable)
extension TouchDevices: Sendable {}
