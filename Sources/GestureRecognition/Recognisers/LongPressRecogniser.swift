internal import GestureModel

/// Fingers that come down and stay.
///
///     idle ──fingers down──► pressing ──deadline──► completed ──last lift──► finished
///                               │ moved, lifted early, more fingers
///                               ▼
///                             failed ──► spent ──last lift──► idle
///
/// It is active from touch-down, so that an app can show the press under way; once completed the finger may go where it
/// likes. A press whose duration is never meets no deadline and finishes at the lift.
struct LongPressRecogniser: Recogniser {
    private enum State: Sendable {
        case idle
        /// Fewer fingers than asked for are down. `deadline` is when a press that fewer had made has failed; nil where
        /// nothing was said yet that needs an end.
        case gathering(deadline: Timestamp?)
        /// `deadline` is nil for a press that never completes.
        case pressing(deadline: Timestamp?)
        case completed(deadline: Timestamp)
        case spent
    }

    private let fingers: FingerCounts
    private let minimumDuration: Microseconds
    private let maximumDistance: Double
    private let joinWindow: Microseconds
    private var state = State.idle
    private var group = FingerGroup()
    /// When the last of the fingers joined: the press counts from there.
    private var lastJoin = Timestamp(microseconds: 0)
    private var start = Point.zero
    /// From the centre of the fingers down to the place that is reported: a lift moves nothing.
    private var shift = Vector.zero

    init(fingers: FingerCounts, _ thresholds: Thresholds) {
        self.fingers = fingers
        minimumDuration = thresholds.longPress.minimumDuration
        maximumDistance = thresholds.longPress.maximumDistance
        joinWindow = thresholds.fingers.joinWindow
    }

    var deadline: Timestamp? {
        switch state {
        case .gathering(let deadline), .pressing(let deadline): deadline
        case .idle, .completed, .spent: nil
        }
    }

    var isIdle: Bool { group.isEmpty }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        let location = location
        let anyLifted = group.lift(in: frame) > 0
        if anyLifted { shift = location - group.centre }
        group.move(in: frame)
        verdicts.append(follow(at: frame.time, anyLifted: anyLifted, from: location))
        if group.isEmpty { state = .idle }
        if canGrow { verdicts.append(gather(frame)) }
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        switch state {
        case .gathering: verdicts.append(fail(.tooFewFingers(group.joined, accepted: fingers)))
        case .pressing:
            state = .completed(deadline: deadline)
            verdicts.append(.active(value(at: location, pressing: true, completed: true, deadline: deadline)))
        case .idle, .completed, .spent: assertionFailure("longPress: deadline in state \(state)")
        }
    }

    func holds(_ contact: Int) -> Bool { group.contains(contact) }

    mutating func reset() {
        state = .idle
        group.reset()
    }

    private var location: Point { group.centre + shift }

    /// Once a finger has left, those that come belong to something else.
    private var canGrow: Bool {
        switch state {
        case .idle, .gathering: true
        case .pressing: group.down.count == group.joined
        case .completed, .spent: false
        }
    }

    /// What becomes of the press through the fingers it has; `location` is where they were before the frame.
    private mutating func follow(at time: Timestamp, anyLifted: Bool, from location: Point) -> Verdict? {
        switch state {
        case .idle, .spent: return nil
        case .gathering:
            return anyLifted ? fail(.tooFewFingers(group.joined, accepted: fingers)) : failIfMoved()
        case .pressing(let deadline):
            if anyLifted, let deadline { return lift(at: time, deadline, from: location) }
            guard group.isEmpty else { return failIfMoved() }
            return .ended(value(at: location, pressing: false, completed: false, deadline: nil))
        case .completed(let deadline):
            guard group.isEmpty else { return nil }
            return .ended(value(at: location, pressing: false, completed: true, deadline: deadline))
        }
    }

    /// A lift that is stamped with the deadline itself comes before it and is yet in time: the press was long enough.
    private mutating func lift(at time: Timestamp, _ deadline: Timestamp, from location: Point) -> Verdict {
        guard time >= deadline else { return fail(.liftedEarly(after: time - lastJoin, limit: minimumDuration)) }
        state = .completed(deadline: deadline)
        let value = value(at: location, pressing: !group.isEmpty, completed: true, deadline: deadline)
        return group.isEmpty ? .ended(value) : .active(value)
    }

    private mutating func failIfMoved() -> Verdict? {
        let distance = group.farthest
        return distance < maximumDistance ? nil : fail(.movedTooFar(by: distance, limit: maximumDistance))
    }

    private mutating func gather(_ frame: borrowing TouchFrame) -> Verdict? {
        guard group.join(in: frame, within: joinWindow) > 0 else { return nil }
        guard group.joined <= fingers.most else { return fail(.tooManyFingers(group.joined, limit: fingers.most)) }
        guard fingers.contains(group.joined) else {
            state = .gathering(deadline: saidToPress ? group.firstJoin + joinWindow + Microseconds(1) : nil)
            return nil
        }
        lastJoin = frame.time
        start = group.startCentre
        shift = .zero
        let deadline = minimumDuration == .never ? nil : lastJoin + minimumDuration
        state = .pressing(deadline: deadline)
        return .active(value(at: location, pressing: true, completed: false, deadline: deadline))
    }

    /// Whether a press that is under way was reported.
    private var saidToPress: Bool {
        switch state {
        case .pressing, .gathering(.some): true
        case .idle, .gathering(nil), .completed, .spent: false
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private func value(at location: Point, pressing: Bool, completed: Bool, deadline: Timestamp?) -> GestureValue {
        .longPress(
            .init(
                fingers: group.joined, location: location, startLocation: start, pressing: pressing,
                completed: completed, deadline: deadline))
    }
}
