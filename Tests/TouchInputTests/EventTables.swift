import GestureModel

@testable import TouchInput

/// Short names for literal event tables. Only a report's time matters.
extension InputEvent {
    static func slot(_ slot: Int32) -> InputEvent { absolute(AbsoluteCode.slot, slot) }
    static func id(_ id: Int32) -> InputEvent { absolute(AbsoluteCode.trackingID, id) }
    static func x(_ x: Int32) -> InputEvent { absolute(AbsoluteCode.positionX, x) }
    static func y(_ y: Int32) -> InputEvent { absolute(AbsoluteCode.positionY, y) }
    static func pointerX(_ x: Int32) -> InputEvent { absolute(AbsoluteCode.x, x) }
    static func pointerY(_ y: Int32) -> InputEvent { absolute(AbsoluteCode.y, y) }
    static func pressure(_ value: Int32) -> InputEvent { absolute(AbsoluteCode.contactPressure, value) }
    static func major(_ value: Int32) -> InputEvent { absolute(AbsoluteCode.touchMajor, value) }
    static func distance(_ value: Int32) -> InputEvent { absolute(AbsoluteCode.distance, value) }
    static func press(_ key: UInt16) -> InputEvent { of(EventType.key, key, 1) }
    static func release(_ key: UInt16) -> InputEvent { of(EventType.key, key, 0) }
    static func report(_ microseconds: Int64 = 0) -> InputEvent {
        of(EventType.synchronization, SynchronizationCode.report, 0, at: microseconds)
    }
    static let dropped = of(EventType.synchronization, SynchronizationCode.dropped, 0)
    static let multitouchReport = of(EventType.synchronization, SynchronizationCode.multitouchReport, 0)

    static func absolute(_ code: UInt16, _ value: Int32) -> InputEvent { of(EventType.absolute, code, value) }
    static func of(_ type: UInt16, _ code: UInt16, _ value: Int32, at microseconds: Int64 = 0) -> InputEvent {
        InputEvent(time: Timestamp(microseconds: microseconds), type: type, code: code, value: value)
    }
}

/// Devices of 100 × 80 mm with one unit per millimetre, so that a table has the same numbers as its result.
extension DeviceDescription {
    static func slotted(_ count: Int32, keys: [UInt16] = [KeyCode.touch], properties: [UInt16] = []) -> Self {
        DeviceDescription(
            name: "slotted", properties: properties, capabilities: [Capability(type: EventType.key, codes: keys)],
            axes: [
                Axis(code: AbsoluteCode.x, minimum: 0, maximum: 100, resolution: 1),
                Axis(code: AbsoluteCode.y, minimum: 0, maximum: 80, resolution: 1),
                Axis(code: AbsoluteCode.slot, minimum: 0, maximum: count - 1),
                Axis(code: AbsoluteCode.positionX, minimum: 0, maximum: 100, resolution: 1),
                Axis(code: AbsoluteCode.positionY, minimum: 0, maximum: 80, resolution: 1),
                Axis(code: AbsoluteCode.trackingID, minimum: 0, maximum: 65535),
            ])
    }

    /// Protocol A, as on old phones: no pointer, no BTN_TOUCH.
    static func unslotted(keys: [UInt16] = []) -> Self {
        slotted(1, keys: keys).without(AbsoluteCode.slot, AbsoluteCode.x, AbsoluteCode.y)
    }

    static var single: Self { slotted(1).without(AbsoluteCode.slot, AbsoluteCode.positionX, AbsoluteCode.positionY) }

    func without(_ codes: UInt16...) -> Self {
        var description = self
        description.axes.removeAll { codes.contains($0.code) }
        return description
    }

    func with(_ code: UInt16, from minimum: Int32, to maximum: Int32, resolution: Int32 = 0) -> Self {
        var description = without(code)
        description.axes.append(Axis(code: code, minimum: minimum, maximum: maximum, resolution: resolution))
        description.axes.sort { $0.code < $1.code }
        return description
    }
}

extension FrameAssembler {
    /// The results of the events: `lost`, or the frame as ``Contact/summary`` texts.
    mutating func play(_ events: InputEvent...) -> [String] {
        events.compactMap { event in
            switch handle(event) {
            case .none: nil
            case .lost: "lost"
            case .frame: frame.contacts.map(\.summary).joined(separator: ", ")
            }
        }
    }
}

extension Contact {
    /// `3 moved 10 20`: the id, the phase and the position in whole millimetres.
    var summary: String {
        let position = Vector(dx: position.x, dy: position.y) * Surface.millimetresPerPoint
        return "\(id) \(phase) \(Int(position.dx.rounded())) \(Int(position.dy.rounded()))"
    }
}
