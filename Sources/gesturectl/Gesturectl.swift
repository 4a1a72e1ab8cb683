internal import ArgumentParser
internal import CommandLineTool
internal import GestureProtocol

@main
struct Gesturectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesturectl",
        abstract: "Shows what gestured recognises, and what it makes of recordings.",
        version: Release.version,
        subcommands: [
            Monitor.self, Devices.self, Recognise.self, Explain.self, Record.self, Haptic.self, FocusCommand.self,
            Status.self, Reload.self, Cancel.self, Lock.self,
        ])

    static func main() { runTool(named: "gesturectl") }
}
