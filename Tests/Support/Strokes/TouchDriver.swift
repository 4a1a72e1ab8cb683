internal import GestureModel
internal import TouchInput

/// Sends fingers as a kernel driver does: through input-mt's slots and pointer emulation and the input core's filter,
/// which drops whatever has not changed, even a new contact's position that equals the last one in its slot.
struct TouchDriver {
    private(set) var events: [InputEvent] = []
    private let device: ModelDevice
    private var slots: [Slot]
    private var selectedSlot: Int32 = 0
    private var nextTrackingID: Int32 = 0
    /// Keys and single-touch axes by type and code; all start at 0, as in the kernel.
    private var sent: [UInt32: Int32] = [:]
    private var frame: [InputEvent] = []

    private struct Slot {
        var finger: Int?
        var trackingID: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
    }

    /// A finger on the surface; `position` in millimetres.
    struct Finger {
        var id: Int
        var position: Point
    }

    init(_ device: ModelDevice) {
        self.device = device
        slots = Array(repeating: Slot(), count: device.slots)
    }

    /// What was sent since the last call. What the driver remembers of slots and keys stays.
    mutating func dequeueEvents() -> [InputEvent] {
        // Not with its capacity: the copy that this makes is a little larger each time.
        defer { events = [] }
        return events
    }

    /// Everything that is down at `time`. Sends nothing where nothing has changed.
    mutating func report(_ fingers: [Finger], at time: Timestamp) {
        frame.removeAll(keepingCapacity: true)
        if device.slots > 0 { reportSlots(device == .semiMultitouchTouchpad ? Self.corners(of: fingers) : fingers) }
        emulatePointer(fingers)
        guard !frame.isEmpty else { return }
        add(EventType.synchronization, SynchronizationCode.report, 0)
        // evdev stamps a frame as a whole.
        events += frame.map { InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value) }
    }

    /// Semi-multitouch hardware senses rows and columns: of two fingers it knows the box, not which corners are theirs.
    private static func corners(of fingers: [Finger]) -> [Finger] {
        guard fingers.count > 1 else { return fingers.map { Finger(id: 0, position: $0.position) } }
        let (a, b) = (fingers[0].position, fingers[1].position)
        return [
            Finger(id: 0, position: Point(x: min(a.x, b.x), y: min(a.y, b.y))),
            Finger(id: 1, position: Point(x: max(a.x, b.x), y: max(a.y, b.y))),
        ]
    }

    private mutating func reportSlots(_ fingers: [Finger]) {
        for index in slots.indices {
            guard let held = slots[index].finger, !fingers.contains(where: { $0.id == held }) else { continue }
            select(index)
            slots[index].finger = nil
            slots[index].trackingID = -1
            add(EventType.absolute, AbsoluteCode.trackingID, -1)
        }
        for finger in fingers {
            let held = slots.firstIndex { $0.finger == finger.id }
            if let index = held ?? startContact(finger) { move(index, to: finger.position) }
        }
    }

    /// Nil where more fingers are down than the device has slots.
    private mutating func startContact(_ finger: Finger) -> Int? {
        guard let index = slots.firstIndex(where: { $0.finger == nil }) else { return nil }
        slots[index].finger = finger.id
        slots[index].trackingID = nextTrackingID
        nextTrackingID = (nextTrackingID + 1) & 0xffff
        select(index)
        add(EventType.absolute, AbsoluteCode.trackingID, slots[index].trackingID)
        return index
    }

    private mutating func move(_ index: Int, to position: Point) {
        let (x, y) = units(of: position)
        if slots[index].x != x {
            select(index)
            add(EventType.absolute, AbsoluteCode.positionX, x)
        }
        if slots[index].y != y {
            select(index)
            add(EventType.absolute, AbsoluteCode.positionY, y)
        }
        slots[index].x = x
        slots[index].y = y
    }

    private mutating func select(_ index: Int) {
        guard selectedSlot != Int32(index) else { return }
        selectedSlot = Int32(index)
        add(EventType.absolute, AbsoluteCode.slot, selectedSlot)
    }

    /// BTN_TOUCH, BTN_TOOL_*, and ABS_X and ABS_Y of the oldest contact.
    private mutating func emulatePointer(_ fingers: [Finger]) {
        change(EventType.key, KeyCode.touch, to: fingers.isEmpty ? 0 : 1)
        let count = min(fingers.count, device.tools.count)
        for (index, tool) in device.tools.enumerated() { change(EventType.key, tool, to: index + 1 == count ? 1 : 0) }
        let oldest = slots.filter { $0.finger != nil }.min { $0.trackingID < $1.trackingID }
        guard let (x, y) = oldest.map({ ($0.x, $0.y) }) ?? fingers.first.map({ units(of: $0.position) }) else { return }
        change(EventType.absolute, AbsoluteCode.x, to: x)
        change(EventType.absolute, AbsoluteCode.y, to: y)
    }

    private mutating func change(_ type: UInt16, _ code: UInt16, to value: Int32) {
        guard sent.updateValue(value, forKey: UInt32(type) << 16 | UInt32(code)) ?? 0 != value else { return }
        add(type, code, value)
    }

    private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        frame.append(InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
    }

    private func units(of position: Point) -> (x: Int32, y: Int32) {
        func units(_ millimetres: Double, within size: Double) -> Int32 {
            device.origin + Int32((min(max(millimetres, 0), size) * Double(device.resolution)).rounded())
        }
        return (units(position.x, within: device.size.dx), units(position.y, within: device.size.dy))
    }
}
