internal import CSystemd
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport

/// Watches logind's files for another active session at a seat (sd_login_monitor(3)). It does not need the bus.
final class SeatMonitor {
    private let loop: EventLoop
    private let onChange: () -> Void
    private let report: (Log.Priority, String) -> Void
    private var monitor: OpaquePointer?
    private var source: EventLoop.Source?
    private var folder: AwaitedFolder?

    init(
        on loop: EventLoop, report: @escaping (Log.Priority, String) -> Void, onChange: @escaping () -> Void
    ) {
        self.loop = loop
        self.report = report
        self.onChange = onChange
        open()
    }

    deinit {
        source = nil
        sd_login_monitor_unref(monitor)
    }

    /// The seats by name, without locks; nil if logind is not running. A running logind always has `seat0`; its folder
    /// alone exists on every machine with systemd.
    static func seats() -> [Seat]? {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        guard sd_get_seats(&names) > 0, let names else { return nil }
        defer { free(names) }
        var seats: [Seat] = []
        var next = names
        while let name = next.pointee {
            seats.append(seat(name))
            free(name)
            next += 1
        }
        return seats.sorted { $0.name < $1.name }
    }

    /// libsystemd returns ENXIO or ENODATA for a seat without an active session.
    private static func seat(_ name: UnsafePointer<CChar>) -> Seat {
        var session: UnsafeMutablePointer<CChar>?
        var user: uid_t = 0
        guard sd_seat_get_active(name, &session, &user) >= 0, let session else {
            return Seat(name: String(cString: name))
        }
        defer { free(session) }
        return Seat(name: String(cString: name), session: String(cString: session), user: user)
    }

    /// The users who have a session, active or not.
    static func users() -> [UInt32] {
        var users: UnsafeMutablePointer<uid_t>?
        let count = sd_get_uids(&users)
        defer { free(users) }
        guard count > 0, let users else { return [] }
        return (0..<Int(count)).map { users[$0] }.filter { sd_uid_get_sessions($0, 0, nil) > 0 }
    }

    private func open() {
        // Only the seats' files name the active sessions. Remote logins do not wake the daemon.
        var code = sd_login_monitor_new("seat", &monitor)
        if code == -ENOENT {
            awaitFolder()
            // The folder may have appeared meanwhile.
            code = sd_login_monitor_new("seat", &monitor)
            if code == -ENOENT { return }
        }
        folder = nil
        do {
            try SystemError.check(code, "watch the seats")
            let descriptor = try SystemError.check(sd_login_monitor_get_fd(monitor), "watch the seats")
            source = try loop.watch(descriptor, for: EPOLLIN.rawValue, priority: .access) { [unowned self] _ in
                sd_login_monitor_flush(self.monitor)
                onChange()
            }
        } catch {
            report(.error, "\(error); following the active sessions by logind's signals instead")
        }
    }

    /// logind may be started later.
    private func awaitFolder() {
        folder = AwaitedFolder("/run/systemd/seats", on: loop) { [unowned self] in
            open()
            onChange()
        }
        if folder == nil { report(.error, "logind: cannot be waited for: no inotify; its start is not noticed") }
    }
}

/// Waits for a folder to be created, without polling: it watches the deepest ancestor that exists.
///
/// Check for the folder once more after creating this: one that appeared before is not reported.
final class AwaitedFolder {
    private let path: String
    private let onAppearance: () -> Void
    private let descriptor: Int32
    private var source: EventLoop.Source?
    private var watch: Int32 = -1

    /// - Parameters:
    ///   - path: Absolute.
    ///   - onAppearance: Called once. It may release this.
    /// - Returns: nil if the kernel has no inotify instance left.
    init?(_ path: String, on loop: EventLoop, onAppearance: @escaping () -> Void) {
        self.path = path
        self.onAppearance = onAppearance
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0,
            let source = try? loop.watch(descriptor, for: EPOLLIN.rawValue, { [unowned self] _ in handleEvents() })
        else { return nil }
        self.source = source
        watchAncestor()
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }

    private func handleEvents() {
        discardEvents()
        watchAncestor()
        guard exists(path) else { return }
        source?.isEnabled = false
        onAppearance()
    }

    /// Repeats until the deepest ancestor is the one watched: more of the path may be created meanwhile.
    private func watchAncestor() {
        var watched = ""
        while watched != ancestor {
            watched = ancestor
            let last = watch
            watch = inotify_add_watch(
                descriptor, watched, UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR))
            if last >= 0 && last != watch { inotify_rm_watch(descriptor, last) }
        }
    }

    private var ancestor: String {
        var end = path.endIndex
        repeat {
            end = path[..<end].lastIndex(of: "/") ?? path.startIndex
            if end == path.startIndex { return "/" }
        } while !exists(String(path[..<end]))
        return String(path[..<end])
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func discardEvents() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
