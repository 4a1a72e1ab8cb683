public import GestureModel

/// Takes out of a device's frames the contacts that are no finger: palms, leaps, ghosts, and the second half of a finger
/// whose tracking id changed.
///
///            suspicious            proves to be a finger
///     began ───────────► held ─────────────────────────────► shown ──────────► ended
///       │                  │                                  │  ▲
///       │                  │ lifts, or proves to be none      │  │ goes on as another contact
///       │                  ▼                                  │  │
///       │              rejected ◄─────────────────────────────┘  │
///       └────────────────────────────────────────────────────────┘
///                         as `.palm` or `.faulty` where it was shown
///
/// A contact that nobody was shown leaves nothing behind. One that was held begins where it came down, late. Contacts are
/// numbered anew, in the order in which they are shown.
public struct ContactRejection: Sendable {
    /// The last frame without what is no finger. May be empty.
    public internal(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// How often which fault was seen.
    public private(set) var faults = DeviceFaults()

    let isRejecting: Bool
    let kind: TouchDeviceKind
    /// Millimetres per second below which a finger taps or rests: it wobbles by less than 2 mm a frame.
    static let still = 200.0
    /// Whether a leap out of rest means that the slot is another finger's now. On a semi-MT device, whose contacts are corners of the
    /// box around the fingers, it means nothing.
    private let replaces: Bool
    let surface: Surface
    let palms: PalmThresholds
    let stepLimit: StepLimit
    var contacts: [TrackedContact] = []
    var storm = GhostStorm()
    /// The lowest pressure that any contact had.
    var leastPressure = Int32.max
    /// When a palm was last on the surface.
    var lastPalm: Timestamp?
    /// Whether the device knows no more than the box around the fingers, and does not say so: for some frames it takes one
    /// finger for two.
    var isUnannouncedBox = false
    /// Whether a hand's worth of contacts began in this frame.
    private(set) var isBurst = false
    /// Whether a contact is held that may be a second finger.
    private var isDoubting = false
    /// When a contact leapt last.
    private(set) var lastLeap: Timestamp?
    /// When a contact's id flickered last.
    var lastFlicker: Timestamp?
    /// Whether one ever did: lifts are then held back.
    var flickers = false
    /// What lifted so lately that it may go on.
    var lifts: [LiftedContact] = []
    private var ids = ContactIDs()

    /// - Parameters:
    ///   - pressure: the device's axis of pressure; nil where it has none.
    ///   - isRejecting: whether it rejects at all; if not, frames pass as they are.
    init(
        surface: Surface, kind: TouchDeviceKind, pressure: DeviceDescription.Axis?,
        quirks: DeviceQuirks = DeviceQuirks(), isSemiMultitouch: Bool = false, isRejecting: Bool = true
    ) {
        self.surface = surface
        self.kind = kind
        replaces = kind == .touchpad && !isSemiMultitouch
        self.isRejecting = isRejecting
        palms = PalmThresholds(kind: kind, pressure: pressure, quirks: quirks)
        stepLimit = StepLimit(kind: kind)
        contacts.reserveCapacity(24)
        lifts.reserveCapacity(24)
        frame.contacts.reserveCapacity(48)
    }

    /// - Parameter assembler: the one whose frames it will take.
    public init(
        for assembler: borrowing FrameAssembler, _ description: DeviceDescription, kind: TouchDeviceKind,
        quirks: DeviceQuirks = DeviceQuirks(), isRejecting: Bool = true
    ) {
        self.init(
            surface: assembler.surface, kind: kind,
            pressure: description.axis(AbsoluteCode.contactPressure) ?? description.axis(AbsoluteCode.pressure),
            quirks: quirks,
            isSemiMultitouch: description.has(property: InputProperty.semiMultitouch), isRejecting: isRejecting)
    }

    /// Takes the frame an assembler has just completed.
    public mutating func take(from assembler: borrowing FrameAssembler) {
        isUnannouncedBox = assembler.faults[.unannouncedBox] > 0
        take(assembler.frame, assembler.details)
    }

    /// As ``take(from:)``, of an assembler that is kept in one value with this: if it were only lent, Swift would copy it for
    /// the call. It is not changed.
    public mutating func take(fromBeside assembler: inout FrameAssembler) {
        isUnannouncedBox = assembler.faults[.unannouncedBox] > 0
        take(assembler.frame, assembler.details)
    }

    /// - Parameter details: what is known of the frame's contacts, in their order.
    mutating func take(_ next: TouchFrame, _ details: [ContactDetail]) {
        frame.time = max(frame.time, next.time)
        frame.isClicked = next.isClicked
        frame.contacts.removeAll(keepingCapacity: true)
        guard isRejecting else {
            frame.contacts.append(contentsOf: next.contacts)
            return
        }
        storm.advance(to: next.time)
        isBurst = kind == .touchscreen && next.contacts.count { $0.phase == .began } >= GhostStorm.hand
        for index in contacts.indices { contacts[index].isPresent = false }
        for index in next.contacts.indices {
            follow(next.contacts[index], index < details.count ? details[index] : ContactDetail(), at: next.time)
        }
        if contacts.contains(where: { !$0.isPresent }) { contacts.removeAll { !$0.isPresent } }
        continueContacts(at: next.time)
        rejectPalms(at: next.time)
        for index in contacts.indices { release(index, at: next.time) }
        settleHeld()
        for contact in next.contacts {
            if let index = contacts.firstIndex(where: { $0.id == contact.id }) { report(index) }
        }
        reportLifts(at: next.time)
        guard contacts.contains(where: \.hasEnded) else { return }
        keepLifts(at: next.time)
        contacts.removeAll(where: \.hasEnded)
    }

    /// Contacts that are held back start nothing any more: what was going on was cut off from outside.
    public mutating func abandonHeld() {
        for index in contacts.indices where contacts[index].isHeld { contacts[index].standing = .rejected }
    }
}

extension ContactRejection {
    private mutating func follow(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp) {
        if contact.isDown, let pressure = detail.pressure, pressure > 0 { leastPressure = min(leastPressure, pressure) }
        guard let index = contacts.firstIndex(where: { $0.id == contact.id }) else {
            contacts.append(resume(contact, detail, at: time) ?? track(contact, detail, at: time))
            return
        }
        let wasStill = contacts[index].speed < ContactRejection.still
        if contacts[index].take(contact, detail, at: time, limit: stepLimit) { leap(index, wasStill) }
        if !contact.isDown, contacts[index].age(at: time) < GhostStorm.brief, contacts[index].reach < 1 {
            storm.add()
            if storm.isRaging { faults.count(.ghost) }
        }
    }

    private mutating func track(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp) -> TrackedContact {
        var standing = TrackedContact.Standing.shown
        if contact.phase == .began, let suspicion = suspicion(of: contact, detail, at: time) {
            standing = .held(suspicion)
        }
        var tracked = TrackedContact(contact, detail, at: time, standing: standing)
        // Down before anyone was looking, and never to begin.
        if contact.phase != .began {
            tracked.shownID = ids.next()
            tracked.hasBegun = true
        }
        return tracked
    }

    private mutating func leap(_ index: Int, _ wasStill: Bool) {
        faults.count(.jump)
        lastLeap = frame.time
        guard replaces, wasStill, !contacts[index].hasEnded else {
            reject(index, as: .faulty)
            return
        }
        contacts[index].isReplaced = true
    }

    /// Where a contact comes or goes, others shift by a millimetre or three, since the device had taken some of the one for
    /// the other: no motion of what nobody was told of yet. And while it is not known whether a second finger came, one
    /// that rests is not told of as moving alone.
    private mutating func settleHeld() {
        isDoubting = contacts.contains { $0.standing == .held(.storm) && !$0.hasEnded }
        guard isDoubting, contacts.contains(where: { $0.hasEnded || $0.phase == .began }) else { return }
        for index in contacts.indices where contacts[index].standing == .held(.storm) {
            contacts[index].begin(at: contacts[index].position)
        }
    }

    mutating func reject(_ index: Int, as phase: Contact.Phase) {
        if contacts[index].isShown, contacts[index].hasBegun { contacts[index].rejection = phase }
        contacts[index].standing = .rejected
    }

    mutating func noteIDFlicker() { faults.count(.idFlicker) }

    mutating func report(_ index: Int) {
        let contact = contacts[index]
        if let rejection = contact.rejection {
            append(contact.shownID, rejection, contact.shownPosition)
            contacts[index].rejection = nil
        }
        guard contact.isShown else { return }
        guard contact.hasBegun, !contact.isReplaced else {
            begin(index)
            return
        }
        guard !contact.hasEnded else {
            return append(contact.shownID, flickers ? .stationary : .ended, contact.shownPosition)
        }
        guard contact.position != contact.shownPosition, !isDoubting || !contact.isResting else {
            return append(contact.shownID, .stationary, contact.shownPosition)
        }
        contacts[index].shownPosition = contact.position
        append(contact.shownID, .moved, contact.position)
    }

    private mutating func begin(_ index: Int) {
        if contacts[index].hasBegun { append(contacts[index].shownID, .ended, contacts[index].shownPosition) }
        contacts[index].isReplaced = false
        guard !contacts[index].hasEnded else { return }
        contacts[index].shownID = ids.next()
        contacts[index].hasBegun = true
        contacts[index].shownPosition = contacts[index].start
        append(contacts[index].shownID, .began, contacts[index].start)
    }

    mutating func append(_ id: Int, _ phase: Contact.Phase, _ position: Point) {
        frame.contacts.append(Contact(id: id, phase: phase, position: position))
    }
}
