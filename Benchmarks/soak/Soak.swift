internal import ArgumentParser
internal import CommandLineTool

/// Long use of the pipeline, checked by the shadow model; `make soak` runs all of it.
@main struct Soak: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak", abstract: "Long use of the pipeline, checked by what its clients receive.",
        subcommands: [Simulations.self, Day.self])

    static func main() { runTool(named: "soak") }
}
