internal import GestureModel

/// The gestures of moving contacts. Whether resting contacts tap or hold is decided by time.
enum GestureClass: Hashable, Sendable {
    /// The contacts move together.
    case drag
    /// The contacts move relative to each other: a magnification and a rotation.
    case transform
}

/// The gesture that contacts have made so far, and the reason why each other gesture of a standard set is ruled out.
struct Classification: Sendable {
    /// nil while undecided.
    let gesture: GestureClass?
    /// The contacts that are not part of the gesture: they rest, or belong to a palm.
    let others: ContactSet
    let motion: ContactMotion
    /// The distance in points that fingertips which roll have not reached; nil if a contact travels.
    fileprivate let rollLimit: Double?
    /// In points: contacts that have moved this far are classified.
    fileprivate let slop: Double
    /// In points: contacts that have moved this far no longer hold.
    fileprivate let holdSlop: Double
    /// True if a single contact moves the pointer.
    fileprivate let singlePoints: Bool

    var drag: CancellationReason? {
        if gesture == .drag { return nil }
        if motion.count == 1, singlePoints { return .failed(.tooFewFingers(1, accepted: .twoOrMore)) }
        guard motion.translation >= slop else { return .failed(.movedTooLittle(by: motion.translation, limit: slop)) }
        if let rollLimit { return .failed(.movedTooLittle(by: motion.translation, limit: rollLimit)) }
        if gesture == .transform { return .outcompeted }
        if motion.count > 1, motion.movers == 1, motion.farthest >= 2 * slop {
            return .failed(.tooFewFingers(1, accepted: .twoOrMore))
        }
        // The contacts did not clearly move together. Beyond twice the slop they made another gesture.
        guard motion.translation < 2 * slop else { return .outcompeted }
        return .failed(.movedTooLittle(by: motion.translation, limit: 2 * slop))
    }

    var transform: CancellationReason? {
        if gesture == .transform { return nil }
        guard motion.count > 1 else { return .failed(.tooFewFingers(motion.count, accepted: .twoOrMore)) }
        guard motion.deformation >= slop else {
            return .failed(.deformedTooLittle(by: motion.deformation, limit: slop))
        }
        if let rollLimit { return .failed(.deformedTooLittle(by: motion.deformation, limit: rollLimit)) }
        guard gesture != .drag, motion.deformation < 2 * slop else { return .outcompeted }
        return .failed(.deformedTooLittle(by: motion.deformation, limit: 2 * slop))
    }

    var tap: CancellationReason? {
        motion.farthest < slop || rollLimit != nil ? nil : .failed(.movedTooFar(by: motion.farthest, limit: slop))
    }

    var longPress: CancellationReason? {
        motion.farthest < holdSlop || rollLimit != nil
            ? nil : .failed(.movedTooFar(by: motion.farthest, limit: holdSlop))
    }
}

/// Classifies contacts by their motion since one of them last came down or lifted, or the button changed.
///
/// Pure: the same contacts at the same time are always classified alike. A gesture is recognised at the first frame
/// that makes the decision safe, never by a timeout.
struct StandardClassifier: Sendable {
    let kind: GestureExpression.Standard
    let limits: Thresholds.StandardSet
    /// The largest distance between the taps of a row, in points.
    let spacing: Double
    /// The surface, whose size shows where thumbs rest; nil if it is not known.
    let surface: Surface?
    /// The size of a touchpad; nil for a touchscreen, and if the size is not known. A touchpad reports a contact beyond
    /// its edge at the edge.
    let clampingSize: Vector?
    /// In points: on a touchscreen a contact that several accompany goes less far in a tap.
    let tapDistanceOfSeveral: Double
    /// The square of a distance, in square points. If all contacts have moved less, they make no gesture, however many
    /// they are.
    let leastMotion: Double

    /// - Parameter isSeveralFarther: False if a finger of several goes no farther in a tap than one that taps alone.
    init(
        kind: GestureExpression.Standard, limits: Thresholds.StandardSet, spacing: Double, surface: Surface?,
        isSeveralFarther: Bool = true
    ) {
        tapDistanceOfSeveral = limits.rollDistance(isAccompanied: kind == .touchscreen && isSeveralFarther)
        (self.kind, self.limits, self.spacing, self.surface) = (kind, limits, spacing, surface)
        clampingSize = kind == .touchpad ? surface?.size : nil
        let slop = min(limits.slop, limits.earlySlop)
        leastMotion = slop * slop * 2 / Double(FingerCounts.allowed.upperBound)
    }

    /// A contact's position settles while the fingertip flattens: in 1 of 40 two-finger taps both contacts move 9 pt in
    /// the same direction. They do so in the first 40 ms, and never later.
    static let settlingTime = Microseconds.milliseconds(60)

    /// - Parameters:
    ///   - lastChange: When a contact last came down or lifted, or the button was last pressed or released.
    ///   - row: The preceding taps.
    ///   - hasPalm: True if a palm is, or recently was, on the surface.
    func classify(
        _ contacts: [StandardContact], since lastChange: Timestamp, after row: TapRow?, hasPalm: Bool,
        at time: Timestamp
    ) -> Classification {
        let part = ContactSet(contacts) { !$0.isIgnored }
        let motion = ContactMotion(of: contacts, in: part)
        let age = time - lastChange
        let isEarly = age < limits.earlyTime && !motion.isParallel
        let slop = isEarly ? limits.earlySlop : limits.slop
        let rollLimit = rollLimit(of: contacts, motion, at: time)
        var (gesture, others) =
            rollLimit == nil ? decide(contacts, motion, slop: slop, after: row, at: time) : (nil, ContactSet())
        if kind == .touchpad {
            if gesture == nil, age >= Self.settlingTime { gesture = motion.agreement(slop: limits.slop) }
            // Of two contacts, neither is excluded as part of the palm: at least two must agree on a gesture.
            if hasPalm, motion.count - others.count > 2 { (gesture, others) = decideNextToPalm(contacts, part, age) }
            if hasPalm, gesture == .drag, isTooWide(contacts, part.subtracting(others)) { gesture = nil }
        }
        return Classification(
            gesture: gesture, others: others, motion: motion, rollLimit: rollLimit, slop: slop, holdSlop: limits.slop,
            singlePoints: limits.tapDragDelay != nil)
    }

    /// The distance in points that a contact of a tap has not reached.
    private func tapDistance(_ contact: StandardContact) -> Double {
        contact.isAccompanied ? tapDistanceOfSeveral : limits.tapDistance
    }

    /// Returns the distance from which contacts travel in any case, if one of those that have moved has only rolled; nil
    /// otherwise, and on a touchpad, where ``Thresholds/StandardSet/earlySlop`` serves instead.
    @inline(__always)
    private func rollLimit(
        of contacts: [StandardContact], _ motion: ContactMotion, at time: Timestamp
    ) -> Double? {
        guard kind == .touchscreen, motion.farthest >= limits.slop else { return nil }
        let limit = contacts.contains { !$0.isIgnored && $0.isAccompanied } ? tapDistanceOfSeveral : limits.tapDistance
        guard motion.farthest < limit else { return nil }
        // As long as one fingertip rolls, the hand lands or lifts.
        let anyRolls = contacts.contains {
            !$0.isIgnored && $0.displacement.length >= limits.slop && $0.roll.isRoll(at: time)
        }
        return anyRolls ? limit : nil
    }

    /// Classifies contacts next to a palm. Some of them may be parts of the palm, which lie apart from the fingers and
    /// move differently. All contacts are tried first. Then the outermost is excluded, again and again, until the
    /// others agree on a gesture or two are left. Three or more must all move in the same direction, as in ChromeOS'
    /// gesture library.
    private func decideNextToPalm(
        _ contacts: [StandardContact], _ part: ContactSet, _ age: Microseconds
    ) -> (gesture: GestureClass?, others: ContactSet) {
        guard age >= Self.settlingTime else { return (nil, ContactSet()) }
        var closest = part
        var others = ContactSet()
        while closest.count > 1 {
            let motion = ContactMotion(of: contacts, in: closest)
            if let gesture = motion.agreement(slop: limits.slop) { return (gesture, others) }
            guard let outermost = closest.outermost(of: contacts) else { break }
            closest.remove(outermost)
            others.insert(outermost)
        }
        return (nil, ContactSet())
    }

    /// True if two contacts are farther apart than two fingers of one hand that move side by side. Next to a palm, one
    /// of them then belongs to the palm or to the other hand.
    private func isTooWide(_ contacts: [StandardContact], _ part: ContactSet) -> Bool {
        guard part.count == 2, let first = contacts.indices.first(where: part.contains),
            let second = contacts.indices.last(where: part.contains)
        else { return false }
        return (contacts[first].reference - contacts[second].reference).length > Self.handSpan
    }

    /// In points, equal to 60 mm.
    private static let handSpan = 378.0

    /// Returns why a contact does not tap if it lifts at `time`; nil if it taps.
    ///
    /// - Parameter hasRestingNeighbour: True if another contact was down long before this one. Next to a resting
    ///   contact, a moving contact is more likely to scroll than to tap.
    func rejectionOfTap(
        _ contact: StandardContact, at time: Timestamp, hasRestingNeighbour: Bool = false
    ) -> CancellationReason? {
        var limit = tapDistance(contact)
        if hasRestingNeighbour, kind == .touchpad { limit = min(limit, limits.earlySlop) }
        guard contact.reach < limit else { return .failed(.movedTooFar(by: contact.reach, limit: limit)) }
        let held = time - contact.tapStart
        guard held < limits.tapDuration else { return .failed(.heldTooLong(for: held, limit: limits.tapDuration)) }
        return contact.mayTap && !contact.isIgnored ? nil : .outcompeted
    }

    /// True if a contact has moved too far or stayed too long for a tap, or makes another gesture with others.
    func isInMotion(_ contact: StandardContact, at time: Timestamp) -> Bool {
        hasMoved(contact) || time - contact.tapStart >= limits.tapDuration
    }

    /// True if a contact has moved too far for a tap, or makes another gesture with others.
    func hasMoved(_ contact: StandardContact) -> Bool {
        contact.isInMotion || contact.reach >= tapDistance(contact)
    }

    /// True if the contact counts as the thumb on a touchpad: it has clicked, or came down near the lower edge.
    func isThumb(_ contact: StandardContact) -> Bool {
        guard kind == .touchpad else { return false }
        if contact.hasClicked { return true }
        guard let surface else { return false }
        return contact.start.y >= surface.size.dy - limits.thumbZone
    }

    @inline(__always)
    private func decide(
        _ contacts: [StandardContact], _ motion: ContactMotion, slop: Double, after row: TapRow?, at time: Timestamp
    ) -> (gesture: GestureClass?, others: ContactSet) {
        let none = ContactSet()
        guard FingerCounts.allowed.contains(motion.count), motion.farthest >= slop else { return (nil, none) }
        if motion.count == 1 { return (singleContactDrags(contacts, after: row) ? .drag : nil, none) }
        if motion.movers == motion.count { return (motion.gesture(slop: slop), none) }
        guard motion.farthest >= 2 * slop else { return (nil, none) }
        if motion.isDeformed, partsSlowly(contacts, motion) { return (.transform, none) }
        switch (kind, motion.movers) {
        // A pinch around the resting contact, once the deformation is large or straight. Before, it may be a scroll:
        // when two contacts scroll, one may start 100 ms after the other.
        case (.touchscreen, 1): return (motion.isDeformed || motion.isStraight ? .transform : nil, none)
        case (.touchscreen, _): return (motion.gesture(slop: slop), none)
        case (.touchpad, 1): return classifyMover(contacts, motion, after: row, at: time)
        case (.touchpad, _): return classifyMovers(contacts, motion, slop: slop)
        }
    }

    /// Classifies several contacts of a touchpad that move while others, such as thumbs, rest. Decides nothing while a
    /// resting contact is at the edge, or while a finger that lags behind may still join the motion.
    private func classifyMovers(
        _ contacts: [StandardContact], _ motion: ContactMotion, slop: Double
    ) -> (gesture: GestureClass?, others: ContactSet) {
        let none = ContactSet()
        let resting = ContactSet(contacts) { !$0.isIgnored && motion.rests($0) }
        guard !contacts.contains(where: { !$0.isIgnored && motion.rests($0) && isClamped($0) }) else {
            return (nil, none)
        }
        let isLagging = contacts.contains {
            !$0.isIgnored && motion.rests($0) && $0.displacement.length >= limits.slop / 2
        }
        guard !isLagging || motion.farthest >= 4 * slop else { return (nil, none) }
        let moving = ContactSet(contacts) { !$0.isIgnored && !motion.rests($0) }
        let gesture = ContactMotion(of: contacts, in: moving).gesture(slop: slop)
        return (gesture, gesture == nil ? none : resting)
    }

    /// True if the contact is at the very edge of a touchpad, where its position stays constant although the finger may
    /// move beyond.
    func isClamped(_ contact: StandardContact) -> Bool {
        clampingSize.map { !ClampedAxes(of: contact.position, on: $0).isEmpty } ?? false
    }

    /// True if a single contact drags. On a touchpad it moves the pointer instead, unless it came down at the
    /// position of a tap that had just ended.
    private func singleContactDrags(_ contacts: [StandardContact], after row: TapRow?) -> Bool {
        guard limits.tapDragDelay != nil else { return true }
        guard let contact = contacts.first(where: { !$0.isIgnored }) else { return false }
        return follows(row, contact) && contact.reach >= limits.tapDistance
    }

    /// Returns the other gesture if contacts that were recognised as `gesture` now make the other; nil otherwise.
    ///
    /// - Parameters:
    ///   - decision: The motion of the contacts at the time of recognition.
    ///   - part: The contacts that take part.
    func revised(
        _ gesture: GestureClass, _ decision: ContactMotion, _ contacts: [StandardContact], _ part: ContactSet
    ) -> (gesture: GestureClass, motion: ContactMotion)? {
        let motion = ContactMotion(of: contacts, in: part)
        guard motion.count == decision.count else { return nil }
        // The contact that seemed to rest next to a scroll moves in the opposite direction.
        if gesture == .drag, motion.isDeformed, partsSlowly(contacts, motion) { return (.transform, motion) }
        return motion.revised(gesture, decision, slop: limits.slop).map { ($0, motion) }
    }

    /// True if contacts that first moved together have clearly parted or closed since. On a touchpad, all must have
    /// moved: next to a resting finger one scrolls.
    ///
    /// - Parameter count: How many contacts moved together.
    func isLatePinch(_ contacts: [StandardContact], of count: Int) -> Bool {
        // Most contacts that move together keep their distances, which costs less to see than their whole motion.
        let keep =
            contacts.count == 2
            ? contacts.keepDistance(within: Thresholds.lateScale) : contacts.keepSpan(within: Thresholds.lateScale)
        guard !keep else { return false }
        let motion = ContactMotion(of: contacts, in: ContactSet(contacts) { !$0.isIgnored })
        return motion.count == count && motion.isScaled(by: Thresholds.lateScale) && motion.deformation >= limits.slop
            && motion.translation <= ContactMotion.lateClarity * motion.deformation
            && (kind == .touchscreen || motion.movers == motion.count)
    }

    /// True if the slower of two contacts moves against the other. In some pinches the slower contact is the thumb,
    /// which moves only a tenth as far as the index finger. A resting contact wobbles in any direction.
    private func partsSlowly(_ contacts: [StandardContact], _ motion: ContactMotion) -> Bool {
        guard motion.count == 2, let slow = contacts.first(where: { !$0.isIgnored && motion.rests($0) }),
            let fast = contacts.first(where: { !$0.isIgnored && !motion.rests($0) })
        else { return false }
        let (a, b) = (slow.displacement, fast.displacement)
        return a.length >= max(limits.slop / 2, b.length / 10)
            && a.dx * b.dx + a.dy * b.dy <= -Self.opposition * a.length * b.length
    }

    /// The cosine of 30°.
    private static let opposition = 0.866

    /// Classifies a contact that moves while another rests; with more resting contacts nothing is decided. On a
    /// touchpad, a resting contact may belong to a scroll. If the resting contact came down where a tap had just ended,
    /// it is not part of the other contact's drag. Next to a resting thumb, the other contact moves the pointer.
    private func classifyMover(
        _ contacts: [StandardContact], _ motion: ContactMotion, after row: TapRow?, at time: Timestamp
    ) -> (gesture: GestureClass?, others: ContactSet) {
        let none = ContactSet()
        guard motion.count == 2, let resting = contacts.first(where: { !$0.isIgnored && motion.rests($0) }),
            time - resting.startTime >= limits.restTime, !isClamped(resting)
        else { return (nil, none) }
        if follows(row, resting) { return (.drag, ContactSet(contacts) { $0.id == resting.id }) }
        return (isThumb(resting) ? nil : .drag, none)
    }

    /// True if the contact came down where a single contact had just tapped.
    private func follows(_ row: TapRow?, _ contact: StandardContact) -> Bool {
        guard let delay = limits.tapDragDelay, let row, row.fingers == 1, !contact.hasClicked else { return false }
        // A contact that was already down before the tap ended has not returned.
        return contact.startTime >= row.end && contact.startTime - row.end <= delay
            && (contact.start - row.origin).length <= spacing
    }
}

/// The classifiers of both kinds of surface, for a recogniser that learns the kind only from a frame.
struct SurfaceClassifiers: Sendable {
    private let touchscreen: StandardClassifier
    private let touchpad: StandardClassifier
    /// ``openTime`` for each kind.
    private let openTimes: (touchscreen: Microseconds, touchpad: Microseconds)
    /// The kind of the latest frame.
    private(set) var kind = TouchDeviceKind.touchscreen
    /// The time after a decision within which it may be revised, or another contact may join. Stored, because it is read
    /// in each frame, and Swift 6.3 would otherwise copy both classifiers.
    private(set) var openTime: Microseconds

    init(_ touchscreen: StandardClassifier, _ touchpad: StandardClassifier) {
        (self.touchscreen, self.touchpad) = (touchscreen, touchpad)
        openTimes = (
            max(touchscreen.limits.revisionTime, touchscreen.limits.lateJoin),
            max(touchpad.limits.revisionTime, touchpad.limits.lateJoin)
        )
        openTime = openTimes.touchscreen
    }

    mutating func follow(_ kind: TouchDeviceKind) {
        guard kind != self.kind else { return }
        self.kind = kind
        openTime = kind == .touchpad ? openTimes.touchpad : openTimes.touchscreen
    }

    var current: StandardClassifier { kind == .touchpad ? touchpad : touchscreen }
    // Recognisers read these properties, because Swift 6.3 would otherwise copy the classifier.
    var limits: Thresholds.StandardSet { kind == .touchpad ? touchpad.limits : touchscreen.limits }
    var leastMotion: Double { kind == .touchpad ? touchpad.leastMotion : touchscreen.leastMotion }
    var clampingSize: Vector? { kind == .touchpad ? touchpad.clampingSize : nil }
}
