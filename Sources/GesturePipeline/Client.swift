internal import GestureModel
internal import GestureProtocol

/// One connection: what it has asked for, and what waits to be sent to it.
struct Client: Sendable {
    var framer: LineFramer
    var outbox: Outbox
    /// Its subscriptions' numbers, ascending.
    var subscriptions: [Int] = []
    /// Numbers are not used again while the connection lasts, so that a late `unsubscribe` cannot hit another one.
    var lastSubscription = 0
    /// Nothing is read from it any more; it is cut when what waits is sent.
    var isClosing = false
    /// Its latest haptic request is not answered yet, and what it asked for after that waits.
    var isWaiting = false
    /// When it last asked for haptics, ascending; as many as count against the limit.
    var haptics: [Timestamp] = []
    /// Whether it is in the pipeline's list of clients with something to send.
    private var isPending = false

    var takesRequests: Bool { !isClosing && !isWaiting }

    init(_ limits: Limits) {
        framer = LineFramer(limit: limits.line)
        outbox = Outbox(limit: limits.outbox)
    }

    /// What became of a line that was to be sent.
    enum Queued {
        case no
        case yes
        /// It is queued, and what waits is more than the client may have waiting.
        case overrun
    }

    mutating func append(_ replaceable: Outbox.Replaceable?, _ write: (inout [UInt8]) -> Void) -> Queued {
        guard !isClosing else { return .no }
        outbox.append(replaceable, write)
        return outbox.isOverrun ? .overrun : .yes
    }

    /// Says whether it was not.
    mutating func beginPending() -> Bool {
        defer { isPending = true }
        return !isPending
    }

    /// Says whether it was.
    mutating func endPending() -> Bool {
        defer { isPending = false }
        return isPending
    }
}
