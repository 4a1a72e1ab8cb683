internal import ArgumentParser
internal import CommandLineTool
internal import GestureConfiguration
internal import GestureDaemon
internal import GestureProtocol
internal import Glibc

@main
struct Gestured: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured",
        abstract: "Recognises touch gestures and streams them to local apps.",
        version: Release.version)

    @Option(help: ArgumentHelp("The configuration. (default: \(Configuration.defaultPath))", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Listen on a socket of this path. (default: the one systemd hands over, or else \(Daemon.defaultSocket))",
            valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Listen for focus sources on a socket of this path. (default: the one systemd hands over, or none)",
            valueName: "path"))
    var focusSocket: String?

    @Option(
        help: ArgumentHelp(
            "Play a recording (evemu, libinput or getevent) instead of reading devices, from the first subscription on; "
                + "then end. Repeatable: one after the other.",
            valueName: "file"))
    var play: [String] = []

    @Flag(help: "Check the configuration and end.")
    var checkConfig = false

    static func main() { runTool(named: "gestured") }

    /// What a check found that found nothing wrong.
    private var verdict: String {
        let path = config ?? Configuration.defaultPath
        return access(path, F_OK) == 0 ? "\(path): good" : "\(path): not there; every setting has its default"
    }

    func validate() throws {
        if socket == "" { throw ValidationError("--socket: expected a path, found nothing") }
        if focusSocket == "" { throw ValidationError("--focus-socket: expected a path, found nothing") }
    }

    func run() throws {
        let configuration = try Configuration.load(path: config)
        if checkConfig {
            print(verdict)
            return
        }
        let recordings = try play.map { try PlayedRecording(path: $0) }
        let daemon = try Daemon(
            configuration: configuration, from: config, socket: socket, focusSocket: focusSocket,
            recordings: recordings)
        throw ExitCode(try daemon.run())
    }
}
