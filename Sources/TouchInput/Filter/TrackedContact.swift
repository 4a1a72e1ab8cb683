internal import GestureModel

/// A contact of the device, and what ``ContactFilter`` has reported of it.
struct TrackedContact: Sendable {
    enum State: Hashable, Sendable {
        /// Not reported so far, since it may not be a finger.
        case held(HoldReason)
        case accepted
        /// Not a finger: ignored until it lifts.
        case rejected
    }

    /// See ``ContactCause``.
    enum HoldReason: Hashable, Sendable {
        case edge
        case nearPalm
        case light
        /// Light, on a device that may not measure pressure: time decides.
        case unmeasured
        case brief
        case ghost
        case corner
        case lateContact
        case successor(of: Int)
    }

    /// The assembler's number.
    private(set) var id: Int
    /// The number in the filtered frames.
    private(set) var outputID = 0
    var state: State
    /// Why it was rejected; nil unless it is.
    private(set) var rejectionCause: ContactCause?
    /// True if a filtered frame contained its `began`.
    private(set) var hasBegun = false
    /// Its phase in the device's frame.
    private(set) var phase: Contact.Phase
    /// The phase that reports, in this frame, that the contact was rejected, or is another one that is held; nil if there is
    /// nothing to report, or the contact was never reported.
    private var closingPhase: Contact.Phase?
    /// True if the contact is another finger than in the last frame.
    private var isReplaced = false
    /// True if another finger, or a palm, has the contact since this frame.
    private(set) var isUnexamined = false

    /// Where it came down, or was first seen.
    private(set) var start: Point
    private(set) var startTime: Timestamp
    /// The last confirmed position, in points.
    private(set) var position: Point
    /// The device's position in the frame before.
    private(set) var lastPosition: Point
    /// The position in the filtered frames.
    private(set) var outputPosition: Point
    /// The displacement of the last step, in points, and its duration.
    private(set) var step = Vector.zero
    private var stepDuration = Microseconds.zero
    /// The fastest of the last frames, in millimetres per second.
    private(set) var speed = 0.0
    /// The longest distance from the start, in millimetres.
    private(set) var reach = 0.0
    /// Where it was when a contact last came down.
    private(set) var mark: Point
    /// A step that is held back, since the next frame shows whether it was motion.
    private(set) var unconfirmedSample: (position: Point, time: Timestamp)?
    private var time: Timestamp

    private(set) var detail: ContactDetail
    private(set) var highestPressure: Int32
    /// The nearest other contact when it began, and its distance in points.
    var neighbour: (id: Int, distance: Double)?
    /// In how many frames it was where another contact had been a frame earlier.
    var trailingFrames = 0

    init(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp, state: State) {
        id = contact.id
        phase = contact.phase
        self.state = state
        self.detail = detail
        highestPressure = detail.pressure ?? 0
        start = contact.position
        startTime = time
        position = contact.position
        lastPosition = contact.position
        outputPosition = contact.position
        mark = contact.position
        self.time = time
    }

    var hasEnded: Bool { phase == .ended }
    // Patterns instead of `==`: comparing enums with payloads calls a function.
    var isAccepted: Bool { if case .accepted = state { true } else { false } }
    var isRejected: Bool { if case .rejected = state { true } else { false } }
    /// True if it is a contact of the filtered frames.
    var isReported: Bool { isAccepted && hasBegun }
    var isHeld: Bool { if case .held = state { true } else { false } }
    /// True if it is held until time shows that it lasts as long as fingers do, and may be a second finger.
    var isHeldAsGhost: Bool { if case .held(.ghost) = state { true } else { false } }
    /// True if it may precede or continue another contact: it just began, its last step is unconfirmed, or it is held as a
    /// successor.
    var mayChangeIdentity: Bool {
        if phase == .began || unconfirmedSample != nil { return true }
        if case .held(.successor) = state { return true }
        return false
    }

    /// True if its reported position is where it came down. Resting fingertips wobble by less than 2 mm.
    private var isResting: Bool { (outputPosition - start).millimetres < 2 }
    /// True if the device reported it in the frame in which it began, and in no other.
    var wasReportedOnce: Bool { time == startTime }
    /// True if it ended too soon for a finger, without motion.
    func wasBrief(at time: Timestamp) -> Bool {
        hasEnded && age(at: time) < GhostTouchDetector.briefContact && reach < 1
    }

    func age(at time: Timestamp) -> Microseconds { time - startTime }

    /// Where it would be after another step like the last.
    var expectedPosition: Point { lastPosition + step }

    /// Where it would be at a time, if it continued its last step.
    func expectedPosition(at now: Timestamp) -> Point {
        let steps = (now - time).seconds / StepLimit.seconds(stepDuration)
        return position + Vector(dx: step.dx * steps, dy: step.dy * steps)
    }

    enum Jump {
        /// Millimetres per second below which a finger taps or rests: it wobbles by less than 2 mm a frame.
        static let restSpeed = 200.0

        case fromRest, whileMoving
    }

    /// Applies the contact of the next frame. Returns a value if the contact jumped.
    mutating func update(
        _ contact: Contact, _ detail: ContactDetail, at now: Timestamp, limit: StepLimit
    ) -> Jump? {
        let jump = speed < Jump.restSpeed ? Jump.fromRest : .whileMoving
        return move(to: contact, detail, at: now, limit: limit) ? jump : nil
    }

    private mutating func move(
        to contact: Contact, _ detail: ContactDetail, at now: Timestamp, limit: StepLimit
    ) -> Bool {
        // A finger that continues under another id begins with it.
        phase = contact.phase == .began ? .moved : contact.phase
        guard contact.isDown else {
            return unconfirmedSample.map { StepLimit.isImpossible(speed: speed(to: $0)) } ?? false
        }
        self.detail = detail
        if let pressure = detail.pressure { highestPressure = max(highestPressure, pressure) }
        defer { lastPosition = contact.position }
        guard let sample = unconfirmedSample else {
            let elapsed = now - time
            guard limit.isDoubtful((contact.position - position).millimetres, in: elapsed, after: self, at: now) else {
                advance(to: contact.position, at: now)
                return false
            }
            unconfirmedSample = (contact.position, now)
            return false
        }
        unconfirmedSample = nil
        let jump = sample.position - position
        // Back again: the sample was bad and is dropped.
        guard (contact.position - position).millimetres > limit.returnDistance(jump: jump.millimetres) else {
            advance(to: contact.position, at: now)
            return false
        }
        let next = contact.position - sample.position
        guard !StepLimit.continues(jump, next) else {
            advance(to: sample.position, at: sample.time)
            advance(to: contact.position, at: now)
            return false
        }
        becomeAnotherFinger(at: contact.position, now)
        return true
    }

    private func speed(to sample: (position: Point, time: Timestamp)) -> Double {
        (sample.position - position).millimetres / StepLimit.seconds(sample.time - time)
    }

    private mutating func advance(to new: Point, at now: Timestamp) {
        step = new - position
        stepDuration = now - time
        // Decays over about 50 ms, so that after one frame without motion the next does not look like a jump.
        speed = max(step.millimetres / StepLimit.seconds(stepDuration), speed * 0.7)
        position = new
        time = now
        reach = max(reach, (new - start).millimetres)
    }

    /// A contact came down: motion in step is measured from here.
    mutating func setMark() { mark = position }

    /// True if the contact has moved like another one next to it since the later of the two came down, to within a third.
    ///
    /// Fingers side by side are at most 25 mm apart, and the wobble of a resting one is below 3 mm.
    func isInStep(with other: TrackedContact) -> Bool {
        let (own, others) = (position - mark, other.position - other.mark)
        return (mark - other.mark).millimetres <= 25 && others.millimetres >= 3
            && (own - others).length <= others.length / 3
    }

    /// Measures motion from the current position: what the contact did so far was no motion.
    mutating func rebaseline() {
        start = position
        reach = 0
    }

    /// The finger continues under another id, which the device gave it in this frame.
    mutating func rename(_ id: Int) { self.id = id }

    /// The finger continues under another id, after it was lost.
    mutating func resume(as contact: Contact, _ detail: ContactDetail, at now: Timestamp) {
        id = contact.id
        phase = .moved
        self.detail = detail
        unconfirmedSample = nil
        advance(to: contact.position, at: now)
        lastPosition = contact.position
    }

    /// The contact is another finger from here on: its motion starts again.
    mutating func becomeAnotherFinger(at new: Point, _ now: Timestamp) {
        unconfirmedSample = nil
        start = new
        startTime = now
        time = now
        position = new
        step = .zero
        speed = 0
        reach = 0
        trailingFrames = 0
    }

    /// - Parameter phase: Reported if recognisers know the contact.
    mutating func reject(as phase: Contact.Phase, _ cause: ContactCause) {
        if isReported { closingPhase = phase }
        setRejected(cause)
    }

    /// Without a report: recognisers do not know the contact, or it continues as another.
    mutating func setRejected(_ cause: ContactCause) {
        if !isRejected { rejectionCause = cause }
        state = .rejected
    }

    /// - Parameter reason: Why what has the contact now may not be a finger; nil if it is one.
    mutating func setExamined(_ reason: HoldReason?) {
        isUnexamined = false
        guard let reason else { return }
        if isReported { closingPhase = .ended }
        hasBegun = false
        isReplaced = false
        state = .held(reason)
    }

    // MARK: - Output

    /// It was down before the first frame, and never begins.
    mutating func setBegun(as id: Int) {
        outputID = id
        hasBegun = true
    }

    /// Another finger has the contact: the next report ends it and begins another.
    mutating func replace() {
        isReplaced = true
        isUnexamined = true
    }

    /// Continues a contact of the filtered frames; one that lifted before it was in them begins with this contact.
    mutating func continueOutput(of other: TrackedContact) {
        outputID = other.outputID
        outputPosition = other.outputPosition
        hasBegun = other.hasBegun
        state = .accepted
    }

    /// Exchanges the contacts of the filtered frames.
    mutating func swapOutput(with other: inout TrackedContact) {
        swap(&outputID, &other.outputID)
        swap(&hasBegun, &other.hasBegun)
        swap(&outputPosition, &other.outputPosition)
        isUnexamined = !hasBegun
    }

    /// Appends the changes since the last frame.
    ///
    /// - Parameters:
    ///   - holdsLift: A lift is not reported, since the contact may continue under another id.
    ///   - holdsRest: A resting contact is not reported as moving.
    mutating func report(
        into contacts: inout [Contact], at time: Timestamp, ids: inout ContactIDs, holdsLift: Bool, holdsRest: Bool
    ) {
        if let closingPhase {
            contacts.append(output(closingPhase, at: time))
            self.closingPhase = nil
        }
        guard isAccepted else { return }
        guard hasBegun, !isReplaced else { return reportBegan(into: &contacts, at: time, ids: &ids) }
        if hasEnded {
            contacts.append(output(holdsLift ? .stationary : .ended, at: time))
        } else if position == outputPosition || holdsRest && isResting {
            contacts.append(output(.stationary, at: time))
        } else {
            outputPosition = position
            contacts.append(output(.moved, at: time))
        }
    }

    private mutating func reportBegan(into contacts: inout [Contact], at time: Timestamp, ids: inout ContactIDs) {
        if hasBegun { contacts.append(output(.ended, at: time)) }
        isReplaced = false
        guard !hasEnded else { return }
        setBegun(as: ids.next())
        outputPosition = start
        contacts.append(output(.began, at: time))
    }

    /// - Parameter time: The frame's.
    func output(_ phase: Contact.Phase, at time: Timestamp) -> Contact {
        var contact = Contact(id: outputID, phase: phase, position: outputPosition)
        contact.age = UInt32(clamping: age(at: time).count)
        return contact
    }
}

extension Vector {
    var millimetres: Double { length * Surface.millimetresPerPoint }
}
