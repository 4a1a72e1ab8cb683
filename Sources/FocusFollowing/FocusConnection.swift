internal import DesktopAccess
internal import GestureModel
internal import GestureProtocol
internal import SystemdSupport

/// A non-blocking connection to gestured's focus socket. A report is made only after the previous report has been sent,
/// and from the newest state, so reports do not queue up.
final class FocusConnection {
    var conversation: FocusConversation

    private let socket: DesktopSocket
    /// The unsent rest of a report.
    private var unsent: ArraySlice<UInt8> = []

    init(path: String, _ conversation: FocusConversation) throws(DesktopFailure) {
        socket = try DesktopSocket(path: path)
        self.conversation = conversation
    }

    var descriptor: Int32 { socket.descriptor }

    /// The events to wait for.
    var events: EventLoop.Events { unsent.isEmpty ? .readable : [.readable, .writable] }

    func receive() throws(DesktopFailure) -> [FocusConversation.Event] {
        try socket.receive { (bytes) throws(DesktopFailure) in try conversation.receive(bytes) } ?? []
    }

    /// Sends the reports that are due, until all are sent or gestured accepts no more bytes.
    func send() throws(DesktopFailure) {
        while true {
            if unsent.isEmpty {
                guard let request = conversation.dequeueRequest() else { return }
                unsent = request.encoded[...]
            }
            let count = try socket.send(unsent)
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
    }
}

/// The messages to and from gestured on one connection to its focus socket.
struct FocusConversation {
    /// Events for the follower and its log.
    enum Event: Hashable {
        case connected(server: String)
        /// gestured accepted a report, so the connection works.
        case accepted
        case refused(String)
        /// gestured refuses further changes of outputs for a second.
        case outputsDelayed
        /// Another focus source of this user took over.
        case replaced(String)
    }

    /// In bytes, enough for the pids of many thousand clients.
    private static let longestLine = 1 << 20
    /// In bytes. A longer name is not an app id (D-Bus names have at most 255 bytes), and could exceed gestured's limit
    /// for a line.
    private static let longestAppID = 255

    private var framer = LineFramer(limit: longestLine)
    private var subscribers: Subscribers
    /// nil until the desktop has reported it.
    var focus: DesktopFocus?
    /// nil if no outputs are known.
    var layout: OutputLayout?
    /// The devices that the desktop has disabled.
    var disabled: [DeviceFilter] = []
    private var lastSentDisabled: [DeviceFilter] = []
    /// True after gestured refused them because they changed too often.
    private var mustRepeatDisabled = false
    /// False for a daemon of an earlier version.
    private var takesDisabled = false
    private var lastSentOutputs: OutputStatement?
    /// True after gestured refused outputs, or disabled devices, because they changed too often, until ``retryOutputs()``.
    private var isDelayingOutputs = false
    /// True once gestured has sent the list of its subscribers. Until then there is nothing to report.
    private var knowsSubscribers = false
    /// True if gestured has sent the list of its subscribers since the last report. It then expects a report, even if
    /// nothing has changed.
    private var mustReport = false
    /// The focus that was last reported. The id is that of the last report of any kind.
    private var lastSent = FocusStatement(id: 0, processes: [])
    private var lastSentLock = false

    init(table: ProcessTable, focus: DesktopFocus?, layout: OutputLayout? = nil) {
        subscribers = Subscribers(table: table)
        self.focus = focus
        self.layout = layout
    }

    mutating func retryOutputs() {
        isDelayingOutputs = false
        lastSentOutputs = nil
        mustRepeatDisabled = true
    }

    mutating func receive(_ bytes: [UInt8]) throws(DesktopFailure) -> [Event] {
        bytes.withUnsafeBytes { framer.append($0) }
        var events: [Event] = []
        while let line = framer.next() {
            guard case .line(let line) = line else { throw DesktopFailure("line is too long") }
            guard let message = try? FocusMessage(line: Array(line)) else {
                throw DesktopFailure("invalid message: \(String(decoding: line.prefix(200), as: UTF8.self))")
            }
            if let event = try handle(message) { events.append(event) }
        }
        return events
    }

    private mutating func handle(_ message: FocusMessage) throws(DesktopFailure) -> Event? {
        switch message {
        case .hello(Hello.currentProtocol, let server, let capabilities):
            takesDisabled = capabilities.contains("disabled")
            return .connected(server: server)
        case .hello(let number, let server, _):
            throw DesktopFailure(
                "\(server) speaks protocol \(number); this program supports protocol \(Hello.currentProtocol): update "
                    + (number > Hello.currentProtocol ? "it" : "gestured"))
        case .subscribers(let processes):
            subscribers.replace(with: processes)
            (knowsSubscribers, mustReport) = (true, true)
            return nil
        case .ok: return .accepted
        case .error(let error) where error.errorCode == .replaced: return .replaced(error.message)
        case .error(let error) where error.errorCode == .tooManyOutputs:
            isDelayingOutputs = true
            return .outputsDelayed
        case .error(let error): return .refused("\(error.code): \(error.message)")
        case .unknown: return nil
        }
    }

    /// Returns the report that is due because of new outputs, other disabled devices, new subscribers, a new focus, a lock or an unlock; nil if
    /// nothing has changed, or if the daemon has not sent the list of its subscribers.
    mutating func dequeueRequest() -> FocusRequest? {
        guard knowsSubscribers else { return nil }
        // The outputs come before the focus, because the focus refers to the output of its window.
        if let outputs = dequeueOutputs() { return .outputs(outputs) }
        if let devices = dequeueDisabled() { return .disabled(id: lastSent.id, devices: devices) }
        guard let focus else { return nil }
        let isLocked = focus == .shell(.lockScreen)
        // The lock comes before the focus, so that the lock is the reason with which gestures are cancelled.
        if isLocked != lastSentLock {
            lastSentLock = isLocked
            lastSent.id += 1
            return .lock(id: lastSent.id, locked: isLocked)
        }
        var statement = FocusStatement(id: lastSent.id, processes: subscribers.belonging(to: focus))
        if case .window(let window) = focus {
            statement.app = window.app.flatMap { $0.utf8.count <= Self.longestAppID ? $0 : nil }
            statement.window = window.rectangle
            statement.output = window.output.flatMap { layout?.name(of: $0) }
        }
        guard mustReport || statement != lastSent else { return nil }
        mustReport = false
        statement.id += 1
        lastSent = statement
        return .focus(statement)
    }

    private mutating func dequeueDisabled() -> [DeviceFilter]? {
        guard takesDisabled, !isDelayingOutputs, disabled != lastSentDisabled || mustRepeatDisabled else { return nil }
        lastSent.id += 1
        (lastSentDisabled, mustRepeatDisabled) = (disabled, false)
        return disabled
    }

    private mutating func dequeueOutputs() -> OutputStatement? {
        guard !isDelayingOutputs, var statement = layout?.statement(lastSentOutputs?.id ?? 0),
            statement != lastSentOutputs
        else { return nil }
        lastSent.id += 1
        statement.id = lastSent.id
        lastSentOutputs = statement
        return statement
    }
}
