internal import GestureModel

/// Follows the contacts of a standard set as a drag and as a transform. Both are followed until the contacts are
/// classified, so that either gesture begins with the whole motion.
struct StandardMotion: Sendable {
    /// Whether the gesture in progress may still be replaced by the other one.
    enum Revision: Sendable {
        /// The decision is final.
        case none
        /// The gesture was recognised a moment ago, after this motion.
        case since(ContactMotion)
        /// Another contact has joined a drag on a screen, so the contacts may still pinch. Until `deadline`, they may
        /// also turn out to drag together.
        case joined(deadline: Timestamp)
    }

    var revision = Revision.none
    private var drag: DragRecogniser
    private var transform: StandardTransform
    /// Storage for synthetic frames.
    private var replay = TouchFrame(time: Timestamp(microseconds: 0))

    init(_ kind: GestureExpression.Standard, _ thresholds: Thresholds) {
        // These recognisers do not decide; the classifier does.
        var undecided = thresholds
        undecided.drag.minimumDistance = .infinity
        undecided.magnify.minimumScaleDelta = .infinity
        undecided.rotate.minimumAngleDelta = .infinity
        drag = DragRecogniser(
            .init(fingers: .init(FingerCounts.allowed), minimumDistance: .infinity), undecided, nil,
            lateContacts: kind == .touchscreen ? .admitted : .ignored)
        transform = StandardTransform(undecided, admitsLate: kind == .touchscreen)
        replay.contacts.reserveCapacity(16)
    }

    @inline(__always)
    func deadline(of gesture: GestureClass) -> Timestamp? {
        gesture == .drag ? drag.deadline : transform.deadline
    }

    mutating func reset() {
        revision = .none
        restart()
    }

    private mutating func restart() {
        drag.reset()
        transform.reset()
    }

    mutating func reset(_ gesture: GestureClass) {
        if gesture == .drag { drag.reset() } else { transform.reset() }
    }

    /// Follows the contacts from their current positions, as if they had just come down.
    mutating func restart(with contacts: [StandardContact], at time: Timestamp) {
        restart()
        prepareReplay(of: contacts, .began, at: time)
        _ = drag.begin(with: replay)
        if replay.contacts.count > 1 { transform.begin(with: replay) }
    }

    /// Lets later contacts join the gesture, as in UIKit and Flutter. A transform admits only contacts that replace
    /// lifted ones. A drag admits all; they may turn it into a pinch, which is measured from now on.
    ///
    /// - Parameter deadline: See ``Revision/joined(deadline:)``.
    mutating func admit(
        _ frame: borrowing TouchFrame, to gesture: GestureClass, _ contacts: inout [StandardContact],
        until deadline: Timestamp
    ) {
        for contact in frame.contacts where contact.phase == .began {
            contacts.remove(contact.id)
            contacts.append(StandardContact(contact, at: frame.time))
            contacts[contacts.count - 1].disqualifyTap()
            contacts[contacts.count - 1].isIgnored = gesture == .transform && !transform.admits(contact.id)
        }
        guard gesture == .drag else { return revision = .none }
        contacts.rebaseline(at: frame.time)
        join(contacts, at: frame.time, until: deadline)
    }

    /// Called when another contact has joined a drag. The drag continues, and the transform starts with the current
    /// positions of all contacts.
    private mutating func join(_ contacts: [StandardContact], at time: Timestamp, until deadline: Timestamp) {
        revision = .joined(deadline: deadline)
        transform.reset()
        prepareReplay(of: contacts, .began, at: time)
        transform.begin(with: replay)
    }

    /// Replaces the drag in progress by one of all contacts, which begins with their motion since the last of them came
    /// down at `start`.
    mutating func restartDrag(with contacts: [StandardContact], from start: Timestamp, at time: Timestamp) {
        drag.reset()
        prepareReplay(of: contacts, .began, at: start) { $0.reference }
        _ = drag.begin(with: replay)
        prepareReplay(of: contacts, .moved, at: time)
        _ = drag.follow(replay)
    }

    /// True if a contact that comes now replaces one that the gesture has lost, as some panels lose one for a moment.
    func isReplaced(in gesture: GestureClass) -> Bool { gesture == .transform && transform.admitsMore }

    /// Follows contacts that are not classified: as a drag and, if there are several, also as a transform.
    @inline(__always)
    mutating func follow(_ frame: borrowing TouchFrame, _ participants: Int) {
        if participants > 0 { _ = drag.follow(frame) }
        if participants > 1 { _ = transform.follow(frame) }
    }

    @inline(__always)
    mutating func follow(_ gesture: GestureClass, _ frame: borrowing TouchFrame) -> Verdict? {
        gesture == .drag ? drag.follow(frame) : transform.follow(frame)
    }

    /// Returns the other gesture if the contacts make it instead, and resets `gesture`; nil otherwise. The first frames
    /// of a motion may look like another gesture.
    mutating func revised(
        _ gesture: GestureClass, since decision: ContactMotion, _ contacts: [StandardContact],
        _ classifier: StandardClassifier, _ frame: borrowing TouchFrame
    ) -> GestureClass? {
        guard decision.count > 1 else { return nil }
        // The other gesture is followed as well, so that it can take over with the whole motion.
        _ = follow(gesture == .drag ? .transform : .drag, frame)
        let part = ContactSet(contacts) { !$0.isIgnored }
        guard let (other, _) = classifier.revised(gesture, decision, contacts, part) else { return nil }
        revision = .none
        reset(gesture)
        return other
    }

    /// True if a drag turns out, however late, to be a pinch. The drag is then over, and the pinch, which has not been
    /// followed, has the whole motion.
    mutating func pinchesLate(
        _ gesture: GestureClass, since decision: ContactMotion, _ contacts: [StandardContact],
        _ classifier: StandardClassifier, at time: Timestamp
    ) -> Bool {
        guard gesture == .drag, decision.count > 1 else {
            revision = .none
            return false
        }
        guard classifier.isLatePinch(contacts, of: decision.count) else { return false }
        revision = .none
        drag.reset()
        transform.reset()
        prepareReplay(of: contacts, .began, at: time) { $0.reference }
        transform.begin(with: replay)
        prepareReplay(of: contacts, .moved, at: time)
        _ = transform.follow(replay)
        return true
    }

    /// Lifts all contacts of the gesture, and returns the gesture's verdict.
    mutating func lift(_ contacts: [StandardContact], of gesture: GestureClass, at time: Timestamp) -> Verdict? {
        prepareReplay(of: contacts, .ended, at: time)
        let replay = replay
        return follow(gesture, replay)
    }

    mutating func recognise(_ gesture: GestureClass, at time: Timestamp) -> Verdict? {
        gesture == .drag ? drag.recognise(at: time) : transform.recognise(at: time)
    }

    /// Ends the gesture at its current value with zero velocity.
    mutating func finish(_ gesture: GestureClass) -> Verdict? {
        gesture == .drag ? drag.finish() : transform.finish()
    }

    mutating func expire(_ gesture: GestureClass, at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        if gesture == .drag {
            drag.expire(at: deadline, &verdicts)
        } else {
            verdicts.append(transform.expire(at: deadline))
        }
    }

    private mutating func prepareReplay(
        of contacts: [StandardContact], _ phase: Contact.Phase, at time: Timestamp,
        _ position: (StandardContact) -> Point = { $0.position }
    ) {
        replay.time = time
        replay.contacts.removeAll(keepingCapacity: true)
        for contact in contacts where !contact.isIgnored {
            replay.contacts.append(Contact(id: contact.id, phase: phase, position: position(contact)))
        }
    }
}
