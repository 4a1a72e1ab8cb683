internal import GestureModel

/// Fingers that move together.
///
///     idle ──touch──► possible ──slop crossed──► dragging ──last lift──► finished
///                        │ lifted, the wrong number of fingers, or far from the edge
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// The number of fingers is that of recognition. Those that come later are ignored; when one lifts, the centre is re-based
/// so that nothing jumps; the drag ends with the last. Once recognised it stays so, as SwiftUI's does.
struct DragRecogniser: Recogniser {
    private enum State: Sendable {
        case idle
        case possible(edge: Edge?)
        case dragging(fingers: Int, edge: Edge?)
        case spent
    }

    private let fingers: FingerCounts
    private let minimumDistance: Double
    private let edges: EdgeLimit?
    private var state = State.idle
    private var path: CentrePath
    /// Whether velocity was reported that a standstill must take back.
    private var isMoving = false

    init(_ drag: GestureExpression.Drag, _ thresholds: Thresholds, _ surface: Surface?) {
        fingers = drag.fingers
        minimumDistance = thresholds.drag.minimumDistance
        edges = EdgeLimit(drag.edges, thresholds, surface)
        path = CentrePath(thresholds)
    }

    /// A held finger sends nothing: that it stopped is only known by waiting.
    var deadline: Timestamp? {
        guard isMoving, case .dragging = state else { return nil }
        return path.stop
    }

    var isIdle: Bool { path.group.isEmpty }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        if !path.group.isEmpty { verdicts.append(follow(frame)) }
        if path.group.isEmpty { verdicts.append(begin(with: frame)) }
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        guard case .dragging(let fingers, let edge) = state else {
            return assertionFailure("drag: deadline in state \(state)")
        }
        // Even at a deadline that saturated at the end of time, where the velocity is not zero: it must not recur.
        isMoving = false
        verdicts.append(.active(value(with: fingers, from: edge, velocity: .zero)))
    }

    /// Recognises the drag whatever the distance: the caller has classified the contacts.
    mutating func recognise(at time: Timestamp) -> Verdict? {
        guard case .possible(let edge) = state else {
            assertionFailure("drag: recognised in state \(state)")
            return nil
        }
        let count = path.group.down.count
        state = .dragging(fingers: count, edge: edge)
        return .active(value(with: count, from: edge, at: time))
    }

    func holds(_ contact: Int) -> Bool { path.group.contains(contact) }

    mutating func reset() {
        state = .idle
        isMoving = false
        path.reset()
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        path.begin(with: frame) ? gather(at: frame.time) : nil
    }

    /// Handles a frame for the contacts that are down, and for those that join them.
    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let count = path.group.down.count
        path.lift(in: frame)
        guard !path.group.isEmpty else { return end(of: count) }
        path.move(in: frame)
        switch state {
        case .possible(let edge):
            if frame.hasLifts, let verdict = consider(from: edge, at: frame.time) { return verdict }
            return path.join(in: frame) ? gather(at: frame.time) : consider(from: edge, at: frame.time)
        case .dragging(let fingers, let edge): return .active(value(with: fingers, from: edge, at: frame.time))
        case .spent: return nil
        case .idle:
            assertionFailure("drag: \(count) contacts in state \(state)")
            return nil
        }
    }

    /// Checks where the contacts that joined came down.
    private mutating func gather(at time: Timestamp) -> Verdict? {
        switch edges?.start(of: path.group) {
        case .far(let reason): return fail(reason)
        case .near(let edge):
            state = .possible(edge: edge)
            return consider(from: edge, at: time)
        case nil:
            state = .possible(edge: nil)
            return consider(from: nil, at: time)
        }
    }

    /// Decides whether what the fingers did so far is the drag that was asked for.
    private mutating func consider(from edge: Edge?, at time: Timestamp) -> Verdict? {
        guard path.translation.length >= minimumDistance else { return nil }
        let count = path.group.down.count
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        guard fingers.contains(count) else {
            return path.mayGrow(at: time) ? nil : fail(.tooFewFingers(count, accepted: fingers))
        }
        state = .dragging(fingers: count, edge: edge)
        return .active(value(with: count, from: edge, at: time))
    }

    /// - Parameter count: how many fingers there were until now.
    private mutating func end(of count: Int) -> Verdict? {
        defer { reset() }
        switch state {
        case .idle, .spent: return nil
        case .possible:
            let travelled = path.translation.length
            return .failed(
                travelled < minimumDistance
                    ? .movedTooLittle(by: travelled, limit: minimumDistance) : .tooFewFingers(count, accepted: fingers))
        case .dragging(let fingers, let edge):
            return .ended(value(with: fingers, from: edge, velocity: path.velocityAtLift))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(with fingers: Int, from edge: Edge?, at time: Timestamp) -> GestureValue {
        let velocity = path.velocity(at: time)
        isMoving = velocity != .zero
        return value(with: fingers, from: edge, velocity: velocity)
    }

    private func value(with fingers: Int, from edge: Edge?, velocity: Vector) -> GestureValue {
        .drag(
            .init(
                fingers: fingers, location: path.location, startLocation: path.start, velocity: velocity, edge: edge))
    }
}
