internal import GestureModel
internal import GestureProtocol

/// One connection: its pending requests, its state, and its outbox.
public final class ClientSession {
    public enum Role: Hashable, Sendable {
        case subscriber
        /// Reports the focused window, the outputs and the screen lock. It cannot subscribe.
        case focusSource
    }

    /// The lines that the connection writes to the client.
    public let outbox: Outbox

    /// nil for a client in the same process, which is trusted.
    private(set) var peer: Peer?
    public let role: Role
    let account: Account
    /// Sessions are numbered in the order in which they connected.
    let number: Int
    var requests: RequestQueue
    var subscriptions = SubscriptionList()
    /// The times of the haptic requests of the last second, ascending.
    private var hapticTimes: [Timestamp] = []
    /// The access that was last sent; nil for a focus source.
    var lastSentAccess: Access?
    /// The number of the latest gesture. Each client's gestures are numbered separately, so that no client learns how
    /// many gestures others receive.
    @exclusivity(unchecked) private var lastGesture: UInt64 = 0
    var contactNumbers = ContactNumbers()
    /// The reports of a focus source; empty for a subscriber.
    var report: FocusReport
    /// Returns false if the client has closed its socket. Called whenever the client's turn comes, because a connection
    /// that waits for its turn is not watched.
    public var isConnected: () -> Bool = { true }

    init(_ peer: Peer?, _ role: Role, _ account: Account, _ outbox: Outbox, number: Int, lineLimit: Int) {
        self.peer = peer
        self.role = role
        self.account = account
        self.outbox = outbox
        self.number = number
        requests = RequestQueue(account, lineLimit: lineLimit)
        report = FocusReport(account)
    }

    /// The client's user; nil for a client in the same process.
    public var user: UInt32? { peer?.user }

    /// The process that connected; nil for a client in the same process, and after the process has ended.
    public var process: Int32? { peer.flatMap { $0.process == Peer.ended ? nil : $0.process } }

    /// Replaces the process's number after the process has ended: the connection no longer belongs to an app.
    func endProcess() { peer?.process = Peer.ended }

    /// The approximate number of bytes that become free when the client leaves.
    public var footprint: Int {
        // Buffers grow with the number of a client's requests, even if the requests leave nothing in the daemon.
        let used = account.used
        return ClientSession.ownFootprint + used[.memory] + used[.recognisers] * 4096
            + min(Int(clamping: used.requests) * 1024, 128 * 1024)
    }

    /// The memory of a client without requests: its connection, and its buffers in both directions.
    private static let ownFootprint = 8 * 1024

    /// The user whose focus this source reports; 0 for a source of root or in the same process. The focus of user 0
    /// applies to every user without a report of their own.
    var reportedUser: UInt32 { peer?.user ?? 0 }

    /// True once ``Pipeline/noticeHangUp(of:)`` has found that the client has closed its socket, so that no answer
    /// reaches it.
    public var hasHungUp: Bool { requests.hasHungUp }

    /// True if further bytes of the client are ignored: it has closed its socket, and its last turn is over.
    public var ignoresBytes: Bool { requests.hasSpentLastTurn }

    /// True if requests wait to be handled. The connection need not read more until they are handled.
    public var hasRequests: Bool { !outbox.isClosed && requests.hasNext }

    /// True if the next request can be handled.
    var isReady: Bool { hasRequests && requests.wait != .answer }

    /// Adds received bytes. If there is no memory for an incomplete request, the request is refused and its rest
    /// ignored.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        do throws(RequestError) { try requests.append(bytes) } catch { send(error) }
    }

    func nextGesture() -> UInt64 {
        lastGesture += 1
        return lastGesture
    }

    /// Counts a haptic request. Returns false, without counting it, if the client has made `limit` requests within the
    /// last second.
    func countHapticRequest(at time: Timestamp, limit: Int) -> Bool {
        hapticTimes.removeAll { $0 + .seconds(1) <= time }
        guard hapticTimes.count < limit else { return false }
        hapticTimes.append(time)
        return true
    }

    func send(_ message: ServerMessage) { outbox.append { message.append(to: &$0) } }

    func send(_ message: FocusMessage) { outbox.append { message.append(to: &$0) } }

    /// Sends an error, and closes the session if the error requires it.
    func send(_ error: RequestError) {
        send(ServerMessage.error(ErrorMessage(error)))
        if error.code.closesConnection { outbox.close() }
    }
}
