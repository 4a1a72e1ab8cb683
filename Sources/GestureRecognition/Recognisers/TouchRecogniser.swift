internal import GestureModel

/// Fingers on the surface, whatever they do, and the taps of a row.
///
///     idle ──accepted number down──► touching ◄──touch-down── between taps ──tap.maximumDelay──► ended
///                                       │ last lift               ▲
///                                       ├──may have been a tap────┘
///                                       └──was too long for a tap──► ended
struct TouchRecogniser: Recogniser {
    private enum State: Sendable {
        /// Fewer contacts are down than are accepted, or none.
        case idle
        /// `tapEnd` is when the touch is too long for a tap; nil if it is.
        case touching(tapEnd: Timestamp?)
        case betweenTaps(end: Timestamp)
    }

    private let fingers: FingerCounts
    private let longestTap: Microseconds
    private let rowDelay: Microseconds
    private var state = State.idle
    private var down: [Int] = []
    /// When the first of the contacts came down.
    private var start = Timestamp(microseconds: 0)

    init(_ touch: GestureExpression.Touch, _ thresholds: Thresholds) {
        fingers = touch.fingers
        longestTap = max(
            thresholds.tap.maximumDuration, thresholds.touchscreen.tapDuration, thresholds.touchpad.tapDuration)
        rowDelay = thresholds.tap.maximumDelay
        down.reserveCapacity(FingerCounts.allowed.upperBound)
    }

    var deadline: Timestamp? {
        switch state {
        case .idle: nil
        case .touching(let tapEnd): tapEnd
        case .betweenTaps(let end): end
        }
    }

    var isIdle: Bool {
        if case .idle = state { down.isEmpty } else { false }
    }

    func holds(_ contact: Int) -> Bool { down.contains(contact) }

    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        let before = down.count
        for contact in frame.contacts where !contact.isDown { down.removeAll { $0 == contact.id } }
        if down.count < before { verdicts.append(lift(at: frame.time)) }
        let left = down.count
        for contact in frame.contacts where contact.phase == .began { down.append(contact.id) }
        if down.count > left { verdicts.append(land(at: frame.time, isFirst: left == 0)) }
    }

    private mutating func lift(at time: Timestamp) -> Verdict? {
        guard case .touching(let tapEnd) = state else { return nil }
        if down.isEmpty {
            guard tapEnd != nil else { return end() }
            state = .betweenTaps(end: time + rowDelay)
        }
        return .active(value)
    }

    private mutating func land(at time: Timestamp, isFirst: Bool) -> Verdict? {
        if isFirst { start = time }
        switch state {
        case .idle where !fingers.contains(down.count): return nil
        case .idle, .betweenTaps: state = .touching(tapEnd: start + longestTap)
        case .touching: break
        }
        return .active(value)
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        switch state {
        case .idle: assertionFailure("touch: deadline in state \(state)")
        case .touching:
            state = .touching(tapEnd: nil)
            verdicts.append(.active(value))
        case .betweenTaps: verdicts.append(end())
        }
    }

    mutating func reset() {
        state = .idle
        down.removeAll(keepingCapacity: true)
    }

    private mutating func end() -> Verdict {
        state = .idle
        return .ended(value)
    }

    private var value: GestureValue { .touch(.init(fingers: down.count, tapping: deadline != nil)) }
}
