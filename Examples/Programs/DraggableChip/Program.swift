internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "DraggableChip", abstract: "A chip that follows the finger and springs home.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in DraggableChip() } }

    static func main() { runTool(named: "DraggableChip") }
}
