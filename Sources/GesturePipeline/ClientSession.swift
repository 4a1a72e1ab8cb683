internal import GestureModel
internal import GestureProtocol

/// One connection: its requests that were not handled, its state, and its outbox.
public final class ClientSession {
    public enum Role: Hashable, Sendable {
        case subscriber
        /// Reports the focused window and the screen lock. It cannot subscribe.
        case focusSource
    }

    /// What the pipeline sends to the client. The connection writes it.
    public let outbox: Outbox

    /// nil for a client in the same process, which is trusted.
    private(set) var peer: Peer?
    public let role: Role
    let account: Account
    /// Sessions are numbered in the order in which they connected.
    let number: Int
    var framer: LineFramer
    /// In the order of their requests.
    var subscriptions: [Subscription] = []
    /// In the order of their requests.
    var contactSubscriptions: [ContactSubscription] = []
    /// True while the session waits for its turn.
    var isInTurns = false
    /// Bytes of an unfinished request that are charged.
    private var chargedBytes = 0
    /// The number of the last subscription. Numbers are not reused, so that a late `unsubscribe` cannot end another one.
    var lastSubscription = 0
    /// True once the client has closed its socket: no answer reaches it. Of what it sent before, only requests are handled
    /// whose effect does not end with the connection.
    public internal(set) var hasHungUp = false
    /// The cost of those requests.
    var lastWork = Work.zero
    /// True while a haptic or reload request is being carried out. Later requests wait until it is answered.
    var isAwaitingAnswer = false
    /// The times of the haptic requests of the last second, ascending.
    private var hapticTimes: [Timestamp] = []
    /// The access that was last sent; nil for a focus source.
    var lastSentAccess: Access?
    /// The number of the last gesture. Numbers are counted for each client, so that no client learns how many gestures
    /// others receive.
    @exclusivity(unchecked) private var lastGesture: UInt64 = 0

    // Focus sources only:

    /// True if this source reported the focus last.
    var reportsFocus = false
    /// Bytes of its reports that are charged: of the processes with the focus, and of the outputs.
    private var chargedReports = (focus: 0, outputs: 0)
    /// True if this source reported that the screen is locked.
    var reportsLock = false
    /// The subscribers' processes that were last sent.
    var lastSentSubscribers: [Int32]?

    init(_ peer: Peer?, _ role: Role, _ account: Account, _ outbox: Outbox, number: Int, lineLimit: Int) {
        self.peer = peer
        self.role = role
        self.account = account
        self.outbox = outbox
        self.number = number
        framer = LineFramer(limit: lineLimit)
    }

    /// The client's user; nil for a client in the same process.
    public var user: UInt32? { peer?.user }

    /// The process that connected; nil for a client in the same process, and after the process has ended.
    public var process: Int32? { peer.flatMap { $0.process == Peer.ended ? nil : $0.process } }

    /// Called when the process that connected has ended. The connection belongs to no app any more.
    func endProcess() { peer?.process = Peer.ended }

    /// About how many bytes of memory become free when the client leaves.
    public var footprint: Int {
        // Buffers grow with the requests of a client, also of one that retains nothing.
        let used = account.used
        return ClientSession.ownFootprint + used[.memory] + used[.recognisers] * 4096
            + min(Int(clamping: used.requests) * 1024, 128 * 1024)
    }

    /// The memory of a client without requests: its connection, and its buffers in both directions.
    private static let ownFootprint = 8 * 1024

    /// The user whose focus this source reports. Root reports for all users.
    var reportedUser: UInt32 { peer?.user ?? 0 }

    /// True if requests wait to be handled. The connection need not read more until they are.
    public var hasRequests: Bool { !outbox.isClosed && framer.hasNext }

    /// True if the next request can be handled.
    var isReady: Bool { hasRequests && !isAwaitingAnswer }

    /// Adds received bytes. If there is no memory for a request that has not ended, it is refused, and its rest ignored.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        framer.append(bytes)
        guard framer.unfinishedCount != chargedBytes, !chargeUnfinished() else { return }
        framer.skipUnfinishedLine()
        _ = chargeUnfinished()
    }

    /// Charges the memory of a report of the focus, instead of the last one.
    func chargeFocus(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedReports.focus, of: .memory)
        chargedReports.focus = bytes
    }

    /// Charges the memory of a report of outputs, instead of the last one.
    func chargeOutputs(_ bytes: Int) throws(RequestError) {
        try account.charge(bytes - chargedReports.outputs, of: .memory)
        chargedReports.outputs = bytes
    }

    /// Drops the requests that were not handled, also those still to come.
    func dropRequests() {
        framer = LineFramer(limit: framer.limit)
        _ = chargeUnfinished()
    }

    /// Returns false if a limit is exceeded, and sends the client the error.
    private func chargeUnfinished() -> Bool {
        do throws(RequestError) {
            try account.charge(framer.unfinishedCount - chargedBytes, of: .memory)
            chargedBytes = framer.unfinishedCount
            return true
        } catch {
            send(error)
            return false
        }
    }

    func nextGesture() -> UInt64 {
        lastGesture += 1
        return lastGesture
    }

    /// Returns false if the client made as many haptic requests as are allowed in a second.
    func countHapticRequest(at time: Timestamp, limit: Int) -> Bool {
        hapticTimes.removeAll { $0 + .seconds(1) <= time }
        guard hapticTimes.count < limit else { return false }
        hapticTimes.append(time)
        return true
    }

    func send(_ message: ServerMessage) { outbox.append { message.append(to: &$0) } }

    func send(_ message: FocusMessage) { outbox.append { message.append(to: &$0) } }

    /// Sends an error, and closes the session if the client cannot go on after it.
    func send(_ error: RequestError) {
        send(ServerMessage.error(ErrorMessage(error)))
        if error.code.closesConnection { outbox.close() }
    }
}
