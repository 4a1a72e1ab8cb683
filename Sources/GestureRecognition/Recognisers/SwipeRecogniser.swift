internal import GestureModel

/// Fingers that move fast and leave while they do.
///
///     idle ──touch──► moving ──last lift──► finished, or failed: too near, too slow, another way
///                        │ the wrong number of fingers, or far from the edge
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// It is known at the last lift alone, from the whole way and from the velocity just before the first of the fingers that
/// left together. How long the fingers were down is of no account: a drag that ends in a flick is one, as on Android.
struct SwipeRecogniser: Recogniser {
    private enum State: Sendable {
        case idle
        case moving(edge: Edge?)
        case spent
    }

    private let fingers: FingerCounts
    private let directions: SwipeDirection.Set
    private let limits: Thresholds.Swipe
    private let edges: EdgeLimit?
    private var state = State.idle
    private var path: CentrePath

    init(_ swipe: GestureExpression.Swipe, _ thresholds: Thresholds, _ surface: Surface?) {
        fingers = swipe.fingers
        directions = swipe.directions
        limits = thresholds.swipe
        edges = EdgeLimit(swipe.edges, thresholds, surface)
        path = CentrePath(thresholds)
    }

    var deadline: Timestamp? { nil }
    var isIdle: Bool { path.group.isEmpty }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        if !path.group.isEmpty { verdicts.append(follow(frame)) }
        if path.group.isEmpty, path.begin(with: frame) { verdicts.append(gather()) }
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        assertionFailure("swipe: deadline in state \(state)")
    }

    func holds(_ contact: Int) -> Bool { path.group.contains(contact) }

    mutating func reset() {
        state = .idle
        path.reset()
    }

    /// Handles a frame for the contacts that are down, and for those that join them.
    private mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        path.lift(in: frame)
        guard !path.group.isEmpty else { return end() }
        path.move(in: frame)
        guard case .moving = state else { return nil }
        let joined = path.group.joined
        // After a lift, further contacts are not part of the swipe.
        if path.group.down.count == joined, path.join(in: frame) { return gather() }
        guard fingers.contains(joined) || path.mayGrow(at: frame.time) else {
            return fail(.tooFewFingers(joined, accepted: fingers))
        }
        return nil
    }

    /// Checks how many contacts have joined, and where they came down.
    private mutating func gather() -> Verdict? {
        let joined = path.group.joined
        guard joined <= fingers.most else { return fail(.tooManyFingers(joined, limit: fingers.most)) }
        switch edges?.start(of: path.group) {
        case .far(let reason): return fail(reason)
        case .near(let edge): state = .moving(edge: edge)
        case nil: state = .moving(edge: nil)
        }
        return nil
    }

    private mutating func end() -> Verdict? {
        defer { reset() }
        guard case .moving(let edge) = state else { return nil }
        if let failure { return .failed(failure) }
        return .ended(
            .swipe(
                .init(
                    fingers: path.group.joined, direction: SwipeDirection(path.translation), location: path.location,
                    startLocation: path.start, velocity: path.velocityAtLift, edge: edge)))
    }

    /// Why what the fingers did is no swipe, now that they have left.
    private var failure: FailureReason? {
        let (way, velocity) = (path.translation, path.velocityAtLift)
        let direction = SwipeDirection(way)
        guard fingers.contains(path.group.joined) else {
            return .tooFewFingers(path.group.joined, accepted: fingers)
        }
        guard way.length >= limits.minimumDistance else {
            return .movedTooLittle(by: way.length, limit: limits.minimumDistance)
        }
        guard velocity.length >= limits.minimumVelocity else {
            return .tooSlow(velocity.length, limit: limits.minimumVelocity)
        }
        guard directions.contains(direction) else { return .wrongDirection(direction, accepted: directions) }
        let last = SwipeDirection(velocity)
        guard last == direction || velocity.isAlong(way) else {
            return .wrongDirection(last, accepted: SwipeDirection.Set(direction))
        }
        return nil
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }
}

extension Vector {
    /// Whether the two point less than 20° apart, by which InputActions and Chromium let a swipe stray: then a diagonal
    /// one does not fail because the way is just rather sideways and the velocity just rather upright.
    fileprivate func isAlong(_ other: Vector) -> Bool {
        let cosineOf20Degrees = 0.939_692_620_785_908_4
        return dx * other.dx + dy * other.dy >= cosineOf20Degrees * length * other.length
    }
}
