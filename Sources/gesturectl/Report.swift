internal import ArgumentParser
internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePage
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import TouchInput

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw recordings as a page: where the fingers went, what was recognised, and why not.",
        discussion: """
            The page needs no other file and no network. It shows the surface to scale, each contact with what it was taken \
            for, the limits that decided, and a timeline, next to the explanation. With several recordings the page is a list, \
            and each recording has a page in the folder of the same name.
            """)

    @Argument(
        help: ArgumentHelp("The recordings; - is standard input.", valueName: "file"), completion: .recordings)
    var files: [String]

    @Option(
        name: [.short, .long], help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html", "svg"]))
    var output: String

    @Flag(help: "Write a picture of one recording alone, as SVG.")
    var svg = false

    @Option(
        help: ArgumentHelp("With --svg: draw only this touch sequence, from 1. (default: all)", valueName: "number"))
    var sequence: Int?

    @OptionGroup var subscription: SubscriptionOptions
    @OptionGroup var configuration: ConfigurationOption

    func validate() throws {
        _ = try subscription.requests()
        try requireOther(output)
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("- can be read once") }
        if svg, files.count > 1 { throw ValidationError("--svg: draws one recording, and \(files.count) are named") }
        if sequence != nil, !svg { throw ValidationError("--sequence: only with --svg") }
        if output == "-", files.count > 1 {
            throw ValidationError("--output: several recordings are several files; name the first")
        }
    }

    /// Throws if writing to a path would overwrite a recording, whatever its names.
    private func requireOther(_ path: String) throws {
        guard path != "-" else { return }
        let written = FileIdentity(path)
        if files.contains(where: { $0 == path || written != nil && FileIdentity($0) == written }) {
            throw ValidationError("--output: \(path) is one of the recordings")
        }
    }

    func run() throws {
        let configuration = try configuration.load()
        if files.count > 1 { return try writeIndex(configuration) }
        let drawn = try DrawnRecording(files[0], configuration, subscription)
        if svg { return try write(picture(of: drawn), to: output) }
        try write(drawn.page(title: files[0]), to: output)
    }

    private func picture(of drawn: DrawnRecording) throws -> [UInt8] {
        let picture = Picture(drawn.recording)
        if let sequence, !(1...max(picture.count, 1)).contains(sequence) || picture.count == 0 {
            throw ValidationError("--sequence: \(files[0]) has \(picture.count) touch sequences")
        }
        return picture.svg(sequence: sequence, title: drawn.title(files[0]))
    }

    /// Writes a page for each recording, and a list of all recordings. For an unreadable recording, the list has the
    /// reason.
    private func writeIndex(_ configuration: Configuration) throws {
        let folder = output.hasSuffix(".html") ? String(output.dropLast(5)) : output + "-pages"
        do throws(PrivateFile.Failure) {
            try PrivateFile.makeFolder(folder)
        } catch {
            throw RecordingFile.Failure(path: folder, reason: "the folder \(error)")
        }
        var entries: [ReportIndex.Entry] = []
        var isComplete = true
        for (index, file) in files.enumerated() {
            do {
                let drawn = try DrawnRecording(file, configuration, subscription)
                let page = "\(folder)/\(pageName(index, file))"
                try write(drawn.page(title: file), to: page)
                let picture = Picture(drawn.recording)
                entries.append(
                    ReportIndex.Entry(
                        name: file, page: "\(folder.lastComponent)/\(pageName(index, file))",
                        picture: picture.svg(title: file, hasCaption: false), summary: drawn.summary))
            } catch let failure as RecordingFile.Failure {
                StandardError.writeLine("gesturectl: \(failure)")
                entries.append(ReportIndex.Entry(name: file, page: nil, summary: "cannot be read: \(failure.reason)"))
                isComplete = false
            }
        }
        let title = "\(files.count) recordings"
        try write(ReportIndex.html(entries, title: title), to: output)
        if !isComplete { throw ExitCode.failure }
    }

    /// Returns a numbered name, so that recordings with the same name in several folders have separate pages.
    private func pageName(_ index: Int, _ file: String) -> String {
        let name = file.lastComponent.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": Character(scalar)
            default: "_"
            }
        }
        return "\(index + 1)-\(String(name.prefix(100))).html"
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        guard path != "-" else { return StandardOutput.write(bytes) }
        try requireOther(path)
        do throws(PrivateFile.Failure) {
            try PrivateFile.write(bytes, to: path)
        } catch {
            throw RecordingFile.Failure(path: path, reason: "\(error)")
        }
    }
}

/// Which file a path names; `-` is standard input.
private struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    init?(_ path: String) {
        var status = stat()
        guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

/// A recording that has run through the daemon's pipeline, with everything to draw.
struct DrawnRecording {
    private(set) var recording: PackedRecording
    private let thresholds: Thresholds
    private let faults: [String]
    /// True if the limits to draw are those of the standard set.
    private let isStandard: Bool
    private var gestures = GestureCounts()
    /// The number of the request for contacts in points.
    private static let inPoints: Int64 = -1

    init(_ file: String, _ configuration: Configuration, _ subscription: SubscriptionOptions) throws {
        var replay = try Replay(file, device: subscription.recordedDevice, configuration)
        for var request in try subscription.requests(forRecordingOf: replay.device) {
            request.explains = true
            replay.send(.subscribe(request))
        }
        replay.send(.subscribeToContacts(ContactsRequest(id: 0, units: .millimetres)))
        recording = PackedRecording(device: replay.device)
        thresholds = configuration.thresholds
        isStandard = subscription.gesture.isEmpty
        // The fingers' distances in points, as for `explain`.
        replay.send(.subscribeToContacts(ContactsRequest(id: Self.inPoints)))
        var packed = PackedRecording(device: replay.device)
        var accounts: [GestureAccount] = []
        var explained = ExplainedRecording(replay, .points, requested: subscription.gesture)
        var subscriptionInPoints: Int?
        try replay.run { line in
            let message = try ServerMessage(line: line)
            switch message {
            case .ok(Self.inPoints, let number): subscriptionInPoints = number
            case .contacts(let frame) where frame.subscription == subscriptionInPoints: explained.add(message)
            case .contacts: packed.add(message)
            default:
                packed.add(message)
                explained.add(message)
            }
            switch message {
            case .gesture(let gesture): accounts.add(gesture, scale: Vector(dx: 1, dy: 1))
            case .error(let error): throw RecordingFile.Failure(path: file, reason: error.message)
            default: break
            }
        }
        let remedies = explained.remedies
        packed.amend { explanation in
            if explanation.contact != nil { explanation.sentence = explained.sentence(ofContact: explanation) }
            return remedies[explanation]
        }
        recording = packed
        for account in accounts { gestures.add(account.noun) }
        faults = RecordedFaults.phrases(replay.recordedFaults.sightings)
    }

    func title(_ file: String) -> String { "\(file): \(summary)" }

    /// `2 taps, 1 drag`.
    var summary: String { gestures.total == 0 ? "no gesture" : gestures.text }

    func page(title: String) -> [UInt8] {
        Page(thresholds: thresholds).report(recording, title: title, faults: faults, standard: isStandard)
    }
}

extension String {
    /// The last part of a path.
    fileprivate var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
