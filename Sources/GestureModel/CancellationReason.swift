/// Why a gesture that had begun was cancelled.
public enum CancellationReason: Hashable, Sendable {
    /// The device was unplugged, revoked or switched off (``TouchDevice/off``), or it stopped answering. Also if the
    /// daemon must add the device again because its settings have changed.
    case deviceLost
    /// The focus moved to another app, or is no longer known. Also if the daemon's access rules have changed, and the
    /// app may no longer receive the gesture.
    case focusChanged
    /// The active session of the device's seat changed or ended, or another virtual terminal became active.
    case sessionInactive
    /// The session was locked, as logind or a focus source reported.
    case locked
    /// The machine is about to sleep.
    case suspended
    /// The user has paused gestures.
    case paused
    /// The shell, or another program with that right, cancelled the gestures in progress, or the app disabled its
    /// recogniser. Also stands for reasons that only a newer daemon knows.
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
    /// Another part of the composition won, or another subscriber claimed the fingers. In a standard set: the fingers
    /// turned out to make another gesture. In an app's window: the compositor uses the fingers itself.
    case outcompeted
    /// The subscriber cancelled its subscription.
    case unsubscribed
    /// The subscriber read too slowly. The daemon then closes the connection; the Swift client ends only the app's
    /// sequence of events.
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
        case .paused: "paused"
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
        .deviceLost, .focusChanged, .sessionInactive, .locked, .suspended, .paused, .requested, .resynchronised,
        .palm, .penNear, .outputChanged, .outcompeted, .unsubscribed, .overrun, .shutdown, .disconnected,
    ]

    /// The reason without the distance or the speed of one finger.
    package var withholdingPath: CancellationReason {
        if case .failed(let failure) = self { .failed(failure.withholdingPath) } else { self }
    }

    /// The reason without those digits of a distance that would reveal positions of fingers.
    package var withholdingPositions: CancellationReason {
        if case .failed(let failure) = self { .failed(failure.withholdingPositions) } else { self }
    }
}
