internal import ArgumentParser
internal import FocusFollowing
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a screen locker, and block gestures while it runs.",
        discussion: """
            For lockers that do not inform logind, such as: gesturectl lock swaylock. The locker must stay in the foreground \
            while the screen is locked. If gestured does not run, the locker runs all the same, with a warning; gestured is \
            informed as soon as it starts. The exit status is that of the locker, or 128 plus the signal that ended it.
            """)

    @Option(help: ArgumentHelp("gestured's socket for focus sources.", valueName: "path"))
    var socket = FocusFollower.defaultPath

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("The locker and its arguments."))
    var command: [String]

    private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

    func validate() throws {
        guard let first = command.first, !words.isEmpty else {
            throw ValidationError("expected a command, such as swaylock")
        }
        if ["-h", "--help"].contains(first) { throw CleanExit.helpRequest(self) }
        // Arguments after the command are passed through; options before it belong to this program.
        if first.hasPrefix("-"), first != "--" { throw ValidationError("Unknown option '\(first)'") }
    }

    func run() throws {
        let locker: ChildProcess
        do throws(ChildProcess.Failure) {
            // Started first, because a connection to gestured may have to wait.
            locker = try ChildProcess(words)
        } catch {
            StandardError.writeLine("gesturectl: \(error)")
            throw ExitCode(error.status)
        }
        let lock = LockAssertion(path: socket) { StandardError.writeLine("gesturectl: \($0)") }
        lock.assert()
        while true {
            let isReadable = locker.wait(for: lock.descriptor, until: lock.retry)
            if let status = locker.status { throw ExitCode(status) }
            isReadable ? lock.receive() : lock.assert()
        }
    }
}

/// Informs gestured that the screen is locked. The lock lasts as long as the connection, so it is asserted again after
/// gestured restarts.
private final class LockAssertion {
    private let path: String
    private let warn: (String) -> Void
    private var connection: DaemonConnection?
    private var isRefused = false
    private var hasWarned = false

    init(path: String, warn: @escaping (String) -> Void) {
        self.path = path
        self.warn = warn
    }

    /// Becomes readable when ``receive()`` has work; nil while there is no connection.
    var descriptor: Int32? { connection?.descriptor }

    /// When to ``assert()`` again; nil while connected, and after a refusal.
    var retry: Timestamp? { connection == nil && !isRefused ? MonotonicClock.now + .milliseconds(1000) : nil }

    /// Connects and asserts the lock, unless that has been done or refused.
    func assert() {
        guard connection == nil, !isRefused else { return }
        do {
            let connection = try DaemonConnection(path: path)
            try connection.send(FocusRequest.lock(id: 1, locked: true))
            self.connection = connection
        } catch {
            guard !hasWarned else { return }
            hasWarned = true
            warn("\(error)")
            warn("gestures are not blocked until gestured can be informed of the lock")
        }
    }

    /// Handles gestured's next message. After the error `notPermitted`, there is no further attempt. After any other
    /// error, or the end of the connection, the next ``assert()`` reconnects.
    func receive() {
        guard let connection else { return }
        guard let line = try? connection.nextLine() else { return self.connection = nil }
        guard case .error(let error) = try? ServerMessage(line: line) else { return }
        if !hasWarned { warn("\(error.code): \(error.message); gestures are not blocked") }
        hasWarned = true
        isRefused = error.errorCode == .notPermitted
        self.connection = nil
    }
}
