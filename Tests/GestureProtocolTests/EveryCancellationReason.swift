import GestureModel

extension CancellationReason {
    /// All that the daemon has; a new one does not compile before it is in this chain.
    static var every: [CancellationReason] {
        Array(sequence(first: .deviceLost) { $0.next })
    }

    private var next: CancellationReason? {
        switch self {
        case .deviceLost: .focusChanged
        case .focusChanged: .sessionInactive
        case .sessionInactive: .locked
        case .locked: .suspended
        case .suspended: .paused
        case .paused: .requested
        case .requested: .resynchronised
        case .resynchronised: .palm
        case .palm: .penNear
        case .penNear: .outputChanged
        case .outputChanged: .failed(.movedTooFar(by: 14.2, limit: 10))
        case .failed: .outcompeted
        case .outcompeted: .unsubscribed
        case .unsubscribed: .overrun
        case .overrun: .shutdown
        case .shutdown: .disconnected
        case .disconnected: nil
        }
    }
}
