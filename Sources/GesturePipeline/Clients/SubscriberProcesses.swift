/// The processes of subscribers, by user. Focus sources report which of them have the focus.
struct SubscriberProcesses {
    /// The number of connections of each process of a user.
    private var connections: [UInt32: [Int32: Int]] = [:]

    /// Counts a connection.
    ///
    /// - Returns: True if it is the first of its process.
    mutating func add(_ peer: Peer) -> Bool {
        connections[peer.user, default: [:]][peer.process, default: 0] += 1
        return connections[peer.user]?[peer.process] == 1
    }

    /// Counts a connection that has ended.
    ///
    /// - Returns: True if it was the last of its process.
    mutating func remove(_ peer: Peer) -> Bool {
        guard let count = connections[peer.user]?[peer.process] else { return false }
        connections[peer.user]?[peer.process] = count > 1 ? count - 1 : nil
        if connections[peer.user]?.isEmpty == true { connections[peer.user] = nil }
        return count == 1
    }

    func hasConnections(ofUser user: UInt32) -> Bool { connections[user] != nil }

    /// The processes whose focus a source of this user can report, ascending. A source of root reports for all users.
    func processes(of user: UInt32) -> [Int32] {
        let processes = user == 0 ? connections.values.flatMap(\.keys) : Array(connections[user, default: [:]].keys)
        return Set(processes).sorted()
    }
}
