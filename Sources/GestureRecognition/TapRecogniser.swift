internal import GestureModel

/// Fingers that come down, stay about where they are, and lift soon.
///
///              ┌──────────────── too far, too long, too many ────────────┐
///              │                                                         ▼
///     idle ──touch──► down ──all lifted──► finished, or             spent ──all lifted──► idle
///      ▲               ▲                   between, if more taps are needed
///      │               └──touch in time and near──┘ │
///      └────────────────── delay over (failed) ─────┘
///
/// SwiftUI's limits: under 45 pt, under 0.75 s, 0.35 s from one tap to the next. With a count of 1 every tap finishes and
/// carries its place in the row.
struct TapRecogniser: Recogniser {
    private enum State: Sendable {
        case idle
        case down(location: Point)
        case between
        case spent
    }

    private let fingers: FingerCounts
    /// How many taps in a row are needed.
    private let needed: Int
    private let limits: Thresholds.Tap
    private let joinWindow: Microseconds
    private var state = State.idle
    private var group = FingerGroup()
    private var row: TapRow?

    init(fingers: FingerCounts, count: Int, _ thresholds: Thresholds) {
        self.fingers = fingers
        needed = count
        limits = thresholds.tap
        joinWindow = thresholds.fingers.joinWindow
    }

    var deadline: Timestamp? {
        switch state {
        case .down: group.firstJoin + limits.maximumDuration
        case .between: row.map { $0.end + limits.maximumDelay }
        case .idle, .spent: nil
        }
    }

    var isIdle: Bool {
        if case .between = state { false } else { group.isEmpty }
    }

    mutating func update(_ frame: borrowing TouchFrame) -> Verdict {
        let lifted = group.lift(in: frame)
        if lifted > 0, group.isEmpty, case .down(let location) = state { return end(at: frame.time, location) }
        group.move(in: frame)
        switch state {
        case .idle, .between: return begin(with: frame)
        case .down: return watch(frame, anyLifted: lifted > 0)
        case .spent:
            guard group.isEmpty else { return .waiting }
            state = .idle
            return begin(with: frame)
        }
    }

    mutating func expire(at deadline: Timestamp) -> Verdict {
        switch state {
        case .down: return fail(.heldTooLong(for: deadline - group.firstJoin, limit: limits.maximumDuration))
        case .between: return fail(.tooFewTaps(row?.count ?? 0, needed: needed))
        case .idle, .spent: return .waiting
        }
    }

    func holds(_ contact: Int) -> Bool { group.contains(contact) }

    mutating func reset() {
        state = .idle
        group.reset()
        row = nil
    }

    private mutating func begin(with frame: borrowing TouchFrame) -> Verdict {
        guard group.join(in: frame, within: joinWindow) > 0 else { return .waiting }
        if let last = row, frame.time - last.end > limits.maximumDelay { row = nil }
        guard !frame.isClicked else { return fail(.clicked) }
        return settle(at: group.centre)
    }

    private mutating func watch(_ frame: borrowing TouchFrame, anyLifted: Bool) -> Verdict {
        guard !frame.isClicked else { return fail(.clicked) }
        let distance = group.farthest
        if distance >= limits.maximumDistance {
            return fail(.movedTooFar(by: distance, limit: limits.maximumDistance))
        }
        // Once a finger has left, the fingers that come belong to something else.
        guard !anyLifted, group.down.count == group.joined, group.join(in: frame, within: joinWindow) > 0 else {
            return .waiting
        }
        return settle(at: group.centre)
    }

    private mutating func settle(at location: Point) -> Verdict {
        guard group.joined <= fingers.most else {
            return fail(.tooManyFingers(group.joined, limit: fingers.most))
        }
        state = .down(location: location)
        return .waiting
    }

    private mutating func end(at time: Timestamp, _ location: Point) -> Verdict {
        let held = time - group.firstJoin
        guard held < limits.maximumDuration else { return fail(.heldTooLong(for: held, limit: limits.maximumDuration)) }
        let joined = group.joined
        guard fingers.contains(joined) else { return fail(.tooFewFingers(joined, accepted: fingers)) }
        let next = TapRow.extended(row, by: joined, at: location, end: time, within: limits.maximumSpacing)
        let count = next.count
        row = next
        guard count >= needed else {
            state = .between
            return .waiting
        }
        state = .idle
        if needed > 1 { row = nil }
        return .finished(.tap(.init(fingers: joined, count: count, location: location)))
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = group.isEmpty ? .idle : .spent
        row = nil
        return .failed(reason)
    }
}
