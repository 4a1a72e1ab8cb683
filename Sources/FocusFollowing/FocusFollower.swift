public import DesktopAccess
internal import Glibc
internal import GestureModel
internal import LinuxSupport

/// Reports the focused window to gestured, as long as the desktop runs.
///
/// One poll(2) waits for both connections. Without gestured, it also wakes up to reconnect: after 0.1 s, then twice as long
/// after each failure, at most 5 s.
public final class FocusFollower {
    /// gestured's socket for focus sources.
    public static let defaultPath = "/run/gestured/focus.sock"

    private let desktop: any Desktop
    private let path: String
    private let table: ProcessTable
    private let log: (String) -> Void
    private let onChange: (Focus) -> Void
    private var focus: Focus?
    private var outputs: OutputFollower
    private var outputsRetry: Timestamp?
    private var connection: FocusConnection?
    /// The last refusal since gestured accepted a report. gestured closes some connections with each.
    private var refusal: String?
    private var backoff = Backoff()
    private var nextAttempt = Timestamp(microseconds: 0)

    /// - Parameters:
    ///   - environment: Leads to the source of the desktop's outputs; nil if outputs are not reported.
    ///   - log: Receives messages for the user: gestured connects, disconnects or refuses a report.
    ///   - onChange: Receives the focus at the start and after each change, with or without gestured.
    public init(
        _ desktop: any Desktop, path: String = FocusFollower.defaultPath, table: ProcessTable = ProcessTable(),
        environment: [String: String]? = nil, log: @escaping (String) -> Void = { _ in },
        onChange: @escaping (Focus) -> Void = { _ in }
    ) {
        self.desktop = desktop
        self.path = path
        self.table = table
        self.log = log
        self.onChange = onChange
        outputs = OutputFollower(environment: environment, log: log)
    }

    /// Returns gestured's message when another focus source of this user takes over; nil when `stop` becomes readable.
    ///
    /// - Throws: If the desktop ends the connection.
    public func run(until stop: Int32 = -1) throws(DesktopFailure) -> String? {
        // The connection may have read the first answer already.
        try processDesktop()
        while true {
            connectIfDue()
            retryOutputsIfDue()
            let descriptors = [desktop.descriptor, stop, outputs.descriptor]
            var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if let connection { polled.append(connection.polled) }
            guard poll(&polled, nfds_t(polled.count), millisecondsToWait) > 0 else { continue }
            if polled[1].revents != 0 { return nil }
            if polled[0].revents != 0 { try processDesktop() }
            if polled[2].revents != 0 { processOutputs() }
            if polled.count > 3, polled[3].revents != 0, let message = processDaemon() { return message }
        }
    }

    private func processDesktop() throws(DesktopFailure) {
        let reported = try desktop.process()
        // A desktop that has restarted has new outputs, too.
        if outputs.connectIfNeeded(to: desktop) || outputs.update(desktop.devices) { processOutputs() }
        guard let focus = self.focus.update(reported) else { return }
        if case .unknown(let reason, _) = focus {
            log("\(desktop.name): \(reason); no app has the focus until it is reported")
        }
        onChange(focus)
        withConnection { $0.conversation.focus = focus }
    }

    private func processOutputs() {
        outputs.process()
        guard let layout = outputs.layout else { return }
        withConnection { $0.conversation.layout = layout }
    }

    private func retryOutputsIfDue() {
        guard let time = outputsRetry, time <= MonotonicClock.now else { return }
        outputsRetry = nil
        withConnection { $0.conversation.retryOutputs() }
    }

    /// - Returns: gestured's message if another focus source took over.
    private func processDaemon() -> String? {
        var replacement: String?
        withConnection { (connection) throws(DesktopFailure) in
            for event in try connection.receive() {
                switch event {
                case .connected(let server): log("connected to \(server) at \(path)")
                case .accepted:
                    backoff.reset()
                    refusal = nil
                case .outputsDelayed: outputsRetry = MonotonicClock.now + .milliseconds(1000)
                case .refused(let reason):
                    if reason != refusal { log("gestured refused a report: \(reason)") }
                    refusal = reason
                case .replaced(let message): replacement = message
                }
            }
        }
        return replacement
    }

    /// For poll(2): -1 if only a connection can change anything.
    private var millisecondsToWait: Int32 {
        let times = [connection == nil ? nextAttempt : nil, outputsRetry].compactMap { $0 }
        return times.min().map(milliseconds(until:)) ?? -1
    }

    /// Rounded up, so that the last wait is not a busy one.
    private func milliseconds(until time: Timestamp) -> Int32 {
        Int32(clamping: max(0, (time - MonotonicClock.now).count + 999) / 1000)
    }

    private func connectIfDue() {
        guard connection == nil, milliseconds(until: nextAttempt) == 0 else { return }
        do {
            connection = try FocusConnection(
                path: path, FocusConversation(table: table, focus: focus, layout: outputs.layout))
            outputsRetry = nil
        } catch {
            handleFailure(error)
        }
    }

    /// Runs `work` on the connection, and then sends the report that gestured needs now. Drops the connection if either
    /// fails.
    private func withConnection(_ work: (FocusConnection) throws(DesktopFailure) -> Void) {
        guard let connection else { return }
        do {
            try work(connection)
            try connection.send()
        } catch {
            self.connection = nil
            handleFailure(error)
        }
    }

    /// Logs only the first failure in a row, so that a daemon that stays away does not fill the log.
    private func handleFailure(_ failure: DesktopFailure) {
        if backoff.isReset { log("\(failure); reconnecting") }
        nextAttempt = MonotonicClock.now + backoff.nextDelay()
    }
}
