internal import ArgumentParser
internal import EvdevInput
internal import GestureModel
internal import GesturePage
internal import GestureProtocol
internal import TouchInput

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print why gestures in a recording were, or were not, recognised.",
        discussion: """
            A touch lasts from the first finger's touch-down until all fingers have lifted. For each, prints what it \
            became, and for every other gesture the number that decided, the limit, when, and the settings of \
            gestured.toml that decide. --config tries other settings.
            """)

    @Argument(help: ArgumentHelp("The recording; - is standard input.", valueName: "file"), completion: .recordings)
    var file: String

    @OptionGroup var subscription: SubscriptionOptions
    @OptionGroup var units: UnitsOption
    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "Explain each touch, also if several became the same.")
    var all = false

    func validate() throws { _ = try subscription.requests(in: units.value) }

    func run() throws {
        var replay = try Replay(file, device: subscription.recordedDevice, configuration.load())
        let units = try units.value
        for var request in try subscription.requests(forRecordingOf: replay.device, in: units) {
            request.explains = true
            replay.send(.subscribe(request))
        }
        replay.send(.subscribeToContacts(ContactsRequest(id: 0)))
        var explained = ExplainedRecording(replay, units, requested: subscription.gesture)
        try replay.run { line in
            let message = try ServerMessage(line: line)
            if case .error = message { try MessagePrinter(json: false).print(line) }
            explained.add(message)
        }
        StandardOutput.line(DeviceText.line(replay.device))
        explained.add(replay.recordedFaults.sightings)
        explained.lines(all: all).forEach(StandardOutput.line)
    }
}
