internal import GesturePipeline

/// The access that docs/PROTOCOL.md grants. It receives the same events as the pipeline and shares no code with it.
struct ExpectedAccess {
    /// A client that reports the focus and whether the screen is locked.
    private struct Source {
        let number: Int
        let user: UInt32
        var reportsFocus = false
        var isLocked = false
    }

    private enum Focus {
        case known([Int32])
        case lost
    }

    var seats: [Seat]?
    var isAsleep = false
    let rules: AccessRules
    private var sources: [Source] = []
    private var focus: [UInt32: Focus] = [:]

    init(rules: AccessRules) { self.rules = rules }

    // MARK: - Focus sources

    mutating func open(_ number: Int, _ user: TestUser) {
        sources.append(Source(number: number, user: user.peer?.user ?? 0))
    }

    /// A user's newest source replaces the others.
    mutating func handle(_ number: Int, _ processes: [Int32]) {
        guard let user = sources.first(where: { $0.number == number })?.user else { return }
        for index in sources.indices where sources[index].user == user {
            sources[index].reportsFocus = sources[index].number == number
        }
        focus[user] = .known(processes)
    }

    mutating func lock(_ number: Int, _ isLocked: Bool) {
        for index in sources.indices where sources[index].number == number { sources[index].isLocked = isLocked }
    }

    mutating func close(_ number: Int) {
        guard let index = sources.firstIndex(where: { $0.number == number }) else { return }
        let gone = sources.remove(at: index)
        if gone.reportsFocus { focus[gone.user] = .lost }
    }

    // MARK: - Access

    func access(of user: TestUser) -> ReportedAccess {
        ReportedAccess(
            session: session(of: user), seats: received(by: user), focus: focusState(of: user),
            positions: receivesPositions(user) ? "granted" : "withheld")
    }

    private func received(by user: TestUser) -> [String] {
        guard let seats else { return ["seat0"] }
        return seats.filter { user.isTrusted || $0.user == user.peer?.user }.map(\.name)
    }

    private func session(of user: TestUser) -> String {
        if isAsleep { return "suspended" }
        let word = seats == nil ? "unmanaged" : "active"
        // A trusted user is active even without any seat.
        if user.isTrusted { return word }
        if sources.contains(where: { $0.isLocked && $0.user == user.peer?.user }), !received(by: user).isEmpty {
            return "locked"
        }
        guard let seats else { return word }
        let own = seats.filter { $0.user == user.peer?.user }
        return own.isEmpty ? "inactive" : own.allSatisfy(\.isLocked) ? "locked" : word
    }

    /// By the user's own source, otherwise root's.
    private func focusState(of user: TestUser) -> String {
        guard let peer = user.peer else { return "unknown" }
        switch focus[peer.user] ?? focus[0] {
        case nil: return "unknown"
        case .lost: return "lost"
        case .known(let processes): return processes.contains(peer.process) ? "focused" : "unfocused"
        }
    }

    private func receivesPositions(_ user: TestUser) -> Bool {
        user.isTrusted || rules.positions == .session || focusState(of: user) == "focused"
            || rules.grants.contains { grant in
                grant.positions && grant.group.map { user.peer?.groups.contains($0) ?? false } ?? false
            }
    }
}
