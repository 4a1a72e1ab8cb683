/// Whose request is handled next: users in turn, and the connections of a user in turn.
///
/// A user's turn lasts until its requests have cost a quantum. As long as the user has more of them, what the last one cost
/// beyond that is taken from the next turns, so that users with many or expensive requests get no more than others.
struct Turns {
    private struct User {
        let account: ObjectIdentifier
        var sessions: [ClientSession] = []
        /// What the user's requests have cost in this turn.
        var spent = Work.zero
    }

    /// The users with requests. The first has the turn.
    private var users: [User] = []

    static let quantum = Work(5000)

    var isEmpty: Bool { users.isEmpty }

    /// Adds a session that has a request to handle, after the others of its user. It must not be in the list.
    mutating func append(_ session: ClientSession) {
        session.isInTurns = true
        if let index = index(of: session) {
            users[index].sessions.append(session)
        } else {
            users.append(User(account: ObjectIdentifier(session.account.owner), sessions: [session]))
        }
    }

    /// Removes and returns the session whose request is handled next. ``finish(_:_:)`` follows.
    mutating func next() -> ClientSession? {
        guard !users.isEmpty else { return nil }
        while users[0].spent >= Turns.quantum {
            users[0].spent.units -= Turns.quantum.units
            users.append(users.removeFirst())
        }
        let session = users[0].sessions.removeFirst()
        session.isInTurns = false
        return session
    }

    /// Counts what the session's request has cost, and adds the session again if it has another.
    mutating func finish(_ session: ClientSession, _ cost: Work) {
        guard let index = index(of: session) else { return }
        users[index].spent += cost
        if session.isReady {
            session.isInTurns = true
            users[index].sessions.append(session)
        }
        if users[index].sessions.isEmpty { users.remove(at: index) }
    }

    mutating func remove(_ session: ClientSession) {
        guard session.isInTurns, let index = index(of: session) else { return }
        session.isInTurns = false
        users[index].sessions.removeAll { $0 === session }
        if users[index].sessions.isEmpty { users.remove(at: index) }
    }

    private func index(of session: ClientSession) -> Int? {
        users.firstIndex { $0.account == ObjectIdentifier(session.account.owner) }
    }
}
