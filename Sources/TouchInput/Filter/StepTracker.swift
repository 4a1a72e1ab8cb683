internal import GestureModel

/// Tracks the motion of one contact. A step that may be a jump is held back for a frame, and the next frame decides
/// (``StepLimit``).
struct StepTracker: Sendable {
    /// The position from which motion is measured: that of the touch-down, or of the last ``rebaseline()`` or
    /// ``restart(at:_:)``.
    private(set) var start: Point
    private(set) var startTime: Timestamp
    /// The last confirmed position, in points.
    private(set) var position: Point
    /// The time of ``position``.
    private var time: Timestamp
    /// The position that the device last reported.
    private(set) var lastPosition: Point
    /// A position that may be a jump.
    private(set) var unconfirmed: (position: Point, time: Timestamp)?
    /// The displacement of the last step, in points, and its duration.
    private(set) var step = Vector.zero
    private var stepDuration = Microseconds.zero
    /// The highest recent speed, in millimetres per second. With each frame it decays by 30 %.
    private(set) var speed = 0.0
    /// The longest distance from the start, in millimetres.
    private(set) var reach = 0.0
    /// The position of this contact when any contact last came down.
    private var mark: Point

    init(at position: Point, _ time: Timestamp) {
        (start, startTime) = (position, time)
        (self.position, self.time) = (position, time)
        lastPosition = position
        mark = position
    }

    func age(at time: Timestamp) -> Microseconds { time - startTime }

    /// True if the device has reported the contact only in the frame in which it began. The report of the lift does not
    /// count.
    var wasReportedOnce: Bool { time == startTime }

    /// The position after another step like the last.
    var expectedPosition: Point { lastPosition + step }

    /// Returns the position that the contact would have at a time if it continued its last step.
    func expectedPosition(at now: Timestamp) -> Point {
        let steps = (now - time).seconds / StepLimit.seconds(stepDuration)
        return position + Vector(dx: step.dx * steps, dy: step.dy * steps)
    }

    /// In millimetres per second: a slower finger taps or rests. Such a finger wobbles by less than 2 mm per frame.
    static let restSpeed = 200.0

    /// What a frame shows about the last step, which was held back.
    enum Outcome {
        case jumpFromRest, jumpWhileMoving
        /// The contact was at this position in the frame before.
        case confirmed(Point)

        fileprivate static func jump(at speed: Double) -> Outcome {
            speed < StepTracker.restSpeed ? .jumpFromRest : .jumpWhileMoving
        }
    }

    /// Applies the contact of the next frame. Returns nil if no step was held back, or if it was one bad sample.
    @inline(__always)
    mutating func move(to contact: Contact, at now: Timestamp, limit: StepLimit) -> Outcome? {
        guard contact.isDown else { return unconfirmed == nil ? nil : lift(at: now, limit: limit) }
        defer { lastPosition = contact.position }
        guard unconfirmed == nil else { return decide(with: contact.position, at: now, limit: limit) }
        guard limit.isDoubtful((contact.position - position).millimetres, in: now - time, after: self, at: now) else {
            advance(to: contact.position, at: now)
            return nil
        }
        unconfirmed = (contact.position, now)
        return nil
    }

    private mutating func decide(with new: Point, at now: Timestamp, limit: StepLimit) -> Outcome? {
        guard let sample = unconfirmed else { return nil }
        unconfirmed = nil
        let jump = sample.position - position
        // The contact has returned: the sample was bad and is dropped.
        guard (new - position).millimetres > limit.returnDistance(jump: jump.millimetres) else {
            advance(to: new, at: now)
            return nil
        }
        guard StepLimit.continues(jump, new - sample.position) else {
            let outcome = Outcome.jump(at: speed)
            restart(at: new, now)
            return outcome
        }
        advance(to: sample.position, at: sample.time)
        advance(to: new, at: now)
        return .confirmed(sample.position)
    }

    /// Decides about a step after which the contact lifts. On a touchpad it does not count: two tapping fingers that
    /// merge into one contact lift so.
    private mutating func lift(at now: Timestamp, limit: StepLimit) -> Outcome? {
        guard let sample = unconfirmed else { return nil }
        unconfirmed = nil
        let duration = StepLimit.duration(of: sample.time - time, before: now - sample.time)
        guard !StepLimit.isImpossible(speed: (sample.position - position).millimetres / duration) else {
            return .jump(at: speed)
        }
        guard limit.confirmsAtLift else { return nil }
        advance(to: sample.position, at: sample.time)
        return .confirmed(sample.position)
    }

    private mutating func advance(to new: Point, at now: Timestamp) {
        step = new - position
        stepDuration = now - time
        // Decays over about 50 ms, so that a step after one frame without motion does not look like a jump.
        speed = max(step.millimetres / StepLimit.seconds(stepDuration), speed * 0.7)
        position = new
        time = now
        reach = max(reach, (new - start).millimetres)
    }

    /// Called when any contact came down: ``isInStep(with:)`` compares the motion from here.
    mutating func setMark() { mark = position }

    /// True if this contact moves in step with `other`: both are next to each other, `other` has moved, and their
    /// displacements are nearly equal. The displacements are measured since any contact last came down, and may differ
    /// by a third of that of `other`.
    ///
    /// Fingers side by side are at most 25 mm apart, and a resting finger wobbles by less than 3 mm.
    func isInStep(with other: StepTracker) -> Bool {
        let (own, others) = (position - mark, other.position - other.mark)
        return (mark - other.mark).millimetres <= 25 && others.millimetres >= 3
            && (own - others).length <= others.length / 3
    }

    /// Measures motion from the current position, so that earlier changes do not count.
    mutating func rebaseline() {
        start = position
        reach = 0
    }

    /// Moves a lost contact to the position at which it continues.
    mutating func resume(at new: Point, _ now: Timestamp) {
        unconfirmed = nil
        advance(to: new, at: now)
        lastPosition = new
    }

    /// Starts the motion again at a position. Called after a jump, and when the contact becomes another finger.
    mutating func restart(at new: Point, _ now: Timestamp) {
        unconfirmed = nil
        (start, startTime) = (new, now)
        (position, time) = (new, now)
        step = .zero
        speed = 0
        reach = 0
    }
}

extension Vector {
    var millimetres: Double { length * Surface.millimetresPerPoint }
}
