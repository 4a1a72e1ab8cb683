internal import GestureModel

/// For clients that may not know where fingers are: the last digits of a distance depend on the places it was measured
/// between, and would tell them apart. With three decimals, as values have, they tell the distance alone.
extension FailureReason {
    var blurred: FailureReason {
        switch self {
        case .movedTooFar(let distance, let limit): .movedTooFar(by: distance.blurred, limit: limit)
        case .movedTooLittle(let distance, let limit): .movedTooLittle(by: distance.blurred, limit: limit)
        case .tooSlow(let speed, let limit): .tooSlow(speed.blurred, limit: limit)
        case .startedFarFromEdge(let distance, let limit): .startedFarFromEdge(by: distance.blurred, limit: limit)
        case .deformedTooLittle(let distance, let limit): .deformedTooLittle(by: distance.blurred, limit: limit)
        case .scaledTooLittle(let delta, let limit): .scaledTooLittle(by: delta.blurred, limit: limit)
        case .turnedTooLittle(let angle, let limit): .turnedTooLittle(by: angle.blurred, limit: limit)
        case .wrongDirection, .heldTooLong, .liftedEarly, .tooManyFingers, .tooFewFingers, .tooFewTaps, .didNotMove,
            .nothingFollowed, .clicked, .other:
            self
        }
    }
}

extension CancellationReason {
    var blurred: CancellationReason {
        if case .failed(let failure) = self { .failed(failure.blurred) } else { self }
    }
}

extension Finding {
    /// Its sentence, too, has the digits that its numbers have.
    var blurred: Finding {
        guard case .lost(let reason) = outcome else { return self }
        var finding = self
        finding.outcome = .lost(reason.blurred)
        return finding
    }
}

extension Double {
    fileprivate var blurred: Double { (self * 1000).rounded() / 1000 }
}
