internal import GestureModel

/// The way that the centre of a gesture's fingers goes, and how fast: what a drag and a swipe have in common.
///
/// Fingers that come or leave make no jump in it. Each frame is taken in three steps, as by ``FingerGroup``: `lift`,
/// `move`, `join`.
struct CentrePath: Sendable {
    /// The velocity from before the first of the last fingers left.
    private struct Lift: Sendable {
        let time: Timestamp
        let velocity: Vector
    }

    private(set) var group = FingerGroup()
    /// The centre of the places where the fingers came down: anew with each finger that joins, not when one leaves.
    private(set) var start = Point.zero
    private let windows: Thresholds.Fingers
    private let stopTime: Microseconds
    private var tracker: VelocityTracker
    /// What velocity is tracked on: the fingers' centre + ``rebase``, which keeps it whole where they join and leave.
    private var path = Point.zero
    private var rebase = Vector.zero
    /// From the path to the place that is reported, which was the fingers' centre when the last of them had joined.
    private var shift = Vector.zero
    private var lift: Lift?
    /// When a finger of the group last moved. Frames are no sign of it: a device repeats a finger that rests whenever its
    /// pressure changes, or another finger moves.
    private var lastMotion = Timestamp(microseconds: 0)

    init(_ thresholds: Thresholds) {
        windows = thresholds.fingers
        stopTime = thresholds.velocity.stopTime
        tracker = VelocityTracker(thresholds.velocity)
    }

    /// The centre of the fingers, without the jump that a lift would make; where the last one was when none is left.
    var location: Point { path + shift }
    /// From where the fingers came down.
    var translation: Vector { location - start }
    /// From just before the first of the last fingers left; zero while none has.
    var velocityAtLift: Vector { lift?.velocity ?? .zero }
    /// From when the fingers have stopped, unless they move before; past already where they have.
    var stop: Timestamp { lastMotion + stopTime + Microseconds(1) }

    /// Takes up the first fingers, if any came.
    mutating func begin(with frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: windows.joinWindow) > 0 else { return false }
        start = group.startCentre
        path = start
        track(from: start, anyMoved: true, at: frame.time)
        return true
    }

    /// Removes the contacts that lifted.
    mutating func lift(in frame: borrowing TouchFrame) {
        guard group.lift(in: frame) > 0 else { return }
        if lift.map({ frame.time - $0.time > windows.liftWindow }) ?? true {
            lift = Lift(time: frame.time, velocity: velocity(at: frame.time))
        }
        if !group.isEmpty { rebase = path - group.centre }
    }

    mutating func move(in frame: borrowing TouchFrame) {
        let before = path
        let anyMoved = group.move(in: frame)
        if anyMoved { path = group.centre + rebase }
        track(from: before, anyMoved: anyMoved, at: frame.time)
    }

    /// Takes in the fingers that came soon enough after the first; says whether any did.
    mutating func join(in frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: windows.joinWindow) > 0 else { return false }
        rebase = path - group.centre
        start = group.startCentre
        shift = group.centre - path
        return true
    }

    /// Whether fingers that come now would join.
    func mayGrow(at time: Timestamp) -> Bool { time - group.firstJoin <= windows.joinWindow }

    /// Points per second; zero where the fingers have stopped.
    func velocity(at time: Timestamp) -> Vector {
        time - lastMotion > stopTime ? .zero : tracker.velocity(at: time)
    }

    /// The gesture is over: its fingers have left, or are another's business.
    mutating func reset() {
        group.reset()
        tracker.reset()
        rebase = .zero
        shift = .zero
        lift = nil
    }

    /// What was before a standstill does not count for the velocity after it; where the fingers rested does.
    private mutating func track(from place: Point, anyMoved: Bool, at time: Timestamp) {
        if time - lastMotion > stopTime, let lastSample = tracker.lastSampleTime {
            tracker.reset()
            tracker.add(place, at: lastSample)
        }
        if anyMoved { lastMotion = time }
        tracker.add(path, at: time)
    }
}
