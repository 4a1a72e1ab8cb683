internal import ArgumentParser
internal import CommandLineTool
internal import ExampleTerminal
internal import ExampleViews

@main struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "CardCarousel", abstract: "Cards that come to rest where a flick would carry them.")

    @Flag(help: "Land by raw translation: a flick goes no further than a slow drag.")
    var raw = false

    @Flag(help: "Show both under the same finger, and a table of what each makes of it.")
    var compare = false

    @OptionGroup var options: ExampleOptions

    func validate() throws {
        if raw && compare { throw ValidationError("--raw is one of the two that --compare shows: give one of them") }
    }

    func run() throws {
        guard !compare else { return try options.run { stage in CarouselComparison(now: { stage.now }) } }
        try options.run { stage in CardCarousel(raw ? .raw : .projected, now: { stage.now }) }
    }

    static func main() { runTool(named: "CardCarousel") }
}
