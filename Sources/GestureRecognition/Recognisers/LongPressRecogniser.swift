internal import GestureModel

/// Contacts that come down and stay.
///
///     idle ──contacts down──► pressing ──deadline──► completed ──last lift──► ended
///                               │ moved, lifted early, too many contacts
///                               ▼
///                             failed ──► spent ──last lift──► idle
///
/// The press is active as soon as an accepted number of contacts is down, so that an app can show its progress. Later
/// contacts join the press, up to the largest accepted number, until a contact lifts or the press is completed. The
/// duration counts from the last touch-down. Once the press is completed, the contacts may move anywhere. A press whose
/// duration is `never` has no deadline and ends at the last lift.
struct LongPressRecogniser: GroupRecogniser {
    private enum State: Sendable {
        case idle
        /// The press does not accept the number of contacts that are down, and waits for more. `deadline` is when a
        /// press that was reported for fewer contacts fails; nil if no press was reported.
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
    /// The thresholds of touchscreens, where a fingertip that only rolls still presses; nil if the app specified the
    /// distance.
    private let rolls: Thresholds.StandardSet?
    /// Follows the farthest contact; nil on a touchpad.
    private var roll: FingertipRoll?
    private var state = State.idle
    private(set) var group = ContactGroup()
    /// When the last contact joined. The duration counts from this time.
    private var lastJoin = Timestamp(microseconds: 0)
    private var start = Point.zero
    /// The offset from the centre of the contacts to the reported location. It keeps the location in place when a
    /// contact lifts.
    private var shift = Vector.zero

    /// - Parameter isJudged: False if the app specified the distance, which then decides alone.
    init(fingers: FingerCounts, isJudged: Bool, _ thresholds: Thresholds) {
        self.fingers = fingers
        rolls = isJudged ? thresholds.touchscreen : nil
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

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? { gather(frame) }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let location = location
        let anyLifted = group.lift(in: frame) > 0
        if anyLifted { shift = location - group.centre }
        group.move(in: frame)
        roll?.move(to: group.farthest, at: frame.time)
        let verdict = follow(at: frame.time, anyLifted: anyLifted, from: location)
        if group.isEmpty { state = .idle }
        return verdict == nil && canGrow ? gather(frame) : verdict
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

    mutating func reset() {
        state = .idle
        group.reset()
    }

    private var location: Point { group.centre + shift }

    /// False after a lift, and once the press is completed or has failed: further contacts are not part of the press.
    private var canGrow: Bool {
        switch state {
        case .idle, .gathering: true
        case .pressing: group.down.count == group.joined
        case .completed, .spent: false
        }
    }

    /// Handles the motion and lifts of the press's contacts; `location` is their location before the frame.
    private mutating func follow(at time: Timestamp, anyLifted: Bool, from location: Point) -> Verdict? {
        switch state {
        case .idle, .spent: return nil
        case .gathering:
            return anyLifted ? fail(.tooFewFingers(group.joined, accepted: fingers)) : failIfMoved(at: time)
        case .pressing(let deadline):
            if anyLifted, let deadline { return lift(at: time, deadline, from: location) }
            guard group.isEmpty else { return failIfMoved(at: time) }
            return .ended(value(at: location, pressing: false, completed: false, deadline: nil))
        case .completed(let deadline):
            guard group.isEmpty else { return nil }
            return .ended(value(at: location, pressing: false, completed: true, deadline: deadline))
        }
    }

    /// Handles a lift before the deadline has expired. A lift with exactly the deadline's time arrives before the
    /// expiry, but the press was long enough.
    private mutating func lift(at time: Timestamp, _ deadline: Timestamp, from location: Point) -> Verdict {
        guard time >= deadline else { return fail(.liftedEarly(after: time - lastJoin, limit: minimumDuration)) }
        state = .completed(deadline: deadline)
        let value = value(at: location, pressing: !group.isEmpty, completed: true, deadline: deadline)
        return group.isEmpty ? .ended(value) : .active(value)
    }

    private mutating func failIfMoved(at time: Timestamp) -> Verdict? {
        let distance = group.farthest
        guard distance >= maximumDistance else { return nil }
        if let roll, let rolls, distance < rolls.rollDistance(isAccompanied: group.joined > 1), roll.isRoll(at: time) {
            return nil
        }
        return fail(.movedTooFar(by: distance, limit: maximumDistance))
    }

    private mutating func gather(_ frame: borrowing TouchFrame) -> Verdict? {
        // A surplus contact that comes late is not part of the press.
        let window = group.isEmpty || group.joined < fingers.most ? .never : joinWindow
        guard group.join(in: frame, within: window) > 0 else { return nil }
        roll = rolls != nil && frame.kind == .touchscreen ? FingertipRoll(landing: frame.time) : nil
        guard group.joined <= fingers.most else { return fail(.tooManyFingers(group.joined, limit: fingers.most)) }
        guard fingers.contains(group.joined) else {
            state = .gathering(deadline: hasReportedPress ? frame.time + joinWindow + Microseconds(1) : nil)
            return nil
        }
        lastJoin = frame.time
        start = group.startCentre
        shift = .zero
        let deadline = minimumDuration == .never ? nil : lastJoin + minimumDuration
        state = .pressing(deadline: deadline)
        return .active(value(at: location, pressing: true, completed: false, deadline: deadline))
    }

    /// True if a press in progress was reported.
    private var hasReportedPress: Bool {
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
