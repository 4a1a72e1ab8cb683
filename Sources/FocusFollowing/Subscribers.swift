/// The processes that are connected to gestured, and which of them belong to a window.
///
/// One belongs to the window that its own process shows, or an ancestor of it: an app's child, a program in a terminal. It
/// need not be the nearest window above. A desktop, from which every app descends, shows no window with its own process.
/// What left its ancestors, such as a program in tmux, belongs to none.
public struct Subscribers {
    private struct Subscriber: Hashable {
        var process: Int32
        /// nil where it was gone already.
        var start: UInt64?
    }

    private let table: ProcessTable
    private var subscribers: [Subscriber] = []

    public init(table: ProcessTable = ProcessTable()) { self.table = table }

    /// Takes the pids that gestured tells, whenever it tells them: one that is still there is still the same process.
    public mutating func replace(with processes: [Int32]) {
        subscribers = processes.map { process in
            subscribers.first { $0.process == process }
                ?? Subscriber(process: process, start: table.status(process)?.start)
        }
    }

    /// Those that belong to the window with the focus, in gestured's order.
    public func belonging(to focus: Focus) -> [Int32] {
        guard case .window(let window) = focus else { return [] }
        return subscribers.filter { belongs($0, window) }.map(\.process)
    }

    private func belongs(_ subscriber: Subscriber, _ window: FocusedWindow) -> Bool {
        let line = ancestry(of: subscriber)
        if let process = window.process, process > 1, !isX11Server(process) {
            return line.contains { $0.process == process }
        }
        guard let app = window.app.map(AppID.init) else { return false }
        return line.contains { names($0).contains { app.matches($0) } }
    }

    /// A Wayland desktop sees X11's windows come from one process, whichever app they are of.
    private func isX11Server(_ process: Int32) -> Bool {
        let name = table.status(process)?.name
        return name == "Xwayland" || name == "xwayland-satell"
    }
}

// MARK: - Ancestors

extension Subscribers {
    private typealias Ancestor = (process: Int32, status: ProcessTable.Status)

    /// No process has so many; it ends a circle that reused pids make.
    private static let mostAncestors = 256

    /// The process itself, its parent, and so on, without systemd. Empty where the pid is another process's by now.
    private func ancestry(of subscriber: Subscriber) -> [Ancestor] {
        guard let start = subscriber.start, let own = table.status(subscriber.process), own.start == start else {
            return []
        }
        var line = [(process: subscriber.process, status: own)]
        while let youngest = line.last, youngest.status.parent > 1, line.count < Self.mostAncestors {
            // A parent that started later got the pid of the real one, which ended while we were looking.
            guard let parent = table.status(youngest.status.parent), parent.start <= youngest.status.start else {
                break
            }
            line.append((process: youngest.status.parent, status: parent))
        }
        return line
    }

    private func names(_ ancestor: Ancestor) -> [AppID] {
        let program = table.executable(ancestor.process)?.split(separator: "/").last.map(String.init)
        let unit = table.controlGroup(ancestor.process).flatMap(AppID.init(controlGroup:))
        return [unit, program.map(AppID.init), AppID(ancestor.status.name)].compactMap { $0 }
    }
}
