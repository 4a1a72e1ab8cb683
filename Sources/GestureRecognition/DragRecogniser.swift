internal import GestureModel

/// Fingers that move together.
///
///     idle ──touch──► possible ──slop crossed──► dragging ──last lift──► finished
///                        │ lifted, or the wrong number of fingers
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// The number of fingers is that of recognition. Those that come later are ignored; when one lifts, the centre is re-based
/// so that nothing jumps; the drag ends with the last. Once recognised it stays so, as SwiftUI's does.
struct DragRecogniser: Recogniser {
    private enum State: Sendable {
        case idle
        case possible
        case dragging(Drag)
        case spent
    }

    private struct Drag: Sendable {
        let fingers: Int
        let startLocation: Point
        /// From the path that velocity is tracked on to the place that is reported.
        let shift: Vector

        func value(at path: Point, velocity: Vector) -> GestureValue {
            .drag(.init(fingers: fingers, location: path + shift, startLocation: startLocation, velocity: velocity))
        }
    }

    /// The velocity from before the first of the last fingers left.
    private struct Lift: Sendable {
        let time: Timestamp
        let velocity: Vector
    }

    private let fingers: FingerCounts
    private let minimumDistance: Double
    private let windows: Thresholds.Fingers
    private let stopTime: Microseconds
    private var state = State.idle
    private var group = FingerGroup()
    private var tracker: VelocityTracker
    /// Keeps the tracked path whole where fingers join and leave: centre + rebase is continuous.
    private var rebase = Vector.zero
    /// The centre of the places where the fingers came down, and what leads from the path to the fingers' centre: both
    /// anew with each finger that joins, and neither when one leaves, so that a lift moves nothing.
    private var start = Point.zero
    private var shift = Vector.zero
    private var lift: Lift?
    /// When a finger of the group last moved. Frames are no sign of it: a device repeats a finger that rests whenever its
    /// pressure changes, or another finger moves.
    private var lastMotion = Timestamp(microseconds: 0)
    /// Whether velocity was reported that a standstill must take back.
    private var isMoving = false

    init(fingers: FingerCounts, _ thresholds: Thresholds) {
        self.fingers = fingers
        minimumDistance = thresholds.drag.minimumDistance
        windows = thresholds.fingers
        stopTime = thresholds.velocity.stopTime
        tracker = VelocityTracker(thresholds.velocity)
    }

    /// A held finger sends nothing: that it stopped is only known by waiting.
    var deadline: Timestamp? {
        guard isMoving, case .dragging = state else { return nil }
        return lastMotion + stopTime + Microseconds(1)
    }

    var isIdle: Bool { group.isEmpty }

    mutating func update(_ frame: borrowing TouchFrame) -> Verdict {
        guard !group.isEmpty else { return begin(with: frame) }
        let path = group.centre + rebase
        let failure = failure(travelled: travelled, with: group.down.count)
        takeLifts(in: frame, from: path)
        guard !group.isEmpty else { return end(at: path, orFailing: failure) }
        track(from: path, anyMoved: group.move(in: frame), at: frame.time)
        switch state {
        case .idle, .spent: return .waiting
        case .possible:
            takeJoins(in: frame)
            return consider(at: frame.time)
        case .dragging(let drag): return .active(value(of: drag, at: frame.time))
        }
    }

    mutating func expire(at deadline: Timestamp) -> Verdict {
        guard case .dragging(let drag) = state else { return .waiting }
        // Whatever the velocity at a deadline that saturated at the end of time: it must not come again.
        isMoving = false
        return .active(drag.value(at: group.centre + rebase, velocity: .zero))
    }

    /// Takes what the fingers did so far for a drag, whatever the distance: somebody else has decided.
    mutating func recognise(at time: Timestamp) -> Verdict {
        guard case .possible = state else { return .waiting }
        let drag = Drag(fingers: group.down.count, startLocation: start, shift: shift)
        state = .dragging(drag)
        return .active(value(of: drag, at: time))
    }

    func holds(_ contact: Int) -> Bool { group.contains(contact) }

    mutating func reset() {
        state = .idle
        group.reset()
        forgetPath()
    }

    /// How far the fingers' centre is from where they came down, in points.
    private var travelled: Double { (group.centre + rebase + shift - start).length }

    private mutating func begin(with frame: borrowing TouchFrame) -> Verdict {
        guard group.join(in: frame, within: windows.joinWindow) > 0 else { return .waiting }
        state = .possible
        start = group.startCentre
        track(from: start, anyMoved: true, at: frame.time)
        return consider(at: frame.time)
    }

    private mutating func takeLifts(in frame: borrowing TouchFrame, from path: Point) {
        guard group.lift(in: frame) > 0 else { return }
        if lift.map({ frame.time - $0.time > windows.liftWindow }) ?? true {
            lift = Lift(time: frame.time, velocity: velocity(at: frame.time))
        }
        if !group.isEmpty { rebase = path - group.centre }
    }

    private mutating func takeJoins(in frame: borrowing TouchFrame) {
        let path = group.centre + rebase
        guard group.join(in: frame, within: windows.joinWindow) > 0 else { return }
        rebase = path - group.centre
        start = group.startCentre
        shift = group.centre - path
    }

    /// Decides whether what the fingers did so far is the drag that was asked for.
    private mutating func consider(at time: Timestamp) -> Verdict {
        guard travelled >= minimumDistance else { return .waiting }
        let count = group.down.count
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        guard fingers.contains(count) else {
            let mayGrow = time - group.firstJoin <= windows.joinWindow
            return mayGrow ? .waiting : fail(.tooFewFingers(count, accepted: fingers))
        }
        let drag = Drag(fingers: count, startLocation: start, shift: shift)
        state = .dragging(drag)
        return .active(value(of: drag, at: time))
    }

    /// Why what the fingers did is no drag, should they all leave now.
    private func failure(travelled: Double, with count: Int) -> FailureReason {
        travelled < minimumDistance
            ? .movedTooLittle(by: travelled, limit: minimumDistance) : .tooFewFingers(count, accepted: fingers)
    }

    private mutating func end(at path: Point, orFailing failure: FailureReason) -> Verdict {
        defer {
            state = .idle
            forgetPath()
        }
        switch state {
        case .idle, .spent: return .waiting
        case .possible: return .failed(failure)
        case .dragging(let drag): return .finished(drag.value(at: path, velocity: lift?.velocity ?? .zero))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(of drag: Drag, at time: Timestamp) -> GestureValue {
        let velocity = velocity(at: time)
        isMoving = velocity != .zero
        return drag.value(at: group.centre + rebase, velocity: velocity)
    }

    /// What was before a standstill does not count for the velocity after it; where the fingers rested does.
    private mutating func track(from place: Point, anyMoved: Bool, at time: Timestamp) {
        if time - lastMotion > stopTime, let lastSample = tracker.lastSampleTime {
            tracker.reset()
            tracker.add(place, at: lastSample)
        }
        if anyMoved { lastMotion = time }
        tracker.add(group.centre + rebase, at: time)
    }

    private func velocity(at time: Timestamp) -> Vector {
        time - lastMotion > stopTime ? .zero : tracker.velocity(at: time)
    }

    private mutating func forgetPath() {
        tracker.reset()
        rebase = .zero
        shift = .zero
        lift = nil
        isMoving = false
    }
}
