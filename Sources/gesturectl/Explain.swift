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
            A touch sequence lasts from the first finger's touch until all fingers are lifted. For each touch sequence, \
            prints a line for every possible gesture: the number that decided, the limit, and when.
            """)

    @Argument(help: ArgumentHelp("The recording; - is standard input.", valueName: "file"), completion: .recordings)
    var file: String

    @OptionGroup var subscription: SubscriptionOptions
    @OptionGroup var units: UnitsOption
    @OptionGroup var configuration: ConfigurationOption

    func validate() throws { _ = try subscription.requests(in: units.value) }

    func run() throws {
        var replay = try Replay(file, device: subscription.recordedDevice, configuration.load())
        for var request in try subscription.requests(forRecordingOf: replay.device, in: units.value) {
            request.explains = true
            replay.send(.subscribe(request))
        }
        var sequences: [ExplainedTouch] = []
        var explanations: [ExplanationMessage] = []
        try replay.run(onFrame: { sequences.append($0) }) { line in
            switch try ServerMessage(line: line) {
            case .explanation(let message): explanations.append(message)
            case .error: try MessagePrinter(json: false).print(line)
            default: break
            }
        }
        // Every subscription explains the contacts in its region. Equal explanations are kept only once.
        for message in explanations where message.contact != nil { sequences.append(message) }
        explanations.removeAll { $0.contact != nil }
        StandardOutput.line(DeviceText.line(replay.device))
        if sequences.isEmpty { StandardOutput.line("no touches") }
        print(sequences, explanations, replay.device.kind)
        for (word, meaning) in ReasonWords.all where explanations.contains(where: { $0.isLost(word) }) {
            StandardOutput.line("\(word): \(meaning)")
        }
        for (fault, count) in replay.faults {
            StandardOutput.line("\(count == 1 ? "once" : "\(count) times"): \(fault)")
        }
    }

    /// Prints each explanation below the touch sequence in which the first finger of the explained gesture came down.
    private func print(
        _ sequences: [ExplainedTouch], _ explanations: [ExplanationMessage], _ kind: TouchDeviceKind
    ) {
        for (index, sequence) in sequences.enumerated() {
            let next = index + 1 < sequences.count ? sequences[index + 1].start : Timestamp(microseconds: .max)
            StandardOutput.line(sequence.text)
            let own = explanations.filter { (sequence.start..<next).contains($0.touch) }
            for (number, gesture) in (subscription.gesture.isEmpty ? [""] : subscription.gesture).enumerated() {
                if subscription.gesture.count > 1 { StandardOutput.line("  \(gesture)") }
                // Without --gesture, only one subscription includes the recording's device.
                let messages = own.filter { subscription.gesture.isEmpty || $0.subscription == number + 1 }
                // A recognised gesture is printed first, because it rules out the others.
                for message in messages where message.isRecognised {
                    StandardOutput.line("    \(sentence(message, kind))")
                }
                for message in messages where !message.isRecognised {
                    StandardOutput.line("    \(sentence(message, kind))")
                }
            }
            for message in sequence.contacts { StandardOutput.line("    \(message.sentence)") }
        }
    }
}

extension Explain {
    /// Returns the sentence, with the decisive setting if there is one:
    /// `swipe: lifted at 7.5 pt/s (1.2 mm/s) < …; [swipe] minimumVelocity`.
    private func sentence(_ message: ExplanationMessage, _ kind: TouchDeviceKind) -> String {
        let text = LengthText.withMillimetres(message.sentence)
        guard case .known(let gesture) = message.recogniser, case .known(.failed(let failure))? = message.reason else {
            return text
        }
        let setting =
            subscription.gesture.isEmpty
            ? Remedy.setting(of: gesture, failure, inStandardSetOf: kind)
            : Remedy.setting(of: gesture, failure, on: kind)
        return setting.map { "\(text); \($0)" } ?? text
    }
}

extension ExplanationMessage {
    fileprivate func isLost(_ word: String) -> Bool {
        if case .known(let reason)? = reason { reason.name == word } else { false }
    }

    fileprivate var isRecognised: Bool { outcome == .known(.recognised) }

    /// The time at which the first finger came down.
    fileprivate var touch: Timestamp { Timestamp(microseconds: time.microseconds - elapsed.count) }
}

/// The contacts from the first finger's touch-down until all fingers are lifted.
private struct ExplainedTouch {
    private struct Finger {
        let id: Int
        let start: Point
        var isDown = true
    }

    let start: Timestamp
    private var end: Timestamp
    private var fingers: [Finger] = []
    /// The largest number of fingers that were down at the same time.
    private var fingerCount = 0
    /// The longest distance of a finger from its start, in points.
    private var distance = 0.0
    /// The decisions about contacts that were held back or rejected.
    private(set) var contacts: [ExplanationMessage] = []

    init(start: Timestamp) {
        self.start = start
        end = start
    }

    /// Creates a sequence for the decision about a contact that came down during no other sequence.
    init(_ message: ExplanationMessage) {
        start = message.touch
        end = message.time
        contacts = [message]
    }

    /// True if a time is in the sequence.
    func contains(_ time: Timestamp) -> Bool { start <= time && (time <= end || !isOver) }

    mutating func add(_ message: ExplanationMessage) {
        // Several subscriptions may explain the same contact.
        guard !contacts.contains(where: { $0.sentence == message.sentence && $0.time == message.time }) else { return }
        contacts.append(message)
        if fingers.isEmpty { end = max(end, message.time) }
    }

    var isOver: Bool { !fingers.contains { $0.isDown } }

    /// `12.345 2 fingers for 412 ms, moved up to 64.1 pt`.
    var text: String {
        guard fingerCount > 0 else { return "\(GestureLine.seconds(start)) no finger for \(elapsed(end))" }
        let count = Wording.fingers(fingerCount)
        let tenths = Int((distance * 10).rounded())
        let duration = isOver ? "for \(elapsed(end))" : "down until the end of the recording"
        return "\(GestureLine.seconds(start)) \(count) \(duration), moved up to "
            + LengthText.withMillimetres("\(tenths / 10).\(tenths % 10) pt")
    }

    mutating func add(_ contact: Contact) {
        guard !fingers.contains(where: { $0.id == contact.id }) else { return }
        fingers.append(Finger(id: contact.id, start: contact.position))
        fingerCount = max(fingerCount, fingers.count { $0.isDown })
    }

    mutating func update(_ frame: TouchFrame) {
        // A frame has every contact that is down. A contact that lifted while events were lost has no `ended`.
        for index in fingers.indices where !frame.contacts.contains(where: { $0.id == fingers[index].id }) {
            fingers[index].isDown = false
        }
        for contact in frame.contacts {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id && $0.isDown }) else { continue }
            end = frame.time
            if !contact.isRejected { distance = max(distance, (contact.position - fingers[index].start).length) }
            fingers[index].isDown = contact.isDown
        }
    }

    private func elapsed(_ time: Timestamp) -> String { "\((time - start).count / 1000) ms" }
}

extension [ExplainedTouch] {
    /// Adds a frame. The same frame may be added several times.
    fileprivate mutating func append(_ frame: TouchFrame) {
        for contact in frame.contacts where contact.phase == .began {
            if last?.isOver ?? true { append(ExplainedTouch(start: contact.start(inFrameAt: frame.time))) }
            self[count - 1].add(contact)
        }
        guard !isEmpty else { return }
        self[count - 1].update(frame)
    }
    /// Adds the decision about a contact to the touch sequence during which the contact came down, or else as a new
    /// sequence.
    fileprivate mutating func append(_ message: ExplanationMessage) {
        if let index = firstIndex(where: { $0.contains(message.touch) }) { return self[index].add(message) }
        let index = firstIndex { $0.start > message.touch } ?? count
        insert(ExplainedTouch(message), at: index)
    }
}
