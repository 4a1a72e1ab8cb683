internal import GestureModel

/// Contacts that move fast in one direction, and lift without having moved back.
///
///     idle ──touch──► moving ──last lift──► ended, or failed: wrong number, too short, too slow, not in one direction
///                        │ too many contacts, a contact that came too late, or a start far from the edge
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// A swipe is decided at the last lift, from the whole path since the last contact came down. The duration of the
/// contacts does not matter. Whether they stopped before they lifted matters only with a minimum velocity at the lift.
/// Several contacts must move together: a pinch is not a swipe.
struct SwipeRecogniser: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case moving(edge: EdgeLimit.Origin?)
        case spent
    }

    private let fingers: FingerCounts
    private let directions: SwipeDirection.Set
    private let limits: Thresholds.Swipe
    private let joinWindow: Microseconds
    private let edges: EdgeLimit?
    /// True if the contacts must come in from the edge, because the app accepts every direction.
    private let leadsIn: Bool
    /// The reason why the contacts do not come from an edge; nil if they do, or if no edge is required.
    private var start: FailureReason?
    private var state = State.idle
    private var path: CentrePath
    private var way: SwipeWay
    private var judge: MotionJudge
    /// When the contacts' path reached the slop; nil before. A contact that comes more than `lateJoin` later belongs to
    /// another motion.
    private(set) var moved: Timestamp?

    /// - Parameter tracksVelocity: False if the velocity at the lift does not matter; it is then zero.
    init(
        _ swipe: GestureExpression.Swipe, _ thresholds: Thresholds, _ surface: Surface?, tracksVelocity: Bool = true
    ) {
        fingers = swipe.fingers
        directions = swipe.directions
        limits = thresholds.swipe
        joinWindow = thresholds.fingers.joinWindow
        edges = EdgeLimit(swipe.edges, thresholds, surface)
        leadsIn = swipe.edges != nil && swipe.directions == .all
        path = CentrePath(thresholds, tracksVelocity: tracksVelocity)
        way = SwipeWay(minimumDistance: thresholds.swipe.minimumDistance)
        judge = MotionJudge(thresholds, surface)
    }

    var deadline: Timestamp? { nil }
    var group: ContactGroup { path.group }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        assertionFailure("swipe: deadline in state \(state)")
    }

    mutating func reset() {
        state = .idle
        start = nil
        path.reset()
        judge.reset()
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard path.begin(with: frame) else { return nil }
        if fingers.most > 1 { judge.update(frame) }
        return gather(at: frame.time)
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        path.lift(in: frame)
        guard !group.isEmpty else {
            if fingers.most > 1 { judge.update(frame) }
            return end()
        }
        path.move(in: frame)
        guard case .moving = state else { return nil }
        // After a lift, further contacts are not part of the swipe.
        let isLate = group.down.count < group.joined && frame.contacts.contains { $0.phase == .began }
        // A press of the button late in a swipe does not undo it.
        let isJudged = judge.isOpen(at: frame.time) || judge.mayPinch && !frame.isClicked
        if fingers.most > 1, !isLate, isJudged {
            judge.update(frame)
            excludeOthers(at: frame.time)
        }
        way.move(to: path.location, at: frame.time)
        if moved == nil, way.length >= judge.limits.slop { moved = frame.time }
        return join(in: frame)
    }

    /// Follows contacts that have swiped and now go anywhere.
    mutating func trail(_ frame: borrowing TouchFrame) {
        path.lift(in: frame)
        if !group.isEmpty {
            path.move(in: frame)
        } else if fingers.most > 1 {
            judge.update(frame)
        }
    }

    /// Excludes contacts that rest while others swipe, because they are not part of the swipe.
    private mutating func excludeOthers(at time: Timestamp) {
        guard judge.excludesAny, judge.isDecided(.drag), group.down.contains(where: { judge.excludes($0.id) }) else {
            return
        }
        path.exclude(from: judge.referenceCentre, judge.excludes)
        way.begin(at: path.location, at: time)
        // Checks the edge again, because the excluded contacts may be those that were at the edge.
        locate()
    }

    /// Determines from which edge the contacts come.
    private mutating func locate() {
        switch edges?.start(of: group) {
        case .far(let reason):
            start = reason
            state = .moving(edge: nil)
        case .near(let edge):
            start = nil
            state = .moving(edge: edge)
        case nil: state = .moving(edge: nil)
        }
    }

    /// Adds the contacts that came down, unless another contact has already lifted. Fails a swipe of several fingers if
    /// the new contacts came too late after the motion began. Until the contacts have moved, there is no time limit.
    private mutating func join(in frame: borrowing TouchFrame) -> Verdict? {
        guard group.down.count == group.joined, frame.contacts.contains(where: { $0.phase == .began }) else {
            return nil
        }
        guard fingers.most > 1 else { return path.join(in: frame, within: joinWindow) ? gather(at: frame.time) : nil }
        if let moved, frame.time - moved > judge.limits.lateJoin {
            return fail(.joinedTooLate(after: frame.time - moved, limit: judge.limits.lateJoin))
        }
        _ = path.join(in: frame, within: .never)
        return gather(at: frame.time)
    }

    /// Checks how many contacts have joined and where they came down, and restarts the measurement of the path.
    private mutating func gather(at time: Timestamp) -> Verdict? {
        let joined = group.joined
        // If several fingers are accepted, surplus contacts do not fail the swipe here: some may turn out to rest.
        guard fingers.most > 1 || joined == 1 else { return fail(.tooManyFingers(joined, limit: 1)) }
        locate()
        // A contact at the edge may still come, because a touchpad's filter holds back contacts at the edge as possible
        // palms.
        if let start, joined >= fingers.most { return fail(start) }
        way.begin(at: path.location, at: time)
        moved = nil
        return nil
    }

    private mutating func end() -> Verdict? {
        defer { reset() }
        return conclusion()
    }

    /// The centre of the contacts.
    var location: Point { path.location }

    /// True if the contacts have gone the minimum distance.
    var hasGoneFar: Bool { path.translation.length >= limits.minimumDistance }

    /// Returns what the contacts would make if they lifted now; nil if that is known already.
    mutating func conclusion() -> Verdict? {
        guard case .moving(let start) = state else { return nil }
        way.finish()
        if let failure { return .failed(failure) }
        var edge = start
        if leadsIn, let origin = start {
            guard let entry = origin.entry(by: path.translation) else {
                return .failed(origin.failure(of: path.translation))
            }
            edge = entry
        }
        return .ended(
            .swipe(
                .init(
                    fingers: group.joined, direction: SwipeDirection(path.translation), location: path.location,
                    startLocation: path.start, velocity: path.velocity.atLift, edge: edge?.edge,
                    part: edge?.part, corner: edge?.corner)))
    }

    /// The reason why the contacts made no swipe; nil if they made one. Read after they have lifted.
    private var failure: FailureReason? {
        let (translation, velocity) = (path.translation, path.velocity.atLift)
        let direction = SwipeDirection(translation)
        guard group.joined <= fingers.most else { return .tooManyFingers(group.joined, limit: fingers.most) }
        guard fingers.contains(group.joined) else { return .tooFewFingers(group.joined, accepted: fingers) }
        if let start { return start }
        guard translation.length >= limits.minimumDistance else {
            return .movedTooLittle(by: translation.length, limit: limits.minimumDistance)
        }
        guard group.joined == 1 || judge.isDecided(.drag) else { return judge.failureOfDrag(by: fingers) }
        guard way.topSpeed >= limits.minimumVelocity else {
            return .tooSlow(way.topSpeed, limit: limits.minimumVelocity)
        }
        guard velocity.length >= limits.minimumLiftVelocity else {
            return .liftedSlowly(velocity.length, limit: limits.minimumLiftVelocity)
        }
        guard directions.contains(direction) else { return .wrongDirection(direction, accepted: directions) }
        if let other = way.detour {
            return .wrongDirection(other, accepted: SwipeDirection.Set(direction))
        }
        let last = SwipeDirection(velocity)
        guard limits.minimumLiftVelocity == 0 || last == direction || velocity.isAlong(translation) else {
            return .wrongDirection(last, accepted: SwipeDirection.Set(direction))
        }
        return nil
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }
}

/// The path of a swipe's centre: its highest speed, and whether it leads in one direction.
///
/// The path is measured in steps of a fifth of the swipe's minimum distance, so that the wobble of a resting contact
/// adds no length.
private struct SwipeWay: Sendable {
    private struct Mark: Sendable {
        var time = Timestamp(microseconds: 0)
        var position = Point.zero
    }

    private let minimumDistance: Double
    private let step: Double
    private var start = Point.zero
    /// The newest marks. A mark is the start of the path or the end of a step. The marks reach back at least the
    /// minimum distance.
    private var marks = InlineArray<8, Mark>(repeating: Mark())
    private var count = 0
    /// The last position on the path, and its time.
    private var end = Mark()
    /// The length of the path up to the last mark, in points.
    private(set) var length = 0.0
    /// The parts of ``length`` that led up, down, left and right.
    private var lengths = SIMD4<Double>.zero
    /// In points per second: the mean speed on the fastest stretch that is at least as long as the minimum distance.
    private(set) var topSpeed = 0.0

    /// For a path in one direction, the least ratio of the distance between start and end to the path's length. The
    /// ratio is 0.7 for a right angle with equal arms, and 0.8 if one arm is three times as long, or if a tenth of the
    /// path led back.
    private static let directShare = 0.8

    init(minimumDistance: Double) {
        self.minimumDistance = minimumDistance
        step = max(minimumDistance / 5, 1)
    }

    mutating func begin(at position: Point, at time: Timestamp) {
        start = position
        (count, length, lengths, topSpeed) = (0, 0, .zero, 0)
        end = Mark(time: time, position: position)
        add(end)
    }

    mutating func move(to position: Point, at time: Timestamp) {
        let last = (count - 1) % marks.count
        let movement = position - marks[last].position
        if position != end.position { end = Mark(time: time, position: position) }
        guard movement.length >= step else {
            // The centre rests at the mark, so the mark's time advances.
            if movement.length < 0.04 * step { marks[last].time = time }
            return
        }
        length += movement.length
        lengths[Self.lane(SwipeDirection(movement))] += movement.length
        measureSpeed()
        add(end)
    }

    /// Measures the speed on the shortest stretch that ends here and is at least as long as the minimum distance.
    private mutating func measureSpeed() {
        for back in 0..<min(count, marks.count) {
            let earlier = marks[(count - 1 - back) % marks.count]
            let distance = (end.position - earlier.position).length
            guard distance >= minimumDistance else { continue }
            topSpeed = max(topSpeed, distance / max((end.time - earlier.time).seconds, 0.001))
            break
        }
    }

    /// Measures the speed at the end of the path. Called when the contacts have lifted.
    mutating func finish() { measureSpeed() }

    /// The direction, other than the swipe's, in which the path led farthest; nil if the path was straight enough.
    var detour: SwipeDirection? {
        let movement = end.position - start
        let whole = length + (end.position - marks[(count - 1) % marks.count].position).length
        guard movement.length < Self.directShare * whole else { return nil }
        var others = lengths
        others[Self.lane(SwipeDirection(movement))] = 0
        return SwipeDirection.allCases.max { others[Self.lane($0)] < others[Self.lane($1)] }
    }

    private mutating func add(_ mark: Mark) {
        marks[count % marks.count] = mark
        count += 1
    }

    private static func lane(_ direction: SwipeDirection) -> Int {
        switch direction {
        case .up: 0
        case .down: 1
        case .left: 2
        case .right: 3
        }
    }
}

extension Vector {
    /// True if the vectors differ by at most 20° in direction, the tolerance of InputActions and Chromium. The
    /// tolerance accepts a diagonal swipe whose path is slightly more horizontal and whose velocity is slightly more
    /// vertical.
    fileprivate func isAlong(_ other: Vector) -> Bool {
        let cosineOf20Degrees = 0.939_692_620_785_908_4
        return dx * other.dx + dy * other.dy >= cosineOf20Degrees * length * other.length
    }
}
