internal import GestureModel
// atan2.
internal import RealModule

/// What moving contacts do. Whether resting contacts tap or hold is decided by time.
enum GestureClass: Hashable, Sendable {
    /// They move as one.
    case drag
    /// They move about each other: a magnification and a rotation.
    case transform
}

/// What contacts do by now, and for each gesture of a standard set why it is not that one, or no longer can be.
struct Classification: Sendable {
    /// nil while undecided.
    let gesture: GestureClass?
    /// The contacts that are not part of the gesture: they rest, or belong to a palm.
    let others: ContactSet
    let motion: ContactMotion
    /// How far contacts move before they are classified, and before they no longer hold.
    fileprivate let slop: Double
    fileprivate let holdSlop: Double
    /// True if a single contact moves the pointer.
    fileprivate let singlePoints: Bool

    var drag: CancellationReason? {
        if gesture == .drag { return nil }
        if motion.count == 1, singlePoints { return .failed(.tooFewFingers(1, accepted: .twoOrMore)) }
        guard motion.translation >= slop else { return .failed(.movedTooLittle(by: motion.translation, limit: slop)) }
        if gesture == .transform { return .outcompeted }
        if motion.count > 1, motion.movers == 1, motion.farthest >= 2 * slop {
            return .failed(.tooFewFingers(1, accepted: .twoOrMore))
        }
        // They did not move clearly enough as one; from twice the slop on, they did something else.
        guard motion.translation < 2 * slop else { return .outcompeted }
        return .failed(.movedTooLittle(by: motion.translation, limit: 2 * slop))
    }

    var transform: CancellationReason? {
        if gesture == .transform { return nil }
        guard motion.count > 1 else { return .failed(.tooFewFingers(motion.count, accepted: .twoOrMore)) }
        guard motion.deformation >= slop else {
            return .failed(.deformedTooLittle(by: motion.deformation, limit: slop))
        }
        guard gesture != .drag, motion.deformation < 2 * slop else { return .outcompeted }
        return .failed(.deformedTooLittle(by: motion.deformation, limit: 2 * slop))
    }

    var tap: CancellationReason? {
        motion.farthest < slop ? nil : .failed(.movedTooFar(by: motion.farthest, limit: slop))
    }

    var longPress: CancellationReason? {
        motion.farthest < holdSlop ? nil : .failed(.movedTooFar(by: motion.farthest, limit: holdSlop))
    }
}

/// Classifies contacts by how they moved since one of them last came down or lifted.
///
/// Pure: the same contacts at the same time are always classified alike. A gesture is recognised at the first frame that
/// makes the decision safe, never by a timeout.
struct StandardClassifier: Sendable {
    let kind: GestureExpression.Standard
    let limits: Thresholds.StandardSet
    /// Points between the taps of a row.
    let spacing: Double
    /// Where thumbs rest; nil for a surface of unknown size.
    let surface: Surface?
    /// Of a touchpad beyond whose edge a contact is reported on it.
    let clampingSize: Vector?
    /// Square points: no contact that has gone less makes a gesture of any number of them.
    let leastMotion: Double

    init(kind: GestureExpression.Standard, limits: Thresholds.StandardSet, spacing: Double, surface: Surface?) {
        (self.kind, self.limits, self.spacing, self.surface) = (kind, limits, spacing, surface)
        clampingSize = kind == .touchpad ? surface?.size : nil
        let slop = min(limits.slop, limits.earlySlop)
        leastMotion = slop * slop * 2 / Double(FingerCounts.allowed.upperBound)
    }

    /// A contact's position settles while the fingertip flattens: in 1 of 40 two-finger taps both contacts go 9 pt the same
    /// way in the first 40 ms, and in none later.
    static let settlingTime = Microseconds.milliseconds(60)

    /// - Parameters:
    ///   - lastChange: When a contact last came down or lifted, or the button was released.
    ///   - row: The taps that ended before.
    ///   - hasPalm: A palm is, or recently was, on the surface.
    func classify(
        _ contacts: [StandardContact], since lastChange: Timestamp, after row: TapRow?, hasPalm: Bool,
        at time: Timestamp
    ) -> Classification {
        let part = ContactSet(contacts) { !$0.isIgnored }
        let motion = ContactMotion(of: contacts, in: part)
        let age = time - lastChange
        let isEarly = age < limits.earlyTime && !motion.isParallel
        let slop = isEarly ? limits.earlySlop : limits.slop
        var (gesture, others) = decide(contacts, motion, slop: slop, after: row, at: time)
        if kind == .touchpad {
            if gesture == nil, age >= Self.settlingTime { gesture = motion.agreement(slop: limits.slop) }
            // Two fingers next to others that rest are the two that the palm leaves.
            if hasPalm, motion.count - others.count > 2 { (gesture, others) = decideNextToPalm(contacts, part, age) }
            if hasPalm, gesture == .drag, isTooWide(contacts, part.subtracting(others)) { gesture = nil }
        }
        return Classification(
            gesture: gesture, others: others, motion: motion, slop: slop, holdSlop: limits.slop,
            singlePoints: limits.tapDragDelay != nil)
    }

    /// Next to a palm, contacts may be parts of it, which lie apart from the fingers and move in their own way. All contacts,
    /// then fewer and fewer of those that are closest to each other, are tried, down to two. Three and more must all move the
    /// same way, as in ChromeOS' gesture library.
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

    /// True if two contacts lie farther apart than two fingers of one hand that go side by side: next to a palm, one of them is
    /// a part of it, or of the other hand.
    private func isTooWide(_ contacts: [StandardContact], _ part: ContactSet) -> Bool {
        guard part.count == 2, let first = contacts.indices.first(where: part.contains),
            let second = contacts.indices.last(where: part.contains)
        else { return false }
        return (contacts[first].reference - contacts[second].reference).length > Self.handSpan
    }

    /// Points, 60 mm.
    private static let handSpan = 378.0

    /// Why a contact that lifts at `time` does not tap; nil if it does.
    ///
    /// - Parameter hasRestingNeighbour: True if another contact was down long before this one. Next to a contact that
    ///   rests, a contact that moves scrolls sooner than it taps.
    func rejectionOfTap(
        _ contact: StandardContact, at time: Timestamp, hasRestingNeighbour: Bool = false
    ) -> CancellationReason? {
        let limit = hasRestingNeighbour ? min(limits.earlySlop, limits.tapDistance) : limits.tapDistance
        guard contact.reach < limit else { return .failed(.movedTooFar(by: contact.reach, limit: limit)) }
        let held = time - contact.startTime
        guard held < limits.tapDuration else { return .failed(.heldTooLong(for: held, limit: limits.tapDuration)) }
        return contact.isTapDisqualified || contact.isInMotion || contact.isIgnored ? .outcompeted : nil
    }

    /// True if a contact has moved or stayed too long for a tap, or came down with one that has.
    func isInMotion(_ contact: StandardContact, at time: Timestamp) -> Bool {
        contact.isInMotion || contact.reach >= limits.tapDistance || time - contact.startTime >= limits.tapDuration
    }

    /// Thumbs click and lie near the lower edge.
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
        // A pinch around the contact that rests, as soon as it shows: of two contacts that scroll, one may start 100 ms
        // after the other.
        case (.touchscreen, 1): return (motion.isDeformed ? .transform : nil, none)
        case (.touchscreen, _): return (motion.gesture(slop: slop), none)
        case (.touchpad, 1): return classifyMover(contacts, motion, after: row, at: time)
        // Thumbs rest. A finger that lags behind belongs to the gesture.
        case (.touchpad, _):
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
    }

    /// True if the contact is at the very edge of a touchpad, beyond which the device cannot follow it: that it stays there
    /// is no sign of rest.
    func isClamped(_ contact: StandardContact) -> Bool {
        clampingSize.map { !ClampedAxes(of: contact.position, on: $0).isEmpty } ?? false
    }

    /// The single contact of a touchpad moves the pointer, unless it returned to where it had just tapped.
    private func singleContactDrags(_ contacts: [StandardContact], after row: TapRow?) -> Bool {
        guard limits.tapDragDelay != nil else { return true }
        guard let contact = contacts.first(where: { !$0.isIgnored }) else { return false }
        return follows(row, contact) && contact.reach >= limits.tapDistance
    }

    /// The other gesture if the contacts, which were recognised as `gesture`, now make that.
    ///
    /// - Parameters:
    ///   - decision: How they had moved then.
    ///   - part: Those that take part.
    func revised(
        _ gesture: GestureClass, _ decision: ContactMotion, _ contacts: [StandardContact], _ part: ContactSet
    ) -> (gesture: GestureClass, motion: ContactMotion)? {
        let motion = ContactMotion(of: contacts, in: part)
        guard motion.count == decision.count else { return nil }
        // What was taken for a contact that rests next to a scroll goes against it.
        if gesture == .drag, motion.isDeformed, partsSlowly(contacts, motion) { return (.transform, motion) }
        return motion.revised(gesture, decision, slop: limits.slop).map { ($0, motion) }
    }

    /// True if the slower of two contacts goes against the other: a thumb moves a tenth as far as an index finger in some
    /// pinches. A contact that rests wobbles in any direction.
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

    /// One contact moves while others rest. On a touchpad one contact rests while another scrolls, or drags after a tap of
    /// the first; but a thumb rests while another contact moves the pointer.
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
        // A contact that was down before the tap did not return.
        return contact.startTime >= row.end && contact.startTime - row.end <= delay
            && (contact.start - row.origin).length <= spacing
    }
}

/// How contacts moved from their references: as one, or about each other.
struct ContactMotion: Sendable {
    let count: Int
    /// Points that their centre moved.
    let translation: Double
    /// Points that a contact moved towards the centre or away from it, in the mean.
    let spread: Double
    /// Points that a contact moved around the centre, in the mean.
    let arc: Double
    /// The larger of ``spread`` and ``arc``.
    let deformation: Double
    /// True if the contacts turned by 20°, which is more than those of any recorded pinch do.
    let isTurned: Bool

    var isDeformed: Bool { isScaled || isTurned }
    /// Points that the contact moved that moved farthest.
    let farthest: Double
    /// How many moved about as far as that one. The others rest.
    let movers: Int
    /// True if the contacts are by a quarter closer or farther apart. Does not depend on an assumed size of the surface.
    let isScaled: Bool
    /// True if a contact moved against the others.
    let isOpposed: Bool

    /// A contact that moves a third as far as another still takes part: thumbs move less than index fingers in a pinch.
    private static let moverShare = 0.35
    /// How many times as far contacts that move side by side go as they move about each other.
    private static let parallelShare = 3.0
    /// The same of contacts that have settled, one of which has gone the slop.
    private static let agreementShare = 2.0
    /// How many times as far as the other the clearer of translation and deformation is.
    static let clarity = 1.5

    /// Of no contacts.
    init() { self.init(of: [], in: ContactSet()) }

    init(of contacts: [StandardContact], in part: ContactSet) {
        var count = 0
        var sum = Vector.zero
        var (before, after) = (Vector.zero, Vector.zero)
        var farthest = 0.0
        for index in contacts.indices where part.contains(index) {
            let contact = contacts[index]
            count += 1
            sum = sum + contact.displacement
            before = before + (contact.reference - .zero)
            after = after + (contact.position - .zero)
            farthest = max(farthest, contact.displacement.length)
        }
        self.count = count
        self.farthest = farthest
        let divisor = Double(max(count, 1))
        translation = sum.length / divisor
        // A single contact moves about no other.
        guard count > 1 else {
            (spread, arc, deformation, movers, isScaled, isTurned, isOpposed) = (0, 0, 0, count, false, false, false)
            return
        }
        (before, after) = (before / divisor, after / divisor)
        var (cross, dot, spanBefore, spanAfter) = (0.0, 0.0, 0.0, 0.0)
        var movers = 0
        var isOpposed = false
        for index in contacts.indices where part.contains(index) {
            let contact = contacts[index]
            let own = contact.displacement
            if own.length >= Self.moverShare * farthest {
                movers += 1
                let others = sum - own
                isOpposed = isOpposed || own.dx * others.dx + own.dy * others.dy < 0
            }
            let (a, b) = (contact.reference - .zero - before, contact.position - .zero - after)
            cross += a.dx * b.dy - a.dy * b.dx
            dot += a.dx * b.dx + a.dy * b.dy
            spanBefore += a.length
            spanAfter += b.length
        }
        self.movers = movers
        self.isOpposed = isOpposed
        let turn = cross == 0 && dot == 0 ? 0 : abs(Double.atan2(y: cross, x: dot))
        isTurned = turn > .pi / 9
        isScaled = max(spanAfter, spanBefore) > 1.25 * min(spanAfter, spanBefore)
        arc = turn * min(spanBefore, spanAfter) / divisor
        spread = abs(spanAfter - spanBefore) / divisor
        deformation = max(spread, arc)
    }

    /// True if several contacts moved side by side: each takes part, and they hardly moved about each other. Fingers that tap
    /// roll each in its own way.
    var isParallel: Bool {
        count > 1 && movers == count && !isOpposed && translation >= Self.parallelShare * deformation
    }

    /// What several contacts agree on: as soon as one of them has gone the slop, the others need only go the same way, or the
    /// other one of two against it. Of more than two each needs to go less, since their wobble averages out with the root of
    /// their number. nil while they do not agree.
    func agreement(slop: Double) -> GestureClass? {
        guard count > 1, FingerCounts.allowed.contains(count), farthest >= slop * (2 / Double(count)).squareRoot()
        else { return nil }
        if isOpposed { return count == 2 && deformation >= Self.clarity * translation ? .transform : nil }
        return movers == count && translation >= Self.agreementShare * deformation ? .drag : nil
    }

    /// True if the contact moved much less than the one that moved farthest.
    func rests(_ contact: StandardContact) -> Bool { contact.displacement.length < farthest * Self.moverShare }

    /// The clearer of translation and deformation, once it exceeds `slop`; nil while it is too early to decide. At twice the
    /// slop the larger one wins, however unclear. A thumb against four fingers pinches, although their centre moves.
    func gesture(slop: Double) -> GestureClass? {
        if isOpposed { return deformation >= slop ? .transform : nil }
        if translation >= slop, translation >= Self.clarity * deformation { return .drag }
        if deformation >= slop, deformation >= Self.clarity * translation { return .transform }
        guard max(translation, deformation) >= 2 * slop else { return nil }
        return translation >= deformation ? .drag : .transform
    }

    /// The other gesture if the contacts, which were recognised as `gesture`, now clearly make that: they oppose each other,
    /// or the ratio of translation to deformation has changed by a factor of 2. 8 in 100 scrolls deform more than they
    /// translate at the slop, and less than 1 do 150 ms later.
    func revised(_ gesture: GestureClass, _ decision: ContactMotion, slop: Double) -> GestureClass? {
        guard movers == count, let now = self.gesture(slop: slop), now != gesture else { return nil }
        let (before, after) = (decision.translation * deformation, translation * decision.deformation)
        switch now {
        case .drag: return after >= 2 * before ? now : nil
        case .transform: return isOpposed || before >= 2 * after ? now : nil
        }
    }
}

/// The axes along which a contact's position ends at the edge of the surface.
struct ClampedAxes: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
    static let x = ClampedAxes(rawValue: 1)
    static let y = ClampedAxes(rawValue: 2)

    /// Points, less than a device's unit: a position beyond the edge is reported on it.
    private static let edge = 0.01
}

extension ClampedAxes {
    /// - Parameter size: Of the surface.
    init(of position: Point, on size: Vector) {
        self = []
        if min(position.x, size.dx - position.x) < Self.edge { insert(.x) }
        if min(position.y, size.dy - position.y) < Self.edge { insert(.y) }
    }
}

extension [StandardContact] {
    /// True if a contact has gone far enough for a gesture of some number of them.
    ///
    /// - Parameter least: Square points, ``StandardClassifier/leastMotion``. The classifier itself Swift 6.3 would copy.
    func anyMoved(by least: Double) -> Bool {
        contains { contact in
            let displacement = contact.displacement
            return displacement.dx * displacement.dx + displacement.dy * displacement.dy >= least
        }
    }
}

/// Some of the contacts that are down, by their index. Contacts from the 64th on are in no set: hands have ten fingers.
struct ContactSet: Hashable, Sendable {
    private var bits: UInt64 = 0

    init() {}

    init(_ contacts: [StandardContact], where isPart: (StandardContact) -> Bool) {
        for index in contacts.indices where isPart(contacts[index]) { insert(index) }
    }

    var isEmpty: Bool { bits == 0 }
    var count: Int { bits.nonzeroBitCount }

    func contains(_ index: Int) -> Bool { index < UInt64.bitWidth && bits & 1 << index != 0 }

    mutating func insert(_ index: Int) {
        if index < UInt64.bitWidth { bits |= 1 << index }
    }

    func subtracting(_ other: ContactSet) -> ContactSet {
        var set = self
        set.bits &= ~other.bits
        return set
    }

    mutating func remove(_ index: Int) {
        if index < UInt64.bitWidth { bits &= ~(1 << index) }
    }

    /// The index of the contact that came down farthest from all others of the set.
    func outermost(of contacts: [StandardContact]) -> Int? {
        var outermost: (index: Int, distance: Double)?
        for index in contacts.indices where contains(index) {
            var distance = 0.0
            for other in contacts.indices where contains(other) {
                distance += (contacts[other].reference - contacts[index].reference).length
            }
            if distance > outermost?.distance ?? -1 { outermost = (index, distance) }
        }
        return outermost?.index
    }
}

/// A contact that is down, and what a standard set remembers of it.
struct StandardContact: Sendable {
    let id: Int
    let start: Point
    let startTime: Timestamp
    var position: Point
    /// The position from which motion is measured: where the contact was when one last came down or lifted.
    private(set) var reference: Point
    /// Points from the reference to the farthest position of the gesture in progress, on a touchpad.
    private(set) var excursion = 0.0
    /// Points from the start to the farthest position before a gesture.
    private(set) var reach = 0.0
    /// The contact is down but excluded from recognition: a resting thumb, or a contact that came down during a gesture.
    var isIgnored = false
    /// Where it was when the first contact of its tap lifted, for a receiver of taps alone.
    var tapLocation: Point
    /// The contact can no longer tap.
    var isTapDisqualified = false
    /// The contact came down with one that moved or stayed.
    var isInMotion = false
    /// When a contact last lifted that had moved or stayed next to this one; nil if there was none.
    var motionEnd: Timestamp?
    /// The contact was down when the button under the surface was pressed.
    var hasClicked = false

    init(_ contact: Contact, at time: Timestamp) {
        id = contact.id
        start = contact.position
        startTime = time
        position = contact.position
        reference = contact.position
        tapLocation = contact.position
    }

    /// The finger of a contact that lifted for a moment.
    init(_ contact: Contact, continuing last: StandardContact) {
        id = contact.id
        start = last.start
        startTime = last.startTime
        reach = max(last.reach, (contact.position - last.start).length)
        position = contact.position
        reference = contact.position
        tapLocation = contact.position
    }

    var displacement: Vector { position - reference }

    /// When the contact lifted, of which a frame reports the lift: the filter may have held it back.
    func end(_ lifted: Contact, inFrameAt time: Timestamp) -> Timestamp {
        lifted.age > 0 ? min(time, startTime + Microseconds(Int64(lifted.age))) : time
    }

    /// One that leaves the edge of a touchpad starts to move there: how it moved beyond it is unknown.
    ///
    /// - Parameter size: ``StandardClassifier/clampingSize``.
    mutating func move(to position: Point, on size: Vector?) {
        let before = size.map { ClampedAxes(of: self.position, on: $0) } ?? []
        self.position = position
        reach = max(reach, (position - start).length)
        guard let size, !before.isEmpty else { return }
        rebaseline(before.subtracting(ClampedAxes(of: position, on: size)))
    }

    mutating func extendExcursion() { excursion = max(excursion, displacement.length) }

    /// Measures motion along these axes from here on.
    mutating func rebaseline(_ axes: ClampedAxes) {
        if axes.contains(.x) { reference.x = position.x }
        if axes.contains(.y) { reference.y = position.y }
    }

    /// Measures motion from here on.
    mutating func rebaseline() {
        reference = position
        excursion = 0
    }
}
