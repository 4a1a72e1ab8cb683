/// Why a gesture that had begun will not end.
public enum CancellationReason: Hashable, Sendable {
    /// The device was unplugged, revoked, or stopped answering.
    case deviceLost
    /// The focus moved to another app, or nobody knows any more who has it.
    case focusChanged
    /// Another session became active on the device's seat, or another virtual terminal.
    case sessionInactive
    /// The session was locked.
    case locked
    /// The machine goes to sleep.
    case suspended
    /// The shell, or another program with the right to it, asked for the end of what is in progress.
    case requested
    /// The kernel's buffer overran (SYN_DROPPED), or the device says what no finger does: what the fingers did is not
    /// known.
    case resynchronised
    /// One of the gesture's fingers turned out to be a palm.
    case palm
    /// The recogniser itself gave up: the fingers did something else.
    case failed(FailureReason)
    /// Another part of the composition won, or another subscriber claimed the fingers.
    case outcompeted
    /// The subscriber took its subscription back.
    case unsubscribed
    /// The subscriber read too slowly and is being disconnected.
    case overrun
    /// The daemon is stopping.
    case shutdown
    /// The connection ends: the subscriber sent what cannot be read on from.
    case disconnected
    /// A reason that came after this client, by its word on the wire. Nothing in this package cancels with it.
    case other(String)

    /// The word that stands for it on the wire.
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
        case .failed: "failed"
        case .outcompeted: "outcompeted"
        case .unsubscribed: "unsubscribed"
        case .overrun: "overrun"
        case .shutdown: "shutdown"
        case .disconnected: "disconnected"
        case .other(let name): name
        }
    }
}
