internal import GestureModel

/// Contacts that move relative to each other: the recogniser of magnifications and rotations.
///
///     idle ──touch──► possible ──minimum reached, two or more down──► transforming ──last lift──► ended
///                       │ ▲                                             │ │
///                       │ └───────────── a contact comes soon ──────────┘ │ they turn out to move together
///                       │ too many contacts                               ▼
///                       └────────────► failed ────────────────────────► spent ──last lift──► idle
///
/// The gesture waits for contacts until it is recognised. It is measured from the time at which the last of these came
/// down. The gesture has the number of contacts that were down at recognition. When a contact lifts, the measure and
/// the centre continue with the remaining contacts without a jump; a contact that replaces the lifted one joins them.
/// With fewer than two contacts left, the value stays constant. The gesture ends with the last lift.
struct TransformRecogniser<Measure: TransformMeasure>: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case possible
        case transforming(fingers: Int, since: Timestamp)
        case spent
    }

    /// Which contacts that come later are part of the gesture.
    enum Admission: Sendable {
        case none
        /// Only contacts that replace a lifted one, once the gesture is recognised. Before that, the
        /// ``StandardRecogniser`` restarts with all contacts.
        case replacements
        /// Replacements, and all contacts that come before the gesture is recognised.
        case all
    }

    private let fingers: FingerCounts
    private let admission: Admission
    /// True if the same contacts may make the gesture of the other measure at once. It then need not be clear which of
    /// the two they make. The value counts from the minimum, however far the contacts got before they were recognised,
    /// so that a picture that follows both gestures does not jump.
    private let isPaired: Bool
    /// nil if the measure alone decides, because the app specified its minimum, or if the caller classifies the
    /// contacts.
    private var judge: MotionJudge?
    private var state = State.idle
    private(set) var group = ContactGroup()
    private var measure: Measure
    /// The velocity of the measure.
    private var velocity: GestureVelocity
    /// The centre of the contacts when the measurement last restarted: when a contact joined before the gesture was
    /// recognised, or when contacts were excluded.
    private var start = Point.zero
    /// The offset from the centre of the contacts to the reported location. It keeps the location in place when a
    /// contact lifts or is replaced.
    private var offset = Vector.zero
    /// The number of contacts when two or more were last down.
    private var counted = 0
    /// True if the last reported velocity must be reset to zero at a standstill.
    private var isMoving = false

    /// - Parameters:
    ///   - isJudged: True if contacts that move together do not make the gesture, even if they move apart a little.
    ///   - isPaired: True if the same contacts may make the gesture of the other measure at once.
    init(
        fingers: FingerCounts, isJudged: Bool, isPaired: Bool = false, admission: Admission = .all,
        _ thresholds: Thresholds, _ surface: Surface?
    ) {
        self.fingers = fingers
        self.admission = admission
        self.isPaired = isPaired
        judge = isJudged ? MotionJudge(thresholds, surface) : nil
        measure = Measure(thresholds)
        velocity = GestureVelocity(thresholds)
    }

    /// A rate, in scale or radians per second, that counts as rest: rounded positions alone cause as much. A reported
    /// rate up to this one needs no event that resets it to zero at a standstill.
    private static var rest: Double { 0.01 }

    /// A device may send nothing for a contact that does not move, so only time shows that the contact has stopped.
    @inline(__always)
    var deadline: Timestamp? {
        guard isMoving, case .transforming = state else { return nil }
        return velocity.stop
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) { verdicts.append(stop()) }

    /// Reports the gesture with zero velocity. Called when the contacts have stopped.
    mutating func stop() -> Verdict? {
        guard case .transforming(let fingers, _) = state else {
            assertionFailure("transform: deadline in state \(state)")
            return nil
        }
        // Also set to false if the contacts have not stopped: a deadline beyond the largest timestamp is clamped to it,
        // and would otherwise recur.
        isMoving = false
        return .active(value(with: fingers, at: location, velocity: 0))
    }

    /// Recognises the gesture however small the change is, because the caller has classified the contacts.
    mutating func recognise(at time: Timestamp) -> Verdict? {
        guard case .possible = state else {
            assertionFailure("transform: recognised in state \(state)")
            return nil
        }
        return begin(with: group.down.count, at: time)
    }

    /// Ends the gesture at its current value with zero velocity, although its contacts stay down.
    mutating func finish() -> Verdict? {
        guard case .transforming(let fingers, _) = state else {
            assertionFailure("transform: finished in state \(state)")
            return nil
        }
        defer { reset() }
        return .ended(value(with: fingers, at: location, velocity: 0))
    }

    /// True if a contact that comes during the gesture would replace a lifted one.
    var admitsMore: Bool {
        guard admission != .none, case .transforming(let fingers, _) = state else { return false }
        return group.down.count < fingers
    }

    mutating func reset() {
        state = .idle
        group.reset()
        judge?.reset()
        measure.reset()
        velocity.reset()
        offset = .zero
        counted = 0
        isMoving = false
    }

    /// Repeats the default of ``GroupRecogniser``. For a generic type Swift 6.3 calls the unspecialised version of that
    /// default, which copies the recogniser.
    @_specialize(where Measure == Magnification)
    @_specialize(where Measure == Rotation)
    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        if !group.isEmpty { verdicts.append(follow(frame)) }
        if group.isEmpty { verdicts.append(begin(with: frame)) }
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard join(in: frame) else { return nil }
        judge?.update(frame, tracksMotion: true)
        state = .possible
        return consider(at: frame.time)
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let (location, before) = (location, Point(x: measure.quantity, y: 0))
        lift(in: frame, from: location)
        guard !group.isEmpty else {
            judge?.update(frame, tracksMotion: true)
            return end(at: location)
        }
        let anyMoved = move(in: frame)
        velocity.track(from: before, to: Point(x: measure.quantity, y: 0), anyMoved: anyMoved, at: frame.time)
        switch state {
        case .possible:
            judge?.update(frame, tracksMotion: true)
            if frame.hasLifts, let verdict = consider(at: frame.time) { return verdict }
            if admission == .all { _ = join(in: frame) }
            return consider(at: frame.time)
        case .transforming(let fingers, let since):
            if judge != nil, let verdict = reconsider(fingers, since: since, frame) { return verdict }
            if judge != nil, frame.isClicked { return click(fingers) }
            if admission != .none, group.down.count < fingers { admit(in: frame) }
            return .active(value(with: fingers, at: frame.time))
        case .spent: return nil
        case .idle:
            assertionFailure("transform: \(group.down.count) contacts in state \(state)")
            return nil
        }
    }

    @inline(__always)
    private var location: Point { group.centre + offset }

    /// Adds the contacts that came down, and restarts the measurement.
    private mutating func join(in frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: .never) > 0 else { return false }
        restart(at: frame.time)
        return true
    }

    private mutating func restart(at time: Timestamp) {
        measure.reset()
        rebase()
        start = group.centre
        offset = .zero
        velocity.reset()
        let point = Point(x: measure.quantity, y: 0)
        velocity.track(from: point, to: point, anyMoved: true, at: time)
    }

    /// Adds contacts that came down during a gesture. The gesture continues without a jump.
    private mutating func admit(in frame: borrowing TouchFrame) {
        let location = location
        guard group.join(in: frame, within: .never) > 0 else { return }
        rebase()
        offset = location - group.centre
    }

    private mutating func lift(in frame: borrowing TouchFrame, from location: Point) {
        guard group.lift(in: frame) > 0 else { return }
        velocity.recordLift(at: frame.time)
        guard !group.isEmpty else { return }
        rebase()
        offset = location - group.centre
    }

    private mutating func rebase() {
        measure.rebase(on: group)
        if group.down.count > 1 { counted = group.down.count }
    }

    /// Moves the contacts. Once the gesture is recognised, the motion of a single remaining contact is ignored, and the
    /// value stays constant.
    private mutating func move(in frame: borrowing TouchFrame) -> Bool {
        if case .transforming = state, group.down.count < 2 { return false }
        return measure.move(&group, in: frame)
    }

    /// Decides whether the contacts have made the requested gesture.
    private mutating func consider(at time: Timestamp) -> Verdict? {
        guard group.down.count > 1, measure.delta >= measure.limit else { return nil }
        // The judge is unwrapped only once it has decided, because Swift 6.3 copies a judge that is unwrapped.
        if judge != nil {
            guard judge?.decision?.gesture == .transform, let judge,
                isPaired || measure.isClear(judge.motion, slop: judge.limits.slop)
            else {
                return nil
            }
            if judge.excludesAny {
                group.exclude(judge.excludes)
                restart(at: time)
            }
        }
        let count = group.down.count
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        // Other contacts may still come.
        guard fingers.contains(count) else { return nil }
        return begin(with: count, at: time)
    }

    /// Fails the gesture if the contacts turn out to move together, or if another contact comes soon. That contact is
    /// part of the same motion, whose first frames merely looked like a pinch of fewer fingers. A gesture of all
    /// contacts is then possible, unless they are too many. Returns nil if the gesture continues.
    private mutating func reconsider(
        _ fingers: Int, since: Timestamp, _ frame: borrowing TouchFrame
    ) -> Verdict? {
        guard let limits = judge?.limits, frame.time - since <= max(limits.lateJoin, limits.revisionTime) else {
            return nil
        }
        judge?.update(frame)
        if judge?.decision?.gesture == .drag, let judge { return fail(judge.failureOfTransform ?? measure.unclear) }
        let arrivals = frame.contacts.count { $0.phase == .began }
        // A contact that replaces a lifted one continues the gesture.
        guard arrivals > 0, group.down.count + arrivals > fingers, frame.time - since <= limits.lateJoin,
            join(in: frame)
        else { return nil }
        let count = group.down.count
        guard count <= self.fingers.most else { return fail(.tooManyFingers(count, limit: self.fingers.most)) }
        state = .possible
        isMoving = false
        return .failed(.tooManyFingers(count, limit: fingers))
    }

    /// Called when the button under the surface is pressed. The gesture fails if no contact moved by
    /// ``MotionJudge/pressSlip``; otherwise it ends at its value with zero velocity.
    private mutating func click(_ fingers: Int) -> Verdict? {
        guard group.farthest >= MotionJudge.pressSlip else { return fail(.clicked) }
        state = .spent
        return .ended(value(with: fingers, at: location, velocity: 0))
    }

    private mutating func begin(with fingers: Int, at time: Timestamp) -> Verdict {
        state = .transforming(fingers: fingers, since: time)
        if isPaired { measure.countFromLimit() }
        return .active(value(with: fingers, at: time))
    }

    /// Why the contacts have not made the requested gesture.
    private var failure: FailureReason {
        guard counted > 1 else { return .tooFewFingers(1, accepted: fingers) }
        guard measure.delta >= measure.limit else { return measure.shortfall }
        guard fingers.contains(counted), let judge else { return .tooFewFingers(counted, accepted: fingers) }
        return judge.failureOfTransform ?? measure.unclear
    }

    private mutating func end(at location: Point) -> Verdict? {
        defer { reset() }
        switch state {
        case .idle, .spent: return nil
        case .possible: return .failed(failure)
        case .transforming(let fingers, _):
            return .ended(value(with: fingers, at: location, velocity: velocity.atLift.dx))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(with fingers: Int, at time: Timestamp) -> GestureValue {
        let velocity = velocity.at(time).dx
        isMoving = abs(velocity) > Self.rest
        return value(with: fingers, at: location, velocity: velocity)
    }

    /// `mutating` although nothing changes: Swift 6.3 copies the recogniser for a method that only reads.
    private mutating func value(with fingers: Int, at location: Point, velocity: Double) -> GestureValue {
        measure.value(fingers: fingers, location: location, startLocation: start, velocity: velocity)
    }
}
