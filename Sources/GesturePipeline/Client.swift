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
    /// How much of what waits for it is in its user's account.
    var accounted = 0
    /// The number of the last gesture it was told of. Each client counts its own: of what others are told it learns
    /// nothing, not even how much.
    private(set) var lastGesture: UInt64 = 0
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

    /// What a line that was queued brings with it.
    struct Queued {
        /// The client joins the pipeline's list of those with something to send.
        let isFirst: Bool
        /// What waits is more than the client may have waiting.
        let isOverrun: Bool
    }

    /// Nil where the client is sent nothing any more.
    mutating func append(_ replaceable: Outbox.Replaceable?, _ write: (inout [UInt8]) -> Void) -> Queued? {
        guard !isClosing else { return nil }
        outbox.append(replaceable, write)
        return Queued(isFirst: beginPending(), isOverrun: outbox.isOverrun)
    }

    mutating func flush(_ write: (UnsafeRawBufferPointer) -> Int) -> Pipeline.Flushed {
        outbox.flush(write)
        return Pipeline.Flushed(hasOutput: !outbox.isEmpty, isClosing: isClosing, wasSlow: accounted > 0)
    }

    mutating func nextGesture() -> UInt64 {
        lastGesture += 1
        return lastGesture
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
