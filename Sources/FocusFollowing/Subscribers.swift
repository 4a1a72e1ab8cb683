internal import GestureModel

/// The client processes of gestured, and the windows to which they belong.
///
/// A process belongs to a window if the process or any of its ancestors shows the window. Examples are the child of an
/// app and a program in a terminal. If the desktop does not report the window's process, or reports the X server, the
/// name of the app is compared with the names of the process and its ancestors. The desktop's own process is an
/// ancestor of every app, but this has no effect, because it shows no windows. A process that left its ancestors, such
/// as a program in tmux, belongs to no window.
public struct Subscribers {
    private struct SubscriberProcess: Hashable {
        var process: Int32
        /// Read when gestured's list first contained the process; nil if the process had exited by then.
        var status: ProcessTable.Entry?
    }

    private typealias Ancestor = (process: Int32, status: ProcessTable.Entry)

    /// More ancestors than any process has. The limit ends a cycle of reused pids.
    private static let mostAncestors = 256

    private let table: ProcessTable
    private var subscribers: [SubscriberProcess] = []

    public init(table: ProcessTable = ProcessTable()) { self.table = table }

    /// Replaces the list with a new list from gestured. A pid that was in the old list still denotes the same process.
    public mutating func replace(with processes: [Int32]) {
        subscribers = processes.map { process in
            subscribers.first { $0.process == process }
                ?? SubscriberProcess(process: process, status: table.status(process))
        }
    }

    /// Returns the processes that belong to the focused window, in gestured's order.
    public func belonging(to focus: DesktopFocus) -> [Int32] {
        guard case .window(let window) = focus else { return [] }
        return subscribers.filter { belongs($0, window) }.map(\.process)
    }

    private func belongs(_ subscriber: SubscriberProcess, _ window: FocusedWindow) -> Bool {
        let line = ancestry(of: subscriber)
        if let process = window.process, process > 1, !isXServer(process) {
            return line.contains { $0.process == process }
        }
        guard let app = window.app.map(AppID.init) else { return false }
        return line.contains { names(of: $0).contains { app.matches($0) } }
    }

    /// True for the process that shows the X11 windows of all apps on a Wayland desktop.
    private func isXServer(_ process: Int32) -> Bool {
        let name = table.status(process)?.name.exact
        return name == "Xwayland" || name == "xwayland-satell"
    }

    /// Returns the process, its parent, and so on, without process 1. Empty if the process has exited. Also empty if
    /// the process has executed another program: before that, it may have passed its connection to any other process.
    private func ancestry(of subscriber: SubscriberProcess) -> [Ancestor] {
        guard let status = subscriber.status, let own = table.status(subscriber.process), own.start == status.start,
            own.stack == status.stack
        else { return [] }
        var line = [(process: subscriber.process, status: own)]
        while let youngest = line.last, youngest.status.parent > 1, line.count < Self.mostAncestors {
            // If the parent started later than its child, its pid was reused: the real parent exited while this loop
            // ran.
            guard let parent = table.status(youngest.status.parent), parent.start <= youngest.status.start else {
                break
            }
            line.append((process: youngest.status.parent, status: parent))
        }
        return line
    }

    private func names(of ancestor: Ancestor) -> [AppID] {
        let program = table.executable(ancestor.process)?.exactParts(separatedBy: "/", omittingEmpty: true).last
        let unit = table.controlGroup(ancestor.process).flatMap(AppID.init(controlGroup:))
        return [unit, program.map(AppID.init), AppID(ancestor.status.name)].compactMap { $0 }
    }
}
