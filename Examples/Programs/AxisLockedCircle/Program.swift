internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "AxisLockedCircle", abstract: "A circle that follows the finger sideways alone.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in AxisLockedCircle() } }

    static func main() { runTool(named: "AxisLockedCircle") }
}
