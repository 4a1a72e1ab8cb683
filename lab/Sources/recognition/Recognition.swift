internal import ArgumentParser
internal import FoundationEssentials
internal import GestureModel
internal import LinuxSupport
internal import RecordedGestures
internal import TouchInput
import TouchRecordings

/// What the daemon makes of recordings; `make recognition` scores it.
@main struct Recognition: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognition", abstract: "What the daemon makes of recordings.",
        subcommands: [Events.self, Singles.self, Sweep.self], defaultSubcommand: Events.self)
}

struct RecordingOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The folder of recordings.", valueName: "folder"))
    var folder: String

    @Option(help: ArgumentHelp("Only recordings with this in their path.", valueName: "text"))
    var only: String?

    @Option(help: ArgumentHelp("The gesture to subscribe to; else the standard set of the device.", valueName: "json"))
    var gesture: String?

    @Flag(help: "Without the rejection of contacts that can be no fingers.")
    var noRejection = false

    @Option(name: .customLong("set"), help: "A threshold of the configuration, such as touchpad.slop=8.")
    var thresholds: [String] = []

    var recordings: Recordings { Recordings(below: folder, only: only) }

    func run(for kind: TouchDeviceKind) throws -> RecordingRun {
        var run = RecordingRun(gesture: gesture ?? RecordingRun.standard(kind), filtersContacts: !noRejection)
        for setting in thresholds {
            let words = setting.split(separator: "=")
            guard words.count == 2, let value = Double(words[1]), run.set(String(words[0]), to: value) else {
                throw ValidationError("--set \(setting): expected a threshold and its value, such as touchpad.slop=8")
            }
        }
        return run
    }

    /// Writes the lines of each recording to a file of `out`, or to standard output.
    ///
    /// - Parameter lines: Of a recording, whose first event is given. A device that is refused has none; the others are
    ///   still scored.
    func write(to out: String?, _ lines: (Recording, Timestamp) throws -> [String]) throws {
        if let out { try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true) }
        for name in recordings.names {
            let recording = try recordings.read(name)
            var text = ""
            do {
                let origin = recording.events.first?.time ?? Timestamp(microseconds: 0)
                text = try lines(recording, origin).map { $0 + "\n" }.joined()
            } catch let error as DeviceDescriptionError {
                StandardError.writeLine("\(name): \(error)")
            }
            if let out {
                try Recordings.write(text, to: out + "/" + Recordings.id(name) + ".jsonl")
            } else {
                print(name + "\n" + text, terminator: "")
            }
        }
    }
}

struct Events: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the gestures of each recording in the words of RULES.md: OUT/touchpad__name.jsonl.")

    @OptionGroup var options: RecordingOptions

    @Option(help: ArgumentHelp("Where to write; else standard output.", valueName: "folder"))
    var out: String?

    func run() throws {
        try options.write(to: out) { recording, origin in
            try options.run(for: recording.kind).events(of: recording).map { $0.json(from: origin) }
        }
    }
}

struct Singles: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write what receivers of single gestures get, each line with its receiver.",
        discussion: "As subscriptions, each with the defaults of its gesture; or as the library's gestures.")

    @OptionGroup var options: RecordingOptions

    @Option(help: ArgumentHelp("Where to write; else standard output.", valueName: "folder"))
    var out: String?

    @Flag(help: "What the Swift library makes of the same frames, without the daemon.")
    var library = false

    func run() throws {
        try options.write(to: out) { recording, origin in
            let receivers = SingleReceiver.all(on: recording.kind)
            let events =
                try library
                ? LibraryRun(recording).eventsByReceiver()
                : RecordingRun(gestures: receivers.map(\.gesture)).eventsBySubscription(of: recording)
            return zip(receivers, events).flatMap { receiver, events in
                events.map { $0.json(from: origin, receiver: receiver.name) }
            }
        }
    }
}
