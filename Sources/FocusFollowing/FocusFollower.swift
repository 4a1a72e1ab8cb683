internal import Glibc
internal import GestureModel

/// Tells gestured who has the focus, for as long as the desktop does.
///
/// Waits for both in one poll(2) and wakes up for nothing else, but to look for a gestured that is not there: after 0.1 s,
/// twice as long after each failure, 5 s at most.
public final class FocusFollower {
    /// Where gestured listens for focus sources.
    public static let defaultPath = "/run/gestured/focus.sock"

    private let desktop: any Desktop
    private let path: String
    private let table: ProcessTable
    private let note: (String) -> Void
    private let moved: (Focus) -> Void
    private var focus: Focus?
    private var connection: FocusConnection?
    private var backOff = ReconnectionDelay()

    /// - Parameters:
    ///   - note: Takes sentences for people: gestured comes, goes, or refuses something.
    ///   - moved: Takes who has the focus, at first and after each change, whether gestured is there or not.
    public init(
        _ desktop: any Desktop, path: String = FocusFollower.defaultPath, table: ProcessTable = ProcessTable(),
        note: @escaping (String) -> Void = { _ in }, moved: @escaping (Focus) -> Void = { _ in }
    ) {
        self.desktop = desktop
        self.path = path
        self.table = table
        self.note = note
        self.moved = moved
    }

    /// Returns when another source of this user took over, with gestured's sentence about it.
    ///
    /// - Throws: where the desktop ended the connection.
    public func run() throws(DesktopFailure) -> String {
        // What its first answer needs may have been read already.
        try followDesktop()
        while true {
            connectIfDue()
            var polled = [pollfd(fd: desktop.descriptor, events: Int16(POLLIN), revents: 0)]
            if let connection { polled.append(connection.polled) }
            guard poll(&polled, nfds_t(polled.count), connection == nil ? backOff.remaining : -1) > 0 else { continue }
            if polled[0].revents != 0 { try followDesktop() }
            if polled.count > 1, polled[1].revents != 0, let sentence = hearDaemon() { return sentence }
        }
    }

    private func followDesktop() throws(DesktopFailure) {
        guard let focus = try desktop.process(), focus != self.focus else { return }
        self.focus = focus
        moved(focus)
        withConnection { (connection) throws(IPCFailure) in
            connection.conversation.follow(focus)
            try connection.report()
        }
    }

    /// - Returns: gestured's sentence, where another source took over.
    private func hearDaemon() -> String? {
        var sentence: String?
        withConnection { (connection) throws(IPCFailure) in
            for notice in try connection.receive() {
                switch notice {
                case .connected(let server): note("\(server) listens at \(path)")
                case .accepted: backOff.reset()
                case .refused(let reason): note("gestured refused: \(reason)")
                case .replaced(let message): sentence = message
                }
            }
            try connection.report()
        }
        return sentence
    }

    private func connectIfDue() {
        guard connection == nil, backOff.remaining == 0 else { return }
        do {
            connection = try FocusConnection(path: path, FocusConversation(table: table, focus: focus))
        } catch {
            lose(error)
        }
    }

    private func withConnection(_ work: (FocusConnection) throws(IPCFailure) -> Void) {
        guard let connection else { return }
        do {
            try work(connection)
        } catch {
            self.connection = nil
            lose(error)
        }
    }

    /// Each wait is longer than the one before, so that a daemon that stays away fills no log: only the first is told.
    private func lose(_ failure: IPCFailure) {
        if backOff.isFirst { note("\(path): \(failure); waiting for it") }
        backOff.fail()
    }
}
