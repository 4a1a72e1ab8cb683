internal import GestureModel

/// A contact of the device, with what ``ContactFilter`` has reported about it.
struct TrackedContact: Sendable {
    enum State: Hashable, Sendable {
        /// Not in the filtered frames, because it is perhaps not a finger.
        case held(HoldReason)
        case accepted
        /// Not a finger, but a contact of this kind. Ignored until it lifts. The cause is nil if the kind alone is the
        /// reason.
        case rejected(as: ContactReport.State, ContactReport.Cause?)
    }

    /// Why a contact is held. ``ContactReport/Cause`` describes most of the reasons.
    enum HoldReason: Hashable, Sendable {
        case edge
        case nearPalm
        case light
        /// Light, on a device that possibly does not measure pressure. Accepted after a time, even if it stays light.
        case unmeasured
        /// Possibly too brief for a finger. Also used on a device that reports lifts of fingers that stay down.
        case brief
        /// Began among ghost touches, or on a device with recent faults; or in one frame with so many contacts that they
        /// may be ghosts, otherwise 0. The time for which the contact is held is known when it begins: fingers that lift
        /// together lift some frames apart, so the first to lift must not count against the others.
        case ghost(arrivals: Int, hold: Microseconds)
        /// Began next to another contact, on a device that may report one finger as two.
        case corner
        case lateContact
        /// Rested before another finger came down. Reported as a thumb, and accepted again once it moves.
        case rest
        case successor(of: Int)
    }

    /// The contact's number in the assembler's frames.
    private(set) var id: Int
    /// The number under which the contact was first reported. A contact that another one replaces in the assembler's
    /// frame keeps it.
    private(set) var reportID: Int
    /// True if the contact is reported for the first time under its number, although it did not come down in this
    /// frame.
    private(set) var isNew = false
    var state: State
    /// Why the contact is a finger; nil if it was never held.
    private(set) var acceptance: ContactReport.Acceptance?
    /// The contact's phase in the device's frame.
    private(set) var phase: Contact.Phase
    /// True if another finger, or a palm, took over the contact in this frame.
    private(set) var isUnexamined = false
    private(set) var motion: StepTracker
    /// When the device last reported another position of the contact; nil after a loss of events, until the device
    /// reports the contact again.
    private(set) var lastMotion: Timestamp?
    /// The contact in the filtered frames.
    private(set) var output: ContactOutput
    private(set) var detail: ContactDetail
    private(set) var highestPressure: Int32
    /// The nearest other contact when this one began, and its distance in points.
    var neighbour: (id: Int, distance: Double)?
    /// The number of frames in which this contact was where another contact had been one frame earlier.
    var trailingFrames = 0

    init(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp, state: State) {
        id = contact.id
        reportID = contact.id
        phase = contact.phase
        self.state = state
        self.detail = detail
        highestPressure = detail.pressure ?? 0
        motion = StepTracker(at: contact.position, time)
        lastMotion = time
        output = ContactOutput(position: contact.position)
    }

    var position: Point { motion.position }
    var startTime: Timestamp { motion.startTime }

    var hasEnded: Bool { phase == .ended }
    // A pattern instead of `==`, because comparing enums with payloads calls a function.
    var isAccepted: Bool { if case .accepted = state { true } else { false } }
    var isRejected: Bool { if case .rejected = state { true } else { false } }
    /// True if the next report begins the contact in the filtered frames.
    var begins: Bool { isAccepted && !output.hasBegun && !hasEnded }
    /// True if the filtered frames contain the contact.
    var isReported: Bool { isAccepted && output.hasBegun }
    var isHeld: Bool { if case .held = state { true } else { false } }
    /// True if the contact was set aside because it rests while fingers do something else.
    var isSetAside: Bool { if case .held(.rest) = state { true } else { false } }
    /// True if the contact is held as a possible ghost: it may be a second finger, and is accepted when it has lasted
    /// as long as fingers do.
    var isHeldAsGhost: Bool { if case .held(.ghost) = state { true } else { false } }
    /// True if the contact may precede or continue another: it just began, its last step is unconfirmed, or it is held
    /// as a successor.
    var mayChangeIdentity: Bool {
        if phase == .began || motion.unconfirmed != nil { return true }
        if case .held(.successor) = state { return true }
        return false
    }

    /// True if the reported position is still near that of the touch-down. Resting fingertips wobble by less than 2 mm.
    private var isResting: Bool { (output.position - motion.start).millimetres < 2 }
    /// True if the contact ended without motion, too soon for a finger.
    func wasBrief(at time: Timestamp) -> Bool {
        hasEnded && motion.age(at: time) < GhostTouchDetector.briefContact && motion.reach < 1
    }

    /// Applies the contact of the next frame. Returns what it shows about a step that was held back.
    @inline(__always)
    mutating func update(
        _ contact: Contact, _ detail: ContactDetail, at now: Timestamp, limit: StepLimit
    ) -> StepTracker.Outcome? {
        // A finger that continues with another id begins in the device's frame, but has only moved.
        phase = contact.phase == .began ? .moved : contact.phase
        isNew = false
        if lastMotion == nil {
            motion.resume(at: contact.position, now)
            lastMotion = now
        }
        if contact.isDown {
            if contact.phase != .stationary { lastMotion = now }
            self.detail = detail
            if let pressure = detail.pressure { highestPressure = max(highestPressure, pressure) }
        } else if detail.isPalm {
            self.detail.isPalm = true
        }
        return motion.move(to: contact, at: now, limit: limit)
    }

    /// Called when any contact came down: ``StepTracker/isInStep(with:)`` compares the motion from here.
    mutating func setMark() { motion.setMark() }

    /// Measures motion from the current position, so that earlier changes do not count.
    mutating func rebaseline() { motion.rebaseline() }

    /// Called when events were lost: where the device reports the contact next, it has moved, and not jumped.
    mutating func setUnseen() { lastMotion = nil }

    /// Continues the contact with another id. Called when the device changed the finger's id in this frame.
    mutating func rename(_ id: Int) { self.id = id }

    /// Continues a lost finger as `contact`, which has another id.
    mutating func resume(as contact: Contact, _ detail: ContactDetail, at now: Timestamp) {
        id = contact.id
        reportID = contact.id
        isNew = true
        phase = .moved
        self.detail = detail
        motion.resume(at: contact.position, now)
    }

    /// Called when a contact that was held turned out to be a finger.
    mutating func accept(_ acceptance: ContactReport.Acceptance) {
        state = .accepted
        self.acceptance = acceptance
    }

    /// Called when the contact becomes another finger. The motion of this finger starts here.
    mutating func becomeAnotherFinger(at new: Point, _ now: Timestamp) {
        motion.restart(at: new, now)
        trailingFrames = 0
    }

    /// - Parameters:
    ///   - phase: The phase to report if recognisers have received the contact.
    ///   - state: The kind of contact.
    mutating func reject(as phase: Contact.Phase, _ state: ContactReport.State, _ cause: ContactReport.Cause? = nil) {
        if isReported { output.closingPhase = phase }
        setRejected(as: state, cause)
    }

    /// Marks the contact as rejected, and reports nothing. Used alone if recognisers have not received the contact, or
    /// if it continues as another contact. A contact that was already rejected keeps its state and cause.
    mutating func setRejected(as state: ContactReport.State, _ cause: ContactReport.Cause? = nil) {
        if !isRejected { self.state = .rejected(as: state, cause) }
    }

    /// - Parameter reason: Why the contact is perhaps not a finger any more; nil if it still seems to be a finger, or
    ///   is not accepted.
    mutating func setExamined(_ reason: HoldReason?) {
        isUnexamined = false
        guard let reason else { return }
        if isReported { output.closingPhase = .ended }
        output.hasBegun = false
        output.isReplaced = false
        state = .held(reason)
    }

    /// Removes a contact that rests from the filtered frames, until it moves. Its motion is measured from here.
    mutating func setAside(at now: Timestamp) {
        output.closingPhase = .palm
        output.hasBegun = false
        output.isReplaced = false
        state = .held(.rest)
        motion.restart(at: position, now)
    }

    /// Called when a contact that has lifted without a report, or was set aside, has become another finger.
    mutating func takeOver(at now: Timestamp) {
        if isSetAside { state = .accepted }
        motion.restart(at: position, now)
        replace()
    }

    // MARK: - Output

    /// Called for a contact that was down before the first frame. The filtered frames contain no `began` for it.
    mutating func setBegun(as id: Int) { output.begin(as: id) }

    /// Called for a contact that was down before the first frame: its first report begins it.
    mutating func setNew() { isNew = true }

    /// Called when another finger has taken over the contact. The next report ends the contact and begins another.
    mutating func replace() {
        output.isReplaced = true
        isUnexamined = true
    }

    /// Continues the output of another contact. If the other contact lifted before it was reported, the output begins
    /// with this contact.
    mutating func continueOutput(of other: TrackedContact) {
        output.copyIdentity(of: other.output)
        state = .accepted
    }

    /// Exchanges the outputs of two contacts.
    mutating func swapOutput(with other: inout TrackedContact) {
        output.swapIdentity(with: &other.output)
        isUnexamined = !output.hasBegun
    }

    /// Called when a position that was held back has been reported.
    mutating func setReported(_ position: Point) { output.position = position }

    /// Appends the contact to the filtered frame if it is accepted, and its end if it was rejected or replaced.
    ///
    /// - Parameters:
    ///   - holdsLift: True if a lift is not reported because the contact may continue with another id.
    ///   - holdsRest: True if a resting contact is not reported as moving.
    @inline(__always)
    mutating func report(
        into contacts: inout [Contact], at time: Timestamp, ids: inout ContactIDs, holdsLift: Bool, holdsRest: Bool
    ) {
        let age = motion.age(at: time)
        output.close(into: &contacts, age: age)
        guard isAccepted else { return }
        guard output.hasBegun, !output.isReplaced else {
            return output.begin(at: hasEnded ? nil : motion.start, into: &contacts, age: age, ids: &ids)
        }
        if hasEnded {
            contacts.append(output.contact(holdsLift ? .stationary : .ended, age: age))
        } else if position == output.position || holdsRest && isResting {
            contacts.append(output.contact(.stationary, age: age))
        } else {
            output.position = position
            contacts.append(output.contact(.moved, age: age))
        }
    }
}

/// The state of one contact in the filtered frames.
struct ContactOutput: Sendable {
    /// The number in the filtered frames.
    private(set) var id = 0
    /// The position in the filtered frames.
    var position: Point
    /// True if its `began` has been reported.
    var hasBegun = false
    /// True if the contact is a different finger than in the last frame.
    var isReplaced = false
    /// The phase with which this frame ends a reported contact, because it was rejected, or because another finger took
    /// it over and is held; nil for any other contact.
    var closingPhase: Contact.Phase?

    init(position: Point) { self.position = position }

    mutating func begin(as id: Int) {
        self.id = id
        hasBegun = true
    }

    mutating func copyIdentity(of other: ContactOutput) {
        (id, position, hasBegun) = (other.id, other.position, other.hasBegun)
    }

    mutating func swapIdentity(with other: inout ContactOutput) {
        swap(&id, &other.id)
        swap(&position, &other.position)
        swap(&hasBegun, &other.hasBegun)
    }

    /// Appends the contact with its closing phase, if it has one.
    mutating func close(into contacts: inout [Contact], age: Microseconds) {
        guard let closingPhase else { return }
        contacts.append(contact(closingPhase, age: age))
        self.closingPhase = nil
    }

    /// Begins the contact in the filtered frames with a new number. If another finger was reported for it, ends that
    /// finger first.
    ///
    /// - Parameter position: nil if the contact has ended. A contact that has ended does not begin.
    mutating func begin(at position: Point?, into contacts: inout [Contact], age: Microseconds, ids: inout ContactIDs) {
        if hasBegun { contacts.append(contact(.ended, age: age)) }
        isReplaced = false
        guard let position else { return }
        begin(as: ids.next())
        self.position = position
        contacts.append(contact(.began, age: age))
    }

    func contact(_ phase: Contact.Phase, age: Microseconds) -> Contact {
        var contact = Contact(id: id, phase: phase, position: position)
        contact.age = UInt32(clamping: age.count)
        return contact
    }
}
