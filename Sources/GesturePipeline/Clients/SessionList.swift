internal import GestureProtocol

/// The connections of all clients: their order, their limits, and their turns.
struct SessionList {
    /// In the order in which they connected.
    private(set) var all: [ClientSession] = []
    /// The number of the last session.
    private var lastNumber = 0
    /// The number of sessions that are focus sources.
    private var sourceCount = 0
    private let accounts: Accounts
    private(set) var limits: Limits
    var turns = Turns()
    let overruns = OverrunList()

    init(_ limits: Limits) {
        self.limits = limits
        accounts = Accounts(limits)
    }

    /// The users with a connection, in the order in which they connected.
    var users: [Account] { accounts.users }

    /// Adds a connection. The cost does not depend on the number of connections.
    ///
    /// - Parameter isReserved: True for a user who can connect regardless of the number of other users.
    /// - Throws: `tooManyClients`.
    mutating func open(
        _ peer: Peer?, as role: ClientSession.Role, isReserved: Bool
    ) throws(RequestError) -> ClientSession {
        let account = try accounts.open(peer?.user, isReserved: isReserved)
        lastNumber += 1
        let session = ClientSession(
            peer, role, account, Outbox(account, overruns: overruns), number: lastNumber, lineLimit: limits.line)
        all.append(session)
        if role == .focusSource { sourceCount += 1 }
        return session
    }

    func contains(_ session: ClientSession) -> Bool { index(of: session) != nil }

    /// Removes a connection, and releases all that it has used.
    mutating func close(_ session: ClientSession) {
        guard let index = index(of: session) else { return }
        session.outbox.close()
        overruns.remove(session.outbox)
        turns.remove(session)
        accounts.close(session.account)
        all.remove(at: index)
        if session.role == .focusSource { sourceCount -= 1 }
    }

    /// Searches in logarithmic time, because the sessions are in the order of their numbers.
    private func index(of session: ClientSession) -> Int? {
        let index = all.partitionIndex { $0.number < session.number }
        return index < all.count && all[index] === session ? index : nil
    }

    /// Applies other limits. Amounts that are already used are kept, even beyond the new limits.
    mutating func setLimits(_ limits: Limits) {
        self.limits = limits
        accounts.setLimits(limits, connections: all.map(\.account))
        for session in all { session.outbox.updateLimit() }
    }

    /// Returns the focus sources of a user.
    ///
    /// - Parameter work: Counts the search.
    func sources(of user: UInt32, _ work: inout Work) -> [ClientSession] {
        guard sourceCount > 0 else { return [] }
        work += all.count * .scan
        return all.filter { $0.role == .focusSource && $0.reportedUser == user }
    }
}
