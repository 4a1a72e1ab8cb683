internal import GestureModel

/// Contacts that come down, hardly move, and lift soon. ``StandardTaps`` defines which of them tap together.
///
///     idle ───contacts come───► possible ──they lift──► ended, or between, if more taps are needed
///      ▲                          ▲   │ none of them can tap any more             │ │
///      │                          │   ▼                                           │ │
///      ├──────────────────────────┼─ failed ◄────────── delay over ───────────────┘ │
///      └───────── more taps ──────┴──────────────── a contact comes in time and near┘
///
/// The limits are SwiftUI's: less than 45 pt of motion, less than 0.75 s, and at most 0.35 s from one tap to the next.
/// On a touchpad those of the standard set apply as well. With a count of 1 every tap ends the gesture, and its value
/// has the number of the tap in the row. Drumming fingers tap one by one, so a contact may still be a possible tap when
/// another one has tapped.
struct TapRecogniser: Recogniser {
    private let fingers: FingerCounts
    /// How many taps in a row are needed.
    private let needed: Int
    private let limits: Thresholds.Tap
    /// How far several fingers of a touchscreen may slip together in a tap, in points: less than they swipe.
    private let slip: Double
    /// False if the app specified the distance. In that case, only the distance decides whether contacts moved too far.
    private let isJudged: Bool
    private var classifiers: SurfaceClassifiers

    /// The contacts that are down.
    private var contacts: [StandardContact] = []
    private var clicks = ClickTracker()
    private var taps: StandardTaps
    /// When a contact last came down or lifted, or the button was last pressed or released. Motion is measured from
    /// this time.
    private var lastChange = Timestamp(microseconds: 0)
    /// True while it is undecided whether the contacts, including lifted ones, tap.
    private var isPossible = false
    /// The taps that count for the gesture; nil if the next tap begins a row.
    private var row: TapRow?

    init(_ tap: GestureExpression.Tap, _ thresholds: Thresholds, _ surface: Surface?) {
        fingers = tap.fingers
        needed = tap.count
        limits = thresholds.tap
        slip = thresholds.swipe.minimumDistance
        isJudged = tap.maximumDistance == nil
        taps = StandardTaps(thresholds)
        classifiers = SurfaceClassifiers(
            Self.classifier(.touchscreen, tap, thresholds, surface),
            Self.classifier(.touchpad, tap, thresholds, surface))
        contacts.reserveCapacity(16)
    }

    /// Returns the classifier for a kind of surface. A limit that the app specifies applies unchanged. On a touchpad,
    /// where a moving finger moves the pointer, an omitted limit is at most that of the standard set.
    private static func classifier(
        _ kind: GestureExpression.Standard, _ tap: GestureExpression.Tap, _ thresholds: Thresholds, _ surface: Surface?
    ) -> StandardClassifier {
        let own = thresholds.tap
        var set = thresholds[kind]
        let isTouchpad = kind == .touchpad
        let (distance, duration) = isTouchpad ? (set.tapDistance, set.tapDuration) : (.infinity, .never)
        set.tapDistance = tap.maximumDistance ?? min(distance, own.maximumDistance)
        set.tapDuration = tap.maximumDuration ?? min(duration, own.maximumDuration)
        return StandardClassifier(
            kind: kind, limits: set, spacing: own.maximumSpacing, surface: surface, isSeveralFarther: false)
    }

    var deadline: Timestamp? {
        guard isPossible else { return rowDeadline }
        var deadline = taps.deadline
        let duration = classifiers.limits.tapDuration
        for contact in contacts where contact.mayTap {
            let end = contact.tapStart + duration
            deadline = min(deadline ?? end, end)
        }
        return deadline
    }

    /// When the row fails for lack of a further tap; nil if no tap is awaited.
    private var rowDeadline: Timestamp? { needed > 1 ? row.map { $0.end + limits.maximumDelay } : nil }

    var isIdle: Bool { contacts.isEmpty && taps.isEmpty && rowDeadline == nil }

    func holds(_ contact: Int) -> Bool { contacts.contains { $0.id == contact } }

    mutating func reset() {
        contacts.removeAll(keepingCapacity: true)
        taps.removeAll()
        taps.row = nil
        row = nil
        isPossible = false
    }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        classifiers.follow(frame.kind)
        let classifier = classifiers.current
        var (anyLifted, anyBegan) = (false, false)
        for contact in frame.contacts {
            switch contact.phase {
            case .moved:
                guard let index = contacts.firstIndex(where: { $0.id == contact.id }) else { continue }
                contacts[index].move(to: contact.position, on: classifiers.clampingSize, at: frame.time)
            case .stationary: break
            case .began: anyBegan = true
            case .ended: anyLifted = true
            case .palm, .faulty: contacts.removeAll { $0.id == contact.id }
            }
        }
        if clicks.update(frame, &contacts) {
            taps.removeAll()
            rebaseline(at: frame.time)
        }
        if anyLifted { lift(in: frame, classifier, &verdicts) }
        conclude(at: frame.time, hasPalm: frame.hasPalm, classifier, &verdicts)
        if anyBegan {
            join(in: frame, classifier, &verdicts)
            conclude(at: frame.time, hasPalm: frame.hasPalm, classifier, &verdicts)
        }
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        let classifier = classifiers.current
        if let own = rowDeadline, !isPossible, own <= deadline {
            return verdicts.append(fail(.tooFewTaps(row?.count ?? 0, needed: needed)))
        }
        if let own = taps.deadline, own <= deadline {
            taps.expire(classifier)
            endTaps(classifier, &verdicts)
        }
        conclude(at: deadline, hasPalm: nil, classifier, &verdicts)
    }

    // MARK: - Contacts

    private mutating func rebaseline(at time: Timestamp, isLift: Bool = false) {
        lastChange = time
        contacts.rebaseline(at: time, isLeft: isLift)
    }

    private mutating func join(
        in frame: borrowing TouchFrame, _ classifier: StandardClassifier, _ verdicts: inout VerdictBuffer
    ) {
        let isFirst = contacts.isEmpty && taps.isEmpty
        let isClick = clicks.isClick(at: frame.time)
        for contact in frame.contacts where contact.phase == .began {
            // A faulty device may start a contact twice.
            contacts.removeAll { $0.id == contact.id }
            var joined = taps.join(contact, at: contact.start(inFrameAt: frame.time))
            joined.hasClicked = clicks.isClicked
            isPossible = isPossible || isClick || joined.mayTap
            if isClick { joined.disqualifyTap() }
            contacts.append(joined)
        }
        contacts.accompany(at: frame.time, classifier)
        rebaseline(at: frame.time)
        // A finger that has bounced does not tap. The gesture fails, unless a row awaits its next tap: the bounce does
        // not end the row.
        if !isPossible, rowDeadline == nil { verdicts.append(.failed(tooMany)) }
        guard isFirst, let last = row, let first = contacts.first else { return }
        if first.startTime - last.end > limits.maximumDelay {
            row = nil
        } else if needed > 1, fingers.most == 1, (first.start - last.origin).length > limits.maximumSpacing {
            // A row that cannot continue fails, and the tap begins the next row. With several fingers the position is
            // known only when all are down.
            row = nil
            verdicts.append(.failed(.tooFewTaps(last.count, needed: needed)))
        }
    }

    private mutating func lift(
        in frame: borrowing TouchFrame, _ classifier: StandardClassifier, _ verdicts: inout VerdictBuffer
    ) {
        if taps.isEmpty { for index in contacts.indices { contacts[index].tapLocation = contacts[index].position } }
        for lifted in frame.contacts where lifted.phase == .ended {
            guard let index = contacts.firstIndex(where: { $0.id == lifted.id }) else { continue }
            let contact = contacts.remove(at: index)
            clicks.lift(contact, at: frame.time)
            taps.lift(
                contact, endingAt: contact.end(lifted, inFrameAt: frame.time), among: &contacts, classifier,
                at: frame.time)
            if isPossible, contacts.isEmpty, taps.isEmpty {
                verdicts.append(fail(failure(of: contact, at: frame.time, classifier)))
            }
        }
        rebaseline(at: frame.time, isLift: true)
        if !taps.isOpen { endTaps(classifier, &verdicts) }
    }

    // MARK: - Decisions

    /// Disqualifies the contacts that can no longer tap. Fails the gesture if no contact, down or lifted, may tap any
    /// more.
    ///
    /// - Parameter hasPalm: From the frame; nil at a deadline, when nothing has moved.
    private mutating func conclude(
        at time: Timestamp, hasPalm: Bool?, _ classifier: StandardClassifier, _ verdicts: inout VerdictBuffer
    ) {
        guard isPossible, !contacts.isEmpty else { return }
        var reason: FailureReason?
        for index in contacts.indices where contacts[index].mayTap {
            guard case .failed(let own)? = classifier.rejectionOfTap(contacts[index], at: time) else { continue }
            reason = reason ?? own
            contacts[index].disqualifyTap()
        }
        if contacts.count > 1 {
            reason = failureOfSeveral(at: time, hasPalm: hasPalm, classifier) ?? reason
        }
        guard taps.isEmpty, !contacts.contains(where: \.mayTap) else { return }
        verdicts.append(fail(reason ?? (clicks.isClick(at: time) ? .clicked : tooMany)))
    }

    /// Disqualifies contacts that came down together with a disqualified one, that are too many, or that make a drag or
    /// a transform. Returns a reason in the last two cases; nil otherwise.
    private mutating func failureOfSeveral(
        at time: Timestamp, hasPalm: Bool?, _ classifier: StandardClassifier
    ) -> FailureReason? {
        var reason: FailureReason?
        // Contacts that came down together tap together or not at all.
        for index in contacts.indices where !contacts[index].mayTap && !classifier.isThumb(contacts[index]) {
            for other in contacts.indices
            where areTogether(contacts[index].startTime, contacts[other].startTime, classifier) {
                contacts[other].disqualifyTap()
            }
        }
        for index in contacts.indices where contacts[index].mayTap {
            let start = contacts[index].startTime
            var count = taps.lifted.count { areTogether($0.contact.startTime, start, classifier) }
            for other in contacts where areTogether(other.startTime, start, classifier) { count += 1 }
            guard count > fingers.most else { continue }
            reason = .tooManyFingers(count, limit: fingers.most)
            for other in contacts.indices where areTogether(contacts[other].startTime, start, classifier) {
                contacts[other].setInMotion()
            }
        }
        guard isJudged, let hasPalm, lastChange != time, contacts.contains(where: \.mayTap),
            contacts.anyMoved(by: classifier.leastMotion)
        else { return reason }
        let classification = classifier.classify(
            contacts, since: lastChange, after: taps.row, hasPalm: hasPalm, at: time)
        guard let gesture = classification.gesture else { return reason }
        // Of a touchscreen's fingers that slip together, a rule for a swipe takes over from that distance on.
        if gesture == .drag, classifier.kind == .touchscreen, classification.motion.translation < slip { return reason }
        for index in contacts.indices where !classification.others.contains(index) { contacts[index].setInMotion() }
        taps.removeAll()
        return .movedTooFar(by: classification.motion.farthest, limit: classifier.limits.slop)
    }

    private func areTogether(_ a: Timestamp, _ b: Timestamp, _ classifier: StandardClassifier) -> Bool {
        TapTiming.areSimultaneous(a, b) && !taps.isDrumming(from: min(a, b), classifier)
    }

    private func failure(
        of contact: StandardContact, at time: Timestamp, _ classifier: StandardClassifier
    ) -> FailureReason {
        if contact.hasClicked { return .clicked }
        if case .failed(let reason)? = classifier.rejectionOfTap(contact, at: time) { return reason }
        return tooMany
    }

    /// The failure of a contact that has bounced, or that came down while others were down and makes another gesture
    /// with them.
    private var tooMany: FailureReason {
        .tooManyFingers(max(contacts.count, fingers.most) + 1, limit: fingers.most)
    }

    private mutating func endTaps(_ classifier: StandardClassifier, _ verdicts: inout VerdictBuffer) {
        while let tap = taps.removeTap(classifier, nextTo: contacts.count) {
            taps.extendRow(by: tap, within: limits.maximumSpacing)
            verdicts.append(end(tap))
            isPossible = isPossible || !taps.isEmpty || contacts.contains(where: \.mayTap)
        }
    }

    private mutating func end(_ tap: StandardTaps.Tap) -> Verdict? {
        guard fingers.contains(tap.fingers) else {
            return fail(
                tap.fingers > fingers.most
                    ? .tooManyFingers(tap.fingers, limit: fingers.most)
                    : .tooFewFingers(tap.fingers, accepted: fingers))
        }
        let row = TapRow.extended(
            row, by: tap.fingers, at: tap.lastLocation, from: tap.start, to: tap.end, within: limits.maximumSpacing,
            limits.maximumDelay)
        isPossible = false
        guard row.count >= needed else {
            self.row = row
            return nil
        }
        self.row = needed > 1 ? nil : row
        return .ended(.tap(.init(fingers: tap.fingers, count: row.count, location: tap.lastLocation)))
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        isPossible = false
        row = nil
        return .failed(reason)
    }
}

/// Taps of the same number of contacts, each soon after the previous one and near the first.
struct TapRow: Sendable {
    private(set) var count = 1
    let fingers: Int
    private(set) var end: Timestamp
    /// The location of the first tap.
    let origin: Point

    /// Returns the row with one more tap. A tap starts a new row if it has another number of contacts, comes too late
    /// after the previous tap, or is too far from the first.
    ///
    /// - Parameter location: The centre of all contacts of the tap, not the position of its first contact: in a
    ///   five-finger tap, the two are far apart.
    static func extended(
        _ row: TapRow?, by fingers: Int, at location: Point, from start: Timestamp, to end: Timestamp,
        within spacing: Double, _ delay: Microseconds
    ) -> TapRow {
        guard var row, row.fingers == fingers, start - row.end <= delay,
            (location - row.origin).length <= spacing
        else { return TapRow(fingers: fingers, end: end, origin: location) }
        row.count += 1
        row.end = end
        return row
    }
}
