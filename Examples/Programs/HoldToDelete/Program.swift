internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "HoldToDelete", abstract: "An item that is deleted by holding it for a second.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { stage in HoldToDelete(now: { stage.now }) } }

    static func main() { runTool(named: "HoldToDelete") }
}
