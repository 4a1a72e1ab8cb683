internal import GestureProtocol

/// The requests of one connection that were not handled.
struct RequestQueue {
    /// What the next request waits for.
    enum Wait {
        case nothing
        /// For the session's turn.
        case turn
        /// A haptic or reload request is being carried out: later requests wait until it is answered.
        case answer
    }

    /// Whether an answer can reach the client.
    private enum Client {
        case connected
        /// The client has closed its socket. Of what it sent before, only requests are handled whose effect does not end with
        /// the connection.
        case hungUp(spent: Work)
    }

    var wait = Wait.nothing
    private var framer: LineFramer
    private let account: Account
    /// Bytes of an unfinished request that are charged.
    private var charged = 0
    private var client = Client.connected

    init(_ account: Account, lineLimit: Int) {
        self.account = account
        framer = LineFramer(limit: lineLimit)
    }

    /// True if a whole request is there.
    var hasNext: Bool { framer.hasNext }

    /// Adds received bytes.
    ///
    /// - Throws: If there is no memory for a request that has not ended. Its rest is ignored.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
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

    mutating func hangUp() { if !hasHungUp { client = .hungUp(spent: .zero) } }

    /// Counts the cost of a request. A client that has closed may use one turn for its last ones; the others are dropped, also
    /// those still to come.
    mutating func count(_ cost: Work) {
        guard case .hungUp(let spent) = client else { return }
        client = .hungUp(spent: spent + cost)
        guard spent + cost >= .turn else { return }
        framer = LineFramer(limit: framer.limit)
        try? chargeUnfinished()
    }
}
