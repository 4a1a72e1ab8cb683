internal import GestureModel

/// Contacts that move fast and lift while they do.
///
///     idle ──touch──► moving ──last lift──► ended, or failed: too short, too slow, wrong direction
///                        │ the wrong number of contacts, or far from the edge
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// It is decided at the last lift, from the whole path and from the velocity just before the first of the last contacts
/// lifted. How long the contacts were down does not matter: a drag that ends in a flick is a swipe, as on Android.
struct SwipeRecogniser: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case moving(edge: EdgeLimit.Origin?)
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
    var group: ContactGroup { path.group }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        assertionFailure("swipe: deadline in state \(state)")
    }

    mutating func reset() {
        state = .idle
        path.reset()
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? { path.begin(with: frame) ? gather() : nil }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        path.lift(in: frame)
        guard !group.isEmpty else { return end() }
        path.move(in: frame)
        guard case .moving = state else { return nil }
        let joined = group.joined
        // After a lift, further contacts are not part of the swipe.
        if group.down.count == joined, path.join(in: frame) { return gather() }
        guard fingers.contains(joined) || path.mayGrow(at: frame.time) else {
            return fail(.tooFewFingers(joined, accepted: fingers))
        }
        return nil
    }

    /// Checks how many contacts have joined, and where they came down.
    private mutating func gather() -> Verdict? {
        let joined = group.joined
        guard joined <= fingers.most else { return fail(.tooManyFingers(joined, limit: fingers.most)) }
        switch edges?.start(of: group) {
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
                    fingers: group.joined, direction: SwipeDirection(path.translation), location: path.location,
                    startLocation: path.start, velocity: path.velocity.atLift, edge: edge?.edge,
                    part: edge?.part, corner: edge?.corner)))
    }

    /// Why the contacts, which have lifted, made no swipe.
    private var failure: FailureReason? {
        let (translation, velocity) = (path.translation, path.velocity.atLift)
        let direction = SwipeDirection(translation)
        guard fingers.contains(group.joined) else {
            return .tooFewFingers(group.joined, accepted: fingers)
        }
        guard translation.length >= limits.minimumDistance else {
            return .movedTooLittle(by: translation.length, limit: limits.minimumDistance)
        }
        guard velocity.length >= limits.minimumVelocity else {
            return .tooSlow(velocity.length, limit: limits.minimumVelocity)
        }
        guard directions.contains(direction) else { return .wrongDirection(direction, accepted: directions) }
        let last = SwipeDirection(velocity)
        guard last == direction || velocity.isAlong(translation) else {
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
    /// True if the two point less than 20° apart, the tolerance of InputActions and Chromium. A diagonal swipe does not fail
    /// because its path is slightly more horizontal and its velocity slightly more vertical.
    fileprivate func isAlong(_ other: Vector) -> Bool {
        let cosineOf20Degrees = 0.939_692_620_785_908_4
        return dx * other.dx + dy * other.dy >= cosineOf20Degrees * length * other.length
    }
}
