internal import GestureModel

/// A contact that is down, with the state that a standard set, a ``TapRecogniser`` or a ``MotionJudge`` keeps for it.
struct StandardContact: Sendable {
    private enum Tapping: Sendable {
        case possible
        /// The contact can no longer tap.
        case disqualified
        /// The contact can no longer tap, because it makes another gesture with others: one of them moved too far or
        /// stayed too long, they drag or transform, or they are too many.
        case inMotion
    }

    let id: Int
    let start: Point
    let startTime: Timestamp
    var position: Point
    /// The position from which motion is measured: the contact's position when the measurement last restarted. It
    /// restarts when a contact comes down or lifts, or when the button changes. When the contact leaves an edge of a
    /// touchpad, the measurement restarts along the axis across that edge.
    private(set) var reference: Point
    /// The largest distance from the reference during the gesture in progress, in points; measured only on a touchpad.
    private(set) var excursion = 0.0
    /// The largest distance from the start, in points. A standard set does not measure it during a drag or a transform.
    private(set) var reach = 0.0
    /// The contact is down but excluded from recognition: it rests, belongs to a palm, or came down during a gesture.
    var isIgnored = false
    /// The contact's position when the first contact of its tap lifted. Only the ``TapRecogniser`` updates it.
    var tapLocation: Point
    private var tapping = Tapping.possible
    /// How the contact's distance from the reference grew; followed only on a touchscreen.
    private(set) var roll: FingertipRoll
    /// When the tap's duration starts: when the contact came down, or one that came down with it. On a touchscreen, as
    /// for a hold, the last of them counts.
    var tapStart: Timestamp
    /// True if another contact was down during this one.
    var isAccompanied = false
    /// The last lift of a neighbouring contact that could not tap because of its motion or duration; nil if there was
    /// none.
    var motionEnd: Timestamp?
    /// True if the contact was down while the button under the surface was pressed, or in the frame of its release.
    var hasClicked = false

    init(_ contact: Contact, at time: Timestamp) {
        id = contact.id
        start = contact.position
        startTime = time
        tapStart = time
        roll = FingertipRoll(landing: time)
        position = contact.position
        reference = contact.position
        tapLocation = contact.position
    }

    /// Creates the contact of a finger that lifted only for a moment.
    init(_ contact: Contact, continuing last: StandardContact) {
        id = contact.id
        start = last.start
        startTime = last.startTime
        tapStart = last.tapStart
        isAccompanied = last.isAccompanied
        roll = last.roll
        reach = max(last.reach, (contact.position - last.start).length)
        position = contact.position
        reference = contact.position
        tapLocation = contact.position
    }

    /// True unless a tap of the contact is already ruled out.
    var mayTap: Bool { tapping == .possible }
    /// True if the contact makes another gesture with others, and so cannot tap.
    var isInMotion: Bool { tapping == .inMotion }
    mutating func disqualifyTap() { if tapping == .possible { tapping = .disqualified } }
    mutating func setInMotion() { tapping = .inMotion }

    var displacement: Vector { position - reference }

    /// Returns the time at which the contact lifted. It may be earlier than the frame that reports the lift, because
    /// the filter may have held the lift back.
    func end(_ lifted: Contact, inFrameAt time: Timestamp) -> Timestamp {
        lifted.age > 0 ? min(time, startTime + Microseconds(Int64(lifted.age))) : time
    }

    /// Moves the contact. If it was at the edge of a touchpad and is now inside, its motion is measured from the new
    /// position, because its motion beyond the edge is unknown.
    ///
    /// - Parameter size: ``StandardClassifier/clampingSize``.
    mutating func move(to position: Point, on size: Vector?, at time: Timestamp) {
        let before = size.map { ClampedAxes(of: self.position, on: $0) } ?? []
        self.position = position
        reach = max(reach, (position - start).length)
        guard let size else { return roll.move(to: displacement.length, at: time) }
        guard !before.isEmpty else { return }
        rebaseline(before.subtracting(ClampedAxes(of: position, on: size)))
    }

    mutating func extendExcursion() { excursion = max(excursion, displacement.length) }

    /// Restarts the measurement of motion along the given axes.
    mutating func rebaseline(_ axes: ClampedAxes) {
        if axes.contains(.x) { reference.x = position.x }
        if axes.contains(.y) { reference.y = position.y }
    }

    /// Restarts the measurement of motion.
    ///
    /// - Parameter isLeft: True if another contact has lifted.
    mutating func rebaseline(at time: Timestamp, isLeft: Bool) {
        reference = position
        excursion = 0
        roll.rebaseline(at: time, isLeft: isLeft)
    }
}

extension [StandardContact] {
    /// The number of contacts that take part in recognition.
    @inline(__always)
    var participants: Int { reduce(0) { $0 + ($1.isIgnored ? 0 : 1) } }

    /// The centre of the contacts that take part.
    var centre: Point {
        var sum = Vector.zero
        for contact in self where !contact.isIgnored { sum = sum + (contact.position - .zero) }
        return Point.zero + sum / Double(participants)
    }

    @inline(__always)
    mutating func remove(_ id: Int) {
        if let index = firstIndex(where: { $0.id == id }) { remove(at: index) }
    }

    /// Removes the contacts that lifted in the frame. Returns true if one of them took part.
    @inline(__always)
    mutating func lift(in frame: borrowing TouchFrame) -> Bool {
        var anyLifted = false
        for contact in frame.contacts where contact.phase == .ended {
            guard let index = firstIndex(where: { $0.id == contact.id }) else { continue }
            anyLifted = anyLifted || !self[index].isIgnored
            remove(at: index)
        }
        return anyLifted
    }

    /// Restarts the measurement of motion.
    mutating func rebaseline(at time: Timestamp, isLeft: Bool = false) {
        for index in indices { self[index].rebaseline(at: time, isLeft: isLeft) }
    }

    /// Called when contacts have come down. Those of a touchscreen that came down a moment before may tap together with
    /// them, so the tap's duration counts from now, as that of a hold does.
    mutating func accompany(at time: Timestamp, _ classifier: StandardClassifier) {
        guard participants > 1 else { return }
        let isTouchscreen = classifier.kind == .touchscreen
        for index in indices where !self[index].isIgnored {
            self[index].isAccompanied = true
            if isTouchscreen, time - self[index].startTime <= classifier.limits.lateJoin { self[index].tapStart = time }
        }
    }

    mutating func disqualifyTaps() { for index in indices { self[index].disqualifyTap() } }

    /// True if the first two contacts' distance has changed by less than a factor. Asked in every frame of a scroll.
    @inline(__always)
    func keepDistance(within factor: Double) -> Bool {
        let (now, before) = (self[0].position - self[1].position, self[0].reference - self[1].reference)
        let (a, b) = (now.dx * now.dx + now.dy * now.dy, before.dx * before.dx + before.dy * before.dy)
        return Swift.max(a, b) < factor * factor * Swift.min(a, b)
    }

    /// True if the distances of the contacts that take part from their centre have grown or shrunk by at most a factor.
    func keepSpan(within factor: Double) -> Bool {
        let divisor = Double(Swift.max(participants, 1))
        var (before, after) = (Vector.zero, Vector.zero)
        for contact in self where !contact.isIgnored {
            before = before + (contact.reference - .zero)
            after = after + (contact.position - .zero)
        }
        (before, after) = (before / divisor, after / divisor)
        var (spanBefore, spanAfter) = (0.0, 0.0)
        for contact in self where !contact.isIgnored {
            spanBefore += (contact.reference - .zero - before).length
            spanAfter += (contact.position - .zero - after).length
        }
        return Swift.max(spanBefore, spanAfter) <= factor * Swift.min(spanBefore, spanAfter)
    }

    /// False if all contacts have moved too little for a gesture, however many they are.
    ///
    /// - Parameter least: ``StandardClassifier/leastMotion``, in square points. Passed alone, because Swift 6.3 would
    ///   copy the classifier.
    func anyMoved(by least: Double) -> Bool {
        contains { contact in
            let displacement = contact.displacement
            return displacement.dx * displacement.dx + displacement.dy * displacement.dy >= least
        }
    }
}

/// The axes along which a contact's position is at the edge of the surface.
struct ClampedAxes: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
    static let x = ClampedAxes(rawValue: 1)
    static let y = ClampedAxes(rawValue: 2)

    /// The distance within which a position is at the edge, in points: less than a device's unit. A device reports a
    /// position beyond the edge at the edge.
    private static let edge = 0.01
}

extension ClampedAxes {
    /// - Parameter size: The surface's size.
    init(of position: Point, on size: Vector) {
        self = []
        if min(position.x, size.dx - position.x) < Self.edge { insert(.x) }
        if min(position.y, size.dy - position.y) < Self.edge { insert(.y) }
    }
}

/// The button under a touchpad, and the contacts that press it: a click is not a tap.
struct ClickTracker: Sendable {
    /// True while the button is pressed.
    private(set) var isClicked = false
    /// When the button was last pressed or released.
    private var lastChange: Timestamp?
    /// The last time at which a contact that had clicked lifted.
    private var lastLift: Timestamp?

    /// Marks the contacts that are down while the button is pressed, or in the frame of its release: they click and do
    /// not tap. Returns true if the button was pressed or released.
    @inline(__always)
    mutating func update(_ frame: borrowing TouchFrame, _ contacts: inout [StandardContact]) -> Bool {
        guard frame.isClicked || isClicked else { return false }
        let hasChanged = frame.isClicked != isClicked
        isClicked = frame.isClicked
        for index in contacts.indices {
            contacts[index].disqualifyTap()
            contacts[index].hasClicked = true
        }
        if hasChanged { lastChange = frame.time }
        return hasChanged
    }

    mutating func lift(_ contact: StandardContact, at time: Timestamp) {
        if contact.hasClicked { lastLift = time }
    }

    /// True if a contact that comes down belongs to a click. A device may report the button before the finger that
    /// presses it. In the frame in which a second finger comes down, a pad that merges two fingers ends the contact
    /// that clicked.
    func isClick(at time: Timestamp) -> Bool {
        isClicked || lastChange.map { time - $0 <= TapTiming.simultaneity } ?? false || lastLift == time
    }
}
