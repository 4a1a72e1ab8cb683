internal import GestureModel
internal import GestureProtocol

/// The touches of a recording: what each became, and why it became nothing else.
struct ExplainedRecording {
    private let device: TouchDevice
    private let units: ValueUnits
    private let thresholds: Thresholds
    /// True if the standard set was recognised.
    private let isStandard: Bool
    private var tracker = TouchTracker()
    private var gestures: [GestureAccount] = []
    private var explanations: [ExplanationMessage] = []
    /// The decisions about contacts that were held back or rejected.
    private var contacts: [ExplanationMessage] = []

    init(_ device: TouchDevice, _ units: ValueUnits, _ thresholds: Thresholds, isStandard: Bool) {
        (self.device, self.units, self.thresholds, self.isStandard) = (device, units, thresholds, isStandard)
    }

    mutating func add(_ message: ServerMessage) {
        switch message {
        case .contacts(let frame): tracker.add(frame)
        case .gesture(let gesture): gestures.add(gesture, scale: units.scale(on: device.surface))
        case .explanation(let message) where message.contact == nil: explanations.append(message)
        case .explanation(let message): add(contact: message)
        default: break
        }
    }

    /// Every subscription explains the contacts in its region. Equal explanations are kept only once.
    private mutating func add(contact message: ExplanationMessage) {
        guard !contacts.contains(where: { $0.sentence == message.sentence && $0.time == message.time }) else { return }
        contacts.append(message)
        guard tracker.index(on: device.id, at: message.touch) == nil else { return }
        // No finger was down.
        tracker.add(TrackedTouch(on: device.id, at: message.touch))
        tracker.end(on: device.id, at: message.time)
    }

    // MARK: Words

    /// - Parameter requested: The gestures of `--gesture`, each with a subscription of its own; empty for the standard
    ///   set, which has one.
    func lines(for requested: [String]) -> [String] {
        if tracker.touches.isEmpty { return ["no touches"] }
        return tracker.touches.indices.flatMap { index in
            let touch = tracker.touches[index]
            let next =
                index + 1 < tracker.touches.count ? tracker.touches[index + 1].start : Timestamp(microseconds: .max)
            let own = explanations.filter { (touch.start..<next).contains($0.touch) }
            var lines: [String] = []
            for (number, gesture) in (requested.isEmpty ? [""] : requested).enumerated() {
                if requested.count > 1 { lines.append("  \(gesture)") }
                // Without --gesture, only one subscription includes the recording's device.
                lines += self.lines(own.filter { requested.isEmpty || $0.subscription == number + 1 }, touch)
            }
            for message in contacts where (touch.start..<next).contains(message.touch) {
                lines.append("    \(LengthText.withMillimetres(message.sentence))")
            }
            let made = Set(own.filter(\.isRecognised).compactMap(gestures.account))
            return [head(touch, hasGesture: !made.isEmpty)] + lines + others(made, touch)
        }
    }

    /// `12.345 2 fingers for 412 ms`.
    private func head(_ touch: TrackedTouch, hasGesture: Bool) -> String {
        let seconds = GestureLine.seconds(touch.start)
        let duration = "\(touch.extent.duration.count / 1000) ms"
        if touch.extent.fingers == 0 { return "\(seconds) no finger for \(duration)" }
        let time = touch.isDown ? "down until the end of the recording" : "for \(duration)"
        let fingers = "\(seconds) \(Wording.fingers(touch.extent.fingers)) \(time)"
        // What a gesture became is in its own line.
        return hasGesture ? fingers : "\(fingers); \(touch.headline(on: device.kind))"
    }

    /// A recognised gesture is first, because it rules out the others.
    private func lines(_ explanations: [ExplanationMessage], _ touch: TrackedTouch) -> [String] {
        var accounts: [GestureAccount] = []
        var lines: [String] = []
        for explanation in explanations where explanation.isRecognised {
            guard let account = gestures.account(of: explanation) else {
                lines.append("    \(LengthText.withMillimetres(explanation.sentence))")
                continue
            }
            if let sentence = account.sentence(of: explanation, after: accounts) { lines.append("    \(sentence)") }
            accounts.append(account)
        }
        var lost: [(names: [String], rest: String)] = []
        for explanation in explanations where !explanation.isRecognised {
            // The end of a gesture is in its own line.
            if accounts.contains(where: { $0.message.time == explanation.time && $0.has(explanation) }) { continue }
            let sentence = sentence(explanation, touch)
            let name = explanation.recogniser.noun
            let rest = String(sentence.dropFirst(name.count))
            // Several gestures may be lost by the same.
            if sentence.hasPrefix(name), let last = lost.last, last.rest == rest, rest.hasPrefix(": ") {
                lost[lost.count - 1].names.append(name)
            } else {
                lost.append(([name], rest))
            }
        }
        return lines + lost.map { "    \($0.names.joined(separator: ", "))\($0.rest)" }
    }

    /// The sentence, with the settings that decided: `tap: held 500 ms ≥ 500 ms at 500 ms; [touchscreen] tapDuration`.
    private func sentence(_ explanation: ExplanationMessage, _ touch: TrackedTouch) -> String {
        let text = LengthText.withMillimetres(explanation.sentence)
        let setting: String?
        if isStandard {
            setting = explanation.advice(touch.extent, device.kind, thresholds)
        } else if case .known(let gesture) = explanation.recogniser,
            case .known(.failed(let failure))? = explanation.reason
        {
            setting = Remedy.setting(of: gesture, failure, on: device.kind)
        } else {
            setting = nil
        }
        return setting.map { "\(text); \($0)" } ?? text
    }

    /// Sentences about fingers that stayed down next to the gestures.
    private func others(_ accounts: Set<GestureAccount>, _ touch: TrackedTouch) -> [String] {
        let sentences = accounts.filter { $0.cancellation == nil }.compactMap { account in
            touch.others(besides: account.fingers, at: account.message.time, on: device.surface)
        }
        return Set(sentences).sorted().map { "    \($0)" }
    }
}

extension GestureAccount {
    fileprivate var fingers: Int { message.value.fingers ?? PinchAndTurn(message.value)?.fingers ?? 0 }
}

extension ExplanationMessage {
    fileprivate var isRecognised: Bool { outcome == .known(.recognised) }
}
