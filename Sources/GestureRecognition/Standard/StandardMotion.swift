internal import GestureModel

/// Follows the contacts of a standard set as a drag and as a transform. Until they are classified it follows both, so that
/// either gesture begins with the whole motion.
struct StandardMotion: Sendable {
    /// Whether the gesture in progress may turn out to be the other one.
    enum Revision: Sendable {
        /// It stands.
        case none
        /// It was recognised a moment ago, when the contacts had moved like this.
        case since(ContactMotion)
        /// Another contact has joined a drag on a screen: they may turn out to pinch.
        case joined
    }

    var revision = Revision.none
    private var drag: DragRecogniser
    private var transform: StandardTransform
    /// Storage for frames that the device did not send.
    private var replay = TouchFrame(time: Timestamp(microseconds: 0))

    init(_ kind: GestureExpression.Standard, _ thresholds: Thresholds) {
        // The classifier decides, not these recognisers.
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

    /// Follows the contacts from where they are, as if they had just come down.
    mutating func restart(with contacts: [StandardContact], at time: Timestamp) {
        restart()
        prepareReplay(of: contacts, .began, at: time)
        _ = drag.begin(with: replay)
        if replay.contacts.count > 1 { transform.begin(with: replay) }
    }

    /// Another contact has joined a drag, which goes on: the transform starts with all contacts from where they are.
    mutating func join(_ contacts: [StandardContact], at time: Timestamp) {
        revision = .joined
        transform.reset()
        prepareReplay(of: contacts, .began, at: time)
        transform.begin(with: replay)
    }

    /// Keeps the velocity of contacts that are not classified.
    @inline(__always)
    mutating func follow(_ frame: borrowing TouchFrame, _ participants: Int) {
        if participants > 0 { _ = drag.follow(frame) }
        if participants > 1 { _ = transform.follow(frame) }
    }

    @inline(__always)
    mutating func follow(_ gesture: GestureClass, _ frame: borrowing TouchFrame) -> Verdict? {
        gesture == .drag ? drag.follow(frame) : transform.follow(frame)
    }

    /// Returns the other gesture if the contacts make that instead: the first frames of a motion may look like another one.
    mutating func revised(
        _ gesture: GestureClass, since decision: ContactMotion, _ contacts: [StandardContact],
        _ classifier: StandardClassifier, _ frame: borrowing TouchFrame
    ) -> GestureClass? {
        guard decision.count > 1 else { return nil }
        // The other one is followed as well, so that it can take over with all that the contacts did.
        _ = follow(gesture == .drag ? .transform : .drag, frame)
        let part = ContactSet(contacts) { !$0.isIgnored }
        guard let (other, _) = classifier.revised(gesture, decision, contacts, part) else { return nil }
        revision = .none
        reset(gesture)
        return other
    }

    /// Lifts the contacts that are part of the gesture.
    mutating func lift(_ contacts: [StandardContact], of gesture: GestureClass, at time: Timestamp) -> Verdict? {
        prepareReplay(of: contacts, .ended, at: time)
        let replay = replay
        return follow(gesture, replay)
    }

    /// True if a contact that has come during a transform takes part in it.
    func admits(_ contact: Int) -> Bool { transform.admits(contact) }

    mutating func recognise(_ gesture: GestureClass, at time: Timestamp) -> Verdict? {
        gesture == .drag ? drag.recognise(at: time) : transform.recognise(at: time)
    }

    /// Ends the gesture where it is, at rest.
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

    private mutating func prepareReplay(of contacts: [StandardContact], _ phase: Contact.Phase, at time: Timestamp) {
        replay.time = time
        replay.contacts.removeAll(keepingCapacity: true)
        for contact in contacts where !contact.isIgnored {
            replay.contacts.append(Contact(id: contact.id, phase: phase, position: contact.position))
        }
    }
}
