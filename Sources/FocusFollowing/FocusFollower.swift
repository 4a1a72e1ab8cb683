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
    private var connection: FocusConnection?
    private var backoff = Backoff()
    private var nextAttempt = Timestamp(microseconds: 0)

    /// - Parameters:
    ///   - log: Receives messages for the user: gestured connects, disconnects or refuses a report.
    ///   - onChange: Receives the focus at the start and after each change, with or without gestured.
    public init(
        _ desktop: any Desktop, path: String = FocusFollower.defaultPath, table: ProcessTable = ProcessTable(),
        log: @escaping (String) -> Void = { _ in }, onChange: @escaping (Focus) -> Void = { _ in }
    ) {
        self.desktop = desktop
        self.path = path
        self.table = table
        self.log = log
        self.onChange = onChange
    }

    /// Returns gestured's message when another focus source of this user takes over; nil when `stop` becomes readable.
    ///
    /// - Throws: If the desktop ends the connection.
    public func run(until stop: Int32 = -1) throws(FocusFailure) -> String? {
        // The connection may have read the first answer already.
        try processDesktop()
        while true {
            connectIfDue()
            var polled = [desktop.descriptor, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if let connection { polled.append(connection.polled) }
            guard poll(&polled, nfds_t(polled.count), connection == nil ? millisecondsToAttempt : -1) > 0 else {
                continue
            }
            if polled[1].revents != 0 { return nil }
            if polled[0].revents != 0 { try processDesktop() }
            if polled.count > 2, polled[2].revents != 0, let message = processDaemon() { return message }
        }
    }

    private func processDesktop() throws(FocusFailure) {
        guard let focus = try desktop.process(), focus != self.focus else { return }
        self.focus = focus
        if case .unknown(let reason) = focus {
            log("\(desktop.name): \(reason); no app has the focus until it is reported")
        }
        onChange(focus)
        withConnection { (connection) throws(FocusFailure) in
            connection.conversation.setFocus(focus)
            try connection.send()
        }
    }

    /// - Returns: gestured's message if another focus source took over.
    private func processDaemon() -> String? {
        var replacement: String?
        withConnection { (connection) throws(FocusFailure) in
            for event in try connection.receive() {
                switch event {
                case .connected(let server): log("connected to \(server) at \(path)")
                case .accepted: backoff.reset()
                case .refused(let reason): log("gestured refused the focus: \(reason)")
                case .replaced(let message): replacement = message
                }
            }
            try connection.send()
        }
        return replacement
    }

    /// Rounded up, so that the last wait is not a busy one.
    private var millisecondsToAttempt: Int32 {
        Int32(clamping: max(0, (nextAttempt - MonotonicClock.now).count + 999) / 1000)
    }

    private func connectIfDue() {
        guard connection == nil, millisecondsToAttempt == 0 else { return }
        do {
            connection = try FocusConnection(path: path, FocusConversation(table: table, focus: focus))
        } catch {
            handleFailure(error)
        }
    }

    private func withConnection(_ work: (FocusConnection) throws(FocusFailure) -> Void) {
        guard let connection else { return }
        do {
            try work(connection)
        } catch {
            self.connection = nil
            handleFailure(error)
        }
    }

    /// Logs only the first failure in a row, so that a daemon that stays away does not fill the log.
    private func handleFailure(_ failure: FocusFailure) {
        if backoff.isReset { log("\(path): \(failure); reconnecting") }
        nextAttempt = MonotonicClock.now + backoff.nextDelay()
    }
}
