internal import ArgumentParser
internal import CommandLineTool
internal import ExampleViews

@main struct GestureExamples: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesture-examples",
        abstract: "Examples of the Gestures library, drawn as text in a terminal.",
        discussion: "Each example takes touches from gestured, or from a recording with --recording.",
        subcommands: [
            Chip.self, Sticker.self, Button.self, Circle.self, Progress.self, Delete.self, Haptics.self, Carousel.self,
        ])

    static func main() { runTool(named: "gesture-examples") }
}

struct Chip: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A chip that follows the finger and springs back.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in DraggableChip() } }
}

struct Sticker: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A sticker that stays where it was dragged.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in RepositionableSticker() } }
}

struct Button: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A button that shrinks while a finger presses it.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in PressableButton() } }
}

struct Circle: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A circle that follows the finger horizontally only.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in AxisLockedCircle() } }
}

struct Progress: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A long press with a ring that fills.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in ProgressiveLongPress() } }
}

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "An item that is deleted by holding it for one second.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { _ in HoldToDelete() } }
}

struct Haptics: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A long press with haptic feedback at its start and its completion.")

    @OptionGroup var options: ExampleOptions

    func run() throws { try options.run { runner in HapticLongPress(play: runner.play) } }
}

struct Carousel: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Cards that stop where a flick carries them.")

    @Flag(help: "Choose the card by the raw translation: a flick goes no further than a slow drag.")
    var raw = false

    @Flag(help: "Show both carousels, and print the card that each chose after every drag.")
    var compare = false

    @OptionGroup var options: ExampleOptions

    func validate() throws {
        if raw && compare { throw ValidationError("--raw and --compare exclude each other: --compare shows both") }
    }

    func run() throws {
        guard !compare else { return try options.run { _ in CarouselComparison() } }
        try options.run { _ in CardCarousel(raw ? .raw : .projected) }
    }
}
