internal import ArgumentParser
internal import EvdevInput
internal import GestureModel
internal import GestureProtocol
internal import TouchInput

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say why a recording's touches are the gestures that they are, and no others.",
        discussion: """
            Of each hand, from its first finger's touch until none was left, a line for every gesture that it might have \
            made: the number that decided, the limit, and when.
            """)

    @Argument(help: ArgumentHelp("The recording; - is standard input.", valueName: "file"))
    var file: String

    @OptionGroup var subscription: SubscriptionOptions
    @OptionGroup var configuration: ConfigurationOption

    func validate() throws { _ = try subscription.requests() }

    func run() throws {
        let recording = try RecordingFile.read(file)
        var replay = try Replay(recording, path: file, configuration.load())
        for request in try subscription.requests(explains: true) { replay.send(request) }
        if let request = try subscription.request(1, for: replay.device, explains: true) { replay.send(request) }
        var hands = Hands()
        var explanations: [ExplanationMessage] = []
        try replay.run(watch: { hands.follow($0) }) { line in
            switch try ServerMessage(line: line) {
            case .explanation(let message): explanations.append(message)
            case .error: try MessagePrinter(json: false).print(line)
            default: break
            }
        }
        Output.line(DeviceLine.short(replay.device))
        if hands.all.isEmpty { Output.line("no finger came down") }
        print(hands.all, explanations)
        for (fault, count) in replay.faults { Output.line("\(count == 1 ? "once" : "\(count) times"): \(fault)") }
    }

    /// An explanation is of the hand whose touch it counts from.
    private func print(_ hands: [HandLog], _ explanations: [ExplanationMessage]) {
        for (index, hand) in hands.enumerated() {
            let next = index + 1 < hands.count ? hands[index + 1].start : Timestamp(microseconds: .max)
            Output.line(hand.text)
            let own = explanations.filter { (hand.start..<next).contains($0.touch) }
            for (number, gesture) in (subscription.gesture.isEmpty ? [""] : subscription.gesture).enumerated() {
                if subscription.gesture.count > 1 { Output.line("  \(gesture)") }
                // Without a gesture there is one subscription that the recording's device is of.
                for message in own where subscription.gesture.isEmpty || message.subscription == number + 1 {
                    Output.line("    \(message.sentence)")
                }
            }
            for line in hand.rejections { Output.line("    \(line)") }
        }
    }
}

extension ExplanationMessage {
    /// When the first finger came down.
    fileprivate var touch: Timestamp { Timestamp(microseconds: time.microseconds - elapsed.count) }
}
