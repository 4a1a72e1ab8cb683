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
        subcommands: [Events.self, Sweep.self], defaultSubcommand: Events.self)
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
}

struct Events: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the gestures of each recording in the words of RULES.md: OUT/touchpad__name.jsonl.")

    @OptionGroup var options: RecordingOptions

    @Option(help: ArgumentHelp("Where to write; else standard output.", valueName: "folder"))
    var out: String?

    func run() throws {
        if let out { try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true) }
        for name in options.recordings.names {
            let text = try text(name)
            if let out {
                try Recordings.write(text, to: out + "/" + Recordings.id(name) + ".jsonl")
            } else {
                print(name + "\n" + text, terminator: "")
            }
        }
    }

    /// A device that is refused has no gestures; the others are still scored.
    private func text(_ name: String) throws -> String {
        let recording = try options.recordings.read(name)
        let origin = recording.events.first?.time ?? Timestamp(microseconds: 0)
        do {
            let events = try options.run(for: recording.kind).events(of: recording)
            return events.map { $0.json(from: origin) + "\n" }.joined()
        } catch let error as DeviceDescriptionError {
            StandardError.writeLine("\(name): \(error)")
            return ""
        }
    }
}
