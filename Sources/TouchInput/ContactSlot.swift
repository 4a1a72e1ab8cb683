internal import GestureModel

/// One slot: what the device said last, and the contact that the last frame showed in it.
///
/// A device repeats no value that is unchanged, so a contact that begins takes the coordinates the slot had before.
struct ContactSlot: Sendable {
    private(set) var x: Int32 = 0
    private(set) var y: Int32 = 0
    var detail = ContactDetail()
    /// More than 0 while the contact hovers.
    var distance: Int32 = 0
    /// The contact the device has here, by its own number; nil where there is none.
    private(set) var tracked: Int32?
    /// Whether the contact of the last frame is over, although there may be another one here by now.
    private(set) var isReplaced = false
    private(set) var shown: ShownContact?

    /// The coordinates that were never told.
    private var unknown = Coordinates.both
    /// The slot was found empty and at 0, 0, where the kernel has all slots that never had a contact. A coordinate that is
    /// told then makes both known, since the kernel does not repeat a 0.
    private var isUntouched = false
    private var isPressed = false
    /// Coordinates came without a contact, in this frame and before it.
    private var isEarly = false
    private var wasEarly = false
    /// The contact's missing coordinate was counted.
    private var isCounted = false

    private struct Coordinates: OptionSet, Hashable, Sendable {
        var rawValue: UInt8
        static let x = Coordinates(rawValue: 1)
        static let y = Coordinates(rawValue: 2)
        static let both: Coordinates = [.x, .y]
    }

    mutating func takeX(_ value: Int32) {
        x = value
        tell(.x)
    }

    mutating func takeY(_ value: Int32) {
        y = value
        tell(.y)
    }

    private mutating func tell(_ coordinate: Coordinates) {
        if unknown != [] { unknown.subtract(isUntouched ? .both : coordinate) }
        if tracked == nil, !isReplaced { isEarly = true }
    }

    /// Takes an ABS_MT_TRACKING_ID, and returns what is wrong with it. Most drivers send -1 between two contacts; some go
    /// from one to the next.
    @discardableResult
    mutating func track(_ trackingID: Int32) -> DeviceFault? {
        let contact = trackingID >= 0 ? trackingID : nil
        guard contact != tracked else { return nil }
        defer {
            tracked = contact
            isReplaced = true
            isCounted = false
            isEarly = false
            wasEarly = false
        }
        if contact == nil { return isReplaced ? .unseenContact : nil }
        if tracked != nil { return .replacedID }
        return wasEarly ? .lateID : nil
    }

    /// A contact of a device that tells everything of it in each frame begins: nothing is left of the one before.
    mutating func empty() {
        unknown = .both
        detail = ContactDetail()
        distance = 0
    }

    /// Says what is known of a slot whose state was asked for.
    mutating func settle() {
        isEarly = false
        wasEarly = false
        guard tracked == nil, unknown == [], x == 0, y == 0 else { return }
        unknown = .both
        isUntouched = true
    }

    /// What is known of the contact in this frame.
    func detail(on scale: SurfaceScale) -> ContactDetail {
        var detail = detail
        detail.isOutside = scale.isOutside(x: x, y: y)
        return detail
    }

    var hasPlace: Bool { tracked != nil && unknown == [] }

    /// Whether a contact touches here at the end of a frame.
    mutating func touches(_ limits: TouchLimits?, faults: inout DeviceFaults) -> Bool {
        guard tracked != nil else {
            if isEarly { wasEarly = true }
            isEarly = false
            return false
        }
        guard unknown == [] else {
            if !isCounted { faults.count(.missingCoordinate) }
            isCounted = true
            return false
        }
        if let limits {
            isPressed = limits.touches(detail, isPressed && !isReplaced)
            guard isPressed else { return false }
        }
        return distance <= 0
    }

    /// Appends what became of the slot since the last frame, with what is known of it, and returns the contact that is down
    /// in it.
    ///
    /// A contact that came and went between two frames is never seen: it has no place in a frame of its own.
    mutating func report(
        touching: Bool, isRebased: Bool, on scale: SurfaceScale, ids: inout ContactIDs,
        into contacts: inout [Contact], _ details: inout [ContactDetail]
    ) -> Contact? {
        if isReplaced || !touching, let shown {
            // Where the last frame had it: what was sent since may belong to its successor.
            contacts.append(shown.ended)
            details.append(ContactDetail())
            self.shown = nil
        }
        isReplaced = false
        guard touching else { return nil }
        let contact = show(at: scale.point(x: x, y: y), isRebased: isRebased, on: scale, ids: &ids)
        contacts.append(contact)
        details.append(detail(on: scale))
        return contact
    }

    private mutating func show(
        at place: Point, isRebased: Bool, on scale: SurfaceScale, ids: inout ContactIDs
    ) -> Contact {
        if let contact = shown?.move(to: place, isRebased: isRebased, on: scale) { return contact }
        let contact = ShownContact(id: ids.next(), position: place)
        shown = contact
        return contact.began
    }

    /// Hands the contact over to whoever shows it from now on.
    mutating func release() -> ShownContact? {
        defer { shown = nil }
        return shown
    }

    /// Ends a frame that somebody else shows.
    mutating func endFrame() { isReplaced = false }
}

/// Numbers the contacts of one device; none is used twice.
struct ContactIDs: Hashable, Sendable {
    private var last = 0

    mutating func next() -> Int {
        last += 1
        return last
    }
}
