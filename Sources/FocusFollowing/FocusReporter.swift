internal import DesktopAccess
internal import GestureModel
internal import LinuxSupport
internal import SystemdSupport

/// Reports the focus and the outputs to gestured. Without a connection, it retries after 0.1 s. Each failure doubles
/// the delay, up to 5 s.
final class FocusReporter {
    /// Receives gestured's message when another focus source of this user takes over.
    var onReplaced: (String) -> Void = { _ in }

    private let path: String
    private let table: ProcessTable
    private let loop: EventLoop
    private let log: (String) -> Void
    private var focus: DesktopFocus?
    private var layout: OutputLayout?
    private var disabled: [DeviceFilter] = []
    private var state = State.disconnected
    private var backoff = Backoff()
    /// Fires when it is time to reconnect.
    private var connectionTimer: EventLoop.Source?
    /// Repeats outputs that gestured has refused because they changed too often.
    private var outputsTimer: EventLoop.Source?
    /// The last refusal since gestured accepted a report. The same refusal is not logged again, even on a new
    /// connection, because some refusals close the connection.
    private var refusal: String?

    private enum State {
        case disconnected
        case connected(FocusConnection, EventLoop.Source)
    }

    private static let outputsDelay = Microseconds.milliseconds(1000)

    init(
        to path: String, table: ProcessTable, on loop: EventLoop, log: @escaping (String) -> Void
    ) throws(SystemError) {
        (self.path, self.table, self.loop, self.log) = (path, table, loop, log)
        connectionTimer = try loop.makeTimer { [unowned self] in connect() }
        outputsTimer = try loop.makeTimer { [unowned self] in withConnection { $0.conversation.retryOutputs() } }
    }

    deinit { disconnect() }

    func connect() {
        do {
            var conversation = FocusConversation(table: table, focus: focus, layout: layout)
            conversation.disabled = disabled
            let connection = try FocusConnection(path: path, conversation)
            let source = try loop.watch(connection.descriptor, for: connection.events) { [unowned self] _ in
                withConnection(receive)
            }
            state = .connected(connection, source)
        } catch {
            fail("\(error)")
        }
    }

    func report(_ focus: DesktopFocus) {
        self.focus = focus
        withConnection { $0.conversation.focus = focus }
    }

    func report(_ layout: OutputLayout) {
        self.layout = layout
        withConnection { $0.conversation.layout = layout }
    }

    func report(disabled: [DeviceFilter]) {
        self.disabled = disabled
        withConnection { $0.conversation.disabled = disabled }
    }

    /// Runs `work` on the connection, and then sends the reports that are due. If either fails, disconnects, and
    /// reconnects later. Does nothing without a connection.
    private func withConnection(_ work: (FocusConnection) throws(DesktopFailure) -> Void) {
        guard case .connected(let connection, let source) = state else { return }
        do {
            try work(connection)
            try connection.send()
            source.watch(connection.events)
        } catch {
            fail("\(error)")
        }
    }

    private func receive(from connection: FocusConnection) throws(DesktopFailure) {
        for event in try connection.receive() {
            switch event {
            case .connected(let server): log("connected to \(server) at \(path)")
            case .accepted:
                backoff.reset()
                refusal = nil
            case .outputsDelayed: outputsTimer?.fire(at: MonotonicClock.now + Self.outputsDelay)
            case .refused(let reason):
                if reason != refusal { log("gestured refused a report: \(reason)") }
                refusal = reason
            case .replaced(let message): onReplaced(message)
            }
        }
    }

    /// Disconnects, and reconnects later. Logs only the first failure in a row, so that a missing daemon does not fill
    /// the log.
    private func fail(_ reason: String) {
        disconnect()
        if backoff.isReset { log("\(reason); reconnecting") }
        connectionTimer?.fire(at: MonotonicClock.now + backoff.nextDelay())
    }

    /// Closes the connection, if there is one. The loop stops watching first, because another descriptor may get the
    /// same number.
    private func disconnect() {
        if case .connected(_, let source) = state { source.isEnabled = false }
        state = .disconnected
    }
}
