internal import Glibc
internal import LinuxSupport

/// A command that runs as a child in the foreground, as in a shell. Signals that terminate this process are forwarded to it.
struct ChildProcess {
    struct Failure: Error, CustomStringConvertible {
        let command: String
        let code: Errno

        /// As in a shell: 127 if the command does not exist, 126 if it cannot run.
        var status: Int32 { code.rawValue == ENOENT ? 127 : 126 }
        var description: String { "cannot run \(command): \(code)" }
    }

    private let process: pid_t
    private let signals: SignalPipe

    init(_ words: [String]) throws(Failure) {
        // Before the child starts, so that the end of a short one is not missed.
        signals = SignalPipe([SIGCHLD, SIGTERM, SIGHUP])
        // A terminal sends these to the child as well, which decides what they do.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        process = try Self.spawn(words)
    }

    /// The exit status, or 128 plus the number of the signal that ended the child; nil while it runs.
    var status: Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Waits until the child may have ended, `descriptor` is readable, or the timeout, in milliseconds, has passed.
    ///
    /// - Returns: True if `descriptor` is readable.
    func wait(for descriptor: Int32?, timeout: Int32?) -> Bool {
        var polled = [signals.descriptor, descriptor ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&polled, nfds_t(polled.count), timeout ?? -1)
        for number in signals.read() where number != SIGCHLD { kill(process, number) }
        return polled[1].revents != 0
    }

    private static func spawn(_ words: [String]) throws(Failure) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGQUIT] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], nil, &attributes, arguments + [nil], environ)
        guard code == 0 else { throw Failure(command: words[0], code: Errno(code)) }
        return process
    }
}

/// Makes signals readable through a descriptor. A process can have one. (signalfd(2) is not declared to Swift.)
struct SignalPipe {
    let descriptor: Int32

    /// The handler's end of the pipe. Static, because a signal handler receives only the signal's number.
    nonisolated(unsafe) private static var writer: Int32 = -1

    init(_ numbers: [Int32]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("pipe failed: \(Errno.current)") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        Self.writer = ends[1]
        for number in numbers {
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.writer, &byte, 1)
                errno = code
            }
        }
    }

    /// Returns the signals since the last call.
    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).map { Int32($0) }
    }
}
