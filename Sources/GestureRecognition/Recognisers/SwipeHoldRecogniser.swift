internal import GestureModel

/// Contacts that swipe, and then rest.
///
///     idle ──touch──► swiping ──they rest for the duration──► holding ──last lift──► ended
///                        │ no swipe, or lifted early
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// Whether the contacts swipe is decided by the ``SwipeRecogniser``, as if they lifted where they rest. They rest while
/// their centre stays within a long press's distance of a point. Once they have rested, they may go anywhere.
///
/// One or two contacts also drag and scroll, and often rest before they lift: they have swiped only if they went fast.
struct SwipeHoldRecogniser: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case swiping
        case holding(GestureValue.Swipe)
        case spent
    }

    /// Where the contacts rest, and since when.
    private struct Rest: Sendable {
        let position: Point
        let start: Timestamp
        /// False once the contacts have rested for the duration without having swiped before.
        var isAwaited = true
    }

    /// Points per second, the mean on the way to the rest, 40 mm/s. Of recorded drags and scrolls on touchscreens that
    /// go far enough and then rest, the fastest goes 200.
    private static let minimumVelocity = 250.0

    private let minimumDuration: Microseconds
    private let restDistance: Double
    private var swipe: SwipeRecogniser
    private var state = State.idle
    private var rest: Rest?

    init(_ hold: GestureExpression.SwipeHold, _ thresholds: Thresholds, _ surface: Surface?) {
        minimumDuration = thresholds.swipeHold.minimumDuration
        restDistance = thresholds.longPress.maximumDistance
        var own = thresholds
        own.swipe.minimumDistance = thresholds.swipeHold.minimumDistance
        own.swipe.minimumLiftVelocity = 0
        swipe = SwipeRecogniser(hold.swipe, own, surface, tracksVelocity: false)
    }

    var group: ContactGroup { swipe.group }

    var deadline: Timestamp? {
        guard case .swiping = state, let rest, rest.isAwaited else { return nil }
        return rest.start + minimumDuration
    }

    mutating func reset() {
        state = .idle
        rest = nil
        swipe.reset()
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        let verdict = swipe.begin(with: frame)
        rest = nil
        state = verdict == nil ? .swiping : .spent
        return verdict
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        switch state {
        case .swiping: return swiping(frame)
        case .idle, .spent, .holding: return trailing(frame)
        }
    }

    private mutating func swiping(_ frame: borrowing TouchFrame) -> Verdict? {
        let verdict = swipe.follow(frame)
        if group.isEmpty {
            defer { reset() }
            if case .failed? = verdict { return verdict }
            let rested = rest.map { frame.time - $0.start } ?? .zero
            return .failed(.liftedEarly(after: rested, limit: minimumDuration))
        }
        if verdict != nil {
            state = .spent
        } else {
            follow(at: frame.time)
        }
        return verdict
    }

    /// Contacts that have rested, or have failed, until they lift.
    private mutating func trailing(_ frame: borrowing TouchFrame) -> Verdict? {
        swipe.trail(frame)
        defer { if group.isEmpty { reset() } }
        guard case .holding(let swiped) = state else { return nil }
        let value = value(swiped, at: swipe.location)
        return group.isEmpty ? .ended(value) : .active(value)
    }

    private mutating func follow(at time: Timestamp) {
        guard swipe.hasGoneFar else { return rest = nil }
        let location = swipe.location
        if let rest, (location - rest.position).length < restDistance { return }
        rest = Rest(position: location, start: time)
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        guard case .swiping = state else { return assertionFailure("swipeHold: deadline in state \(state)") }
        rest?.isAwaited = false
        guard case .ended(.swipe(let swiped))? = swipe.conclusion() else { return }
        if let failure = failure(of: swiped) {
            state = .spent
            return verdicts.append(.failed(failure))
        }
        state = .holding(swiped)
        verdicts.append(.active(value(swiped, at: swipe.location)))
    }

    /// The reason why contacts that have rested dragged rather than swiped; nil if they swiped.
    private func failure(of swiped: GestureValue.Swipe) -> FailureReason? {
        guard swiped.fingers <= 2, let rest, let moved = swipe.moved else { return nil }
        let velocity = swiped.translation.length / max((rest.start - moved).seconds, 0.001)
        return velocity < Self.minimumVelocity ? .tooSlow(velocity, limit: Self.minimumVelocity) : nil
    }

    private func value(_ swiped: GestureValue.Swipe, at location: Point) -> GestureValue {
        .swipeHold(
            .init(
                fingers: swiped.fingers, direction: swiped.direction, location: location,
                startLocation: swiped.startLocation))
    }
}
