internal import GestureProtocol

/// The pending requests of one connection.
struct RequestQueue {
    /// The condition for handling the next request.
    enum Wait {
        case nothing
        /// The session's turn.
        case turn
        /// The answer to a haptic or reload request that is being carried out.
        case answer
    }

    /// Whether an answer can reach the client.
    private enum Client {
        case connected
        /// The client has closed its socket. Of its earlier requests, only those whose effect does not end with the
        /// connection are still handled, until they have cost what is left.
        case hungUp(left: Work)
    }

    var wait = Wait.nothing
    private var framer: LineFramer
    private let account: Account
    /// The charged bytes of an unfinished request.
    private var charged = 0
    private var client = Client.connected

    init(_ account: Account, lineLimit: Int) {
        self.account = account
        framer = LineFramer(limit: lineLimit)
    }

    /// True if a complete request has arrived.
    var hasNext: Bool { framer.hasNext }

    /// Adds received bytes. Ignores them if ``hasSpentLastTurn``.
    ///
    /// - Throws: `tooMuchMemory` if there is no memory for an incomplete request. The rest of that request is ignored.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
        guard !hasSpentLastTurn else { return }
        framer.append(bytes)
        do throws(RequestError) {
            try chargeUnfinished()
        } catch {
            framer.skipUnfinishedLine()
            try? chargeUnfinished()
            throw error
        }
    }

    mutating func next() -> LineFramer.Line? { framer.next() }

    private mutating func chargeUnfinished() throws(RequestError) {
        let count = framer.unfinishedCount
        guard count != charged else { return }
        try account.charge(count - charged, of: .memory)
        charged = count
    }

    // MARK: - A client that has closed its socket

    var hasHungUp: Bool { if case .hungUp = client { true } else { false } }

    /// True if the client has closed its socket, and its last turn is over.
    var hasSpentLastTurn: Bool { if case .hungUp(let left) = client { left <= .zero } else { false } }

    /// Called when the client has closed its socket.
    ///
    /// - Parameter lastTurn: The cost of requests after which the remaining ones are dropped.
    mutating func hangUp(_ lastTurn: Work) { if !hasHungUp { client = .hungUp(left: lastTurn) } }

    /// Counts the cost of a request if the client has closed its socket. When its last turn is over, the remaining
    /// requests are dropped.
    mutating func count(_ cost: Work) {
        guard case .hungUp(let left) = client else { return }
        client = .hungUp(left: left - cost)
        guard hasSpentLastTurn else { return }
        framer = LineFramer(limit: framer.limit)
        try? chargeUnfinished()
    }
}
