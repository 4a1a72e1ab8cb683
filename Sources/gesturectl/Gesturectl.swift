internal import ArgumentParser
internal import CommandLineTool

@main
struct Gesturectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesturectl",
        abstract: "Shows what gestured recognises, and what it makes of recordings.",
        version: "0.1.0",
        subcommands: [Monitor.self, Devices.self, Recognise.self, Record.self])

    static func main() { runTool(named: "gesturectl") }
}
