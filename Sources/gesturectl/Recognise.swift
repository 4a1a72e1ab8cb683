internal import ArgumentParser
internal import EvdevInput
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import TouchInput

struct Recognise: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the gestures in a recording, as a subscriber would receive them.",
        discussion:
            "Runs the daemon's recognisers at full speed. Reads evemu, libinput, evtest and getevent recordings.")

    @Argument(help: ArgumentHelp("The recording; - is standard input.", valueName: "file"), completion: .recordings)
    var file: String

    @OptionGroup var subscription: SubscriptionOptions
    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "Print each message as a line of JSON.")
    var json = false

    func validate() throws { _ = try subscription.requests() }

    func run() throws {
        let recording = try RecordingFile.read(file)
        var replay = try Replay(recording, path: file, configuration.load())
        let printer = MessagePrinter(json: json, units: try subscription.valueUnits)
        for request in try subscription.requests(forRecordingOf: replay.device) { replay.send(request) }
        try replay.run { try printer.print($0) }
    }
}
