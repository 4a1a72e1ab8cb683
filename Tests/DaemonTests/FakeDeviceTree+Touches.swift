import FakeEvdev
import GestureModel
import TouchInput

/// Frames of one finger on a fake device, in device units.
typealias Frames = [(time: Int64, events: [FakeEvent])]

extension FakeDeviceTree {
    /// Microseconds between frames.
    static var interval: Int64 { 8000 }

    /// A finger comes down.
    func press(_ sysname: String, x: Int32 = 1000, y: Int32 = 800, slot: Int32 = 0, id: Int32 = 1) throws {
        try emit(sysname, at: end(after: 0), .slot(slot), .trackingID(id), .x(x), .y(y))
    }

    func lift(_ sysname: String, slot: Int32 = 0) throws {
        try emit(sysname, at: end(after: 0), .slot(slot), .trackingID(-1))
    }

    /// A tap of 40 ms.
    func tap(_ sysname: String, x: Int32 = 1000, y: Int32 = 800, id: Int32 = 1) throws {
        let end = end(after: 40_000)
        try play(
            sysname,
            [(end - 40_000, [.slot(0), .trackingID(id), .x(x), .y(y)]), (end, [.slot(0), .trackingID(-1)])])
    }

    /// A finger comes down and moves by `step` units per frame for 20 frames. It does not lift.
    func drag(_ sysname: String, by step: Int32 = 16, y: Int32 = 800, id: Int32 = 1) throws {
        try play(sysname, Self.dragging(by: step, y: y, id: id, upTo: end(after: 20 * Self.interval)))
    }

    /// As ``drag``, and lifts one frame after its last motion.
    func flick(_ sysname: String, by step: Int32 = 16, y: Int32 = 800, id: Int32 = 1) throws {
        let end = end(after: 21 * Self.interval)
        let lift: Frames = [(end, [.slot(0), .trackingID(-1)])]
        try play(sysname, Self.dragging(by: step, y: y, id: id, upTo: end - Self.interval) + lift)
    }

    /// When an action that lasts so many microseconds ends: now, or later if it would begin sooner after the last frame
    /// than a finger can return.
    private func end(after duration: Int64) -> Int64 {
        max(monotonicMicroseconds(), lastTime + (duration > 0 ? 64_000 : Self.interval) + duration)
    }

    private static func dragging(by step: Int32, y: Int32, id: Int32, upTo end: Int64) -> Frames {
        (0...20 as ClosedRange<Int32>).map { number in
            let position: [FakeEvent] = [.slot(0), .x(1000 + step * number), .y(y)]
            let events = number == 0 ? [.slot(0), .trackingID(id)] + position : position
            return (end - Int64(20 - number) * interval, events)
        }
    }
}

extension DeviceDescription {
    /// Ten slots, 300 by 170 mm.
    static let touchscreen = slotted(
        "Fake Touchscreen", property: InputProperty.direct, slots: 10, width: 3000, height: 1700, resolution: 10)

    /// Ten slots, 600 by 340 mm.
    static let wall = slotted(
        "Fake Wall", property: InputProperty.direct, slots: 10, width: 6000, height: 3400, resolution: 10)

    /// Five slots, 104 by 69 mm.
    static let touchpad = slotted(
        "Fake Touchpad", property: InputProperty.pointer, slots: 5, width: 3224, height: 2139, resolution: 31)

    /// A touchscreen that reports no resolution.
    static let unsized = slotted(
        "Unsized Touchscreen", property: InputProperty.direct, slots: 2, width: 4000, height: 3000, resolution: 0)

    /// A touchscreen whose axes have no range.
    static let broken = slotted(
        "Broken Touchscreen", property: InputProperty.direct, slots: 2, width: 0, height: 0, resolution: 1)

    private static func slotted(
        _ name: String, property: UInt16, slots: Int32, width: Int32, height: Int32, resolution: Int32
    ) -> DeviceDescription {
        func axis(_ code: UInt16, _ maximum: Int32) -> Axis {
            Axis(code: code, minimum: 0, maximum: maximum, resolution: resolution)
        }
        let slot = Axis(code: AbsoluteCode.slot, minimum: 0, maximum: slots - 1)
        let id = Axis(code: AbsoluteCode.trackingID, minimum: 0, maximum: 65535)
        return DeviceDescription(
            name: name, bus: 0x18, vendor: 0x1234, product: 0x5678, version: 0x100, properties: [property],
            capabilities: [
                Capability(type: 0, codes: [0, 1, 3]),
                Capability(
                    type: EventType.key,
                    codes: property == InputProperty.direct
                        ? [KeyCode.touch] : [KeyCode.leftButton, KeyCode.toolFinger, KeyCode.touch]),
                Capability(type: EventType.absolute, codes: [0x00, 0x01, 0x2f, 0x35, 0x36, 0x39]),
            ],
            axes: [axis(0x00, width), axis(0x01, height), slot, axis(0x35, width), axis(0x36, height), id])
    }
}
