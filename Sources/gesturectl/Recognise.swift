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
            """
            Runs the daemon's recognisers at full speed. What a movement became is in a line of its own. A pipe receives \
            the protocol's words for gestures. Reads evemu, libinput, evtest and getevent recordings.
            """)

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
        let scale = units.scale(on: replay.device.surface)
        var accounts: [GestureAccount] = []
        try replay.run { line in
            try printer.print(line)
            guard !json, case .gesture(let message) = try DaemonLine.message(line) else { return }
            accounts.add(message, scale: scale)
            guard message.phase.isTerminal,
                let index = accounts.firstIndex(where: { $0.message.gesture == message.gesture })
            else { return }
            let account = accounts.remove(at: index)
            if account.start < message.time { StandardOutput.line(GestureLine(units: units).text(account)) }
        }
    }
}
