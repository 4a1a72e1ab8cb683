import EvdevInput
import FakeEvdev
import GestureModel
import TouchInput

extension DeviceDescription {
    /// Ten slots, 300 by 170 mm.
    static let touchscreen = DeviceDescription(
        name: "Fake Touchscreen", bus: 0x18, vendor: 0x1234, product: 0x5678, version: 0x100,
        properties: [InputProperty.direct],
        capabilities: [
            Capability(type: 0, codes: [0, 1, 3]),
            Capability(type: EventType.key, codes: [KeyCode.touch]),
            Capability(type: EventType.absolute, codes: [0x00, 0x01, 0x2f, 0x35, 0x36, 0x39]),
        ],
        axes: [
            Axis(code: AbsoluteCode.x, minimum: 0, maximum: 3000, resolution: 10),
            Axis(code: AbsoluteCode.y, minimum: 0, maximum: 1700, resolution: 10),
            Axis(code: AbsoluteCode.slot, minimum: 0, maximum: 9),
            Axis(code: AbsoluteCode.positionX, minimum: 0, maximum: 3000, fuzz: 2, flat: 1, resolution: 10),
            Axis(code: AbsoluteCode.positionY, minimum: 0, maximum: 1700, fuzz: 2, resolution: 10),
            Axis(code: AbsoluteCode.trackingID, minimum: 0, maximum: 65535),
        ]
    )

    /// One finger, no slots, and every kind of capability a driver may have.
    static let singleTouchpad = DeviceDescription(
        name: "Fake Touchpad", bus: 0x11, vendor: 2, product: 7, version: 0x1b1,
        properties: [InputProperty.pointer, 2],
        capabilities: [
            Capability(type: 0, codes: [0, 1, 2, 3, 4, 5, 0x11, 0x14]),
            Capability(type: EventType.key, codes: [KeyCode.leftButton, KeyCode.toolFinger, KeyCode.touch]),
            Capability(type: 2, codes: [8]),
            Capability(type: EventType.absolute, codes: [0, 1, 0x18]),
            Capability(type: 4, codes: [4, 5]),
            Capability(type: 5, codes: [0]),
            Capability(type: 0x11, codes: [1]),
        ],
        axes: [
            Axis(code: AbsoluteCode.x, minimum: -1200, maximum: 1200, resolution: 40),
            Axis(code: AbsoluteCode.y, minimum: -800, maximum: 800, resolution: 40),
            Axis(code: 0x18, minimum: 0, maximum: 255),
        ]
    )
}

extension FakeDevice {
    /// Opens the device as the daemon does, except for the path.
    func open(log: @escaping (EvdevLogPriority, String) -> Void = { _, _ in }) throws -> EvdevDevice {
        try EvdevDevice(descriptor: takeDescriptor(), path: "/dev/input/event7") {
            log($0, String(decoding: $1, as: UTF8.self))
        }
    }
}

extension EvdevDevice {
    func drained() -> (events: [DeviceEvent], end: EvdevDevice.DrainResult) {
        var events: [DeviceEvent] = []
        let end = drain { events.append($0) }
        return (events, end)
    }

    func initial() -> [DeviceEvent] {
        var events: [DeviceEvent] = []
        reportInitialState { events.append($0) }
        return events
    }
}

extension DeviceEvent {
    /// A short form: `0:0` is SYN_REPORT, a leading `~` marks state.
    var text: String {
        switch self {
        case .event(let event): "\(event.time.microseconds) \(event.type):\(event.code)=\(event.value)"
        case .stateLost(let time): "\(time.microseconds) lost"
        case .state(let event): "~\(event.type):\(event.code)=\(event.value)"
        case .stateKnown: "known"
        }
    }
}
