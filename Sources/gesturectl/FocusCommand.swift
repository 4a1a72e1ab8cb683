internal import ArgumentParser
internal import DesktopAccess
internal import FocusFollowing
internal import GestureModel
internal import Glibc
internal import LinuxSupport

struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus", abstract: "Show the focused window, or keep gestured informed of it.",
        discussion: """
            With --follow, this is the focus source of a user's session: gestured learns which of its clients belong to the \
            focused window, until the desktop exits or another source of the same user takes over. The exit status is 69 if \
            no desktop is found.
            """)

    @Flag(help: "Keep gestured informed.")
    var follow = false

    @Option(
        help: ArgumentHelp("One of \(DesktopChoice.names). (default: found in the environment)", valueName: "desktop"),
        completion: .list(DesktopChoice.allCases.map(\.rawValue)), transform: DesktopChoice.init(argument:))
    var desktop: DesktopChoice?

    @Option(help: ArgumentHelp("gestured's socket for focus sources.", valueName: "path"))
    var socket = FocusFollower.defaultPath

    @Flag(help: "Print the focus as a line of JSON; with --follow, also after each change.")
    var json = false

    func validate() throws {
        // An invalid path never becomes valid, so waiting for gestured would not end.
        guard 1...UnixSocket.maximumPathLength ~= socket.utf8.count else {
            throw ValidationError("--socket \(socket): expected a path of 1 to \(UnixSocket.maximumPathLength) bytes")
        }
    }

    func run() throws {
        let environment = ProcessEnvironment.variables
        // A signal ends the loop, so that the script in the desktop is unloaded.
        let signals = SignalPipe([SIGTERM, SIGINT, SIGHUP])
        let desktop = try choice(environment).connect(environment: environment)
        guard follow else {
            let focus = try desktop.focus(timeout: .milliseconds(2000))
            return json ? StandardOutput.line(json: focus.line.dropLast()) : StandardOutput.line(focus.sentence)
        }
        let follower = try FocusFollower(
            desktop, path: socket, environment: environment,
            log: { StandardError.writeLine("gesturectl: \($0)") },
            onChange: { if json { StandardOutput.line(json: $0.line.dropLast()) } })
        StandardError.writeLine("gesturectl: following \(desktop.name)")
        if let message = try follower.run(until: signals.descriptor) {
            StandardError.writeLine("gesturectl: \(message)")
        }
    }

    private func choice(_ environment: [String: String]) throws -> DesktopChoice {
        if let desktop { return desktop }
        do {
            return try DesktopChoice(environment: environment)
        } catch {
            // A retry would not help: with this status, systemd does not restart the service.
            StandardError.writeLine("gesturectl: \(error)")
            throw ExitCode(EX_UNAVAILABLE)
        }
    }
}
