internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "RepositionableSticker", abstract: "A sticker that stays where it was put.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in RepositionableSticker() } }

    static func main() { runTool(named: "RepositionableSticker") }
}
