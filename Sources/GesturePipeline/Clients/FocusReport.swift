internal import GestureProtocol

/// What a focus source has reported, and the memory that its reports use.
struct FocusReport {
    private let account: Account
    private var chargedFocus = 0
    private var chargedOutputs = 0
    /// True if this source reported its user's focus last.
    var isLatest = false
    /// True if this source reported that the screen is locked.
    var isLocked = false
    /// The subscribers' processes that the source was last sent.
    private var lastSentProcesses: [Int32]?

    init(_ account: Account) { self.account = account }

    /// Charges the memory of the processes with the focus, instead of those of the last report.
    mutating func chargeFocus(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedFocus, of: .memory)
        chargedFocus = bytes
    }

    /// Charges the memory of the outputs, instead of those of the last report.
    mutating func chargeOutputs(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedOutputs, of: .memory)
        chargedOutputs = bytes
    }

    /// Records the subscribers' processes that the source knows from now on.
    ///
    /// - Returns: False if it knew them.
    mutating func setProcesses(_ processes: [Int32]) -> Bool {
        guard lastSentProcesses != processes else { return false }
        lastSentProcesses = processes
        return true
    }
}
