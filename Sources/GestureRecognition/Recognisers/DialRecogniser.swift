internal import GestureModel
// For atan2.
internal import RealModule

/// Contacts that circle.
///
///     idle ──touch──► possible ──minimum angle──► dialling ──last lift──► ended
///                       │ too many contacts, not together, or lifted before
///                       ▼
///                     failed ──► spent ──last lift──► idle
///
/// Contacts join until the dial begins. The angle counts from there, so that what turns with it does not jump. Several
/// contacts move together: the centre of fingers that pinch may circle by chance.
struct DialRecogniser: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case possible
        case dialling(fingers: Int)
        case spent
    }

    private let fingers: FingerCounts
    private let minimumAngle: Double
    private var state = State.idle
    private var path: CentrePath
    private var turn: PathTurn
    /// The velocity of the angle.
    private var velocity: GestureVelocity
    /// The velocity while the contacts move; nil if the angle has changed since it was estimated. A circle's angle changes
    /// less often than its frames come.
    private var estimate: Double?
    /// The angle at which the dial began.
    private var origin = 0.0
    /// True if the last reported velocity must be reset to zero at a standstill.
    private var isMoving = false

    init(_ dial: GestureExpression.Dial, _ thresholds: Thresholds) {
        fingers = dial.fingers
        minimumAngle =
            dial.minimumAngleDelta
            ?? (dial.centre == nil ? thresholds.dial.minimumAngleDelta : GestureExpression.Dial.centredAngle)
        path = CentrePath(thresholds, tracksVelocity: false)
        turn = PathTurn(around: dial.centre)
        velocity = GestureVelocity(thresholds)
    }

    /// A rate in radians per second that counts as rest, as for a rotation.
    private static let rest = 0.01
    /// The most by which a contact goes another way than the centre, as a share of the centre's. A contact that rests
    /// beside one that circles differs by all of it.
    private static let divergence = 0.5

    var group: ContactGroup { path.group }

    var deadline: Timestamp? {
        guard isMoving, case .dialling = state else { return nil }
        return velocity.stop
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        guard case .dialling(let fingers) = state else {
            return assertionFailure("dial: deadline in state \(state)")
        }
        isMoving = false
        verdicts.append(.active(value(fingers, velocity: 0)))
    }

    mutating func reset() {
        state = .idle
        path.reset()
        turn.reset()
        velocity.reset()
        estimate = nil
        isMoving = false
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard path.begin(with: frame) else { return nil }
        return gather(at: frame.time)
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let before = group.down.count
        path.lift(in: frame)
        if group.down.count < before {
            velocity.recordLift(at: frame.time)
            // The lift may have corrected a time.
            estimate = nil
        }
        guard !group.isEmpty else { return end() }
        path.move(in: frame)
        measure(at: frame.time)
        switch state {
        case .possible:
            if group.down.count == group.joined, path.join(in: frame, within: .never) { return gather(at: frame.time) }
            return consider(at: frame.time)
        case .dialling(let fingers): return .active(value(fingers, at: frame.time))
        case .idle, .spent: return nil
        }
    }

    private mutating func measure(at time: Timestamp) {
        let before = turn.angle
        turn.move(to: path.location)
        let hasTurned = turn.angle != before
        if hasTurned { estimate = nil }
        velocity.track(from: Point(x: before, y: 0), to: Point(x: turn.angle, y: 0), anyMoved: hasTurned, at: time)
    }

    /// Restarts the measurement with the contacts that have joined.
    private mutating func gather(at time: Timestamp) -> Verdict? {
        guard group.joined <= fingers.most else { return fail(.tooManyFingers(group.joined, limit: fingers.most)) }
        state = .possible
        turn.reset()
        turn.move(to: path.location)
        velocity.reset()
        estimate = nil
        let start = Point(x: turn.angle, y: 0)
        velocity.track(from: start, to: start, anyMoved: true, at: time)
        return minimumAngle == 0 ? consider(at: time) : nil
    }

    private mutating func consider(at time: Timestamp) -> Verdict? {
        // Fewer contacts than accepted wait for others.
        guard abs(turn.angle) >= minimumAngle, group.down.count == group.joined, fingers.contains(group.joined) else {
            return nil
        }
        if let failure = failureToMoveTogether { return fail(failure) }
        origin = turn.angle
        turn.begin()
        state = .dialling(fingers: group.joined)
        return .active(value(group.joined, at: time))
    }

    /// The reason why several contacts did not move as one; nil if they did.
    private var failureToMoveTogether: FailureReason? {
        let movement = group.centre - group.startCentre
        let difference = group.down.reduce(0) { max($0, ($1.displacement - movement).length) }
        let limit = movement.length * Self.divergence
        return difference > limit ? .deformedTooFar(by: difference, limit: limit) : nil
    }

    private mutating func end() -> Verdict? {
        defer { reset() }
        switch state {
        case .idle, .spent: return nil
        case .dialling(let fingers): return .ended(value(fingers, velocity: velocity.atLift.dx))
        case .possible:
            guard fingers.contains(group.joined) else {
                return .failed(.tooFewFingers(group.joined, accepted: fingers))
            }
            return .failed(.turnedTooLittle(by: abs(turn.angle), limit: minimumAngle))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(_ fingers: Int, at time: Timestamp) -> GestureValue {
        let velocity = time < velocity.stop ? estimated(at: time) : 0
        isMoving = abs(velocity) > Self.rest
        return value(fingers, velocity: velocity)
    }

    private mutating func estimated(at time: Timestamp) -> Double {
        if let estimate { return estimate }
        let new = velocity.at(time).dx
        estimate = new
        return new
    }

    private func value(_ fingers: Int, velocity: Double) -> GestureValue {
        .dial(
            .init(
                fingers: fingers, location: path.location, startLocation: path.start, rotation: turn.angle - origin,
                velocity: velocity))
    }
}

/// The angle by which a point has circled: around a given centre, or by which its path has turned.
///
/// Without a centre, the path is measured in steps of 1.6 mm, each of which has a direction. The angle is the difference
/// between the directions of the last and the first step, so errors of single steps do not add up. Where a finger turns
/// back, its direction changes by half a turn, which does not count: on its way back, its path then turns the other way.
private struct PathTurn: Sendable {
    private let centre: Point?
    /// Radians, clockwise.
    private(set) var angle = 0.0
    /// The end of the last step.
    private var last: Point?
    /// The direction of the last step, or that from the centre to the point.
    private var direction: Double?
    private var hasBegun = false

    /// In points; the direction of a shorter step is that of the device's noise.
    private static let step = 10.0
    /// In points: nearer to the centre, a finger has no direction from it.
    private static let leastRadius = 10.0
    /// A finger that changes its direction by more in one step turns back.
    private static let reversal = 2 * Double.pi / 3
    /// Before the gesture has begun, a path with a sharper bend does not circle: the radius of a circle would be 2 mm.
    private static let corner = Double.pi / 4

    init(around centre: Point?) { self.centre = centre }

    mutating func reset() {
        angle = 0
        last = nil
        direction = nil
        hasBegun = false
    }

    /// Called when the gesture begins. From then on, a sharp bend counts as well.
    mutating func begin() { hasBegun = true }

    mutating func move(to point: Point) {
        guard let centre else { return follow(point) }
        let way = point - centre
        guard way.length >= Self.leastRadius else { return direction = nil }
        let new = Double.atan2(y: way.dy, x: way.dx)
        if let direction { angle += Self.difference(new, direction) }
        direction = new
    }

    private mutating func follow(_ point: Point) {
        guard let last else { return self.last = point }
        let way = point - last
        guard way.length >= Self.step else { return }
        self.last = point
        let new = Double.atan2(y: way.dy, x: way.dx)
        defer { direction = new }
        guard let direction else { return }
        let bend = Self.difference(new, direction)
        if abs(bend) <= (hasBegun ? Self.reversal : Self.corner) {
            angle += bend
        } else if !hasBegun {
            angle = 0
        }
    }

    /// The difference between two directions, from -π to π.
    private static func difference(_ new: Double, _ old: Double) -> Double {
        let difference = new - old
        return difference > .pi ? difference - 2 * .pi : difference < -.pi ? difference + 2 * .pi : difference
    }
}
