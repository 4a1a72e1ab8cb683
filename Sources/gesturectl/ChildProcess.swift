internal import Glibc

/// A command that runs as a child, as a shell runs one in the foreground: what ends this process is passed on to it.
struct ChildProcess {
    struct Failure: Error, CustomStringConvertible {
        let command: String
        let code: Int32

        /// A shell's: 127 for what is not there, 126 for what cannot be run.
        var status: Int32 { code == ENOENT ? 127 : 126 }
        var description: String { "cannot run \(command): \(String(cString: strerror(code)))" }
    }

    private let process: pid_t
    private let signals: SignalPipe

    init(_ words: [String]) throws(Failure) {
        // Before the child is there: one that ends at once is noticed, too.
        signals = SignalPipe([SIGCHLD, SIGTERM, SIGHUP])
        // A terminal sends these to both; it is the command that decides.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        process = try Self.spawn(words)
    }

    /// The exit status; 128 and the number of the signal that ended it; nil while it runs.
    var status: Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Waits until the child may have ended, until `descriptor` is readable, or for so many milliseconds; says whether
    /// `descriptor` is.
    func wait(for descriptor: Int32?, within milliseconds: Int32?) -> Bool {
        var polled = [signals.descriptor, descriptor ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
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
        guard code == 0 else { throw Failure(command: words[0], code: code) }
        return process
    }
}
