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
    @OptionGroup var units: UnitsOption
    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "Print each message as a line of JSON.")
    var json = false

    @Flag(help: "With --json: also print all contacts of each frame, with what they are taken for.")
    var contacts = false

    func validate() throws {
        _ = try subscription.requests(in: units.value)
        if contacts, !json { throw ValidationError("--contacts: contacts are printed as JSON only; add --json") }
    }

    func run() throws {
        var replay = try Replay(file, device: subscription.recordedDevice, configuration.load())
        let units = try units.value
        let printer = MessagePrinter(json: json, units: units)
        for request in try subscription.requests(forRecordingOf: replay.device, in: units) {
            replay.send(.subscribe(request))
        }
        if contacts { replay.send(.subscribeToContacts(ContactsRequest(id: 0, units: units))) }
        try replay.run { try printer.print($0) }
    }
}
