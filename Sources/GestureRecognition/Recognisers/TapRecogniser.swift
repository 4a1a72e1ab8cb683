internal import GestureModel

/// Contacts that come down, stay about where they are, and lift soon.
///
///              ┌──────────────── too far, too long, too many ────────────┐
///              │                                                         ▼
///     idle ──touch──► down ──all lifted──► ended, or                spent ──all lifted──► idle
///      ▲               ▲                   between, if more taps are needed
///      │               └──touch in time and near──┘ │
///      └────────────────── delay over (failed) ─────┘
///
/// SwiftUI's limits: under 45 pt, under 0.75 s, 0.35 s from one tap to the next. With a count of 1 every tap ends the
/// gesture and carries its number in the row.
struct TapRecogniser: GroupRecogniser {
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
    private(set) var group = ContactGroup()
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

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        switch state {
        case .down: verdicts.append(fail(.heldTooLong(for: deadline - group.firstJoin, limit: limits.maximumDuration)))
        case .between: verdicts.append(fail(.tooFewTaps(row?.count ?? 0, needed: needed)))
        case .idle, .spent: assertionFailure("tap: deadline in state \(state)")
        }
    }

    mutating func reset() {
        state = .idle
        group.reset()
        row = nil
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard group.join(in: frame, within: joinWindow) > 0 else { return nil }
        if let last = row, frame.time - last.end > limits.maximumDelay { row = nil }
        guard !frame.isClicked else { return fail(.clicked) }
        // A row that cannot go on fails, and the tap begins the next.
        // Of several fingers the place is known when all are down.
        guard needed > 1, fingers.most == 1, let last = row, (group.centre - last.origin).length > limits.maximumSpacing
        else {
            return countJoined()
        }
        row = nil
        return countJoined() ?? .failed(.tooFewTaps(last.count, needed: needed))
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let anyLifted = group.lift(in: frame) > 0
        group.move(in: frame)
        guard case .down(var location) = state else {
            if group.isEmpty { state = .idle }
            return nil
        }
        guard !group.isEmpty else { return end(at: frame.time, location) }
        // Until the first lift, which would move the centre of several contacts.
        if group.down.count == group.joined {
            location = group.centre
            state = .down(location: location)
        }
        guard !frame.isClicked else { return fail(.clicked) }
        let distance = group.farthest
        if distance >= limits.maximumDistance {
            return fail(.movedTooFar(by: distance, limit: limits.maximumDistance))
        }
        // After a lift, further contacts are not part of the tap.
        guard !anyLifted, group.down.count == group.joined, group.join(in: frame, within: joinWindow) > 0 else {
            return nil
        }
        return countJoined()
    }

    private mutating func countJoined() -> Verdict? {
        guard group.joined <= fingers.most else { return fail(.tooManyFingers(group.joined, limit: fingers.most)) }
        state = .down(location: group.centre)
        return nil
    }

    private mutating func end(at time: Timestamp, _ location: Point) -> Verdict? {
        let held = time - group.firstJoin
        guard held < limits.maximumDuration else { return fail(.heldTooLong(for: held, limit: limits.maximumDuration)) }
        let joined = group.joined
        guard fingers.contains(joined) else { return fail(.tooFewFingers(joined, accepted: fingers)) }
        let row = TapRow.extended(row, by: joined, at: location, end: time, within: limits.maximumSpacing)
        guard row.count >= needed else {
            self.row = row
            state = .between
            return nil
        }
        self.row = needed > 1 ? nil : row
        state = .idle
        return .ended(.tap(.init(fingers: joined, count: row.count, location: location)))
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = group.isEmpty ? .idle : .spent
        row = nil
        return .failed(reason)
    }
}

/// Taps that follow each other in time and position.
struct TapRow: Sendable {
    private(set) var count = 1
    let fingers: Int
    private(set) var end: Timestamp
    /// The location of the first tap.
    let origin: Point

    /// The row with one more tap. A tap of another number of contacts, or too far from the first, starts a new row. The
    /// location is measured when all contacts are down: the first of five is far from the centre of them all.
    static func extended(
        _ row: TapRow?, by fingers: Int, at location: Point, end: Timestamp, within spacing: Double
    ) -> TapRow {
        guard var row, row.fingers == fingers, (location - row.origin).length <= spacing else {
            return TapRow(fingers: fingers, end: end, origin: location)
        }
        row.count += 1
        row.end = end
        return row
    }
}
