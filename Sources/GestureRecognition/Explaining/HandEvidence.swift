internal import GestureModel

/// How far a hand has come towards each of a standard set's gestures, and so why one of them did not come of it.
struct HandEvidence: Sendable {
    /// The most fingers that took part at once.
    private(set) var fingers = 0
    private var firstTouch = Timestamp(microseconds: 0)
    /// The longest time for which no finger came or left.
    private var rest = Microseconds.zero
    private var isClicked = false
    /// Of the frame in which the fingers had gone furthest: what they did, the slop that counted, and how many moved.
    private var furthest: (motion: HandMotion, slop: Double, fingers: Int)?
    /// What first kept a finger from tapping, and the fingers from holding, and when.
    private var tapFailure: (reason: FailureReason, time: Timestamp)?
    private var pressFailure: (reason: FailureReason, time: Timestamp)?

    /// Takes note of fingers that rest, or move and it is not known yet what they mean.
    mutating func watch(_ hand: HandRecogniser, _ fingers: [HandFinger], at time: Timestamp) {
        let count = fingers.count { !$0.isIgnored }
        guard count > 0 else { return }
        if self.fingers == 0 { firstTouch = time }
        firstTouch = fingers.reduce(firstTouch) { $1.isIgnored ? $0 : min($0, $1.startTime) }
        self.fingers = max(self.fingers, count)
        rest = max(rest, time - hand.lastChange)
        isClicked = isClicked || hand.isClicked
        let motion = HandMotion(of: fingers) { !$0.isIgnored }
        if motion.farthest >= furthest?.motion.farthest ?? 0 {
            furthest = (motion, hand.slop(at: time), count)
        }
        if motion.farthest >= hand.limits.slop, pressFailure == nil {
            pressFailure = (.movedTooFar(by: motion.farthest, limit: hand.limits.slop), time)
        }
        for finger in fingers where !finger.isIgnored && tapFailure == nil {
            tapFailure = tapFailure(of: finger, hand, at: time).map { ($0, time) }
        }
    }

    /// Why it is not, or not any more, this gesture, and since when.
    ///
    /// - Parameter isBeaten: whether the fingers' motion was recognised as another one.
    func finding(
        against name: GestureName, _ hand: HandRecogniser, isBeaten: Bool, at time: Timestamp
    ) -> Finding {
        let isPossible = fingers <= FingerCounts.allowed.upperBound && !isClicked
        if isPossible, let failure = name == .tap ? tapFailure : name == .longPress ? pressFailure : nil {
            return Finding(name, .lost(.failed(failure.reason)), at: failure.time)
        }
        return Finding(name, .lost(reason(against: name, hand, isBeaten: isBeaten, at: time)), at: time)
    }

    private func reason(
        against name: GestureName, _ hand: HandRecogniser, isBeaten: Bool, at time: Timestamp
    ) -> CancellationReason {
        if fingers > FingerCounts.allowed.upperBound {
            return .failed(.tooManyFingers(fingers, limit: FingerCounts.allowed.upperBound))
        }
        if isClicked { return .failed(.clicked) }
        return switch name {
        case .tap: tapReason(hand, at: time)
        case .longPress: pressReason(hand)
        // No set has one.
        case .swipe: .outcompeted
        case .drag: dragReason(hand, isBeaten: isBeaten)
        case .magnify, .rotate: transformReason(isBeaten: isBeaten)
        }
    }

    private func tapFailure(of finger: HandFinger, _ hand: HandRecogniser, at time: Timestamp) -> FailureReason? {
        let held = time - finger.startTime
        if finger.reach >= hand.limits.tapDistance {
            return .movedTooFar(by: finger.reach, limit: hand.limits.tapDistance)
        }
        return held < hand.limits.tapDuration ? nil : .heldTooLong(for: held, limit: hand.limits.tapDuration)
    }

    private func tapReason(_ hand: HandRecogniser, at time: Timestamp) -> CancellationReason {
        if let furthest, furthest.motion.farthest >= furthest.slop {
            return .failed(.movedTooFar(by: furthest.motion.farthest, limit: furthest.slop))
        }
        let held = time - firstTouch
        return held < hand.limits.tapDuration
            ? .outcompeted : .failed(.heldTooLong(for: held, limit: hand.limits.tapDuration))
    }

    private func pressReason(_ hand: HandRecogniser) -> CancellationReason {
        rest < hand.limits.holdDuration
            ? .failed(.liftedEarly(after: rest, limit: hand.limits.holdDuration)) : .outcompeted
    }

    private func dragReason(_ hand: HandRecogniser, isBeaten: Bool) -> CancellationReason {
        guard let furthest else { return .failed(.movedTooLittle(by: 0, limit: hand.limits.slop)) }
        let (motion, slop) = (furthest.motion, furthest.slop)
        // One finger of a touchpad is the pointer's.
        if fingers == 1, hand.limits.tapDragDelay != nil { return .failed(.tooFewFingers(1, accepted: .twoOrMore)) }
        if motion.translation < slop { return .failed(.movedTooLittle(by: motion.translation, limit: slop)) }
        if isBeaten { return .outcompeted }
        guard motion.movers == furthest.fingers || motion.farthest < 2 * slop else {
            return .failed(.tooFewFingers(motion.movers, accepted: .twoOrMore))
        }
        return .failed(.movedTooLittle(by: motion.translation, limit: 2 * slop))
    }

    private func transformReason(isBeaten: Bool) -> CancellationReason {
        guard fingers > 1, let furthest else { return .failed(.tooFewFingers(fingers, accepted: .twoOrMore)) }
        let (motion, slop) = (furthest.motion, furthest.slop)
        if motion.deformation < slop { return .failed(.deformedTooLittle(by: motion.deformation, limit: slop)) }
        if isBeaten { return .outcompeted }
        return .failed(.deformedTooLittle(by: motion.deformation, limit: 2 * slop))
    }
}
