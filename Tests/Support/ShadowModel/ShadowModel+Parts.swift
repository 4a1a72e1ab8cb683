/// What holds of one part of a composition.
extension ShadowModel {
    mutating func check(_ part: Part, _ subscription: Subscription, on device: String) {
        checkReason(of: part)
        guard part.isLeaf else { return }
        guard part.hasValue else {
            if part.phase.hasBegun { note(.shape, "part\(part.place) is \(part.phase) and has no value") }
            return
        }
        // A hand goes on with other fingers wherever these have come to.
        let isLater = part.isLater || subscription.kind == .standard
        check(part.found, part.asked, subscription, on: device, isLater: isLater)
        if let press = part.found.longPress { check(press, part) }
        if part.found.isDiscrete, !part.phase.isTerminal {
            note(.partPhase, "part\(part.place), which is over at once, is \(part.phase) with a value")
        }
        if part.phase == .possible { checkPossible(part, subscription.units.tolerance) }
    }

    private mutating func check(_ press: ServerLine.LongPress, _ part: Part) {
        switch part.phase {
        case .possible, .active:
            if press.completed || !press.pressing { note(.press, "part\(part.place) is over and \(part.phase)") }
            if part.phase == .active, part.isContested {
                note(.togetherness, "part\(part.place), a press that competes, is active before it is complete")
            }
        case .ended: if !press.completed { note(.press, "part\(part.place) ended before it was complete") }
        case .failed:
            // Behind what competes it may have been complete and not told of, and falls with the rest of its sequence.
            if press.completed, part.found.reason == "failed", !part.isContested {
                note(.press, "part\(part.place) completed and failed")
            }
        }
    }

    /// What has a value and has not begun waits, with others that might be meant, for its fingers to move.
    private mutating func checkPossible(_ part: Part, _ tolerance: Double) {
        if !part.isContested { note(.partPhase, "part\(part.place) is possible with a value, and nothing competes") }
        let hasMoved =
            part.found.drag.map { abs($0.translation.x) > tolerance || abs($0.translation.y) > tolerance }
            ?? part.found.magnify.map { abs($0.magnification - 1) > 2e-6 }
            ?? part.found.rotate.map { abs($0.rotation) > 2e-6 }
        if hasMoved == true { note(.partPhase, "part\(part.place) has moved and is possible") }
    }

    /// What holds from one line to the next.
    mutating func checkPart(from last: Part, to next: Part, at time: Int64) {
        let name = "part\(next.place)"
        // A composition may wait again between two parts; once it is over it stays so.
        let isStep = last.isLeaf ? last.phase.mayBecome(next.phase) : !last.phase.isTerminal || last.phase == next.phase
        if !isStep { note(.partPhase, "\(name) \(last.phase) → \(next.phase)") }
        if last.phase.isTerminal, last.found.why != next.found.why { note(.partPhase, "\(name) fails anew") }
        guard last.isLeaf, last.hasValue else { return }
        guard next.hasValue else { return note(.constancy, "\(name) has lost its value") }
        if next.found.isSettled, last.found.fingers != next.found.fingers { note(.constancy, "\(name): other fingers") }
        if next.found.isSettled, last.found.startLocation != next.found.startLocation {
            note(.constancy, "\(name): startLocation moved")
        }
        if let before = last.found.longPress, let after = next.found.longPress {
            checkPress(from: before, to: after, next, at: time)
        } else if last.phase.isTerminal, last.found != next.found {
            note(.partPhase, "\(name) is over and has another value")
        }
    }

    /// A press that has ended may yet be lifted, wherever it went.
    private mutating func checkPress(
        from before: ServerLine.LongPress, to after: ServerLine.LongPress, _ next: Part, at time: Int64
    ) {
        let name = "part\(next.place)"
        if after.fingers < before.fingers { note(.constancy, "\(name): fingers went") }
        if after.fingers == before.fingers {
            if before.startLocation != after.startLocation { note(.constancy, "\(name): startLocation moved") }
            if before.deadline != after.deadline, after.pressing || after.completed {
                note(.constancy, "\(name): deadline moved")
            }
        }
        if before.completed, !after.completed { note(.constancy, "\(name): completed taken back") }
        if before.completed, after.fingers != before.fingers { note(.constancy, "\(name): another finger") }
        if !before.pressing, before != after { note(.partPhase, "\(name) was lifted and has another value") }
        if before.completed, after.pressing, before != after { note(.partPhase, "\(name) was over and went on") }
        if after.completed, !before.completed, time < after.deadline ?? .max {
            note(.press, "\(name) before its deadline")
        }
    }
}

extension ServerLine.Value {
    fileprivate var why: [String?] { [reason, failure, failureReason?.name] }
}
