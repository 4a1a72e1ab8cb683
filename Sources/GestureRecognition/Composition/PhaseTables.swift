package import GestureModel

/// SwiftUI's phase tables of two gestures; more than two are folded from the last to the first.
extension GestureExpression.Composition.Kind {
    package func phase(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch self {
        case .simultaneous: simultaneous(first, second)
        case .sequence: sequence(first, second)
        case .exclusive: exclusive(first, second)
        case .race: race(first, second)
        }
    }

    /// It ends when both are over, if only one of them succeeded.
    private func simultaneous(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch (first, second) {
        case (.active, _), (_, .active): .active
        case (.possible, _), (_, .possible): .possible
        case (.ended, _), (_, .ended): .ended
        case (.failed(let reason), .failed(let other)): .failed(explaining(reason, other))
        }
    }

    /// Active between the parts, too: SwiftUI's since iOS 18.
    private func sequence(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        guard case .ended = first else { return first }
        return second == .possible ? .active : second
    }

    /// The second's end waits until the first has failed.
    private func exclusive(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch (first, second) {
        case (.active, _), (.ended, _): first
        case (.possible, .active): .active
        case (.possible, _): .possible
        // The first may have displaced the second before it failed: its own failure is why there is no gesture.
        case (.failed(let reason), .failed(let other)): .failed(explaining(reason, other))
        case (.failed, _): second
        }
    }

    /// Once one has won, the others have failed.
    private func race(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch (first, second) {
        case (.ended, _), (_, .ended): .ended
        case (.active, _), (_, .active): .active
        case (.possible, _), (_, .possible): .possible
        case (.failed(let reason), .failed(let other)): .failed(explaining(reason, other))
        }
    }

    /// Of two failures the later part's, unless it does not describe what the contacts did.
    private func explaining(_ reason: CancellationReason?, _ other: CancellationReason?) -> CancellationReason? {
        if case .failed? = other { return other }
        if case .failed? = reason { return reason }
        return other ?? reason
    }
}
