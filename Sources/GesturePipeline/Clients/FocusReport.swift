internal import GestureModel
internal import GestureProtocol

/// What a focus source has reported, and the memory that its reports use.
struct FocusReport {
    private let account: Account
    private var chargedFocus = 0
    private var chargedOutputs = 0
    /// The devices that the source reports as disabled.
    private(set) var disabled = DisabledDevices()
    /// True if the latest report of its user's focus came from this source.
    var isLatest = false
    /// True if this source reported that the screen is locked.
    var isLocked = false
    /// The subscribers' processes that were last sent to the source.
    private var lastSentProcesses: [Int32]?

    init(_ account: Account) { self.account = account }

    /// Charges the account for the memory of the processes with the focus, instead of those of the last report.
    mutating func chargeFocus(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedFocus, of: .memory)
        chargedFocus = bytes
    }

    /// Charges the account for the memory of the outputs, instead of those of the last report.
    mutating func chargeOutputs(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedOutputs, of: .memory)
        chargedOutputs = bytes
    }

    /// Replaces the devices that the desktop has disabled, and charges the account for them.
    ///
    /// - Returns: True if they have changed.
    mutating func setDisabled(_ devices: [DeviceFilter], at time: Timestamp) throws(RequestError) -> Bool {
        guard devices != disabled.devices else { return false }
        var next = disabled
        try next.replace(with: devices, at: time)
        try account.charge(next.memory - disabled.memory, of: .memory)
        disabled = next
        return true
    }

    /// Records the subscribers' processes that are sent to the source.
    ///
    /// - Returns: False if the source already has them.
    mutating func setProcesses(_ processes: [Int32]) -> Bool {
        guard lastSentProcesses != processes else { return false }
        lastSentProcesses = processes
        return true
    }
}

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

    /// Returns the processes whose focus a source of this user can report, ascending. A source of root reports for all
    /// users.
    func processes(of user: UInt32) -> [Int32] {
        let processes = user == 0 ? connections.values.flatMap(\.keys) : Array(connections[user, default: [:]].keys)
        return Set(processes).sorted()
    }
}
