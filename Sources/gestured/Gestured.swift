internal import ArgumentParser
internal import CommandLineTool
internal import GestureDaemon
internal import GestureProtocol
internal import Glibc

@main
struct Gestured: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured",
        abstract: "Recognises touch gestures and streams them to local apps.",
        version: Release.version)

    @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Listen on a socket of this path.", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Play a recording instead of reading devices, from the first subscription on; then end. Repeatable.",
            valueName: "file"))
    var play: [String] = []

    @Flag(help: "Check the configuration and end.")
    var checkConfig = false

    static func main() { runTool(named: "gestured") }

    func run() throws {
        let configuration = try Configuration.load(path: config)
        if checkConfig {
            print("\(config ?? Configuration.defaultPath): good")
            return
        }
        let recordings = try play.map { try PlayedRecording(path: $0) }
        let daemon = try Daemon(configuration: configuration, socket: socket, recordings: recordings)
        throw ExitCode(try daemon.run())
    }
}
