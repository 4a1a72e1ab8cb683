internal import GestureModel

/// Fingers that change how they lie to each other: what a magnification and a rotation have in common.
///
///     idle ──touch──► possible ──minimum reached, two or more down──► transforming ──last lift──► finished
///                        │ one finger alone, or the wrong number of them
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// The number of fingers is that of recognition. Those that come later are ignored; when one lifts, measure and centre go
/// on with the others without a jump; with fewer than two left the value holds; the gesture ends with the last. Once
/// recognised it stays so.
struct TransformRecogniser<Measure: TransformMeasure>: Recogniser {
    private enum State: Sendable {
        case idle
        case possible
        case transforming(fingers: Int)
        case spent
    }

    /// The velocity from before the first of the last fingers left.
    private struct Lift: Sendable {
        let time: Timestamp
        let velocity: Double
    }

    private let fingers: FingerCounts
    private let windows: Thresholds.Fingers
    private let stopTime: Microseconds
    private var state = State.idle
    private var group = FingerGroup()
    private var measure: Measure
    private var tracker: VelocityTracker
    /// The centre of the places where the fingers came down.
    private var start = Point.zero
    /// From the fingers' centre to the place that is reported, which a lift does not move.
    private var offset = Vector.zero
    /// How many fingers were down when last there were two or more.
    private var counted = 0
    private var lift: Lift?
    /// When a finger of two or more last moved. Frames are no sign of it: a device repeats a finger that rests whenever
    /// its pressure changes.
    private var lastMotion = Timestamp(microseconds: 0)
    /// Whether velocity was reported that a standstill must take back.
    private var isMoving = false

    init(fingers: FingerCounts, _ thresholds: Thresholds) {
        self.fingers = fingers
        windows = thresholds.fingers
        stopTime = thresholds.velocity.stopTime
        measure = Measure(thresholds)
        tracker = VelocityTracker(thresholds.velocity)
    }

    /// A held finger sends nothing: that it stopped is only known by waiting.
    var deadline: Timestamp? {
        guard isMoving, case .transforming = state else { return nil }
        return lastMotion + stopTime + Microseconds(1)
    }

    var isIdle: Bool { group.isEmpty }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        if !group.isEmpty { verdicts.append(follow(frame)) }
        if group.isEmpty { verdicts.append(begin(with: frame)) }
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        verdicts.append(stop())
    }

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
        let count = group.down.count
        state = .transforming(fingers: count)
        return .active(value(with: count, at: time))
    }

    func holds(_ contact: Int) -> Bool { group.contains(contact) }

    mutating func reset() {
        state = .idle
        group.reset()
        forgetMotion()
    }

    private var location: Point { group.centre + offset }

    /// Handles a frame for the contacts that are down, and for those that join them.
    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let (location, before) = (location, measure.quantity)
        lift(in: frame, from: location)
        guard !group.isEmpty else { return end(at: location) }
        track(from: before, anyMoved: move(in: frame), at: frame.time)
        switch state {
        case .possible:
            if frame.hasLifts, let verdict = consider(at: frame.time) { return verdict }
            join(in: frame)
            return consider(at: frame.time)
        case .transforming(let fingers): return .active(value(with: fingers, at: frame.time))
        case .spent: return nil
        case .idle:
            assertionFailure("transform: \(group.down.count) contacts in state \(state)")
            return nil
        }
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard group.join(in: frame, within: windows.joinWindow) > 0 else { return nil }
        state = .possible
        rebase()
        start = group.startCentre
        track(from: measure.quantity, anyMoved: true, at: frame.time)
        return consider(at: frame.time)
    }

    private mutating func lift(in frame: borrowing TouchFrame, from location: Point) {
        guard group.lift(in: frame) > 0 else { return }
        if lift.map({ frame.time - $0.time > windows.liftWindow }) ?? true {
            lift = Lift(time: frame.time, velocity: velocity(at: frame.time))
        }
        guard !group.isEmpty else { return }
        rebase()
        offset = location - group.centre
    }

    private mutating func join(in frame: borrowing TouchFrame) {
        guard group.join(in: frame, within: windows.joinWindow) > 0 else { return }
        rebase()
        start = group.startCentre
        offset = .zero
    }

    private mutating func rebase() {
        measure.rebase(on: group)
        if group.down.count > 1 { counted = group.down.count }
    }

    /// A finger that is left alone is not followed: the value holds until it lifts as well.
    private mutating func move(in frame: borrowing TouchFrame) -> Bool {
        if case .transforming = state, group.down.count < 2 { return false }
        return measure.move(&group, in: frame)
    }

    /// Decides whether what the fingers did so far is the gesture that was asked for.
    private mutating func consider(at time: Timestamp) -> Verdict? {
        let count = group.down.count
        let mayGrow = time - group.firstJoin <= windows.joinWindow
        guard count > 1 else { return mayGrow ? nil : fail(failure) }
        guard measure.delta >= measure.limit else { return nil }
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        guard fingers.contains(count) else { return mayGrow ? nil : fail(failure) }
        state = .transforming(fingers: count)
        return .active(value(with: count, at: time))
    }

    /// Why what the fingers did so far is nothing that was asked for.
    private var failure: FailureReason {
        guard counted > 1 else { return .tooFewFingers(1, accepted: fingers) }
        return measure.delta < measure.limit ? measure.shortfall : .tooFewFingers(counted, accepted: fingers)
    }

    private mutating func end(at location: Point) -> Verdict? {
        defer {
            state = .idle
            forgetMotion()
        }
        switch state {
        case .idle, .spent: return nil
        case .possible: return .failed(failure)
        case .transforming(let fingers):
            return .ended(value(with: fingers, at: location, velocity: lift?.velocity ?? 0))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(with fingers: Int, at time: Timestamp) -> GestureValue {
        let velocity = velocity(at: time)
        isMoving = velocity != 0
        return value(with: fingers, at: location, velocity: velocity)
    }

    private func value(with fingers: Int, at location: Point, velocity: Double) -> GestureValue {
        measure.value(fingers: fingers, location: location, startLocation: start, velocity: velocity)
    }

    /// What was before a standstill does not count for the velocity after it; where the fingers rested does.
    private mutating func track(from before: Double, anyMoved: Bool, at time: Timestamp) {
        if time - lastMotion > stopTime, let lastSample = tracker.lastSampleTime {
            tracker.reset()
            tracker.add(Point(x: before, y: 0), at: lastSample)
        }
        if anyMoved { lastMotion = time }
        tracker.add(Point(x: measure.quantity, y: 0), at: time)
    }

    private func velocity(at time: Timestamp) -> Double {
        time - lastMotion > stopTime ? 0 : tracker.velocity(at: time).dx
    }

    private mutating func forgetMotion() {
        measure.reset()
        tracker.reset()
        offset = .zero
        counted = 0
        lift = nil
        isMoving = false
    }
}
