extension ShadowModel {
    /// `failure` and `failureReason` belong to `failed` alone, and agree with each other.
    mutating func checkFailure(_ reason: String?, _ sentence: String?, _ failure: ServerLine.Failure?) {
        guard reason == "failed" else {
            if sentence != nil || failure != nil { note(.reasons, "\(reason ?? "no reason") with a failure") }
            return
        }
        guard let sentence, let failure else { return note(.reasons, "failed without saying what") }
        if !FailureTable.agree(sentence, failure) { note(.reasons, "\"\(sentence)\" for \(failure)") }
    }

    /// Why a part has failed.
    mutating func checkReason(of part: Part) {
        let found = part.found
        checkFailure(found.reason, found.failure, found.failureReason)
        guard part.phase == .failed else {
            if found.reason != nil { note(.reasons, "part\(part.place) is \(part.phase) with a reason") }
            return
        }
        switch found.reason {
        case "failed": checkFailure(of: part)
        case "outcompeted":
            if !part.isContested { note(.togetherness, "part\(part.place) outcompeted, and nothing competes") }
        // The rest of a sequence fails with the part that did.
        case nil where !part.isLeaf || part.isLater && !part.hasValue: break
        case nil:
            let isLifted = part.found.longPress.map { !$0.pressing && !$0.completed } ?? false
            if !part.asked.isHold || !isLifted { note(.reasons, "part\(part.place) failed without a reason") }
        case let reason?: note(.reasons, "part\(part.place) failed for \(reason)")
        }
    }

    private mutating func checkFailure(of part: Part) {
        guard let kind = part.asked.kind, let failure = part.found.failureReason else { return }
        switch failure.name {
        case "nothingFollowed":
            if part.isLeaf, !part.isLater || part.hasValue {
                note(.reasons, "nothing had to follow before part\(part.place)")
            }
        case "didNotMove":
            if part.isLeaf, !part.isContested, !part.isLater { note(.reasons, "part\(part.place) needs no motion") }
        default:
            let kinds = FailureTable.entries[failure.name]?.kinds ?? []
            // A press whose end was held back, since it competes, falls with the rest of its sequence.
            let isWithheld = part.isContested && part.isOfSequence && part.isLost
            if part.isLeaf, !part.isLater, !isWithheld, !kinds.contains(kind) {
                note(.reasons, "\(failure.name) of a \(kind), part\(part.place)")
            }
        }
    }
}
