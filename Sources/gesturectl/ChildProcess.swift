internal import GestureModel
internal import Glibc
internal import LinuxSupport

/// A command that runs as a child in the foreground, as in a shell. SIGTERM and SIGHUP are forwarded to the child.
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
        // Created before the child starts, so that the end of a short process is not missed.
        signals = SignalPipe([SIGCHLD, SIGTERM, SIGHUP])
        // This process ignores these signals. A terminal also sends them to the child, which decides about their
        // effect.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        do throws(Errno) {
            process = try ProcessLaunch(words).start()
        } catch {
            throw Failure(command: words[0], code: error)
        }
    }

    /// The exit status, or 128 plus the number of the signal that ended the child; nil while it runs.
    var status: Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Waits until the child may have ended, a signal has been forwarded to it, `descriptor` is readable, or `deadline`
    /// has passed.
    ///
    /// - Returns: True if `descriptor` is readable.
    func wait(for descriptor: Int32?, until deadline: Timestamp?) -> Bool {
        let ready = ReadyDescriptors.wait(for: [signals.descriptor, descriptor ?? -1], until: deadline)
        for number in signals.read() where number != SIGCHLD { kill(process, number) }
        return descriptor.map(ready.contains) ?? false
    }
}
