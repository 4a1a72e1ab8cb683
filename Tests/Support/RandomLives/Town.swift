internal import GesturePipeline
internal import ShadowModel

/// Who may have what, by the words of docs/PROTOCOL.md: it was told what the pipeline was, and has nothing else of it.
struct Town {
    /// One that tells who has the focus, and whether the screen is locked.
    private struct Source {
        let number: Int
        let user: UInt32
        var tells = false
        var locks = false
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

    mutating func open(_ number: Int, _ citizen: Citizen) {
        sources.append(Source(number: number, user: citizen.peer?.user ?? 0))
    }

    /// The newest of a user's takes over.
    mutating func tell(_ number: Int, _ processes: [Int32]) {
        guard let user = sources.first(where: { $0.number == number })?.user else { return }
        for index in sources.indices where sources[index].user == user {
            sources[index].tells = sources[index].number == number
        }
        focus[user] = .known(processes)
    }

    mutating func lock(_ number: Int, _ isLocked: Bool) {
        for index in sources.indices where sources[index].number == number { sources[index].locks = isLocked }
    }

    mutating func close(_ number: Int) {
        guard let index = sources.firstIndex(where: { $0.number == number }) else { return }
        let gone = sources.remove(at: index)
        if gone.tells { focus[gone.user] = .lost }
    }

    // MARK: - Access

    func access(of citizen: Citizen) -> AccessWords {
        AccessWords(
            session: session(of: citizen), seats: heard(by: citizen), focus: focusWord(of: citizen),
            positions: knowsPlaces(citizen) ? "granted" : "withheld")
    }

    private func heard(by citizen: Citizen) -> [String] {
        guard let seats else { return ["seat0"] }
        return seats.filter { citizen.isTrusted || $0.user == citizen.peer?.user }.map(\.name)
    }

    private func session(of citizen: Citizen) -> String {
        if isAsleep { return "suspended" }
        let word = seats == nil ? "unmanaged" : "active"
        // Where there is no seat at all, whoever needs nobody's leave is active all the same.
        if citizen.isTrusted { return word }
        if sources.contains(where: { $0.locks && $0.user == citizen.peer?.user }), !heard(by: citizen).isEmpty {
            return "locked"
        }
        guard let seats else { return word }
        let own = seats.filter { $0.user == citizen.peer?.user }
        return own.isEmpty ? "inactive" : own.allSatisfy(\.isLocked) ? "locked" : word
    }

    /// A user's own source, or else root's.
    private func focusWord(of citizen: Citizen) -> String {
        guard let peer = citizen.peer else { return "unknown" }
        switch focus[peer.user] ?? focus[0] {
        case nil: return "unknown"
        case .lost: return "lost"
        case .known(let processes): return processes.contains(peer.process) ? "focused" : "unfocused"
        }
    }

    private func knowsPlaces(_ citizen: Citizen) -> Bool {
        citizen.isTrusted || rules.positions == .session || focusWord(of: citizen) == "focused"
            || rules.grants.contains { grant in
                grant.positions && grant.group.map { citizen.peer?.groups.contains($0) ?? false } ?? false
            }
    }
}
