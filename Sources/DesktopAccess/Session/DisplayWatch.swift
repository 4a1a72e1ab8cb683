package import GestureModel
internal import Glibc
package import LinuxSupport

/// Waits for the first display of this user. Without any display's socket, an idle watch does not wake up.
///
/// ```
///  waiting ── socket, or session of logind ──► search ── none answers ──► again after 0.25 s, 0.5 s, … 5 min
///                                                 └── found
/// ```
package final class DisplayWatch {
    /// Becomes readable when ``process()`` has work.
    package let descriptor: Int32

    private let displays: SessionDisplays
    private let folders: [Int32: FolderKind]
    private var backoff = DisplayWatch.newBackoff
    /// When the next search is due; nil while there is nothing that could become a display.
    package private(set) var deadline: Timestamp?

    private enum FolderKind {
        case wayland
        case other
    }

    /// A socket exists before its compositor listens, and an X server before its window manager runs. A socket without
    /// either may stay for days.
    private static var newBackoff: Backoff { Backoff(from: .milliseconds(250), to: .milliseconds(300_000)) }

    /// - Parameter sessions: The folder in which logind describes the users.
    /// - Throws: If this process or user has no inotify instance left.
    package init(_ displays: SessionDisplays, sessions: String = "/run/systemd/users") throws(SystemError) {
        self.displays = displays
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError(operation: "watch the displays", code: .current) }
        var folders: [Int32: FolderKind] = [:]
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
        // X11's last: only with a new session of logind can a server that has long run become this user's.
        for (path, kind) in [
            (displays.waylandFolder, FolderKind.wayland), (sessions, .other), (displays.x11Folder, .other),
        ] {
            guard let path else { continue }
            let number = inotify_add_watch(descriptor, path, mask)
            if number >= 0 { folders[number] = kind }
        }
        self.folders = folders
        deadline = MonotonicClock.now
    }

    deinit { close(descriptor) }

    /// Reads the events of inotify(7). After one that may have brought a display, a search is due at once.
    package func process() {
        var mayHaveDisplay = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count, let base = buffer.baseAddress {
                    let event = (base + offset).loadUnaligned(as: inotify_event.self)
                    let name = String(
                        cString: (base + offset + MemoryLayout<inotify_event>.size).assumingMemoryBound(to: CChar.self))
                    if event.wd < 0 || folders[event.wd] == .other || name.hasPrefix("wayland-") {
                        mayHaveDisplay = true
                    }
                    offset += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
        if mayHaveDisplay { reset() }
    }

    /// Makes a search due at once.
    private func reset() {
        backoff = Self.newBackoff
        deadline = MonotonicClock.now
    }

    /// Sets the time of the next search after a display was used and its desktop has ended, or was of no use.
    ///
    /// - Parameter isFirst: True for the first failure in a row.
    package func retry(isFirst: Bool) {
        if isFirst { backoff = Self.newBackoff }
        deadline = MonotonicClock.now + backoff.nextDelay()
    }

    /// Searches if a search is due.
    ///
    /// - Returns: The displays that answer, the one to use first; none before a search is due.
    package func search() -> [SessionDisplay] {
        guard let due = deadline, due <= MonotonicClock.now else { return [] }
        let found = displays.found()
        // The caller may find that the display is of no use yet.
        deadline = displays.haveSockets ? MonotonicClock.now + backoff.nextDelay() : nil
        return found
    }
}
