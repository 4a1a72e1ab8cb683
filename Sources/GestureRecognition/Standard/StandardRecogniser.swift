internal import GestureModel

/// A standard set: classifies every motion of the contacts on one surface as one gesture.
///
///     undecided ──rest──► holding ──last lift──► ended
///       │ │ ▲ ▲              │ │
///       │ │ │ └─ a contact ──┘ │ they move: failed, and
///       │ │ │   comes: failed  ▼
///       │ └─┼─────move─────► recognised ──last lift──► ended
///       │   └─ a contact comes soon: failed ─┘
///       └──lift soon, unmoved──► ended (a tap); the others are still undecided
///
/// While the contacts are undecided, nothing is reported. Motion is measured from the positions at the last touch-down
/// or lift: the motion of a first contact before the second came down does not count for their common scroll.
struct StandardRecogniser: Recogniser {
    private enum State: Sendable {
        /// `holdDeadline`: when resting contacts become a hold; nil if they cannot hold any more, or no contact is
        /// down.
        case undecided(holdDeadline: Timestamp?)
        case holding(GestureValue.LongPress)
        /// `release`: when the last remaining contact on a touchpad moves the pointer again.
        case recognised(GestureClass, since: Timestamp, release: Timestamp?)
    }

    private let classifier: StandardClassifier
    private var state = State.undecided(holdDeadline: nil)
    /// The contacts that are down.
    private var contacts: [StandardContact] = []
    private var taps: StandardTaps
    private var clicks = ClickTracker()
    /// True if a palm is, or recently was, on the surface.
    private var hasPalm = false
    /// When a contact last came down or lifted, or the button was last pressed or released.
    private var lastChange = Timestamp(microseconds: 0)

    private var motion: StandardMotion
    private var findings = StandardFindings()

    private var limits: Thresholds.StandardSet { classifier.limits }

    /// - Parameter surface: nil if unknown. Thumbs are then not recognised by their position.
    init(_ kind: GestureExpression.Standard, _ thresholds: Thresholds, surface: Surface?) {
        classifier = StandardClassifier(
            kind: kind, limits: thresholds[kind], spacing: thresholds.tap.maximumSpacing, surface: surface)
        taps = StandardTaps(thresholds)
        motion = StandardMotion(kind, thresholds)
        contacts.reserveCapacity(16)
    }

    var deadline: Timestamp? {
        let (first, second): (Timestamp?, Timestamp?) =
            switch state {
            case .undecided(let holdDeadline): (taps.deadline, holdDeadline)
            case .holding: (nil, nil)
            case .recognised(let gesture, _, let release): (release, motion.deadline(of: gesture))
            }
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    var isIdle: Bool { taps.isEmpty && !contacts.contains { !$0.isIgnored } }

    func holds(_ contact: Int) -> Bool { contacts.contains { $0.id == contact && !$0.isIgnored } }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        var (anyLifted, anyBegan) = (false, false)
        hasPalm = frame.hasPalm
        for contact in frame.contacts {
            switch contact.phase {
            case .moved:
                guard let index = contacts.firstIndex(where: { $0.id == contact.id }) else { continue }
                move(index, to: contact.position, at: frame.time)
            case .stationary: break
            case .began: anyBegan = true
            case .ended: anyLifted = true
            // The recogniser ignores this contact: if it held a rejected contact, the emitter would cancel the gesture
            // and not call `update`.
            case .palm, .faulty: contacts.remove(contact.id)
            }
        }
        if verdicts.explains { record(at: frame.time) }
        handle(frame, anyLifted: anyLifted, anyBegan: anyBegan, &verdicts)
        if verdicts.explains { explain(&verdicts, at: frame.time) }
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        if verdicts.explains { record(at: deadline) }
        switch state {
        case .recognised(let gesture, _, let release):
            if let release, release <= deadline {
                releaseLastContact(from: gesture, at: deadline, &verdicts)
            } else {
                motion.expire(gesture, at: deadline, &verdicts)
            }
        case .undecided(let holdDeadline):
            if let tap = taps.deadline, tap <= deadline {
                taps.expire(classifier)
                _ = taps.end(classifier, nextTo: contacts.participants, &verdicts)
            } else if let holdDeadline, holdDeadline <= deadline {
                beginHold(at: deadline, &verdicts)
            } else {
                assertionFailure("standard: deadline in state \(state)")
            }
        case .holding: assertionFailure("standard: deadline in state \(state)")
        }
        if verdicts.explains { explain(&verdicts, at: deadline) }
    }

    mutating func cancel(_ reason: CancellationReason, at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        if verdicts.explains { findings.cancel(reason, at: time, &verdicts.findings) }
        reset()
    }

    mutating func reset() {
        contacts.removeAll(keepingCapacity: true)
        taps.row = nil
        resetToUndecided()
    }

    /// Discards the gesture in progress and the contacts that lifted like a tap. The contacts that are down are kept.
    private mutating func resetToUndecided() {
        state = .undecided(holdDeadline: nil)
        taps.removeAll()
        motion.reset()
    }

    // MARK: - Frames

    /// Handles a frame: lifts before touch-downs.
    private mutating func handle(
        _ frame: borrowing TouchFrame, anyLifted: Bool, anyBegan: Bool, _ verdicts: inout VerdictBuffer
    ) {
        if clicks.update(frame, &contacts), click(frame, &verdicts) { return }
        if anyLifted || !anyBegan {
            switch state {
            case .undecided:
                guard !anyLifted || !lift(in: frame, &verdicts) else { break }
                followAndClassify(frame, &verdicts)
            case .holding(let press): hold(press, in: frame, anyBegan: anyBegan, &verdicts)
            case .recognised: follow(frame, &verdicts)
            }
        }
        if anyBegan { handleArrivals(in: frame, anyLifted: anyLifted, &verdicts) }
    }

    /// Handles the contacts that came down in the frame.
    private mutating func handleArrivals(
        in frame: borrowing TouchFrame, anyLifted: Bool, _ verdicts: inout VerdictBuffer
    ) {
        switch state {
        case .undecided:
            join(in: frame)
            followAndClassify(frame, &verdicts)
        case .holding:
            join(in: frame)
            restart(at: frame.time, &verdicts)
        case .recognised(let gesture, _, .some):
            // The other fingers have lifted, so the gesture is over: a finger that comes now begins another one.
            releaseLastContact(from: gesture, at: frame.time, &verdicts)
            join(in: frame)
        case .recognised(.drag, let since, _)
        where classifier.kind == .touchscreen && frame.time - since <= limits.lateJoin:
            // The contact may be part of the same motion. The drag continues until it is, because the contact may also
            // be one of the other hand, which rests.
            if !anyLifted { follow(frame, &verdicts) }
            admit(in: frame, until: frame.time + limits.lateJoin)
        case .recognised(let gesture, let since, _)
        where frame.time - since <= limits.lateJoin && !motion.isReplaced(in: gesture):
            // The contact is part of the same motion, so the gesture restarts with all contacts.
            join(in: frame)
            restart(at: frame.time, &verdicts)
            contacts.disqualifyTaps()
        case .recognised:
            if !anyLifted { follow(frame, &verdicts) }
            if classifier.kind == .touchscreen { admit(in: frame) } else { join(in: frame, isIgnored: true) }
        }
    }

    /// Lets later contacts join the gesture on a screen. The frame itself has already been followed.
    ///
    /// - Parameter deadline: Until then, the contacts may turn out to drag together; nil if the drag is the same
    ///   however they move.
    private mutating func admit(in frame: borrowing TouchFrame, until deadline: Timestamp? = nil) {
        guard case .recognised(let gesture, _, _) = state else { return }
        motion.admit(frame, to: gesture, &contacts, until: deadline ?? frame.time)
        if gesture == .drag { lastChange = frame.time }
    }

    /// Follows a drag that another contact has joined. Returns true if it became another gesture: the drag has failed,
    /// and a pinch, or soon after the contact came a drag of all contacts, has begun.
    private mutating func followJoined(
        until deadline: Timestamp, in frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer
    ) -> Bool {
        if contacts.participants > 0 { _ = motion.follow(.transform, frame) }
        guard contacts.participants > 1 else { return false }
        let classification = classify(at: frame.time)
        guard let gesture = classification.gesture else { return false }
        motion.revision = .none
        switch gesture {
        case .transform: motion.reset(.drag)
        case .drag:
            guard frame.time <= deadline else { return false }
            motion.restartDrag(with: contacts, from: lastChange, at: frame.time)
            motion.revision = .since(classification.motion)
        }
        verdicts.append(.failed(.outcompeted))
        recognise(gesture, since: frame.time, at: frame.time, &verdicts)
        return true
    }

    /// Called when the button was pressed or released. Ends the gesture in progress, and restarts the measurement of
    /// motion: motion during the press or release is not classified. Returns true if a gesture ended. The frame then
    /// needs no further handling.
    private mutating func click(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) -> Bool {
        let verdict = verdictOfPress()
        resetToUndecided()
        rebaseline(at: frame.time)
        guard let verdict else { return false }
        _ = lift(in: frame, &verdicts)
        join(in: frame)
        verdicts.append(verdict)
        return true
    }

    /// Returns the verdict on the gesture in progress when the button changes; nil if no gesture is in progress. A hold
    /// fails, and so does a drag or transform whose contacts moved less than ``MotionJudge/pressSlip``. If one of them
    /// moved farther, the gesture ends at its value with zero velocity.
    private mutating func verdictOfPress() -> Verdict? {
        switch state {
        case .undecided: nil
        case .recognised(let gesture, _, _)
        where contacts.contains { !$0.isIgnored && $0.excursion >= MotionJudge.pressSlip }:
            motion.finish(gesture)
        case .holding, .recognised: .failed(.clicked)
        }
    }

    /// Moves a contact. During a drag or a transform, only the distance from its reference is measured, in case the
    /// button is pressed. At other times, the motion of a contact that leaves the edge is measured from there, because
    /// its motion beyond the edge is unknown.
    private mutating func move(_ index: Int, to position: Point, at time: Timestamp) {
        if case .recognised = state {
            contacts[index].position = position
            if classifier.kind == .touchpad { contacts[index].extendExcursion() }
            return
        }
        contacts[index].move(to: position, on: classifier.clampingSize, at: time)
    }

    /// Adds the contacts that came down. Unless they are ignored, restarts the measurement of motion.
    private mutating func join(in frame: borrowing TouchFrame, isIgnored: Bool = false) {
        let before = contacts.count
        taps.join(in: frame, &contacts, clicks, classifier, isIgnored: isIgnored)
        if !isIgnored, contacts.count > before { rebaseline(at: frame.time) }
    }

    /// Fails the gesture in progress. All contacts are undecided again.
    private mutating func restart(at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        resetToUndecided()
        rebaseline(at: time)
        verdicts.append(.failed(.outcompeted))
    }

    /// Restarts the measurement of motion and, while the contacts are undecided, the time until a hold.
    ///
    /// - Parameter isLift: True if a contact has lifted.
    private mutating func rebaseline(at time: Timestamp, isLift: Bool = false) {
        lastChange = time
        contacts.rebaseline(at: time, isLeft: isLift)
        if case .undecided = state {
            state = .undecided(holdDeadline: contacts.participants > 0 ? time + limits.holdDuration : nil)
        }
        motion.restart(with: contacts, at: time)
    }

    // MARK: - Undecided

    private mutating func followAndClassify(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        guard !clicks.isClicked else { return }
        if lastChange != frame.time { motion.follow(frame, contacts.participants) }
        guard contacts.anyMoved(by: classifier.leastMotion) else { return }
        let classification = classify(at: frame.time)
        if classification.longPress != nil { state = .undecided(holdDeadline: nil) }
        if let gesture = classification.gesture { begin(gesture, classification, at: frame.time, &verdicts) }
    }

    /// `mutating` although nothing changes: Swift 6.3 copies the recogniser for a method that only reads.
    private mutating func classify(at time: Timestamp) -> Classification {
        classifier.classify(contacts, since: lastChange, after: taps.row, hasPalm: hasPalm, at: time)
    }

    private mutating func begin(
        _ gesture: GestureClass, _ classification: Classification, at time: Timestamp, _ verdicts: inout VerdictBuffer
    ) {
        if !classification.others.isEmpty {
            for index in contacts.indices where classification.others.contains(index) {
                contacts[index].isIgnored = true
            }
            rebaseline(at: lastChange)
        }
        taps.reset()
        motion.revision = .since(classification.motion)
        recognise(gesture, since: time, at: time, &verdicts)
    }

    private mutating func recognise(
        _ gesture: GestureClass, since: Timestamp, at time: Timestamp, _ verdicts: inout VerdictBuffer
    ) {
        state = .recognised(gesture, since: since, release: nil)
        verdicts.append(motion.recognise(gesture, at: time))
    }

    /// Removes the contacts that lifted, and restarts the measurement of motion for the others. Returns true if that
    /// ended a tap.
    private mutating func lift(in frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) -> Bool {
        guard taps.lift(in: frame, &contacts, &clicks, classifier) else { return false }
        rebaseline(at: frame.time, isLift: true)
        return !taps.isOpen && taps.end(classifier, nextTo: contacts.participants, &verdicts)
    }

    // MARK: - Holding

    private mutating func beginHold(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        state = .undecided(holdDeadline: nil)
        let count = contacts.participants
        guard FingerCounts.allowed.contains(count), !clicks.isClicked else { return }
        taps.removeAll()
        contacts.disqualifyTaps()
        let centre = contacts.centre
        let press = GestureValue.LongPress(
            fingers: count, location: centre, startLocation: centre, pressing: true, completed: true,
            deadline: deadline)
        state = .holding(press)
        verdicts.append(.active(.longPress(press)))
    }

    /// Follows a hold. It ends with its last contact. Motion turns it into another gesture.
    private mutating func hold(
        _ press: GestureValue.LongPress, in frame: borrowing TouchFrame, anyBegan: Bool,
        _ verdicts: inout VerdictBuffer
    ) {
        for contact in frame.contacts where contact.phase == .ended { contacts.remove(contact.id) }
        guard contacts.participants > 0 else {
            resetToUndecided()
            var press = press
            press.pressing = false
            verdicts.append(.ended(.longPress(press)))
            return
        }
        // Contacts that come down in the same frame end the hold, whatever the motion.
        guard !anyBegan else { return }
        motion.follow(frame, contacts.participants)
        let classification = classify(at: frame.time)
        guard let gesture = classification.gesture else { return }
        verdicts.append(.failed(.outcompeted))
        begin(gesture, classification, at: frame.time, &verdicts)
    }

    // MARK: - Recognised

    /// Follows a drag or a transform, which continues until its last contact lifts.
    private mutating func follow(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        guard case .recognised(let gesture, let since, _) = state else { return }
        let anyLifted = contacts.lift(in: frame)
        switch motion.revision {
        case .none: break
        case .joined(let deadline): if followJoined(until: deadline, in: frame, &verdicts) { return }
        case .since(let decision):
            if anyLifted {
                motion.revision = .none
            } else if frame.time - since > limits.revisionTime {
                if motion.pinchesLate(gesture, since: decision, contacts, classifier, at: frame.time) {
                    verdicts.append(.failed(.outcompeted))
                    return recognise(.transform, since: since, at: frame.time, &verdicts)
                }
            } else if let other = motion.revised(gesture, since: decision, contacts, classifier, frame) {
                verdicts.append(.failed(.outcompeted))
                return recognise(other, since: since, at: frame.time, &verdicts)
            }
        }
        let verdict = motion.follow(gesture, frame)
        if case .ended = verdict {
            resetToUndecided()
        } else if anyLifted, classifier.kind == .touchpad, contacts.participants == 1 {
            state = .recognised(gesture, since: since, release: frame.time + taps.liftWindow)
        }
        verdicts.append(verdict)
    }

    /// Ends a touchpad's gesture when only one contact stays down, because that contact then moves the pointer. The
    /// gesture ends as if that contact had lifted, too.
    private mutating func releaseLastContact(
        from gesture: GestureClass, at time: Timestamp, _ verdicts: inout VerdictBuffer
    ) {
        for index in contacts.indices where !contacts[index].isIgnored { contacts[index].disqualifyTap() }
        verdicts.append(motion.lift(contacts, of: gesture, at: time))
        resetToUndecided()
        rebaseline(at: time)
    }

    // MARK: - Explaining

    private var isUndecided: Bool { if case .undecided = state { true } else { false } }

    /// Records the current classification of undecided contacts.
    private mutating func record(at time: Timestamp) {
        if isUndecided { findings.record(observation(at: time), classifier) }
    }

    /// Returns the contacts and their classification at a time; nil if no contact takes part.
    private mutating func observation(at time: Timestamp) -> StandardFindings.Observation? {
        guard contacts.participants > 0 else { return nil }
        return .init(
            contacts: contacts, classification: classify(at: time), isUndecided: isUndecided,
            isClicked: clicks.isClicked, rest: time - lastChange, time: time)
    }

    /// Appends the findings that follow from a call's verdicts. Without verdicts, appends those of contacts that have
    /// all gone without a gesture.
    private mutating func explain(_ verdicts: inout VerdictBuffer, at time: Timestamp) {
        guard !verdicts.isEmpty else {
            record(at: time)
            if isUndecided, isIdle { findings.end(limits, at: time, &verdicts.findings) }
            return
        }
        findings.apply(&verdicts, observation(at: time), classifier, at: time)
    }
}
