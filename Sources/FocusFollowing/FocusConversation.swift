internal import GestureProtocol

/// What is said to gestured on one connection to its focus socket, and what it says. Bytes in, bytes out.
struct FocusConversation {
    /// What gestured said that whoever runs this must know.
    enum Notice: Hashable {
        case connected(server: String)
        /// It took what it was told: the connection is of use.
        case accepted
        case refused(String)
        /// Another source of this user took over.
        case replaced(String)
    }

    /// In bytes: the pids of many thousand clients.
    private static let longestLine = 1 << 20
    private static let knownProtocol = 1

    private var framer = LineFramer(limit: longestLine)
    private var subscribers: Subscribers
    private var focus: Focus?
    /// False until gestured has told who is there: there is nothing to answer before.
    private var isAsked = false
    private var mustAnswer = false
    private var told: FocusReport?
    private var lastID = 0

    init(table: ProcessTable, focus: Focus?) {
        subscribers = Subscribers(table: table)
        self.focus = focus
    }

    mutating func follow(_ focus: Focus) { self.focus = focus }

    mutating func receive(_ bytes: [UInt8]) throws(IPCFailure) -> [Notice] {
        bytes.withUnsafeBytes { framer.append($0) }
        var notices: [Notice] = []
        while let line = framer.next() {
            guard case .line(let line) = line else { throw IPCFailure("it sent a line without end") }
            if let notice = try take(FocusMessage(line: line)) { notices.append(notice) }
        }
        return notices
    }

    private mutating func take(_ message: FocusMessage) throws(IPCFailure) -> Notice? {
        switch message {
        case .hello(Self.knownProtocol, let server): return .connected(server: server)
        case .hello(let number, let server):
            throw IPCFailure("\(server) speaks protocol \(number); this source knows \(Self.knownProtocol)")
        case .subscribers(let processes):
            subscribers.replace(with: processes)
            (isAsked, mustAnswer) = (true, true)
            return nil
        case .ok: return .accepted
        case .error(_, "replaced", let message): return .replaced(message)
        case .error(_, let code, let message): return .refused("\(code): \(message)")
        case .unknown: return nil
        }
    }

    /// What gestured should be told now: the answer to its list of subscribers, or a change. nil where it knows.
    mutating func takeReport() throws(IPCFailure) -> [UInt8]? {
        guard isAsked, let focus else { return nil }
        var report = FocusReport(focus, processes: subscribers.belonging(to: focus))
        guard mustAnswer || report != told else { return nil }
        told = report
        mustAnswer = false
        lastID += 1
        report.id = lastID
        return try report.encoded()
    }
}
