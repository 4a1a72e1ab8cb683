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
    /// The highest pressure and size of each contact.
    private var peaks: [Int: (pressure: Int32, size: Int32)] = [:]

    init(_ device: TouchDevice, _ units: ValueUnits, _ thresholds: Thresholds, isStandard: Bool) {
        (self.device, self.units, self.thresholds, self.isStandard) = (device, units, thresholds, isStandard)
    }

    mutating func add(_ message: ServerMessage) {
        switch message {
        case .contacts(let frame):
            tracker.add(frame)
            for contact in frame.contacts {
                let peak = peaks[contact.id, default: (0, 0)]
                peaks[contact.id] = (max(peak.pressure, contact.pressure ?? 0), max(peak.size, contact.size ?? 0))
            }
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
            let next = tracker.touches.indices.contains(index + 1) ? tracker.touches[index + 1].start : .max
            let own = explanations.filter { explanation in
                let time = moment(of: explanation)
                return touch.start <= time && time < next
            }
            var lines: [String] = []
            for (number, gesture) in (requested.isEmpty ? [""] : requested).enumerated() {
                if requested.count > 1 { lines.append("  \(gesture)") }
                // Without --gesture, only one subscription includes the recording's device.
                lines += self.lines(own.filter { requested.isEmpty || $0.subscription == number + 1 }, touch)
            }
            for message in contacts
            where border(before: index) <= message.touch && message.touch < border(before: index + 1)
                && !message.isAcceptedAtOnce
            {
                lines.append("    \(sentence(ofContact: message))")
            }
            let made = Set(own.filter(\.isRecognised).compactMap(gestures.account))
            return [head(touch, hasGesture: !made.isEmpty)] + lines + others(made, touch)
        }
    }

    /// A time in the touch that an explanation is about: when its first finger came down. A finger that the device lost
    /// for a moment continues for recognisers, so what moves belongs to the touch in which it began.
    private func moment(of explanation: ExplanationMessage) -> Timestamp {
        let made = explanations.first {
            $0.isRecognised && $0.time == explanation.time && $0.subscription == explanation.subscription
        }.flatMap(gestures.account)
        guard let made, made.message.value.isMotion, isStandard else { return explanation.touch }
        return max(made.start, explanation.touch)
    }

    /// When the contacts of a touch began at the earliest: those that were held back may have come before its first
    /// finger.
    private func border(before index: Int) -> Timestamp {
        guard index > 0 else { return .min }
        guard tracker.touches.indices.contains(index) else { return .max }
        return min(tracker.touches[index - 1].end, tracker.touches[index].start)
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
            let sentence = account.sentence(
                of: explanation, after: accounts, cancelledBy: cause(account.message.reason, at: account.message.time))
            if let sentence { lines.append("    \(sentence)") }
            accounts.append(account)
        }
        let recognised = explanations.filter { explanation in
            explanation.isRecognised && accounts.contains { $0.cancellation == nil && $0.has(explanation) }
        }.map(\.recogniser)
        let extent = extent(of: touch, explanations, accounts)
        var lost: [(names: [String], rest: String)] = []
        var named = recognised
        for explanation in explanations where !explanation.isRecognised {
            // The end of a gesture is in its own line.
            if accounts.contains(where: { $0.message.time == explanation.time && $0.has(explanation) }) { continue }
            // Of fingers that made a gesture, what the rest of them did not make as well is of no use.
            if isStandard, !accounts.isEmpty {
                guard !named.contains(explanation.recogniser) else { continue }
                named.append(explanation.recogniser)
            }
            let sentence = sentence(explanation, extent)
            let name = explanation.recogniser.noun
            let rest = String(sentence.dropFirst(name.count))
            // Several gestures may be lost by the same.
            if sentence.hasPrefix(name), let last = lost.last, last.rest == rest, rest.hasPrefix(": ") {
                lost[lost.count - 1].names.append(name)
            } else {
                lost.append(([name], rest))
            }
        }
        return lines + lost.map { "    \($0.names.joined(separator: ", "))\($0.rest)" } + latePinch(touch, accounts)
    }

    /// The sentence. If it ends with the setting of a device, also with the value that the contact never exceeded.
    private func sentence(ofContact message: ExplanationMessage) -> String {
        let text = LengthText.withMillimetres(message.sentence)
        guard text.contains("; [[device]] "), let peak = message.contact.flatMap({ peaks[$0.id] }) else { return text }
        let number = text.hasSuffix("Size") ? peak.size : peak.pressure
        return "\(text) above \(number), with kind = \"\(device.kind.rawValue)\""
    }

    /// What the fingers did, with what they made of it.
    private func extent(
        of touch: TrackedTouch, _ explanations: [ExplanationMessage], _ accounts: [GestureAccount]
    ) -> TouchExtent {
        var extent = touch.extent
        // No setting makes a tap of what has not lifted.
        if touch.isDown { extent.duration = .never }
        if explanations.contains(where: { $0.reason == .known(.failed(.clicked)) }) {
            extent.made = .click
        } else if accounts.contains(where: { $0.message.value.isMotion }) {
            extent.made = .motion
        }
        return extent
    }

    /// A sentence about fingers that dragged and then parted.
    private func latePinch(_ touch: TrackedTouch, _ accounts: [GestureAccount]) -> [String] {
        guard isStandard, let drag = accounts.last, accounts.allSatisfy({ $0.message.value.name == .drag }) else {
            return []
        }
        return touch.latePinch(afterDragOf: drag.fingers).map { ["    \($0)"] } ?? []
    }

    /// Why gestures were cancelled, if a contact turned out to be no finger; otherwise nil.
    private func cause(_ reason: Reported<CancellationReason>?, at time: Timestamp) -> String? {
        switch reason {
        case .known(.palm)?, .known(.resynchronised)?: break
        default: return nil
        }
        let rejected = contacts.last { $0.time == time && $0.outcome == .known(.rejected) }
        return rejected?.contact.map { "contact \($0.id) turned out to be no finger" }
    }

    /// The sentence, with the settings that decided: `tap: held 500 ms ≥ 500 ms at 500 ms; [touchscreen] tapDuration`.
    private func sentence(_ explanation: ExplanationMessage, _ touch: TouchExtent) -> String {
        var text = LengthText.withMillimetres(explanation.sentence)
        if let phrase = explanation.reason?.phrase, let cause = cause(explanation.reason, at: explanation.time) {
            text = text.replacing(phrase, with: cause)
        }
        return explanation.advice(touch, device.kind, thresholds, isStandard: isStandard).map { "\(text); \($0)" }
            ?? text
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

extension GestureValue {
    fileprivate var isMotion: Bool {
        switch self {
        case .tap, .longPress: false
        default: true
        }
    }
}

extension ExplanationMessage {
    /// True for a contact that was a finger after a moment: its gesture was not delayed noticeably.
    fileprivate var isAcceptedAtOnce: Bool { outcome == .known(.accepted) && elapsed < .milliseconds(30) }
    fileprivate var isRecognised: Bool { outcome == .known(.recognised) }
}

extension Timestamp {
    fileprivate static let min = Timestamp(microseconds: .min)
    fileprivate static let max = Timestamp(microseconds: .max)
}
