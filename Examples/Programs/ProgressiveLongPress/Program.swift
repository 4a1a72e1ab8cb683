internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ProgressiveLongPress", abstract: "A long press whose ring fills.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { stage in ProgressiveLongPress(now: { stage.now }) } }

    static func main() { runTool(named: "ProgressiveLongPress") }
}
