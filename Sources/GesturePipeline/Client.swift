internal import GestureModel
internal import GestureProtocol

/// One connection: what it has asked for, and what waits to be sent to it.
struct Client: Sendable {
    /// nil for whoever runs the pipeline.
    let peer: Peer?
    let role: Pipeline.Role
    /// The index of its user's account.
    let account: Int
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

    /// What it was last told that it may have; nil for a focus source.
    var access: Access?
    /// Whether what waits for it counts against its user: not what tells it that it is cut.
    var isCounted = true
    /// Of a focus source: it has told of the focus, and no newer one has.
    var tellsFocus = false
    /// Of a focus source: it says that the screen is locked.
    var locks = false
    /// Of a focus source: whom it can tell of.
    var toldSubscribers: [Int32]?

    var takesRequests: Bool { !isClosing && !isWaiting }

    init(_ peer: Peer?, _ role: Pipeline.Role, account: Int, _ limits: Limits) {
        self.peer = peer
        self.role = role
        self.account = account
        framer = LineFramer(limit: limits.line)
        outbox = Outbox(limit: limits.outbox)
    }

    /// What became of a line that was to be sent.
    enum Queued {
        case no
        /// What waits is so many bytes more; fewer where the line has replaced another.
        case yes(change: Int)
    }

    mutating func append(_ replaceable: Outbox.Replaceable?, _ write: (inout [UInt8]) -> Void) -> Queued {
        guard !isClosing else { return .no }
        let before = outbox.count
        outbox.append(replaceable, write)
        return .yes(change: outbox.count - before)
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
