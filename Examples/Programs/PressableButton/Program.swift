internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "PressableButton", abstract: "A button that gives way as long as a finger is on it.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in PressableButton() } }

    static func main() { runTool(named: "PressableButton") }
}
