internal import GestureModel

/// A standard set: classifies everything that the contacts on one surface do as one gesture.
///
///     undecided ──rest──► holding ──last lift──► ended
///       │ │ ▲ ▲              │ │
///       │ │ │ └─ a contact ──┘ │ they move: failed, and
///       │ │ │   comes: failed  ▼
///       │ └─┼─────move─────► recognised ──last lift──► ended
///       │   └─ a contact comes soon: failed ─┘
///       └──lift soon, unmoved──► ended (a tap); the others are still undecided
///
/// While the contacts are undecided nothing is reported. Motion is measured from where they were when one of them last
/// came down or lifted: a contact that moved the pointer, or rested, before the second came down has contributed nothing
/// to their scroll.
struct StandardRecogniser: Recogniser {
    private enum State: Sendable {
        /// `holdDeadline`: when contacts that rest become a hold; nil if they moved, or there are none.
        case undecided(holdDeadline: Timestamp?)
        case holding(GestureValue.LongPress)
        /// `release`: when the single contact that is left on a touchpad moves the pointer again.
        case recognised(GestureClass, since: Timestamp, release: Timestamp?)
    }

    private let classifier: StandardClassifier
    private let windows: Thresholds.Fingers
    /// From one tap's end to the next touch-down, in a row.
    private let rowDelay: Microseconds

    private var state = State.undecided(holdDeadline: nil)
    /// The contacts that are down.
    private var contacts: [StandardContact] = []
    private var taps = StandardTaps()
    private var clicks = ClickTracker()
    /// A palm is, or recently was, on the surface.
    private var hasPalm = false
    /// When a contact last came down or lifted, or the button was released.
    private var lastChange = Timestamp(microseconds: 0)

    /// How the contacts had moved when the gesture in progress was recognised; nil once it stands.
    private var decision: ContactMotion?
    /// True while the contacts of a drag, which another one has joined on a screen, may turn out to pinch.
    private var isJoined = false

    private var drag: DragRecogniser
    private var transform: StandardTransform
    /// Storage for frames that the device did not send.
    private var replay = TouchFrame(time: Timestamp(microseconds: 0))
    private var findings = StandardFindings()

    private var limits: Thresholds.StandardSet { classifier.limits }

    /// - Parameter surface: nil if unknown. Then no thumb is known by its position.
    init(_ kind: GestureExpression.Standard, _ thresholds: Thresholds, surface: Surface?) {
        classifier = StandardClassifier(
            kind: kind, limits: thresholds[kind], spacing: thresholds.tap.maximumSpacing, surface: surface)
        windows = thresholds.fingers
        rowDelay = thresholds.tap.maximumDelay
        // The classifier decides, not these.
        var undecided = thresholds
        undecided.drag.minimumDistance = .infinity
        undecided.magnify.minimumScaleDelta = .infinity
        undecided.rotate.minimumAngleDelta = .infinity
        drag = DragRecogniser(
            .init(fingers: .init(FingerCounts.allowed), minimumDistance: .infinity), undecided, nil,
            lateContacts: kind == .touchscreen ? .admitted : .ignored)
        transform = StandardTransform(undecided, admitsLate: kind == .touchscreen)
        contacts.reserveCapacity(16)
        replay.contacts.reserveCapacity(16)
    }

    var deadline: Timestamp? {
        let (first, second): (Timestamp?, Timestamp?) =
            switch state {
            case .undecided(let holdDeadline): (taps.deadline, holdDeadline)
            case .holding: (nil, nil)
            case .recognised(.drag, _, let release): (release, drag.deadline)
            case .recognised(.transform, _, let release): (release, transform.deadline)
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
                move(index, to: contact.position)
            case .stationary: break
            case .began: anyBegan = true
            case .ended: anyLifted = true
            // An ignored contact was rejected. The emitter handles the others.
            case .palm, .faulty: remove(contact.id)
            }
        }
        if verdicts.explains { recordClassification(at: frame.time) }
        handle(frame, anyLifted: anyLifted, anyBegan: anyBegan, &verdicts)
        if verdicts.explains { explain(&verdicts, at: frame.time) }
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        if verdicts.explains { recordClassification(at: deadline) }
        switch state {
        case .recognised(let gesture, _, let release):
            if let release, release <= deadline {
                releaseLastContact(from: gesture, at: deadline, &verdicts)
            } else if gesture == .drag {
                drag.expire(at: deadline, &verdicts)
            } else {
                verdicts.append(transform.expire(at: deadline))
            }
        case .undecided(let holdDeadline):
            if let tap = taps.deadline, tap <= deadline {
                taps.expire(classifier)
                endTaps(&verdicts)
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

    /// Ends the gesture in progress. The contacts that are down are kept.
    private mutating func resetToUndecided() {
        state = .undecided(holdDeadline: nil)
        decision = nil
        isJoined = false
        taps.removeAll()
        drag.reset()
        transform.reset()
    }

    /// How many contacts take part in recognition.
    private var participants: Int { contacts.reduce(0) { $0 + ($1.isIgnored ? 0 : 1) } }

    // MARK: - Frames

    /// Lifts are handled before touch-downs.
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
        guard anyBegan else { return }
        switch state {
        case .undecided:
            join(in: frame)
            followAndClassify(frame, &verdicts)
        case .holding:
            join(in: frame)
            restart(at: frame.time, &verdicts)
        case .recognised(_, let since, _) where frame.time - since <= limits.lateJoin:
            // Part of the gesture from the start: it restarts with all contacts.
            join(in: frame)
            restart(at: frame.time, &verdicts)
            for index in contacts.indices { contacts[index].isTapDisqualified = true }
        case .recognised:
            if !anyLifted { follow(frame, &verdicts) }
            if classifier.kind == .touchscreen { admit(in: frame) } else { join(in: frame, isIgnored: true) }
        }
    }

    /// On a screen the contacts that come later go on with the gesture, as in UIKit and Flutter. Of a drag they may make a
    /// pinch, which is measured from here on. The frame was followed before.
    private mutating func admit(in frame: borrowing TouchFrame) {
        guard case .recognised(let gesture, _, _) = state else { return }
        for contact in frame.contacts where contact.phase == .began {
            remove(contact.id)
            contacts.append(StandardContact(contact, at: frame.time))
            contacts[contacts.count - 1].isTapDisqualified = true
            contacts[contacts.count - 1].isIgnored = gesture == .transform && !transform.admits(contact.id)
        }
        decision = nil
        guard gesture == .drag else { return }
        isJoined = true
        lastChange = frame.time
        for index in contacts.indices { contacts[index].rebaseline() }
        transform.reset()
        prepareReplay(.began, at: frame.time)
        let replay = replay
        transform.begin(with: replay)
    }

    /// Returns true if the contacts of a drag that another one has joined pinch: the drag has failed, and the pinch begun.
    private mutating func pinch(in frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) -> Bool {
        if participants > 0 { _ = transform.follow(frame) }
        guard participants > 1 else { return false }
        let classification = classify(at: frame.time)
        guard let gesture = classification.gesture else { return false }
        isJoined = false
        guard gesture == .transform else { return false }
        drag.reset()
        verdicts.append(.failed(.outcompeted))
        recognise(.transform, since: frame.time, at: frame.time, &verdicts)
        return true
    }

    /// Motion while the button is pressed or released is not classified. Returns true if the press ended a gesture, and with it
    /// the handling of the frame.
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

    /// What becomes of the gesture in progress when the button is pressed: what began by the slip of the press is taken
    /// back, and what was meant ends where it is, at rest. nil if no gesture is in progress.
    private mutating func verdictOfPress() -> Verdict? {
        switch state {
        case .undecided: nil
        case .recognised(let gesture, _, _)
        where contacts.contains { !$0.isIgnored && $0.excursion >= MotionJudge.pressSlip }:
            gesture == .drag ? drag.finish() : transform.finish()
        case .holding, .recognised: .failed(.clicked)
        }
    }

    /// A contact of a gesture in progress can no longer tap; how far it went counts if a button is pressed. Before, a contact
    /// that leaves the edge starts to move there: how it moved beyond it is unknown.
    private mutating func move(_ index: Int, to position: Point) {
        if case .recognised = state {
            contacts[index].position = position
            if classifier.kind == .touchpad { contacts[index].extendExcursion() }
            return
        }
        contacts[index].move(to: position, on: classifier.clampingSize)
    }

    private mutating func remove(_ id: Int) {
        if let index = contacts.firstIndex(where: { $0.id == id }) { contacts.remove(at: index) }
    }

    /// Adds the contacts that came down.
    private mutating func join(in frame: borrowing TouchFrame, isIgnored: Bool = false) {
        let before = contacts.count
        let isClick = clicks.isClick(at: frame.time)
        for contact in frame.contacts where contact.phase == .began {
            // A faulty device may start a contact twice.
            remove(contact.id)
            contacts.append(taps.join(contact, at: contact.start(inFrameAt: frame.time)))
            contacts[contacts.count - 1].isIgnored = isIgnored
            if isClick { contacts[contacts.count - 1].isTapDisqualified = true }
            contacts[contacts.count - 1].hasClicked = clicks.isClicked
        }
        if !isIgnored, contacts.count > before { rebaseline(at: frame.time) }
    }

    /// The gesture in progress fails, and all contacts are undecided again.
    private mutating func restart(at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        resetToUndecided()
        rebaseline(at: time)
        verdicts.append(.failed(.outcompeted))
    }

    /// Measures motion from here on.
    private mutating func rebaseline(at time: Timestamp) {
        lastChange = time
        for index in contacts.indices { contacts[index].rebaseline() }
        if case .undecided = state {
            state = .undecided(holdDeadline: participants > 0 ? time + limits.holdDuration : nil)
        }
        drag.reset()
        transform.reset()
        prepareReplay(.began, at: time)
        _ = drag.begin(with: replay)
        if replay.contacts.count > 1 { transform.begin(with: replay) }
    }

    private mutating func prepareReplay(_ phase: Contact.Phase, at time: Timestamp) {
        replay.time = time
        replay.contacts.removeAll(keepingCapacity: true)
        for contact in contacts where !contact.isIgnored {
            replay.contacts.append(Contact(id: contact.id, phase: phase, position: contact.position))
        }
    }

    // MARK: - Undecided

    private mutating func followAndClassify(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        guard !clicks.isClicked else { return }
        if lastChange != frame.time { followUndecided(frame) }
        guard contacts.anyMoved(by: classifier.leastMotion) else { return }
        let classification = classify(at: frame.time)
        if classification.longPress != nil { state = .undecided(holdDeadline: nil) }
        if let gesture = classification.gesture { begin(gesture, classification, at: frame.time, &verdicts) }
    }

    /// Keeps the velocity of contacts that are not classified.
    private mutating func followUndecided(_ frame: borrowing TouchFrame) {
        let participants = participants
        if participants > 0 { _ = drag.follow(frame) }
        if participants > 1 { _ = transform.follow(frame) }
    }

    /// `mutating` although nothing changes: Swift 6.3 copies the recogniser for a method that only reads.
    private mutating func classify(at time: Timestamp) -> Classification {
        classifier.classify(contacts, since: lastChange, after: taps.row, hasPalm: hasPalm, at: time)
    }

    private mutating func begin(
        _ gesture: GestureClass, _ classification: Classification, at time: Timestamp,
        _ verdicts: inout VerdictBuffer
    ) {
        if !classification.others.isEmpty {
            for index in contacts.indices where classification.others.contains(index) {
                contacts[index].isIgnored = true
            }
            rebaseline(at: lastChange)
        }
        taps.removeAll()
        taps.row = nil
        decision = classification.motion
        recognise(gesture, since: time, at: time, &verdicts)
    }

    private mutating func recognise(
        _ gesture: GestureClass, since: Timestamp, at time: Timestamp, _ verdicts: inout VerdictBuffer
    ) {
        state = .recognised(gesture, since: since, release: nil)
        verdicts.append(gesture == .drag ? drag.recognise(at: time) : transform.recognise(at: time))
    }

    // MARK: - Taps

    /// Removes the contacts that lifted. Returns true if that ended a tap.
    private mutating func lift(in frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) -> Bool {
        var anyLifted = false
        for lifted in frame.contacts where lifted.phase == .ended {
            guard let index = contacts.firstIndex(where: { $0.id == lifted.id }) else { continue }
            let contact = contacts.remove(at: index)
            clicks.lift(contact, at: frame.time)
            guard !contact.isIgnored else { continue }
            anyLifted = true
            let end = contact.end(lifted, inFrameAt: frame.time)
            taps.lift(contact, endingAt: end, among: &contacts, classifier, windows, at: frame.time)
        }
        guard anyLifted else { return false }
        rebaseline(at: frame.time)
        return !taps.isOpen && endTaps(&verdicts)
    }

    /// Reports the contacts that lifted as one tap, or as one each in a drum roll. Returns true if it reported any.
    @discardableResult
    private mutating func endTaps(_ verdicts: inout VerdictBuffer) -> Bool {
        var anyTap = false
        while let tap = taps.removeTap(classifier, nextTo: participants) {
            taps.row = TapRow.extended(
                taps.row, by: tap.fingers, at: tap.location, from: tap.start, to: tap.end, within: classifier.spacing,
                rowDelay)
            let count = taps.row?.count ?? 1
            verdicts.append(.ended(.tap(.init(fingers: tap.fingers, count: count, location: tap.location))))
            anyTap = true
        }
        return anyTap
    }

    // MARK: - Holding

    private mutating func beginHold(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        state = .undecided(holdDeadline: nil)
        let count = participants
        guard FingerCounts.allowed.contains(count), !clicks.isClicked else { return }
        taps.removeAll()
        for index in contacts.indices { contacts[index].isTapDisqualified = true }
        var sum = Vector.zero
        for contact in contacts where !contact.isIgnored { sum = sum + (contact.position - .zero) }
        let centre = Point.zero + sum / Double(count)
        let press = GestureValue.LongPress(
            fingers: count, location: centre, startLocation: centre, pressing: true, completed: true,
            deadline: deadline)
        state = .holding(press)
        verdicts.append(.active(.longPress(press)))
    }

    /// A hold ends with its last contact. Motion makes another gesture of it.
    private mutating func hold(
        _ press: GestureValue.LongPress, in frame: borrowing TouchFrame, anyBegan: Bool,
        _ verdicts: inout VerdictBuffer
    ) {
        for contact in frame.contacts where contact.phase == .ended { remove(contact.id) }
        guard participants > 0 else {
            resetToUndecided()
            var press = press
            press.pressing = false
            verdicts.append(.ended(.longPress(press)))
            return
        }
        // Contacts that come down in the same frame end the hold, whatever the motion.
        guard !anyBegan else { return }
        followUndecided(frame)
        let classification = classify(at: frame.time)
        guard let gesture = classification.gesture else { return }
        verdicts.append(.failed(.outcompeted))
        begin(gesture, classification, at: frame.time, &verdicts)
    }

    // MARK: - Recognised

    /// A drag or a transform goes on until its last contact lifts.
    private mutating func follow(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        guard case .recognised(let gesture, let since, _) = state else { return }
        var anyLifted = false
        for contact in frame.contacts where contact.phase == .ended {
            guard let index = contacts.firstIndex(where: { $0.id == contact.id }) else { continue }
            anyLifted = anyLifted || !contacts[index].isIgnored
            contacts.remove(at: index)
        }
        if isJoined, gesture == .drag, pinch(in: frame, &verdicts) { return }
        if let decision {
            if anyLifted || frame.time - since > limits.revisionTime {
                self.decision = nil
            } else if revise(decision, gesture, since: since, with: frame, &verdicts) {
                return
            }
        }
        if update(gesture, with: frame, &verdicts) {
            resetToUndecided()
        } else if anyLifted, classifier.kind == .touchpad, participants == 1 {
            state = .recognised(gesture, since: since, release: frame.time + windows.liftWindow)
        }
    }

    /// The first frames of a motion may look like another one. Returns true if the gesture in progress was replaced.
    private mutating func revise(
        _ decision: ContactMotion, _ gesture: GestureClass, since: Timestamp, with frame: borrowing TouchFrame,
        _ verdicts: inout VerdictBuffer
    ) -> Bool {
        guard decision.count > 1 else { return false }
        // The other one is followed as well, so that it can take over with all that the contacts did.
        if gesture == .drag { _ = transform.follow(frame) } else { _ = drag.follow(frame) }
        let part = ContactSet(contacts) { !$0.isIgnored }
        guard let (other, _) = classifier.revised(gesture, decision, contacts, part) else { return false }
        self.decision = nil
        if gesture == .drag { drag.reset() } else { transform.reset() }
        verdicts.append(.failed(.outcompeted))
        recognise(other, since: since, at: frame.time, &verdicts)
        return true
    }

    /// Returns true if the gesture ended.
    private mutating func update(
        _ gesture: GestureClass, with frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer
    ) -> Bool {
        let verdict = gesture == .drag ? drag.follow(frame) : transform.follow(frame)
        let hasEnded = if case .ended = verdict { true } else { false }
        verdicts.append(verdict)
        return hasEnded
    }

    /// On a touchpad a single contact moves the pointer: the last of several ends the gesture as if it had lifted with them.
    private mutating func releaseLastContact(
        from gesture: GestureClass, at time: Timestamp, _ verdicts: inout VerdictBuffer
    ) {
        prepareReplay(.ended, at: time)
        for index in contacts.indices where !contacts[index].isIgnored { contacts[index].isTapDisqualified = true }
        let replay = replay
        _ = update(gesture, with: replay, &verdicts)
        resetToUndecided()
        rebaseline(at: time)
    }

    // MARK: - Explaining

    /// Records how undecided contacts are classified by now.
    private mutating func recordClassification(at time: Timestamp) {
        guard case .undecided = state else { return }
        recordContacts(at: time)
    }

    private mutating func recordContacts(at time: Timestamp) {
        guard participants > 0 else { return }
        var firstTouch = time
        var tap: CancellationReason?
        for contact in contacts where !contact.isIgnored {
            firstTouch = min(firstTouch, contact.startTime)
            let rejection = classifier.rejectionOfTap(contact, at: time)
            if tap == nil, rejection != .outcompeted { tap = rejection }
        }
        findings.record(
            classify(at: time), firstTouch: firstTouch, rest: time - lastChange, tap: tap, isClicked: clicks.isClicked,
            at: time)
    }

    /// Appends the findings that follow from a call's verdicts.
    private mutating func explain(_ verdicts: inout VerdictBuffer, at time: Timestamp) {
        recordClassification(at: time)
        if verdicts.isEmpty, isIdle, case .undecided = state { findings.end(limits, at: time, &verdicts.findings) }
        for index in 0..<verdicts.count {
            switch verdicts[index] {
            case .active(let value): findings.recognise(value, isOver: false, limits, at: time, &verdicts.findings)
            case .ended(let value):
                findings.recognise(value, isOver: true, limits, at: time, &verdicts.findings)
                recordClassification(at: time)
            case .failed(let reason, _):
                findings.lose(reason, at: time, &verdicts.findings)
                recordContacts(at: time)
                // A hold that became a drag or a transform.
                findings.exclude(index + 1 < verdicts.count ? [.tap, .longPress] : [.tap])
            }
        }
    }
}
