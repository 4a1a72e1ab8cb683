internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "HapticLongPress", abstract: "A long press that is felt when it starts and when it is complete.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { stage in HapticLongPress(now: { stage.now }, play: stage.play) } }

    static func main() { runTool(named: "HapticLongPress") }
}
