/// Why a gesture that had begun was cancelled.
public enum CancellationReason: Hashable, Sendable {
    /// The device was unplugged or revoked, stopped answering, or was switched off (``TouchDevice/off``), or changed
    /// settings require that it is added again.
    case deviceLost
    /// The focus moved to another app or is no longer known, or changed rules no longer let the app receive the
    /// gesture.
    case focusChanged
    /// The active session of the device's seat changed or ended, or another virtual terminal became active.
    case sessionInactive
    /// The session was locked, as logind or a focus source reported.
    case locked
    /// The machine is about to sleep.
    case suspended
    /// The shell, or another program that may cancel gestures, cancelled those in progress. Also stands for reasons
    /// that only a newer daemon knows.
    case requested
    /// The kernel's buffer overran (SYN_DROPPED), or the device reported impossible data, so the motion of the fingers
    /// is not known.
    case resynchronised
    /// One of the gesture's contacts turned out to be a palm or a resting thumb, or, on a touchscreen, the double of
    /// another contact.
    case palm
    /// A pen came near the surface, so the touches may come from the hand that holds it.
    case penNear
    /// The touchscreen's output was turned, moved, scaled or removed, so positions or directions now have another
    /// meaning.
    case outputChanged
    /// The fingers did something else, by the recogniser's own rules.
    case failed(FailureReason)
    /// Another part of the composition won, or another subscriber claimed the fingers.
    case outcompeted
    /// The subscriber cancelled its subscription.
    case unsubscribed
    /// The subscriber read too slowly and is being disconnected.
    case overrun
    /// The daemon is stopping.
    case shutdown
    /// The connection ended: it was lost, the client closed it, or the subscriber sent a line that is too long.
    case disconnected

    /// The word on the wire.
    public var name: String {
        switch self {
        case .deviceLost: "deviceLost"
        case .focusChanged: "focusChanged"
        case .sessionInactive: "sessionInactive"
        case .locked: "locked"
        case .suspended: "suspended"
        case .requested: "requested"
        case .resynchronised: "resynchronised"
        case .palm: "palm"
        case .penNear: "penNear"
        case .outputChanged: "outputChanged"
        case .failed: "failed"
        case .outcompeted: "outcompeted"
        case .unsubscribed: "unsubscribed"
        case .overrun: "overrun"
        case .shutdown: "shutdown"
        case .disconnected: "disconnected"
        }
    }

    /// All reasons except ``failed(_:)``, which needs a failure.
    package static let named: [CancellationReason] = [
        .deviceLost, .focusChanged, .sessionInactive, .locked, .suspended, .requested, .resynchronised, .palm,
        .penNear, .outputChanged, .outcompeted, .unsubscribed, .overrun, .shutdown, .disconnected,
    ]

    /// The reason without those digits of a distance that would reveal positions of fingers.
    package var withholdingPositions: CancellationReason {
        if case .failed(let failure) = self { .failed(failure.withholdingPositions) } else { self }
    }
}
