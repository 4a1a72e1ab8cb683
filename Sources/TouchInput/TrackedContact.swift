internal import GestureModel

/// A contact of the device, and what the arenas know of it.
struct TrackedContact: Sendable {
    enum Standing: Hashable, Sendable {
        /// Nobody knows of it yet, since it may be no finger.
        case held(Suspicion)
        case shown
        /// No finger: ignored until it lifts.
        case rejected
    }

    enum Suspicion: Hashable, Sendable {
        /// Began at or beyond the left or right edge.
        case edge
        /// Began beside a palm.
        case palm
        /// Touches more lightly than a finger.
        case light
        /// Began in a storm of ghosts, or on a device that is not trusted.
        case storm
        /// Began beside another, on a device that may take one finger for two.
        case corner
        /// Began long after a hand's worth of others.
        case afterthought
        /// May be what another contact goes on as.
        case successor(of: Int)
    }

    /// The device's number, which is the assembler's.
    private(set) var id: Int
    /// The number the arenas know.
    var shownID = 0
    var standing: Standing
    /// Whether the arenas know of it.
    var hasBegun = false
    /// What the device said of it in this frame.
    var phase: Contact.Phase
    /// What a rejection in this frame looks like to the arenas; nil where nothing was rejected, or nothing is known of it.
    var rejection: Contact.Phase?
    /// Whether the contact of the last frame is another finger than that of this one.
    var isReplaced = false
    var isPresent = true

    /// Where it came down, or was first seen.
    private(set) var start: Point
    private(set) var startTime: Timestamp
    /// Where it is, as far as that is believed; in points.
    private(set) var position: Point
    /// Where the device had it in the frame before.
    private(set) var lastPosition: Point
    /// Where the arenas have it.
    var shownPosition: Point
    /// Displacement of the last step, in points, and how long it took.
    private(set) var step = Vector.zero
    private(set) var stepDuration = Microseconds.zero
    /// The fastest of the last frames, in millimetres per second.
    private(set) var speed = 0.0
    /// Millimetres of the furthest place from the start.
    private(set) var reach = 0.0
    /// A step that nobody was told of, since the next frame says whether it was one.
    private(set) var doubted: (position: Point, time: Timestamp)?
    private var time: Timestamp

    var detail: ContactDetail
    /// The nearest other contact when it began, and how far away that was; points.
    var neighbour: (id: Int, distance: Double)?
    /// How many frames in a row it was where another contact had been a frame earlier.
    var trailedFrames = 0

    init(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp, standing: Standing) {
        id = contact.id
        phase = contact.phase
        self.standing = standing
        self.detail = detail
        start = contact.position
        startTime = time
        position = contact.position
        lastPosition = contact.position
        shownPosition = contact.position
        self.time = time
    }

    var hasEnded: Bool { phase == .ended }
    var isShown: Bool { standing == .shown }
    /// Whether it may be what another contact was or goes on as: it just began, its last step is doubted, or it waits for
    /// what becomes of another one.
    var isQuestionable: Bool {
        if phase == .began || doubted != nil { return true }
        if case .held(.successor) = standing { return true }
        return false
    }
    var isHeld: Bool { if case .held = standing { true } else { false } }

    /// Whether the arenas have it where it came down. Fingertips that rest wobble by less than 2 mm.
    var isResting: Bool { (shownPosition - start).millimetres < 2 }

    func age(at time: Timestamp) -> Microseconds { time - startTime }

    /// Where it would be after another step like the last.
    var expectedPosition: Point { lastPosition + step }

    /// Takes what the device says next, and says whether the contact is believed to have jumped.
    mutating func take(
        _ contact: Contact, _ detail: ContactDetail, at now: Timestamp, limit: StepLimit
    ) -> Bool {
        phase = contact.phase
        isPresent = true
        guard contact.isDown else { return doubted.map { limit.isImpossible(speed(to: $0)) } ?? false }
        self.detail = detail
        defer { lastPosition = contact.position }
        guard let doubt = doubted else {
            let elapsed = now - time
            guard limit.isDoubtful((contact.position - position).millimetres, in: elapsed, after: self, at: now) else {
                advance(to: contact.position, at: now)
                return false
            }
            doubted = (contact.position, now)
            return false
        }
        doubted = nil
        let leap = doubt.position - position
        // One bad sample, and back: as if it had not been.
        guard (contact.position - position).millimetres > limit.returning(from: leap.millimetres) else {
            advance(to: contact.position, at: now)
            return false
        }
        let next = contact.position - doubt.position
        guard !StepLimit.continues(leap, next) else {
            advance(to: doubt.position, at: doubt.time)
            advance(to: contact.position, at: now)
            return false
        }
        restart(at: contact.position, now)
        return true
    }

    private func speed(to doubt: (position: Point, time: Timestamp)) -> Double {
        (doubt.position - position).millimetres / StepLimit.seconds(doubt.time - time)
    }

    private mutating func advance(to place: Point, at now: Timestamp) {
        step = place - position
        stepDuration = now - time
        // Falls off over about 50 ms, so that one frame without motion does not make the next look like a leap.
        speed = max(step.millimetres / StepLimit.seconds(stepDuration), speed * 0.7)
        position = place
        time = now
        reach = max(reach, (place - start).millimetres)
    }

    /// What it did since it was last told of was no motion.
    mutating func begin(at place: Point) {
        start = place
        reach = 0
    }

    /// Where it would be by then, if it went on as it last did.
    func position(at now: Timestamp) -> Point {
        let steps = (now - time).seconds / StepLimit.seconds(stepDuration)
        return position + Vector(dx: step.dx * steps, dy: step.dy * steps)
    }

    /// The finger goes on under another id.
    mutating func resume(as contact: Contact, _ detail: ContactDetail, at now: Timestamp) {
        id = contact.id
        phase = .moved
        self.detail = detail
        doubted = nil
        advance(to: contact.position, at: now)
        lastPosition = contact.position
        isPresent = true
    }

    /// The contact is another finger from here on.
    mutating func restart(at place: Point, _ now: Timestamp) {
        doubted = nil
        start = place
        startTime = now
        time = now
        position = place
        step = .zero
        speed = 0
        reach = 0
        trailedFrames = 0
    }
}

extension Vector {
    var millimetres: Double { length * Surface.millimetresPerPoint }
}
