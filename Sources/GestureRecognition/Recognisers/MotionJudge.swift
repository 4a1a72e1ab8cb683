internal import GestureModel

/// Classifies the common motion of several contacts for the recogniser of one gesture, with the ``StandardClassifier``
/// of the standard set.
///
///     undecided ──they move──► decided ──for 150 ms they may turn out to make the other gesture──► decided
///         ▲                       │
///         └── a contact comes, or the button under the surface is pressed or released
///
/// Motion is measured from the positions when a contact last came down, or the button was last pressed or released.
/// While the contacts are undecided, a lift also restarts the measurement. A decision remains valid when contacts lift,
/// because the others have already moved.
struct MotionJudge: Sendable {
    struct Decision: Sendable {
        fileprivate(set) var gesture: GestureClass
        fileprivate(set) var time: Timestamp
        /// The motion at the time of the decision.
        fileprivate var motion: ContactMotion
        /// True once the first decision has been replaced by the other gesture.
        fileprivate var isRevised = false
    }

    private var classifiers: SurfaceClassifiers
    /// The contacts that are down.
    private var contacts: [StandardContact] = []
    /// The time from which motion is measured.
    private var lastChange = Timestamp(microseconds: 0)
    /// True if frames that only moved contacts were skipped; see ``isSettled(_:tracksMotion:)``.
    private var isStale = false
    /// True while the button under the surface is pressed.
    private(set) var isClicked = false
    private var hasPalm = false
    /// The last tap of a single contact; nil if the contacts that lifted last made no such tap. If a contact comes
    /// down at the tap's position soon afterwards and rests, it is not part of another contact's drag.
    private var row: TapRow?
    /// The most contacts that were down at once since the surface was last empty.
    private var mostDown = 0
    /// nil while the contacts are undecided.
    private(set) var decision: Decision?
    /// The motion of undecided contacts before one of them lifted.
    private var lastMotion = ContactMotion()

    init(_ thresholds: Thresholds, _ surface: Surface?) {
        let spacing = thresholds.tap.maximumSpacing
        classifiers = SurfaceClassifiers(
            StandardClassifier(kind: .touchscreen, limits: thresholds.touchscreen, spacing: spacing, surface: surface),
            StandardClassifier(kind: .touchpad, limits: thresholds.touchpad, spacing: spacing, surface: surface))
        contacts.reserveCapacity(FingerCounts.allowed.upperBound)
    }

    /// In points, equal to 6 mm. A contact that has moved less may only have slipped as it pressed the button under the
    /// surface: 95 in 100 slip by up to 2.4 mm.
    static let pressSlip = 38.0

    /// The thresholds for the contacts' surface.
    var limits: Thresholds.StandardSet { classifiers.limits }

    /// True if nothing is decided, if the decision may still be revised, or if another contact may still join.
    @inline(__always)
    func isOpen(at time: Timestamp) -> Bool {
        guard let decided = decision?.time else { return true }
        return time - decided <= classifiers.openTime
    }

    /// True if contacts that move together may turn out to pinch, however late.
    @inline(__always)
    var mayPinch: Bool { decision?.gesture == .drag && decision?.isRevised == false && contacts.count > 1 }

    @inline(__always)
    func isDecided(_ gesture: GestureClass) -> Bool { decision?.gesture == gesture }

    /// True if the contact is down and not part of the decided gesture: it rests, or belongs to a palm.
    func excludes(_ contact: Int) -> Bool { contacts.contains { $0.isIgnored && $0.id == contact } }

    /// True if a contact is excluded.
    private(set) var excludesAny = false

    /// The motion of the contacts that take part.
    var motion: ContactMotion { ContactMotion(of: contacts, in: ContactSet(contacts) { !$0.isIgnored }) }

    /// The centre of the positions from which the motion of the contacts that take part is measured.
    var referenceCentre: Point {
        var (sum, count) = (Vector.zero, 0.0)
        for contact in contacts where !contact.isIgnored {
            sum = sum + (contact.reference - .zero)
            count += 1
        }
        return .zero + sum / max(count, 1)
    }

    /// - Parameter tracksMotion: True if ``motion`` is read after the decision as well.
    mutating func update(_ frame: borrowing TouchFrame, tracksMotion: Bool = false) {
        if isSettled(frame, tracksMotion: tracksMotion) {
            isStale = true
            return
        }
        classifiers.follow(frame.kind)
        hasPalm = frame.hasPalm
        if decision == nil, contacts.count > 1, frame.hasLifts { lastMotion = motion }
        let (anyBegan, anyLifted) = apply(frame)
        if anyBegan || frame.isClicked != isClicked {
            if frame.isClicked { for index in contacts.indices { contacts[index].hasClicked = true } }
            isClicked = frame.isClicked
            decision = nil
            for index in contacts.indices { contacts[index].isIgnored = false }
            excludesAny = false
            rebaseline(at: frame.time)
        } else if anyLifted, decision == nil {
            rebaseline(at: frame.time, isLift: true)
        } else if contacts.count > 1, !isClicked {
            decide(at: frame.time)
        }
    }

    /// Applies the contacts of a frame. Returns whether one of them came down, and whether one lifted or was removed.
    private mutating func apply(_ frame: borrowing TouchFrame) -> (anyBegan: Bool, anyLifted: Bool) {
        var (anyBegan, anyLifted) = (false, false)
        for contact in frame.contacts {
            switch contact.phase {
            case .moved: move(contact, at: frame.time)
            case .stationary: if isStale { move(contact, at: frame.time) }
            case .began:
                anyBegan = true
                remove(contact.id)
                contacts.append(StandardContact(contact, at: frame.time))
                mostDown = contacts.count == 1 ? 1 : max(mostDown, contacts.count)
            case .ended:
                anyLifted = true
                lift(contact.id, at: frame.time)
            case .palm, .faulty:
                anyLifted = true
                remove(contact.id)
            }
        }
        isStale = false
        return (anyBegan, anyLifted)
    }

    /// True if the frame only moves contacts, the decision about them is final, and ``motion`` is not read. Their
    /// positions do not matter until a contact comes or lifts, or the button changes. While they may still turn out to
    /// pinch, true if they rest.
    ///
    /// `mutating` although nothing changes: Swift 6.3 copies the judge for a method that only reads.
    private mutating func isSettled(_ frame: borrowing TouchFrame, tracksMotion: Bool) -> Bool {
        guard !isOpen(at: frame.time), !tracksMotion || isDecided(.drag), frame.isClicked == isClicked else {
            return false
        }
        if mayPinch { return contacts.rest(in: frame) }
        return frame.contacts.allSatisfy { $0.phase == .moved || $0.phase == .stationary }
    }

    private mutating func move(_ contact: Contact, at time: Timestamp) {
        guard let index = contacts.firstIndex(where: { $0.id == contact.id }) else { return }
        contacts[index].move(to: contact.position, on: classifiers.clampingSize, at: time)
    }

    mutating func reset() {
        contacts.removeAll(keepingCapacity: true)
        decision = nil
        excludesAny = false
        isStale = false
        lastMotion = ContactMotion()
        isClicked = false
    }

    // MARK: - Failures

    /// Returns the reason why the contacts made no drag with these numbers of fingers, although their centre moved far
    /// enough.
    func failureOfDrag(by fingers: FingerCounts) -> FailureReason {
        let motion = decision?.motion ?? lastMotion
        if isClicked { return .clicked }
        let share = decision?.gesture == .transform ? ContactMotion.lateClarity : ContactMotion.clarity
        let limit = motion.isDivergent ? min(limits.slop, motion.deformation) : motion.translation / share
        guard !motion.isDivergent, motion.deformation <= limit else {
            return .deformedTooFar(by: motion.deformation, limit: limit)
        }
        return .tooFewFingers(motion.movers, accepted: fingers)
    }

    /// The reason why the contacts made no transform: the button was pressed, or they moved too little relative to each
    /// other; nil otherwise.
    var failureOfTransform: FailureReason? {
        let motion = decision?.motion ?? lastMotion
        if isClicked { return .clicked }
        let limits = [limits.slop, motion.translation, motion.translation * ContactMotion.clarity, 2 * limits.slop]
        return limits.first { motion.deformation < $0 }.map {
            .deformedTooLittle(by: motion.deformation, limit: ($0 * 1000).rounded() / 1000)
        }
    }

    private mutating func remove(_ contact: Int) {
        if let index = contacts.firstIndex(where: { $0.id == contact }) { contacts.remove(at: index) }
    }

    private mutating func lift(_ contact: Int, at time: Timestamp) {
        guard let index = contacts.firstIndex(where: { $0.id == contact }) else { return }
        let contact = contacts.remove(at: index)
        guard contacts.isEmpty else { return }
        let taps = mostDown == 1 && !contact.hasClicked && classifiers.current.rejectionOfTap(contact, at: time) == nil
        row = taps ? TapRow(fingers: 1, end: time, origin: contact.start) : nil
    }

    private mutating func rebaseline(at time: Timestamp, isLift: Bool = false) {
        lastChange = time
        contacts.rebaseline(at: time, isLeft: isLift)
    }

    private mutating func decide(at time: Timestamp) {
        if let decided = decision?.time { return revise(decided, at: time) }
        guard contacts.anyMoved(by: classifiers.leastMotion) else { return }
        let classification = classifiers.current.classify(
            contacts, since: lastChange, after: row, hasPalm: hasPalm, at: time)
        guard let gesture = classification.gesture else { return }
        for index in contacts.indices where classification.others.contains(index) { contacts[index].isIgnored = true }
        excludesAny = !classification.others.isEmpty
        decision = Decision(gesture: gesture, time: time, motion: classification.motion)
    }

    /// Revises a decision at most once. Soon after it, because the first frames of a motion may look like another
    /// gesture; later, only if contacts that moved together clearly pinch.
    ///
    /// - Parameter decided: When the decision was made.
    private mutating func revise(_ decided: Timestamp, at time: Timestamp) {
        guard decision?.isRevised == false else { return }
        guard time - decided <= limits.revisionTime else {
            guard decision?.gesture == .drag, let count = decision?.motion.count,
                classifiers.current.isLatePinch(contacts, of: count)
            else { return }
            let part = ContactSet(contacts) { !$0.isIgnored }
            self.decision = Decision(
                gesture: .transform, time: time, motion: ContactMotion(of: contacts, in: part), isRevised: true)
            return
        }
        let part = ContactSet(contacts) { !$0.isIgnored }
        guard let decision,
            let (other, motion) = classifiers.current.revised(decision.gesture, decision.motion, contacts, part)
        else {
            return
        }
        self.decision?.gesture = other
        self.decision?.time = time
        self.decision?.motion = motion
        self.decision?.isRevised = true
    }
}

extension [StandardContact] {
    /// True if the frame repeats where the contacts are.
    fileprivate func rest(in frame: borrowing TouchFrame) -> Bool {
        frame.contacts.allSatisfy { contact in
            switch contact.phase {
            case .stationary: true
            case .moved: !contains { $0.id == contact.id && $0.position != contact.position }
            case .began, .ended, .palm, .faulty: false
            }
        }
    }
}
