internal import GestureModel

/// Collects contacts that lifted like a tap, as long as contacts that are still down may belong to the same tap.
///
/// Fingers tap together, in every recogniser, if they come down within 40 ms, or if all are down together for at least
/// two fifths of the time from the first touch-down to the last lift. Fingers that come down within 40 ms tap together
/// or not at all. The number of a tap's fingers is the most that were down at once, so a finger that bounces counts
/// once.
///
/// In recorded two-finger taps the second contact comes down 0…37 ms and lifts 22…48 ms after the first; the taps last
/// 109 ms. In drum rolls the second contact comes down 74…250 ms after the first, and the two overlap for a fifth of
/// their time.
struct StandardTaps: Sendable {
    struct Tap: Sendable {
        let fingers: Int
        /// The centre of the positions where the contacts came down.
        let location: Point
        /// The centre of the contacts' positions when the first of them lifted.
        let lastLocation: Point
        let start: Timestamp
        let end: Timestamp
    }

    /// The contacts that the tap waits for.
    private enum Wait: Sendable {
        case nothing
        /// Contacts that came down with the lifted one. At the deadline they have stayed too long, and there is no tap.
        case partners(until: Timestamp)
        /// Contacts that came down at another time than the lifted one. At the deadline they have stayed too long, and
        /// there is no tap unless the fingers drum.
        case overlap(until: Timestamp)
        /// Thumbs. At the deadline the tap is over.
        case thumbs(until: Timestamp)
    }

    /// How long after the first lift another contact may lift as part of the tap.
    let liftWindow: Microseconds
    /// In a row of taps, the longest time from the end of a tap to the next touch-down.
    private let rowDelay: Microseconds

    /// The contacts that lifted like a tap, in the order of their lifts.
    private(set) var lifted: [(contact: StandardContact, end: Timestamp)] = []
    private var wait = Wait.nothing
    /// The row of taps so far; nil before the first tap, and after another gesture.
    var row: TapRow?
    /// Where and when the contacts of the last tap lifted.
    private var ended: [(position: Point, end: Timestamp)] = []

    /// Half of ``TapTiming/simultaneity``, because drumming fingers come down one by one.
    private static let drumSimultaneity = Microseconds.milliseconds(20)
    /// A contact that comes down within this time of a lift at its position has bounced. Even the fastest taps at one
    /// position begin 50 ms after the end of the previous tap.
    private static let bounceTime = Microseconds.milliseconds(30)
    /// In points, equal to 5 mm: two fingertips are farther apart.
    private static let bounceDistance = 31.0

    init(_ thresholds: Thresholds) {
        liftWindow = thresholds.fingers.liftWindow
        rowDelay = thresholds.tap.maximumDelay
        lifted.reserveCapacity(16)
        ended.reserveCapacity(16)
    }

    var isEmpty: Bool { lifted.isEmpty }
    /// True while another contact may lift as part of the tap.
    var isOpen: Bool { deadline != nil }

    var deadline: Timestamp? {
        switch wait {
        case .nothing: nil
        case .partners(let time), .overlap(let time), .thumbs(let time): time
        }
    }

    /// Adds the contacts that came down.
    mutating func join(
        in frame: borrowing TouchFrame, _ contacts: inout [StandardContact], _ clicks: ClickTracker,
        _ classifier: StandardClassifier, isIgnored: Bool
    ) {
        let isClick = clicks.isClick(at: frame.time)
        for contact in frame.contacts where contact.phase == .began {
            // A faulty device may start a contact twice.
            contacts.remove(contact.id)
            var joined = join(contact, at: contact.start(inFrameAt: frame.time))
            joined.isIgnored = isIgnored
            joined.hasClicked = clicks.isClicked
            if isClick { joined.disqualifyTap() }
            contacts.append(joined)
        }
        contacts.accompany(at: frame.time, classifier)
    }

    /// Returns the state of a contact that comes down. If it is a finger of the open tap that bounced, this is the
    /// state of that finger. If it is a finger of the last tap that bounced, it does not tap.
    mutating func join(_ contact: Contact, at start: Timestamp) -> StandardContact {
        if let bounced = removeBounced(at: contact.position, start) {
            return StandardContact(contact, continuing: bounced)
        }
        var joined = StandardContact(contact, at: start)
        if isBounce(at: contact.position, start) { joined.disqualifyTap() }
        return joined
    }

    /// True if a contact that comes down is a finger of the last tap that bounced.
    private func isBounce(at position: Point, _ time: Timestamp) -> Bool {
        guard !isOpen else { return false }
        return ended.contains {
            time - $0.end <= Self.bounceTime && (position - $0.position).length < Self.bounceDistance
        }
    }

    /// Removes and returns the contact of the open tap that bounces, that is, comes down again at the position where it
    /// lifted.
    private mutating func removeBounced(at position: Point, _ time: Timestamp) -> StandardContact? {
        guard isOpen else { return nil }
        let index = lifted.firstIndex {
            time - $0.end <= Self.bounceTime && (position - $0.contact.position).length < Self.bounceDistance
        }
        guard let index else { return nil }
        let contact = lifted.remove(at: index).contact
        if lifted.isEmpty { wait = .nothing }
        return contact
    }

    /// Waits for contacts that are still down and may belong to the tap of a contact that has lifted.
    ///
    /// - Parameter isThumb: True if all contacts that the tap waits for are thumbs.
    private mutating func awaitOverlap(until limit: Timestamp, isThumb: Bool) {
        guard case .nothing = wait else { return }
        wait = isThumb ? .thumbs(until: limit) : .overlap(until: limit)
    }

    /// Ends the wait when time has reached ``deadline``. If fingers have stayed too long, the lifted contacts do not
    /// tap. In a drum roll, a finger that came down later and stays makes the next tap of the roll, so the lifted
    /// contacts tap without it.
    mutating func expire(_ classifier: StandardClassifier) {
        switch wait {
        case .nothing, .thumbs: break
        case .partners: lifted.removeAll(keepingCapacity: true)
        case .overlap: if !isDrumRoll(classifier) { lifted.removeAll(keepingCapacity: true) }
        }
        wait = .nothing
    }

    mutating func reset() {
        removeAll()
        row = nil
    }

    mutating func removeAll() {
        lifted.removeAll(keepingCapacity: true)
        wait = .nothing
    }

    /// If at least this number of contacts are down, a hand lies on the surface. A short contact next to the hand is not
    /// a tap: the device lost a resting contact for a moment.
    private static let restingHand = 4

    /// Reports the contacts that lifted as one tap, or in a drum roll as one tap each. Returns true if it reported a
    /// tap.
    ///
    /// - Parameter contacts: How many contacts are down.
    mutating func end(
        _ classifier: StandardClassifier, nextTo contacts: Int, _ verdicts: inout VerdictBuffer
    ) -> Bool {
        var anyTap = false
        while let tap = removeTap(classifier, nextTo: contacts) {
            extendRow(by: tap, within: classifier.spacing)
            let count = row?.count ?? 1
            verdicts.append(.ended(.tap(.init(fingers: tap.fingers, count: count, location: tap.location))))
            anyTap = true
        }
        return anyTap
    }

    /// - Parameter spacing: The largest distance between the taps of a row, in points.
    mutating func extendRow(by tap: Tap, within spacing: Double) {
        row = TapRow.extended(
            row, by: tap.fingers, at: tap.location, from: tap.start, to: tap.end, within: spacing, rowDelay)
    }

    /// Removes the contacts of the next tap, and returns the tap; nil if no tap is left. Drops contacts that are too
    /// many for a tap, or that lifted next to a resting hand.
    ///
    /// - Parameter contacts: How many contacts are down.
    mutating func removeTap(_ classifier: StandardClassifier, nextTo contacts: Int) -> Tap? {
        while let tap = removeNext(isDrumRoll: isDrumRoll(classifier)) {
            if FingerCounts.allowed.contains(tap.fingers), contacts < Self.restingHand { return tap }
        }
        return nil
    }

    /// - Parameter isDrumRoll: True if only contacts that come down at almost the same time tap together.
    private mutating func removeNext(isDrumRoll: Bool) -> Tap? {
        guard let first = lifted.first else { return nil }
        var count = lifted.count
        if isDrumRoll {
            count =
                lifted.firstIndex {
                    abs(($0.contact.startTime - first.contact.startTime).count) > Self.drumSimultaneity.count
                } ?? count
        }
        defer { lifted.removeFirst(count) }
        ended.removeAll(keepingCapacity: true)
        var (sum, last) = (Vector.zero, Vector.zero)
        var (start, end) = (first.contact.startTime, first.end)
        var fingers = 0
        for index in 0..<count {
            let (contact, lift) = lifted[index]
            sum = sum + (contact.start - .zero)
            last = last + (contact.tapLocation - .zero)
            (start, end) = (min(start, contact.startTime), max(end, lift))
            fingers = max(fingers, fingersDown(at: contact.startTime, of: count))
            ended.append((contact.position, lift))
        }
        return Tap(
            fingers: fingers, location: .zero + sum / Double(count), lastLocation: .zero + last / Double(count),
            start: start, end: end)
    }

    /// Returns how many of the first `count` contacts were down at a time.
    private func fingersDown(at time: Timestamp, of count: Int) -> Int {
        var fingers = 0
        for index in 0..<count {
            let start = lifted[index].contact.startTime
            if start <= time, time < lifted[index].end || start == time { fingers += 1 }
        }
        return fingers
    }
}

// MARK: - The rule

extension StandardTaps {
    /// Removes the contacts that lifted in the frame, and decides whether they tap. Returns true if one of them took
    /// part in recognition.
    mutating func lift(
        in frame: borrowing TouchFrame, _ contacts: inout [StandardContact], _ clicks: inout ClickTracker,
        _ classifier: StandardClassifier
    ) -> Bool {
        var anyLifted = false
        for lifted in frame.contacts where lifted.phase == .ended {
            guard let index = contacts.firstIndex(where: { $0.id == lifted.id }) else { continue }
            let contact = contacts.remove(at: index)
            clicks.lift(contact, at: frame.time)
            guard !contact.isIgnored else { continue }
            anyLifted = true
            let end = contact.end(lifted, inFrameAt: frame.time)
            lift(contact, endingAt: end, among: &contacts, classifier, at: frame.time)
        }
        return anyLifted
    }

    /// Called when a contact has lifted. The contact taps, or it fails together with the contacts that would have
    /// tapped with it.
    ///
    /// - Parameters:
    ///   - end: When the contact lifted.
    ///   - contacts: The contacts that are down.
    ///   - time: When the lift was reported.
    mutating func lift(
        _ contact: StandardContact, endingAt end: Timestamp, among contacts: inout [StandardContact],
        _ classifier: StandardClassifier, at time: Timestamp
    ) {
        if mayTap(contact, endingAt: end, among: contacts, classifier) {
            lifted.append((contact, end))
            awaitPartners(of: contact, endingAt: end, among: contacts, classifier, at: time)
        } else {
            fail(contact, endingAt: end, among: &contacts, classifier)
        }
    }

    /// True if a lifted contact taps: it hardly moved, lifted soon, and makes no other gesture together with others.
    private mutating func mayTap(
        _ contact: StandardContact, endingAt end: Timestamp, among contacts: [StandardContact],
        _ classifier: StandardClassifier
    ) -> Bool {
        let hasRestingNeighbour = contacts.contains {
            !$0.isIgnored && contact.startTime - $0.startTime >= classifier.limits.restTime
        }
        // A thumb does not tap next to a resting contact: it may brush the touchpad while that contact moves the
        // pointer.
        let tapEnd = tapEnd(of: contact, endingAt: end, classifier)
        return classifier.rejectionOfTap(contact, at: tapEnd, hasRestingNeighbour: hasRestingNeighbour) == nil
            && !isNested(contact, at: end, among: contacts, classifier)
            && !isNextToMotion(contact, at: tapEnd, among: contacts, classifier)
            && !(hasRestingNeighbour && classifier.isThumb(contact))
    }

    /// Returns the time at which the tap of a contact is judged. On a touchscreen a tap of several fingers may last until
    /// a hold would begin. The first lift must be earlier; the other fingers follow within ``liftWindow``.
    private func tapEnd(
        of contact: StandardContact, endingAt end: Timestamp, _ classifier: StandardClassifier
    ) -> Timestamp {
        guard classifier.kind == .touchscreen else { return end }
        let first = lifted.first {
            end - $0.end <= liftWindow
                && TapTiming.belongs(contact.startTime, to: $0.contact.startTime, endingAt: $0.end)
        }
        return min(first?.end ?? end, end)
    }

    /// True if a contact that lifted from a touchscreen belongs to the hand whose fingers are down. Next to several
    /// fingers that came down a moment before or after, and rest, people do not tap with another finger.
    private func isOfHand(
        _ contact: StandardContact, _ contacts: [StandardContact], _ classifier: StandardClassifier
    ) -> Bool {
        guard classifier.kind == .touchscreen, contacts.count > 1 else { return false }
        let window = classifier.limits.lateJoin.count
        let others = contacts.count { !$0.isIgnored && abs(($0.startTime - contact.startTime).count) <= window }
        return others > 1
    }

    /// True if another contact came down together with this one.
    private func hasPartner(_ contact: StandardContact, among contacts: [StandardContact]) -> Bool {
        contacts.contains { !$0.isIgnored && TapTiming.areSimultaneous($0.startTime, contact.startTime) }
            || lifted.contains { TapTiming.areSimultaneous($0.contact.startTime, contact.startTime) }
    }

    /// True if the contact came and went alone on a touchpad during another contact that is no thumb and cannot belong
    /// to the same tap. It then belongs to the other contact's gesture. False in a drum roll. On a screen, each finger
    /// may make a separate gesture.
    ///
    /// `mutating` although nothing changes: Swift 6.3 copies the value for a method that only reads.
    private mutating func isNested(
        _ contact: StandardContact, at time: Timestamp, among contacts: [StandardContact],
        _ classifier: StandardClassifier
    ) -> Bool {
        guard classifier.kind == .touchpad, !isDrumming(from: contact.startTime, classifier),
            !hasPartner(contact, among: contacts)
        else { return false }
        return contacts.contains {
            !$0.isIgnored && $0.startTime < contact.startTime && !classifier.isThumb($0)
                && !TapTiming.belongs($0.startTime, to: contact.startTime, endingAt: time)
        }
    }

    /// True if the contact came down during or together with a contact, not a thumb, that moves or stays too long for a
    /// tap. That contact must still be down, or must have been down for two fifths of this contact's time. If the two
    /// came down together, they make another gesture together.
    ///
    /// A contact that only stays does not count on a screen, where one hand may rest while the other taps, nor if
    /// several contacts tap together: that is not a hand that brushes a touchpad.
    ///
    /// `mutating` although nothing changes: Swift 6.3 copies the value for a method that only reads.
    private mutating func isNextToMotion(
        _ contact: StandardContact, at time: Timestamp, among contacts: [StandardContact],
        _ classifier: StandardClassifier
    ) -> Bool {
        if let end = contact.motionEnd, TapTiming.isShared(until: end, from: contact.startTime, to: time) {
            return true
        }
        let mayRest = classifier.kind == .touchscreen || hasPartner(contact, among: contacts)
        return contacts.contains {
            guard !$0.isIgnored, !classifier.isThumb($0), classifier.isInMotion($0, at: time) else { return false }
            return $0.startTime < contact.startTime && (!mayRest || classifier.hasMoved($0))
                || TapTiming.belongs($0.startTime, to: contact.startTime, endingAt: time)
        }
    }

    /// Called when a contact that does not tap has lifted. Lifted contacts of the same tap do not tap either, except in
    /// a drum roll. If the contact moved too far or stayed too long and is no thumb, those that are still down do not
    /// tap either.
    private mutating func fail(
        _ failed: StandardContact, endingAt time: Timestamp, among contacts: inout [StandardContact],
        _ classifier: StandardClassifier
    ) {
        let hasPartner = lifted.contains {
            TapTiming.belongs(failed.startTime, to: $0.contact.startTime, endingAt: $0.end)
        }
        if hasPartner, !isDrumRoll(classifier) { removeAll() }
        guard classifier.isInMotion(failed, at: time), !classifier.isThumb(failed) else { return }
        for index in contacts.indices where !contacts[index].isIgnored && !classifier.isThumb(contacts[index]) {
            contacts[index].motionEnd = time
            if TapTiming.belongs(contacts[index].startTime, to: failed.startTime, endingAt: time) {
                contacts[index].setInMotion()
            }
        }
    }

    /// Waits for the contacts that may belong to the same tap. If there are none, ends the wait.
    private mutating func awaitPartners(
        of contact: StandardContact, endingAt end: Timestamp, among contacts: [StandardContact],
        _ classifier: StandardClassifier, at time: Timestamp
    ) {
        var (first, last) = (contact.startTime, contact.startTime)
        var (anyPartner, anyFinger) = (false, false)
        var partnersEnd: Timestamp?
        let isOfHand = isOfHand(contact, contacts, classifier)
        for other in contacts {
            guard classifier.rejectionOfTap(other, at: tapEnd(of: other, endingAt: time, classifier)) == nil,
                isOfHand || TapTiming.belongs(other.startTime, to: contact.startTime, endingAt: end)
            else { continue }
            anyPartner = true
            first = min(first, other.startTime)
            last = max(last, other.startTime)
            guard !classifier.isThumb(other) else { continue }
            anyFinger = true
            guard TapTiming.areSimultaneous(other.startTime, contact.startTime) else { continue }
            var limit = max(other.tapStart + classifier.limits.tapDuration, time)
            if classifier.kind == .touchscreen { limit = max(limit, (lifted.first?.end ?? end) + liftWindow) }
            partnersEnd = min(partnersEnd ?? limit, limit)
        }
        if let partnersEnd {
            // At the deadline, the first of the partners has stayed too long.
            wait = .partners(until: partnersEnd)
        } else if anyPartner {
            let limit =
                isOfHand
                ? end + liftWindow : TapTiming.limit(from: first, to: last, endingAt: end, within: liftWindow)
            awaitOverlap(until: max(limit, time), isThumb: !anyFinger)
        } else {
            wait = .nothing
        }
    }

    /// True if the contacts came down right after a tap of one contact. In such a drum roll each contact taps
    /// separately.
    private func isDrumRoll(_ classifier: StandardClassifier) -> Bool {
        lifted.first.map { isDrumming(from: $0.contact.startTime, classifier) } ?? false
    }

    /// True if a contact that came down at `start` belongs to a drum roll.
    func isDrumming(from start: Timestamp, _ classifier: StandardClassifier) -> Bool {
        guard let row, row.fingers == 1 else { return false }
        return start - row.end <= classifier.limits.drumRollDelay
    }
}
