internal import GestureModel

/// The number of fingers that a touchpad counts (BTN_TOOL_FINGER … BTN_TOOL_QUINTTAP), which may exceed the number of
/// positions.
///
/// When the count changes, the driver releases one key and presses another in any order, so the count is valid only at
/// the end of a frame.
struct FingerCount: Hashable, Sendable {
    /// Bit n is set while the key of n fingers is pressed.
    private var tools: UInt8 = 0
    /// False while nothing touches the surface: the counted fingers, if any, only hover.
    private(set) var isTouching: Bool
    /// The most fingers that the device can count with keys. 0 if it has no such keys, and for touchscreens, whose keys
    /// report pens.
    let maximum: Int
    /// The count of the last frame.
    private var lastCount = 0

    /// The most fingers that any device can count.
    static let maximum = 5
    /// The keys of one finger to ``maximum`` fingers.
    private static let keys = [
        KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadrupleTap,
        KeyCode.toolQuintupleTap,
    ]

    /// A device without BTN_TOUCH counts as always touched.
    init(_ description: DeviceDescription, kind: TouchDeviceKind) {
        isTouching = !description.has(key: KeyCode.touch)
        let last = FingerCount.keys.lastIndex { description.has(key: $0) }
        maximum = kind == .touchpad ? last.map { $0 + 1 } ?? 0 : 0
    }

    mutating func set(_ key: UInt16, isPressed: Bool) {
        if key == KeyCode.touch { isTouching = isPressed }
        guard let index = FingerCount.keys.firstIndex(of: key) else { return }
        let bit: UInt8 = 1 << (index + 1)
        if isPressed { tools |= bit } else { tools &= ~bit }
    }

    /// 0…5; the largest count if several keys are pressed.
    var count: Int {
        guard isTouching, tools != 0, maximum > 0 else { return 0 }
        return 7 - tools.leadingZeroBitCount
    }

    /// True if the count differs from that of the last frame.
    var hasChanged: Bool { count != lastCount }
    mutating func endFrame() { lastCount = count }
    /// Makes the count appear changed until the next frame, because the meaning of the slots has changed.
    mutating func resetLast() { lastCount = 0 }
}

/// The buttons of a touchpad. A clickpad has one button under its surface. Drivers may report it as several buttons, by
/// the fingers' positions.
struct PressedButtons: Hashable, Sendable {
    private var pressed: UInt8 = 0
    /// The time of the last frame in which a button was pressed and nothing touched the surface.
    private var untouchedPress: Timestamp?

    /// How long a device may report the button before the finger that presses it: two frames at 80 Hz.
    private static let lead = Microseconds.milliseconds(25)

    /// Decides whether a button is pressed in a frame. A press up to ``lead`` before a finger comes down counts as that
    /// finger's.
    ///
    /// - Parameter isTouched: True if the frame has a contact.
    /// - Returns: True if a button is pressed.
    mutating func updatePress(at time: Timestamp, isTouched: Bool) -> Bool {
        guard isTouched else {
            if pressed != 0 { untouchedPress = time }
            return pressed != 0
        }
        defer { untouchedPress = nil }
        return pressed != 0 || untouchedPress.map { time - $0 <= PressedButtons.lead } ?? false
    }

    mutating func set(_ key: UInt16, isPressed: Bool) {
        guard key >= KeyCode.leftButton, key <= KeyCode.middleButton else { return }
        let bit: UInt8 = 1 << (key - KeyCode.leftButton)
        if isPressed { pressed |= bit } else { pressed &= ~bit }
    }
}

/// The fingers that a touchpad counts but has no position for, as contacts that follow the first contact with a
/// position.
///
/// They begin at the position of that contact. When that contact lifts and another becomes the first, they keep their
/// positions, because no finger has jumped. They then follow the motion of the new first contact.
struct UnpositionedFingers: Hashable, Sendable {
    private struct Finger: Hashable, Sendable {
        var id: Int
        var position: Point
        /// The offset from the contact that it follows.
        var offset = Vector.zero
    }

    private var fingers: [Finger] = []
    private var followedID = 0

    init() { fingers.reserveCapacity(FingerCount.maximum) }

    /// Adds a contact that had a position of its own, and turned out to be a corner of a box.
    mutating func adopt(_ contact: ReportedContact) {
        fingers.append(Finger(id: contact.id, position: contact.position))
        followedID = 0
    }

    /// Changes the number of fingers to `count`, removing the youngest first, and appends the changes.
    ///
    /// - Parameter first: The first contact that is down in this frame. If it is nil, all fingers end.
    mutating func report(
        _ count: Int, following first: Contact?, on scale: SurfaceScale, ids: inout ContactIDs,
        into contacts: inout [Contact]
    ) {
        let kept = first == nil ? 0 : min(max(count, 0), fingers.count)
        while fingers.count > kept, let finger = fingers.popLast() {
            contacts.append(Contact(id: finger.id, phase: .ended, position: finger.position))
        }
        guard let first else { return }
        follow(first, on: scale, into: &contacts)
        while fingers.count < count {
            let finger = Finger(id: ids.next(), position: first.position)
            fingers.append(finger)
            contacts.append(Contact(id: finger.id, phase: .began, position: finger.position))
        }
    }

    private mutating func follow(_ first: Contact, on scale: SurfaceScale, into contacts: inout [Contact]) {
        let isAnother = first.id != followedID
        followedID = first.id
        for index in fingers.indices {
            let last = fingers[index].position
            if isAnother { fingers[index].offset = last - first.position }
            let position = isAnother ? last : scale.clamp(first.position + fingers[index].offset)
            fingers[index].position = position
            contacts.append(
                Contact(id: fingers[index].id, phase: position == last ? .stationary : .moved, position: position))
        }
    }
}
