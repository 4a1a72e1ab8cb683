package import DesktopAccess
internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// Keeps the touches of all outputs from the apps until the first has lifted, so that a tap that wakes a screen does nothing
/// else.
package final class Shield {
    private let mark: ShieldMark
    private let covers: TouchCovers
    private let loop: EventLoop
    private var sources: [EventLoop.Source] = []
    private var end: Result<Void, DesktopFailure> = .success(())
    private var isEnding = false

    /// How long the shield is still known to rules after it has gone. Rules with `dark` ask when the touch begins, but a
    /// busy machine may hear of it after a short tap has lifted.
    private static let afterglow = Microseconds.milliseconds(200)

    /// Shows the shield.
    ///
    /// - Throws: If another shield of this user is up, or the desktop shows none.
    package init(environment: [String: String]) throws(DesktopFailure) {
        mark = try ShieldMark(environment)
        covers = try TouchCovers(environment: environment)
        do {
            loop = try EventLoop()
        } catch {
            throw DesktopFailure("\(error)")
        }
        try covers.cover([ScreenCover(on: .every, areas: [CoverArea(.everywhere, width: 0)])])
    }

    /// Returns when the first fingers have lifted, or at SIGTERM or SIGINT. A finger that is down at the signal lifts first.
    ///
    /// - Throws: If the compositor closes the shield or ends.
    package func run() throws(DesktopFailure) {
        do {
            sources = try covers.descriptors.map {
                try loop.watch($0, for: .readable) { [unowned self] _ in process() }
            }
            sources += [
                try loop.watch(signal: SIGTERM) { [unowned self] in stop() },
                try loop.watch(signal: SIGINT) { [unowned self] in stop() },
            ]
            _ = try loop.run()
        } catch {
            throw DesktopFailure("\(error)")
        }
        try end.get()
    }

    private func stop() {
        isEnding = true
        if !covers.isTouched { loop.exit(0) }
    }

    private func process() {
        do throws(DesktopFailure) {
            let report = try covers.process()
            if report.hasLifted { return try lower() }
            guard !report.refused.isEmpty, covers.isEmpty, !isEnding else { return }
            throw DesktopFailure("the compositor closed the shield")
        } catch {
            end = .failure(error)
            loop.exit(0)
        }
    }

    private func lower() throws(DesktopFailure) {
        try covers.cover([])
        guard !isEnding, let timer = try? loop.makeTimer({ [unowned self] in loop.exit(0) }) else {
            return loop.exit(0)
        }
        isEnding = true
        timer.fire(at: MonotonicClock.now + Self.afterglow)
        sources.append(timer)
    }
}

/// What other programs of the user see of a shield: a lock on a file, which goes with the process.
package struct ShieldMark: ~Copyable {
    private let file: Int32

    /// - Throws: If there is no folder for the file, or another process has set the mark.
    init(_ environment: [String: String]) throws(DesktopFailure) {
        let path = try Self.path(environment)
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw DesktopFailure("\(path): \(Errno.current)") }
        // Not flock(2), which does not tell whose lock it is.
        var lock = Self.lock
        guard fcntl(file, F_SETLK, &lock) == 0 else {
            let holder = Self.holder(environment).map { "process \($0)" } ?? "another process"
            close(file)
            throw DesktopFailure("\(holder) already holds a shield; gesturectl shield --end ends it")
        }
        self.file = file
    }

    deinit { close(file) }

    /// True while a shield of this user is up.
    package static func isSet(_ environment: [String: String]) -> Bool { holder(environment) != nil }

    /// Returns the process whose shield is up; nil if there is none.
    package static func holder(_ environment: [String: String]) -> Int32? {
        guard let path = try? path(environment) else { return nil }
        let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = Self.lock
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    private static func path(_ environment: [String: String]) throws(DesktopFailure) -> String {
        guard let folder = environment.value(of: "XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            throw DesktopFailure("XDG_RUNTIME_DIR is not set")
        }
        return "\(folder)/gestured-shield"
    }

    private static var lock: flock {
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return lock
    }
}
