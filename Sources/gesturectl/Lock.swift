internal import ArgumentParser
internal import CommandLineTool
internal import FocusFollowing
internal import FocusFollowing
internal import Glibc

struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a screen locker, and let no gestures through while it runs.",
        discussion: """
            For lockers that do not tell logind, such as: gesturectl lock swaylock. The locker must stay in the foreground as \
            long as the screen is locked. It runs in any case: without gestured there is a warning, and gestured is told as \
            soon as it is there. Ends with the command's status, or 128 and the signal that ended it.
            """)

    @Option(help: ArgumentHelp("gestured's socket for focus sources.", valueName: "path"))
    var socket = FocusFollower.defaultPath

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("The locker and its arguments."))
    var command: [String]

    private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

    func validate() throws {
        if words.isEmpty { throw ValidationError("expected a command to run, such as swaylock") }
    }

    func run() throws {
        let locker: ChildProcess
        do throws(ChildProcess.Failure) {
            // Before anything that might have to wait for gestured.
            locker = try ChildProcess(words)
        } catch {
            StandardError.line("gesturectl: \(error)")
            throw ExitCode(error.status)
        }
        let lock = LockAssertion(path: socket) { StandardError.line("gesturectl: \($0)") }
        lock.assert()
        while true {
            let isReadable = locker.wait(for: lock.descriptor, within: lock.patience)
            if let status = locker.status { throw ExitCode(status) }
            isReadable ? lock.read() : lock.assert()
        }
    }
}
