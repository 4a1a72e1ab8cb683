/// Why a gesture that had begun will not end.
public enum CancellationReason: Hashable, Sendable {
    /// The device was unplugged, revoked, stopped answering, or was switched off (``TouchDevice/off``).
    case deviceLost
    /// The focus moved to another app, or is not known any more.
    case focusChanged
    /// Another session became active on the device's seat, or another virtual terminal.
    case sessionInactive
    /// The session was locked.
    case locked
    /// The machine is about to sleep.
    case suspended
    /// The shell, or another program with the right to it, cancelled the gestures in progress. Also stands for a reason
    /// that only a newer daemon has.
    case requested
    /// The kernel's buffer overran (SYN_DROPPED), or the device reported impossible data: what the fingers did is not
    /// known.
    case resynchronised
    /// One of the gesture's contacts turned out to be a palm.
    case palm
    /// A pen came near the surface, so that the touches may be those of the hand that holds it.
    case penNear
    /// The output that the touchscreen belongs to was turned, moved, scaled or taken away, so that directions mean something
    /// else now.
    case outputChanged
    /// The recogniser itself gave up: the fingers did something else.
    case failed(FailureReason)
    /// Another part of the composition won, or another subscriber claimed the fingers.
    case outcompeted
    /// The subscriber cancelled its subscription.
    case unsubscribed
    /// The subscriber read too slowly and is being disconnected.
    case overrun
    /// The daemon is stopping.
    case shutdown
    /// The connection ends: the rest of what the subscriber sent cannot be read.
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

    /// All but ``failed(_:)``, which needs a failure.
    package static let named: [CancellationReason] = [
        .deviceLost, .focusChanged, .sessionInactive, .locked, .suspended, .requested, .resynchronised, .palm,
        .penNear, .outputChanged, .outcompeted, .unsubscribed, .overrun, .shutdown, .disconnected,
    ]

    /// The reason without the digits of a distance that would reveal positions of fingers.
    package var withholdingPositions: CancellationReason {
        if case .failed(let failure) = self { .failed(failure.withholdingPositions) } else { self }
    }
}
