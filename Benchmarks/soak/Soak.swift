internal import ArgumentParser
internal import CommandLineTool

/// Long use, judged by the shadow model from what clients received; `make soak` runs all of it.
@main struct Soak: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak", abstract: "Long use of the pipeline, judged from what its clients receive.",
        subcommands: [Simulations.self, Day.self])

    static func main() { runTool(named: "soak") }
}
