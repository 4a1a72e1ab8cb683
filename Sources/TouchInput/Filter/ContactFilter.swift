public import GestureModel

/// Removes from a device's frames the contacts that are not fingers: palms, jumps, ghost touches, and the second
/// contact of a finger whose tracking id changed.
///
///            hold reason             is confirmed as a finger
///     began ─────────────► held ─────────────────────────────► accepted ────────► ended
///       │                   │                                   ▲    │
///       │                   │ lifts, or is not a finger         │    │ is not a finger, or
///       │                   ▼                                   │    │ continues as another contact
///       │               rejected ◄──────────────────────────────┼────┘
///       │                                                       │
///       └───────────────────────────────────────────────────────┘
///                            no hold reason
///
/// A contact counts as reported as soon as it appears in the filtered frames. If a reported contact is not a finger, it
/// ends there as `.palm` or `.faulty`. A contact that is rejected before it is reported never appears there. A held
/// contact begins late, at the position where it came down. If another finger takes over an accepted contact, the
/// contact ends, and begins again or is held. Contacts get new numbers, in the order in which they are reported.
public struct ContactFilter: Sendable {
    /// The last frame, with only its fingers; unchanged if the filter is disabled. May be empty.
    public private(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// What comes before ``frame``: the last frame again, with steps that were held back as possible jumps and are none;
    /// nil if there are no such steps. Inlined, because a call would copy the whole filter (Swift 6.3).
    @inlinable public var confirmed: TouchFrame? { anyConfirmed ? last : nil }
    /// How often the filter found each fault.
    public private(set) var faults = DeviceFaults()

    package var reports = FilterReports()
    /// When ``expire(at:)`` is due; nil while only another frame can change anything. Stored, because it is read
    /// several times per frame.
    public private(set) var deadline: Timestamp?

    /// The frame before ``frame``, in which steps are confirmed.
    @usableFromInline private(set) var last = TouchFrame(time: Timestamp(microseconds: .min))
    @usableFromInline private(set) var anyConfirmed = false
    private let isEnabled: Bool
    private let kind: TouchDeviceKind
    private(set) var contacts: [TrackedContact] = []
    private var palms: PalmDetector
    private let hand: RestingHand
    private var ghosts = GhostTouchDetector()
    private var continuity: ContactContinuity
    /// True while a contact is held as a possible ghost, which may turn out to be a second finger.
    private var isHoldingGhost = false
    private var ids = ContactIDs()
    /// True if a contact may begin in the next filtered frame.
    private var mayBegin = false

    /// In 95 of 100 two-finger taps, the second finger comes down within this time after the first.
    private static let simultaneity = Microseconds.milliseconds(40)

    /// - Parameters:
    ///   - pressure: The device's axis of pressure; nil if it has none.
    ///   - isEnabled: If false, frames pass unchanged.
    package init(
        surface: Surface, kind: TouchDeviceKind, pressure: DeviceDescription.Axis?,
        quirks: DeviceQuirks = DeviceQuirks(), isSemiMultitouch: Bool = false, isEnabled: Bool = true
    ) {
        self.kind = kind
        self.isEnabled = isEnabled
        palms = PalmDetector(surface: surface, kind: kind, pressure: pressure, quirks: quirks)
        hand = RestingHand(on: surface)
        continuity = ContactContinuity(
            kind: kind, stepLimit: StepLimit(kind: kind, isSemiMultitouch: isSemiMultitouch))
        contacts.reserveCapacity(24)
        (frame.kind, last.kind) = (kind, kind)
        frame.contacts.reserveCapacity(48)
        last.contacts.reserveCapacity(48)
    }

    /// - Parameter assembler: The source of the frames.
    public init(
        for assembler: borrowing FrameAssembler, _ description: DeviceDescription, kind: TouchDeviceKind,
        quirks: DeviceQuirks = DeviceQuirks(), isEnabled: Bool = true
    ) {
        self.init(
            surface: assembler.surface, kind: kind,
            pressure: PalmThresholds.axis(of: description),
            quirks: quirks,
            isSemiMultitouch: description.has(property: InputProperty.semiMultitouch), isEnabled: isEnabled)
    }

    /// Filters the frame that the assembler has just completed. The result is ``frame``.
    ///
    /// - Parameter assembler: `inout` although it is not changed: Swift 6.3 copies a `borrowing` argument if the
    ///   argument and `self` are properties of one value.
    public mutating func filterFrame(of assembler: inout FrameAssembler) {
        filter(assembler.frame, assembler.details, isUnannouncedBox: assembler.faults[.unannouncedBox] > 0)
    }

    /// - Parameters:
    ///   - details: One for each of the frame's contacts, in their order.
    ///   - isUnannouncedBox: True if the device reports only the box around the fingers, but lacks INPUT_PROP_SEMI_MT.
    ///     Such a device reports one finger as two in some frames.
    package mutating func filter(_ next: TouchFrame, _ details: [ContactDetail], isUnannouncedBox: Bool = false) {
        continuity.isUnannouncedBox = isUnannouncedBox
        advance(to: next.time)
        frame.isClicked = next.isClicked
        guard isEnabled else {
            frame.contacts.append(contentsOf: next.contacts)
            reports.make(of: next, details)
            return
        }
        reports.begin = contacts.isEmpty
        ghosts.advance(
            to: next.time, arrivals: kind == .touchscreen ? next.contacts.count { $0.phase == .began } : 0)
        track(next, details)
        continuity.joinContacts(&contacts, at: next.time, faults: &faults)
        palms.rejectPalms(in: &contacts, at: next.time)
        frame.hasPalm = palms.isNearPalm(at: next.time)
        for index in contacts.indices {
            if contacts[index].isUnexamined { examine(index, at: next.time) }
            acceptIfConfirmed(index, at: next.time)
        }
        setAsideResting(at: next.time)
        rebaselineHeld()
        for hint in next.contacts.indices {
            if let index = index(of: next.contacts[hint].id, hint: hint) { report(index) }
        }
        continuity.reportLifts(at: next.time, into: &frame.contacts)
        if reports.isMade { reports.make(of: contacts, palms, at: next.time) }
        if contacts.contains(where: \.hasEnded) {
            continuity.keepLifts(of: contacts, at: next.time)
            contacts.removeAll(where: \.hasEnded)
        }
        updateDeadline()
    }

    /// Renames the contacts whose tracking ids change. On a touchpad, a new contact that may belong to a palm is not
    /// renamed.
    private mutating func renameContacts(in next: TouchFrame, _ details: [ContactDetail]) {
        continuity.renameContacts(&contacts, in: next, faults: &faults) { id in
            guard kind == .touchpad, let index = next.contacts.firstIndex(where: { $0.id == id }) else { return true }
            let detail = index < details.count ? details[index] : ContactDetail()
            return palms.holdReason(at: next.contacts[index].position, detail, at: next.time) == nil
        }
    }

    /// Rejects the held contacts, because the gestures that they could join were cancelled from outside.
    public mutating func rejectHeld() {
        for index in contacts.indices where contacts[index].isHeld { contacts[index].setRejected(as: .cancelled) }
        updateDeadline()
    }

    /// Called when events were lost. Rejects the held contacts. The others have moved to where the device reports them
    /// next, however far that is.
    public mutating func handleLoss() {
        rejectHeld()
        for index in contacts.indices { contacts[index].setUnseen() }
    }

    /// Removes contacts from ``frame`` for a reason outside of the device, such as a pen. The next frame contains them
    /// again.
    public mutating func removeContacts(where isRemoved: (Contact) -> Bool) {
        if anyConfirmed { last.contacts.removeAll(where: isRemoved) }
        frame.contacts.removeAll(where: isRemoved)
    }

    private mutating func updateDeadline() {
        deadline = continuity.deadline
        for index in contacts.indices {
            guard case .held(let reason) = contacts[index].state, let time = holdTime(reason) else { continue }
            let due = contacts[index].startTime + time
            deadline = min(deadline ?? due, due)
        }
    }

    /// Sets ``frame`` to a frame with held-back lifts that are due, and with held contacts that are old enough to be
    /// fingers. Without this call, they would wait for the next event.
    ///
    /// - Parameter time: ``deadline``.
    public mutating func expire(at time: Timestamp) {
        advance(to: time)
        for index in contacts.indices { acceptIfConfirmed(index, at: frame.time) }
        setAsideResting(at: frame.time)
        for index in contacts.indices { report(index) }
        continuity.reportLifts(at: frame.time, into: &frame.contacts)
        reports.begin = false
        reports.make(of: contacts, palms, at: frame.time)
        updateDeadline()
    }

    /// Begins the next frame without contacts, and keeps the last one.
    @inline(__always)
    private mutating func advance(to time: Timestamp) {
        (last.time, last.isClicked, last.hasPalm) = (frame.time, frame.isClicked, frame.hasPalm)
        swap(&last.contacts, &frame.contacts)
        anyConfirmed = false
        frame.time = max(frame.time, time)
        frame.contacts.removeAll(keepingCapacity: true)
    }

    // MARK: - Contacts

    /// Applies the contacts of the device's frame.
    private mutating func track(_ next: TouchFrame, _ details: [ContactDetail]) {
        if next.contacts.contains(where: { $0.phase == .began }), next.contacts.contains(where: { $0.phase == .ended })
        {
            renameContacts(in: next, details)
        }
        let known = contacts.count
        var updated = 0
        for index in next.contacts.indices {
            let detail = index < details.count ? details[index] : ContactDetail()
            if track(next.contacts[index], detail, at: next.time, hint: index) { updated += 1 }
        }
        // A contact disappears without `ended` only in a resynchronisation.
        if updated < known {
            for contact in contacts where !next.contacts.contains(where: { $0.id == contact.id }) {
                reports.add(vanished: contact)
            }
            contacts.removeAll { contact in !next.contacts.contains { $0.id == contact.id } }
        }
        if updated < next.contacts.count {
            for index in contacts.indices { contacts[index].setMark() }
            mayBegin = true
        }
    }

    /// Applies one contact of the device's frame. Returns true if the contact was known.
    private mutating func track(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp, hint: Int) -> Bool {
        guard let index = index(of: contact.id, hint: hint) else {
            // An id that `renameContacts` has replaced: its contact continues with the new id.
            guard contact.phase != .ended else { return true }
            palms.observe(contact, detail, after: nil)
            let resumed = continuity.resume(contact, detail, at: time, faults: &faults)
            contacts.append(resumed ?? newContact(contact, detail, at: time))
            return false
        }
        palms.observe(contact, detail, after: contacts[index].detail)
        var isTakenOver = false
        if kind == .touchscreen, contact.phase == .moved, let lastMotion = contacts[index].lastMotion,
            time - lastMotion >= RestingHand.silence
        {
            isTakenOver = RestingHand.isTakenOver(
                &contacts[index], at: contact.position, beyond: continuity.stepLimit.distance)
        }
        if let outcome = contacts[index].update(contact, detail, at: time, limit: continuity.stepLimit) {
            handle(outcome, of: index)
        } else if isTakenOver {
            contacts[index].takeOver(at: time)
            mayBegin = true
        }
        if contact.phase == .ended {
            if kind == .touchpad {
                let contact = contacts[index]
                ghosts.addTouch(from: contact.startTime, to: time, isFlash: contact.motion.wasReportedOnce)
            }
            countIfBrief(contacts[index], at: time)
            palms.learn(from: contacts[index], at: time)
            palms.observeBrush(contacts[index], at: time)
        }
        return true
    }

    private mutating func countIfBrief(_ contact: TrackedContact, at time: Timestamp) {
        guard contact.wasBrief(at: time), !contact.isSetAside else { return }
        ghosts.addBriefContact()
        if ghosts.isActive { faults.count(.ghost) }
    }

    /// - Parameter hint: The contact's likely index: its index in the device's frame.
    @inline(__always)
    private func index(of id: Int, hint: Int) -> Int? {
        if hint < contacts.count, contacts[hint].id == id { return hint }
        return contacts.firstIndex { $0.id == id }
    }

    private mutating func newContact(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp) -> TrackedContact
    {
        guard contact.phase == .began else {
            // The contact was down before the first frame, so the filtered frames contain no `began` for it.
            var tracked = TrackedContact(contact, detail, at: time, state: .accepted)
            tracked.setBegun(as: ids.next())
            tracked.setNew()
            return tracked
        }
        let state = holdReason(of: contact, detail, at: time).map(TrackedContact.State.held) ?? .accepted
        return TrackedContact(contact, detail, at: time, state: state)
    }

    private mutating func handle(_ outcome: StepTracker.Outcome, of index: Int) {
        switch outcome {
        case .confirmed(let position): return confirm(position, of: index)
        case .jumpFromRest where continuity.stepLimit.replacesJumps && !contacts[index].hasEnded:
            contacts[index].replace()
        case .jumpFromRest, .jumpWhileMoving: contacts[index].reject(as: .faulty, .faulty, .jump)
        }
        contacts[index].trailingFrames = 0
        faults.count(.jump)
        ghosts.addJump(at: frame.time)
    }

    /// Adds a step that was held back to the last frame.
    private mutating func confirm(_ position: Point, of index: Int) {
        guard contacts[index].isReported,
            let reported = last.contacts.firstIndex(where: { $0.id == contacts[index].output.id && $0.isDown })
        else { return }
        let id = last.contacts[reported].id
        if !anyConfirmed {
            anyConfirmed = true
            last.contacts.removeAll { !$0.isDown }
            for index in last.contacts.indices { last.contacts[index].phase = .stationary }
        }
        for index in last.contacts.indices where last.contacts[index].id == id {
            last.contacts[index].phase = .moved
            last.contacts[index].position = position
        }
        contacts[index].setReported(position)
    }

    /// Handles a contact that another finger, or a palm, has taken over. It is held for the same signs of a palm as a
    /// contact that begins.
    private mutating func examine(_ index: Int, at time: Timestamp) {
        let contact = contacts[index]
        contacts[index].setExamined(
            contact.isAccepted ? palms.holdReason(at: contact.position, contact.detail, at: time) : nil)
    }

    /// Returns why a contact that begins is perhaps not a finger; nil for an ordinary contact.
    private func holdReason(
        of contact: Contact, _ detail: ContactDetail, at time: Timestamp
    ) -> TrackedContact.HoldReason? {
        if let reason = palms.holdReason(at: contact.position, detail, at: time) { return reason }
        if kind == .touchpad, continuity.isUnannouncedBox, contacts.contains(where: { $0.isAccepted && !$0.hasEnded }) {
            return .corner
        }
        let others = contacts.count {
            $0.isAccepted && !$0.hasEnded && $0.motion.age(at: time) > GhostTouchDetector.handArrivalTime
        }
        if others >= GhostTouchDetector.fingersOfHand { return .lateContact }
        // Not for touchpads: they merge two fingers into one, so their contacts jump without a fault.
        let isFaulty =
            kind == .touchscreen && ghosts.hasRecentFault(at: time, lastIDFlicker: continuity.lastIDFlicker)
        if ghosts.isActive || ghosts.burst > 0 || isFaulty {
            return .ghost(arrivals: ghosts.burst, hold: ghosts.holdTime)
        }
        return ghosts.isLifting(at: time) ? .brief : nil
    }

    /// Returns how long a contact is held for this reason; nil if the decision does not depend on time.
    private func holdTime(_ reason: TrackedContact.HoldReason) -> Microseconds? {
        switch reason {
        case .ghost(_, let hold): hold
        case .corner: GhostTouchDetector.minimumContactTime
        case .lateContact:
            continuity.hasIDFlicker ? GhostTouchDetector.handArrivalTime : GhostTouchDetector.confirmationTime
        case .successor: ContactContinuity.successionTime
        case .brief: PalmDetector.brushTime
        case .unmeasured: palms.measuresPressure ? nil : PalmDetector.unmeasuredTime
        case .edge, .nearPalm, .light, .rest: nil
        }
    }

    /// Sets aside the contacts of a touchscreen that rest, if another contact begins now that came down after them. A
    /// contact that came down together with another one makes a gesture with it, wherever it rests.
    private mutating func setAsideResting(at time: Timestamp) {
        guard mayBegin else { return }
        mayBegin = false
        guard kind == .touchscreen, contacts.count > 1, contacts.contains(where: \.begins) else { return }
        for index in contacts.indices where hand.rests(contacts[index], at: time) {
            let limit = contacts[index].startTime + RestingHand.restTime
            let isFirst = contacts.allSatisfy {
                !$0.isAccepted || $0.hasEnded || $0.startTime >= limit || hand.rests($0, at: time)
            }
            if isFirst { contacts[index].setAside(at: time) }
        }
    }

    private mutating func acceptIfConfirmed(_ index: Int, at time: Timestamp) {
        guard case .held(let reason) = contacts[index].state else { return }
        let contact = contacts[index]
        let lasted: ContactReport.Acceptance? = isOldEnough(contact, reason, at: time) ? .lasted : nil
        let acceptance: ContactReport.Acceptance? =
            switch reason {
            case .edge:
                palms.isFingerFromEdge(contact.position, contact.detail)
                    ? .left : followsFinger(contact) ? .inStep : nil
            case .nearPalm: palms.isFingerNearPalm(contact.position, contact.detail) ? .clear : nil
            case .light, .unmeasured:
                palms.isFinger(contact.position, reach: 0, contact.detail, at: time)
                    ? .firm
                    : palms.isFinger(contact.position, reach: contact.motion.reach, contact.detail, at: time)
                        ? .moved : arrivesWithFinger(contact, at: time) ? .together : lasted
            case .brief: lasted ?? (arrivesWithOldFinger(contact, at: time) ? .together : nil)
            case .rest: contact.motion.reach >= RestingHand.restDistance ? .moved : nil
            case .ghost, .corner, .lateContact, .successor: lasted
            }
        guard let acceptance else { return }
        contacts[index].accept(acceptance)
        mayBegin = true
    }

    private func isOldEnough(
        _ contact: TrackedContact, _ reason: TrackedContact.HoldReason, at time: Timestamp
    ) -> Bool {
        holdTime(reason).map { contact.startTime + $0 <= time } ?? false
    }

    /// True if a light contact came down together with an accepted one, and no palm is near: two fingers of one hand
    /// may press differently.
    private func arrivesWithFinger(_ contact: TrackedContact, at time: Timestamp) -> Bool {
        !palms.isNearPalm(at: time)
            && contacts.contains {
                $0.isAccepted && abs(($0.startTime - contact.startTime).count) <= ContactFilter.simultaneity.count
            }
    }

    /// True if a contact that is perhaps too brief came down together with a finger that has lasted long enough: parts
    /// of a palm flash for a shorter time.
    private func arrivesWithOldFinger(_ contact: TrackedContact, at time: Timestamp) -> Bool {
        contacts.contains {
            $0.isAccepted && $0.motion.age(at: time) >= PalmDetector.brushTime
                && abs(($0.startTime - contact.startTime).count) <= ContactFilter.simultaneity.count
        }
    }

    /// True if a contact moves in step with a finger next to it: palms do not follow fingers.
    private func followsFinger(_ contact: TrackedContact) -> Bool {
        contacts.contains { $0.isReported && !$0.hasEnded && contact.motion.isInStep(with: $0.motion) }
    }

    /// Restarts the measurement of motion for contacts that are held as possible ghosts, whenever a contact comes or
    /// goes. The remaining contacts shift by 1 to 3 mm in such a frame, because the device had assigned part of one
    /// contact to another. While a possible ghost is held, the shift of a resting contact is not reported as motion.
    private mutating func rebaselineHeld() {
        isHoldingGhost = contacts.contains { $0.isHeldAsGhost && !$0.hasEnded }
        guard isHoldingGhost, contacts.contains(where: { $0.hasEnded || $0.phase == .began }) else { return }
        for index in contacts.indices where contacts[index].isHeldAsGhost { contacts[index].rebaseline() }
    }

    @inline(__always)
    private mutating func report(_ index: Int) {
        contacts[index].report(
            into: &frame.contacts, at: frame.time, ids: &ids, holdsLift: continuity.hasIDFlicker,
            holdsRest: isHoldingGhost)
    }
}
