internal import GestureProtocol

/// What a focus source has reported, and the memory that its reports use.
struct FocusReport {
    private let account: Account
    private var chargedFocus = 0
    private var chargedOutputs = 0
    /// True if no other source has reported its user's focus since this one did.
    var isLatest = false
    /// True if this source reported that the screen is locked.
    var isLocked = false
    /// The subscribers' processes that were last sent to the source.
    private var lastSentProcesses: [Int32]?

    init(_ account: Account) { self.account = account }

    /// Charges the memory of the processes with the focus, which replace those of the last report.
    mutating func chargeFocus(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedFocus, of: .memory)
        chargedFocus = bytes
    }

    /// Charges the memory of the outputs, which replace those of the last report.
    mutating func chargeOutputs(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedOutputs, of: .memory)
        chargedOutputs = bytes
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
