internal import TouchInput

/// Decides which events of a device are passed on, and how: exactly as libevdev 1.13 does, which therefore need not be
/// called for each event.
///
/// Dropped are events with codes that the device has not announced, and tracking ids that neither begin nor end a
/// contact. A slot beyond the last one becomes the last one.
struct EventFilter {
    /// The result for one event.
    enum Verdict {
        case passed
        /// The event now has another value.
        case corrected(Fault)
        /// nil if libevdev drops the event without a word.
        case dropped(Fault?)
    }

    /// What no working driver sends, and the value that it sent.
    struct Fault {
        let text: StaticString
        let value: Int32
    }

    /// One bit for each code of each type.
    private var announced = [UInt64](repeating: 0, count: Self.types * Self.wordsPerType)
    /// One bit for each pressed key.
    private var pressed = [UInt64](repeating: 0, count: Self.wordsPerType)
    /// The tracking id of each slot, -1 if it is empty; no slots for a device that has none.
    private var ids: [Int32]
    private var slot = 0

    private static let types = 32
    /// KEY_MAX is 0x2ff, and no other type has more codes.
    private static let wordsPerType = 0x300 / 64

    init(_ description: DeviceDescription, slots: Int) {
        ids = Array(repeating: -1, count: slots)
        for capability in description.capabilities {
            for code in capability.codes {
                guard let (index, bit) = Self.place(capability.type, code) else { continue }
                announced[index] |= bit
            }
        }
    }

    /// True if no contact is down and no key is pressed.
    var isIdle: Bool { ids.allSatisfy { $0 == -1 } && pressed.allSatisfy { $0 == 0 } }

    // MARK: - Events

    /// Follows an event and decides whether it is passed on. Corrects a slot that the device does not have.
    @inline(__always)
    mutating func filter(_ event: inout InputEvent) -> Verdict {
        // Every device has them.
        if event.type == EventType.synchronization { return .passed }
        guard let (index, bit) = Self.place(event.type, event.code), announced[index] & bit != 0 else {
            return .dropped(nil)
        }
        switch event.type {
        case EventType.absolute where !ids.isEmpty:
            if event.code == AbsoluteCode.slot { return select(&event.value) }
            if event.code == AbsoluteCode.trackingID { return setID(event.value) }
        case EventType.key: setKey(event.code, isPressed: event.value != 0)
        default: break
        }
        return .passed
    }

    private mutating func select(_ value: inout Int32) -> Verdict {
        guard value >= 0, Int(value) < ids.count else {
            let fault = Fault(text: "a slot beyond its last one, which is used instead", value: value)
            slot = ids.count - 1
            value = Int32(slot)
            return .corrected(fault)
        }
        slot = Int(value)
        return .passed
    }

    private mutating func setID(_ id: Int32) -> Verdict {
        guard (id == -1) != (ids[slot] == -1) else {
            return .dropped(Fault(text: "a tracking id that neither begins nor ends a contact, ignored", value: id))
        }
        ids[slot] = id
        return .passed
    }

    private mutating func setKey(_ code: UInt16, isPressed: Bool) {
        guard let (index, bit) = Self.place(0, code) else { return }
        if isPressed { pressed[index] |= bit } else { pressed[index] &= ~bit }
    }

    // MARK: - State

    /// Applies one value of the device's state, which replaces what the events have told.
    mutating func setState(_ event: InputEvent) {
        switch (event.type, event.code) {
        case (EventType.absolute, AbsoluteCode.slot):
            slot = max(0, min(Int(event.value), ids.count - 1))
        case (EventType.absolute, AbsoluteCode.trackingID) where !ids.isEmpty: ids[slot] = event.value
        case (EventType.key, _): setKey(event.code, isPressed: event.value != 0)
        default: break
        }
    }

    /// The word of `announced` that holds the bit of a code, and that bit; nil if no device can have the code.
    @inline(__always)
    private static func place(_ type: UInt16, _ code: UInt16) -> (index: Int, bit: UInt64)? {
        guard Int(type) < types, Int(code) < wordsPerType * 64 else { return nil }
        return (Int(type) * wordsPerType + Int(code) / 64, 1 << (UInt64(code) % 64))
    }
}
