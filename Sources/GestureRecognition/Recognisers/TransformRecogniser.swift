internal import GestureModel

/// Contacts that change how they lie to each other: what a magnification and a rotation share.
///
///     idle ──touch──► possible ──minimum reached, two or more down──► transforming ──last lift──► ended
///                        │ a single contact, or the wrong number of them
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// The number of contacts is that at recognition; later ones are ignored. When one lifts, the measure and the centre
/// continue with the others without a jump. With fewer than two left the value holds. The gesture ends with the last lift.
struct TransformRecogniser<Measure: TransformMeasure>: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case possible
        case transforming(fingers: Int)
        case spent
    }

    private let fingers: FingerCounts
    private let joinWindow: Microseconds
    private var state = State.idle
    private(set) var group = ContactGroup()
    private var measure: Measure
    /// Of the measure.
    private var velocity: GestureVelocity
    /// The centre of the positions where the contacts came down.
    private var start = Point.zero
    /// From the centre of the contacts to the reported location, which a lift does not move.
    private var offset = Vector.zero
    /// How many contacts were down when there last were two or more.
    private var counted = 0
    /// True if a velocity was reported that a standstill must reset to zero.
    private var isMoving = false

    init(fingers: FingerCounts, _ thresholds: Thresholds) {
        self.fingers = fingers
        joinWindow = thresholds.fingers.joinWindow
        measure = Measure(thresholds)
        velocity = GestureVelocity(thresholds)
    }

    /// A device sends nothing for a contact that is held: only time shows that it has stopped.
    @inline(__always)
    var deadline: Timestamp? {
        guard isMoving, case .transforming = state else { return nil }
        return velocity.stop
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) { verdicts.append(stop()) }

    /// The contacts have stopped.
    mutating func stop() -> Verdict? {
        guard case .transforming(let fingers) = state else {
            assertionFailure("transform: deadline in state \(state)")
            return nil
        }
        // Even at a deadline that saturated at the end of time, where the velocity is not zero: it must not recur.
        isMoving = false
        return .active(value(with: fingers, at: location, velocity: 0))
    }

    /// Recognises the gesture however small the change is: the caller has classified the contacts.
    mutating func recognise(at time: Timestamp) -> Verdict? {
        guard case .possible = state else {
            assertionFailure("transform: recognised in state \(state)")
            return nil
        }
        return begin(with: group.down.count, at: time)
    }

    /// Ends the gesture where it is, at rest, although its contacts stay down.
    mutating func finish() -> Verdict? {
        guard case .transforming(let fingers) = state else {
            assertionFailure("transform: finished in state \(state)")
            return nil
        }
        defer { reset() }
        return .ended(value(with: fingers, at: location, velocity: 0))
    }

    mutating func reset() {
        state = .idle
        group.reset()
        measure.reset()
        velocity.reset()
        offset = .zero
        counted = 0
        isMoving = false
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard join(in: frame) else { return nil }
        state = .possible
        let point = Point(x: measure.quantity, y: 0)
        velocity.track(from: point, to: point, anyMoved: true, at: frame.time)
        return consider(at: frame.time)
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let (location, before) = (location, Point(x: measure.quantity, y: 0))
        lift(in: frame, from: location)
        guard !group.isEmpty else { return end(at: location) }
        let anyMoved = move(in: frame)
        velocity.track(from: before, to: Point(x: measure.quantity, y: 0), anyMoved: anyMoved, at: frame.time)
        switch state {
        case .possible:
            if frame.hasLifts, let verdict = consider(at: frame.time) { return verdict }
            _ = join(in: frame)
            return consider(at: frame.time)
        case .transforming(let fingers): return .active(value(with: fingers, at: frame.time))
        case .spent: return nil
        case .idle:
            assertionFailure("transform: \(group.down.count) contacts in state \(state)")
            return nil
        }
    }

    @inline(__always)
    private var location: Point { group.centre + offset }

    private mutating func join(in frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: joinWindow) > 0 else { return false }
        rebase()
        start = group.startCentre
        offset = .zero
        return true
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

    /// A single contact that is left is not followed: the value holds until it lifts as well.
    private mutating func move(in frame: borrowing TouchFrame) -> Bool {
        if case .transforming = state, group.down.count < 2 { return false }
        return measure.move(&group, in: frame)
    }

    /// Decides whether the contacts have made the requested gesture.
    private mutating func consider(at time: Timestamp) -> Verdict? {
        let count = group.down.count
        let mayGrow = time - group.firstJoin <= joinWindow
        guard count > 1 else { return mayGrow ? nil : fail(failure) }
        guard measure.delta >= measure.limit else { return nil }
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        guard fingers.contains(count) else { return mayGrow ? nil : fail(failure) }
        return begin(with: count, at: time)
    }

    private mutating func begin(with fingers: Int, at time: Timestamp) -> Verdict {
        state = .transforming(fingers: fingers)
        return .active(value(with: fingers, at: time))
    }

    /// Why the contacts have not made the requested gesture.
    private var failure: FailureReason {
        guard counted > 1 else { return .tooFewFingers(1, accepted: fingers) }
        return measure.delta < measure.limit ? measure.shortfall : .tooFewFingers(counted, accepted: fingers)
    }

    private mutating func end(at location: Point) -> Verdict? {
        defer { reset() }
        switch state {
        case .idle, .spent: return nil
        case .possible: return .failed(failure)
        case .transforming(let fingers):
            return .ended(value(with: fingers, at: location, velocity: velocity.atLift.dx))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(with fingers: Int, at time: Timestamp) -> GestureValue {
        let velocity = velocity.at(time).dx
        isMoving = velocity != 0
        return value(with: fingers, at: location, velocity: velocity)
    }

    /// `mutating` although nothing changes: Swift 6.3 copies the recogniser for a method that only reads.
    private mutating func value(with fingers: Int, at location: Point, velocity: Double) -> GestureValue {
        measure.value(fingers: fingers, location: location, startLocation: start, velocity: velocity)
    }
}
