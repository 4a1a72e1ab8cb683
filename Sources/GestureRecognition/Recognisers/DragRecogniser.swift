internal import GestureModel

/// Contacts that move together.
///
///     idle ──touch──► possible ──slop crossed──► dragging ──last lift──► ended
///                        │ lifted, the wrong number of contacts, or far from the edge
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// The number of contacts is that at recognition; later ones are ignored. When one lifts, the location continues with the
/// others without a jump. The drag ends with the last lift. Once recognised it does not fail, as in SwiftUI.
struct DragRecogniser: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case possible(edge: EdgeLimit.Origin?)
        case dragging(fingers: Int, edge: EdgeLimit.Origin?)
        case spent
    }

    private let fingers: FingerCounts
    private let minimumDistance: Double
    private let edges: EdgeLimit?
    private var state = State.idle
    private var path: CentrePath
    /// True if a velocity was reported that a standstill must reset to zero.
    private var isMoving = false

    init(_ drag: GestureExpression.Drag, _ thresholds: Thresholds, _ surface: Surface?) {
        fingers = drag.fingers
        minimumDistance = thresholds.drag.minimumDistance
        edges = EdgeLimit(drag.edges, thresholds, surface)
        path = CentrePath(thresholds)
    }

    /// A device sends nothing for a contact that is held: only time shows that it has stopped.
    var deadline: Timestamp? {
        guard isMoving, case .dragging = state else { return nil }
        return path.velocity.stop
    }

    var group: ContactGroup { path.group }

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
        return begin(with: group.down.count, from: edge, at: time)
    }

    /// Ends the drag where it is, at rest, although its contacts stay down.
    mutating func finish() -> Verdict? {
        guard case .dragging(let fingers, let edge) = state else {
            assertionFailure("drag: finished in state \(state)")
            return nil
        }
        defer { reset() }
        return .ended(value(with: fingers, from: edge, velocity: .zero))
    }

    mutating func reset() {
        state = .idle
        isMoving = false
        path.reset()
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        path.begin(with: frame) ? gather(at: frame.time) : nil
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let count = group.down.count
        path.lift(in: frame)
        guard !group.isEmpty else { return end(of: count) }
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
        var edge: EdgeLimit.Origin?
        switch edges?.start(of: group) {
        case .far(let reason): return fail(reason)
        case .near(let near): edge = near
        case nil: break
        }
        state = .possible(edge: edge)
        return consider(from: edge, at: time)
    }

    /// Decides whether the contacts have made the requested drag.
    private mutating func consider(from edge: EdgeLimit.Origin?, at time: Timestamp) -> Verdict? {
        guard path.translation.length >= minimumDistance else { return nil }
        let count = group.down.count
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        guard fingers.contains(count) else {
            return path.mayGrow(at: time) ? nil : fail(.tooFewFingers(count, accepted: fingers))
        }
        return begin(with: count, from: edge, at: time)
    }

    private mutating func begin(with fingers: Int, from edge: EdgeLimit.Origin?, at time: Timestamp) -> Verdict {
        state = .dragging(fingers: fingers, edge: edge)
        return .active(value(with: fingers, from: edge, at: time))
    }

    /// - Parameter count: How many contacts were down until now.
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
            return .ended(value(with: fingers, from: edge, velocity: path.velocity.atLift))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(with fingers: Int, from edge: EdgeLimit.Origin?, at time: Timestamp) -> GestureValue {
        let velocity = path.velocity(at: time)
        isMoving = velocity != .zero
        return value(with: fingers, from: edge, velocity: velocity)
    }

    /// `mutating` although nothing changes: Swift 6.3 copies the recogniser for a method that only reads.
    private mutating func value(
        with fingers: Int, from edge: EdgeLimit.Origin?, velocity: Vector
    ) -> GestureValue {
        .drag(
            .init(
                fingers: fingers, location: path.location, startLocation: path.start, velocity: velocity,
                edge: edge?.edge,
                part: edge?.part, corner: edge?.corner))
    }
}
