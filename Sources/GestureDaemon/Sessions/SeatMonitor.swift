internal import CSystemd
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// Watches logind's files for changes of the active sessions of seats (sd_login_monitor(3)), without the bus.
final class SeatMonitor {
    private let loop: EventLoop
    private let onChange: () -> Void
    private let report: (Log.Priority, String) -> Void
    private var monitor: OpaquePointer?
    private var source: EventLoop.Source?
    /// Watches for the folder of the seats.
    private var folder: EventLoop.Source?

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

    /// Returns the seats in the order of their names; nil if logind is not running. Whether they are locked is not
    /// queried: `isLocked` is false.
    ///
    /// A running logind always has `seat0`. The folder of the seats proves nothing: it exists on every machine with
    /// systemd.
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

    /// Returns the seat with its active session. libsystemd returns ENXIO or ENODATA for a seat without an active
    /// session.
    private static func seat(_ name: UnsafePointer<CChar>) -> Seat {
        var session: UnsafeMutablePointer<CChar>?
        var user: uid_t = 0
        guard sd_seat_get_active(name, &session, &user) >= 0, let session else {
            return Seat(name: String(cString: name))
        }
        defer { free(session) }
        return Seat(name: String(cString: name), session: String(cString: session), user: user)
    }

    private func open() {
        // Only the files of seats contain the active sessions. Only these files are watched, so that remote logins do
        // not wake the daemon.
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
            source = try loop.watch(descriptor, for: .readable, priority: .access) { [unowned self] _ in
                sd_login_monitor_flush(self.monitor)
                onChange()
            }
        } catch {
            report(.error, "\(error); following the active sessions by logind's signals instead")
        }
    }

    /// Waits for the folder of the seats, because logind may be started later.
    private func awaitFolder() {
        do {
            let watch = try PathWatch(["/run/systemd/seats"], for: .existence)
            folder = try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in
                guard watch.process() else { return }
                open()
                onChange()
            }
        } catch {
            report(.error, "logind: cannot be waited for: \(error); its start is not noticed")
        }
    }
}
