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
    /// Whether it is in the pipeline's list of clients with something to send.
    var isPending = false

    init(_ limits: Limits) {
        framer = LineFramer(limit: limits.line)
        outbox = Outbox(limit: limits.outbox)
    }
}
