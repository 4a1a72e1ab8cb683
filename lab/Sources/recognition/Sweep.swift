internal import ArgumentParser
internal import GestureModel
internal import RecordedGestures
internal import Strokes
internal import TouchInput
internal import TouchRecordings

struct Sweep: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Perturb every recording that yields a gesture, and count how many yield the same.",
        discussion: "Exits with 1 where fewer than 98 % agree.")

    @OptionGroup var options: RecordingOptions

    @Option(help: "Of the resolutions, the jitter and the dropped frames.")
    var seed: UInt64 = 1

    /// Recordings of faulty hardware: what they yield is as arbitrary as what is done to them.
    private static let faulty = [
        "advanced-silicon-2149", "atmel-03eb-201c", "irtouch-6615", "sharp-04dd-9681", "hp8470p",
        "change-ids-quickly", "id-split",
    ]
    private static let goal = 0.98

    func run() throws {
        var tally = SweepTally()
        for name in options.recordings.names where !Sweep.faulty.contains(where: name.contains) {
            let recording = try options.recordings.read(name)
            do {
                try sweep(recording, name, &tally)
            } catch let error as DeviceDescriptionError {
                tally.note("not perturbed: \(name): \(error)")
            }
        }
        tally.show()
        guard tally.share >= Sweep.goal else { throw ExitCode(1) }
    }

    private func sweep(_ recording: Recording, _ name: String, _ tally: inout SweepTally) throws {
        let run = try options.run(for: recording.kind)
        let events = try run.events(of: recording)
        guard !events.completed.isEmpty else { return }
        // A recording's own numbers, whichever others are swept.
        var random = SplitMix64(seed: seed &* 0x1_0000_01b3 ^ Sweep.hash(name))
        for perturbation in Perturbation.all(on: recording.kind, &random) {
            guard let perturbed = try perturbation.applied(to: recording, &random) else {
                tally.note("not resampled: \(name): reports without slots")
                continue
            }
            let wanted = events.map(perturbation.applied)
            tally.add(perturbation, name, wanted: wanted, got: try run.events(of: perturbed))
        }
    }

    /// FNV-1a.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// How many perturbed recordings agree.
struct SweepTally {
    private var groups: [(name: String, agreed: Int, of: Int, failures: [String])] = []
    private var notes: [String] = []

    var share: Double {
        let (agreed, all) = total
        return all > 0 ? Double(agreed) / Double(all) : 1
    }

    private var total: (Int, Int) { groups.reduce((0, 0)) { ($0.0 + $1.agreed, $0.1 + $1.of) } }

    mutating func note(_ text: String) {
        if notes.last != text { notes.append(text) }
    }

    mutating func add(
        _ perturbation: Perturbation, _ recording: String, wanted: [AbstractEvent], got: [AbstractEvent]
    ) {
        let index = groups.firstIndex { $0.name == perturbation.group } ?? groups.count
        if index == groups.count { groups.append((perturbation.group, 0, 0, [])) }
        groups[index].of += 1
        if got.agree(with: wanted) {
            groups[index].agreed += 1
        } else {
            let detail = perturbation.description == perturbation.group ? "" : " (\(perturbation))"
            groups[index].failures.append(
                "  \(recording)\(detail)\n    wanted \(wanted.completed.words), got \(got.completed.words)")
        }
    }

    func show() {
        for note in notes { print(note) }
        for group in groups {
            print("\(group.name): \(group.agreed) of \(group.of) agree")
            for failure in group.failures { print(failure) }
        }
        let (agreed, all) = total
        let percent = Double((share * 1000).rounded()) / 10
        print("perturbed recordings that agree: \(agreed)/\(all) = \(percent)%")
    }
}
