internal import GestureModel

/// One slot: the values that the device last sent, and its contact in the last frame.
///
/// A device does not repeat unchanged values, so a contact that begins may have the slot's previous coordinates.
struct ContactSlot: Sendable {
    private var coordinates = SlotCoordinates()
    var detail = ContactDetail()
    /// Above 0 while the contact hovers.
    var distance: Int32 = 0
    /// The device's id of the contact in this slot; nil without a contact.
    private(set) var trackingID: Int32?
    /// True if a contact came, went or was replaced in the slot since the last frame.
    private(set) var isReplaced = false
    /// True if the contact that left the slot since the last frame was last reported as a palm.
    private var leftAsPalm = false
    /// True for a contact that was in the slot when BTN_TOUCH was released, until the key is pressed again.
    var isReleased = false
    private var reported: ReportedContact?

    private var isPressed = false
    private var earlyCoordinates = EarlyCoordinates.none
    private var hasCountedMissingCoordinate = false

    /// When the empty slot received coordinates: not at all, in this frame, or in an earlier frame.
    private enum EarlyCoordinates: Sendable {
        case none
        case inThisFrame
        case before
    }

    var x: Int32 { coordinates.x }
    var y: Int32 { coordinates.y }

    /// - Parameter isFaulty: True if the value is far beyond the axis.
    mutating func setX(_ value: Int32, isFaulty: Bool) {
        coordinates.setX(value, isFaulty: isFaulty)
        recordEarlyCoordinate()
    }

    /// - Parameter isFaulty: True if the value is far beyond the axis.
    mutating func setY(_ value: Int32, isFaulty: Bool) {
        coordinates.setY(value, isFaulty: isFaulty)
        recordEarlyCoordinate()
    }

    private mutating func recordEarlyCoordinate() {
        if trackingID == nil, !isReplaced, earlyCoordinates == .none { earlyCoordinates = .inThisFrame }
    }

    /// Applies an ABS_MT_TRACKING_ID and returns the fault in it, if any. Most drivers send -1 between two contacts;
    /// some go from one id to the next.
    @discardableResult
    mutating func setTrackingID(_ value: Int32) -> DeviceFault? {
        let newID = value >= 0 ? value : nil
        guard newID != trackingID else { return nil }
        defer {
            if trackingID != nil, !isReplaced { leftAsPalm = detail.isPalm }
            trackingID = newID
            isReplaced = true
            isReleased = false
            hasCountedMissingCoordinate = false
            earlyCoordinates = .none
        }
        if newID == nil { return isReplaced ? .unseenContact : nil }
        if trackingID != nil { return .replacedID }
        return earlyCoordinates == .before ? .lateID : nil
    }

    /// Called when BTN_TOUCH was released. A contact that has just come keeps touching.
    mutating func release() { isReleased = trackingID != nil && !isReplaced }

    /// Clears all values except the tracking id, for a device that sends every value in each frame.
    mutating func clear() {
        coordinates.clear()
        detail = ContactDetail()
        distance = 0
    }

    /// Called when the state of the slot has been queried completely. An empty slot at 0, 0 then counts as never used.
    mutating func endResynchronisation() {
        earlyCoordinates = .none
        if trackingID == nil { coordinates.clearIfPristine() }
    }

    func detail(on scale: SurfaceScale) -> ContactDetail {
        var detail = detail
        detail.isOutside = scale.isOutside(x: x, y: y)
        return detail
    }

    var hasPosition: Bool { trackingID != nil && coordinates.areKnown }
    /// True if the contact has an impossible position.
    var isFarOutside: Bool { coordinates.areFarOutside }

    /// Decides at the end of a frame whether a contact touches the surface, and counts a missing coordinate as a fault.
    ///
    /// - Returns: True if a contact touches.
    mutating func updateTouching(_ thresholds: TouchThresholds?, faults: inout DeviceFaults) -> Bool {
        guard trackingID != nil else {
            if earlyCoordinates == .inThisFrame { earlyCoordinates = .before }
            return false
        }
        guard coordinates.areKnown else {
            if !hasCountedMissingCoordinate { faults.count(.missingCoordinate) }
            hasCountedMissingCoordinate = true
            return false
        }
        guard !isReleased else { return false }
        if let thresholds {
            isPressed = thresholds.isTouching(detail, wasTouching: isPressed && !isReplaced)
            guard isPressed else { return false }
        }
        return distance <= 0
    }

    /// Appends the slot's changes since the last frame with their details, and returns the contact that is down in the
    /// slot.
    ///
    /// A contact that came and went between two frames is omitted, because it never had a position in a frame. A
    /// contact that moves far outside of the surface keeps its position; a new contact does not begin there.
    mutating func report(
        _ thresholds: TouchThresholds?, rebaselines: Bool, on scale: SurfaceScale, ids: inout ContactIDs,
        into contacts: inout [Contact], _ details: inout [ContactDetail], faults: inout DeviceFaults
    ) -> Contact? {
        let isTouching = updateTouching(thresholds, faults: &faults)
        if isReplaced || !isTouching, let reported {
            // The contact ends at its position of the last frame, because later values may belong to its successor.
            contacts.append(reported.ended)
            details.append(ContactDetail(isPalm: isReplaced ? leftAsPalm : detail.isPalm))
            self.reported = nil
        }
        isReplaced = false
        leftAsPalm = false
        guard isTouching else { return nil }
        let contact: Contact
        if isFarOutside {
            guard let last = reported?.stationary else { return nil }
            contact = last
        } else {
            contact = ReportedContact.update(
                &reported, position: scale.point(x: x, y: y), rebaselines: rebaselines, on: scale, ids: &ids)
        }
        contacts.append(contact)
        details.append(detail(on: scale))
        return contact
    }

    /// Returns the reported contact and removes it from the slot.
    mutating func removeReportedContact() -> ReportedContact? {
        defer { reported = nil }
        return reported
    }

    /// Ends a frame in which ``report`` was not called.
    mutating func endFrame() {
        isReplaced = false
        leftAsPalm = false
    }
}

/// The coordinates of a slot, and which of them are valid.
struct SlotCoordinates: Hashable, Sendable {
    private(set) var x: Int32 = 0
    private(set) var y: Int32 = 0
    /// The coordinates that the device has not sent.
    private var unknown = Axes.both
    /// The coordinates that are far beyond their axis.
    private var outside: Axes = []
    /// True if a resynchronisation found the slot empty and at 0, 0, the kernel's value for slots that never had a
    /// contact. The next coordinate then makes both known, because the kernel does not send an unchanged 0.
    private var isPristine = false

    private struct Axes: OptionSet, Hashable, Sendable {
        var rawValue: UInt8
        static let x = Axes(rawValue: 1)
        static let y = Axes(rawValue: 2)
        static let both: Axes = [.x, .y]
    }

    var areKnown: Bool { unknown == [] }
    var areFarOutside: Bool { outside != [] }

    mutating func setX(_ value: Int32, isFaulty: Bool) {
        x = value
        set(.x, isFaulty)
    }

    mutating func setY(_ value: Int32, isFaulty: Bool) {
        y = value
        set(.y, isFaulty)
    }

    private mutating func set(_ axis: Axes, _ isFaulty: Bool) {
        if unknown != [] { unknown.subtract(isPristine ? .both : axis) }
        if isFaulty { outside.insert(axis) } else if outside != [] { outside.remove(axis) }
    }

    mutating func clear() {
        unknown = .both
        outside = []
    }

    mutating func clearIfPristine() {
        guard areKnown, x == 0, y == 0 else { return }
        unknown = .both
        isPristine = true
    }
}

/// A contact as reported in the last frame.
struct ReportedContact: Hashable, Sendable {
    let id: Int
    private(set) var position: Point
    /// The offset from the device's position to the reported one: the sum of jumps that were not motion.
    private var offset: Vector?

    init(id: Int, position: Point) {
        self.id = id
        self.position = position
    }

    var ended: Contact { Contact(id: id, phase: .ended, position: position) }
    var stationary: Contact { Contact(id: id, phase: .stationary, position: position) }

    /// Moves the contact, or begins a new one, and returns it.
    static func update(
        _ reported: inout ReportedContact?, position: Point, rebaselines: Bool, on scale: SurfaceScale,
        ids: inout ContactIDs
    ) -> Contact {
        if let moved = reported?.move(to: position, rebaselines: rebaselines, on: scale) { return moved }
        let new = ReportedContact(id: ids.next(), position: position)
        reported = new
        return Contact(id: new.id, phase: .began, position: position)
    }

    /// - Parameter rebaselines: True if the device may have assigned another finger to the slot. The contact keeps its
    ///   position and follows that finger's motion from now on.
    private mutating func move(to new: Point, rebaselines: Bool, on scale: SurfaceScale) -> Contact {
        let last = position
        if rebaselines {
            offset = last == new ? nil : last - new
        } else {
            position = offset.map { scale.clamp(new + $0) } ?? new
        }
        return Contact(id: id, phase: position == last ? .stationary : .moved, position: position)
    }
}

/// Assigns numbers to the contacts of one device, never the same number twice.
struct ContactIDs: Hashable, Sendable {
    private var last = 0

    mutating func next() -> Int {
        last += 1
        return last
    }
}

/// What a device reports of a contact besides its position: the pressure and size by which palms and thumbs are
/// recognised.
///
/// Values are in the device's own units, like the thresholds of the configuration and of libinput's quirk files. A
/// value is nil if the device has no such axis, or has not reported a value.
package struct ContactDetail: Hashable, Sendable {
    /// ABS_MT_PRESSURE. On a device without that axis: ABS_PRESSURE, which is assigned only while one contact is down.
    package var pressure: Int32?
    /// ABS_MT_TOUCH_MAJOR and _MINOR.
    package var major: Int32?
    package var minor: Int32?
    /// True if ABS_MT_TOOL_TYPE is MT_TOOL_PALM.
    package var isPalm = false
    /// True if the contact's position in this frame is beyond the range of an axis.
    package var isOutside = false

    package init(
        pressure: Int32? = nil, major: Int32? = nil, minor: Int32? = nil, isPalm: Bool = false, isOutside: Bool = false
    ) {
        self.pressure = pressure
        self.major = major
        self.minor = minor
        self.isPalm = isPalm
        self.isOutside = isOutside
    }

    /// Stores an ABS_MT_* value that concerns neither position nor identity.
    mutating func set(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.contactPressure: pressure = value
        case AbsoluteCode.touchMajor: major = value
        case AbsoluteCode.touchMinor: minor = value
        case AbsoluteCode.toolType: isPalm = value == ToolType.palm
        default: break
        }
    }
}

/// The pressure or size from which a contact touches, for devices that also report fingers above the surface.
struct TouchThresholds: Hashable, Sendable {
    private var pressure: DeviceQuirks.TouchRange?
    private var size: DeviceQuirks.TouchRange?

    /// Returns nil if the quirks set no threshold. Every reported contact then touches.
    init?(_ quirks: DeviceQuirks) {
        guard quirks.pressureRange != nil || quirks.touchSizeRange != nil else { return nil }
        pressure = quirks.pressureRange
        size = quirks.touchSizeRange
    }

    /// True if the contact touches. If both values are known, the size decides, as in libinput. A contact with neither
    /// value touches.
    func isTouching(_ detail: ContactDetail, wasTouching: Bool) -> Bool {
        if let size, let major = detail.major { return major >= (wasTouching ? size.up : size.down) }
        if let pressure, let value = detail.pressure { return value >= (wasTouching ? pressure.up : pressure.down) }
        return true
    }
}
