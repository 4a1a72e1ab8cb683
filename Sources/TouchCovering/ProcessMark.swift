package import DesktopAccess
internal import Glibc
internal import LinuxSupport

/// What other programs of the user see of a process: a lock on a file, which goes with the process.
package struct ProcessMark: ~Copyable {
    package enum Purpose: String, Hashable, Sendable {
        /// A shield is up.
        case shield
        /// Touches are taken from apps for rules.
        case exclusive

        fileprivate var sentence: String {
            switch self {
            case .shield: "already holds a shield; gesturectl shield --end ends it"
            case .exclusive: "already takes touches for the rules of this user"
            }
        }
    }

    private let file: Int32

    /// - Throws: If there is no folder for the file, or another process has set the mark.
    package init(_ purpose: Purpose, _ environment: [String: String]) throws(DesktopFailure) {
        let path = try Self.path(purpose, environment)
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw DesktopFailure("\(path): \(Errno.current)") }
        // Not flock(2), which does not tell whose lock it is.
        var lock = Self.lock
        guard fcntl(file, F_SETLK, &lock) == 0 else {
            let holder = Self.holder(of: purpose, environment).map { "process \($0)" } ?? "another process"
            close(file)
            throw DesktopFailure("\(holder) \(purpose.sentence)")
        }
        self.file = file
    }

    deinit { close(file) }

    /// True while a process of this user has the mark.
    package static func isSet(_ purpose: Purpose, _ environment: [String: String]) -> Bool {
        holder(of: purpose, environment) != nil
    }

    /// Returns the process that has set the mark; nil if there is none.
    package static func holder(of purpose: Purpose, _ environment: [String: String]) -> Int32? {
        guard let path = try? path(purpose, environment) else { return nil }
        let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = Self.lock
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    private static func path(_ purpose: Purpose, _ environment: [String: String]) throws(DesktopFailure) -> String {
        guard let folder = environment.value(of: "XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            throw DesktopFailure("XDG_RUNTIME_DIR is not set")
        }
        return "\(folder)/gestured-\(purpose.rawValue)"
    }

    private static var lock: flock {
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return lock
    }
}
