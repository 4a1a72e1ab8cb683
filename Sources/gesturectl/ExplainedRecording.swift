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
        let latest = contacts.reversed().prefix { $0.time == message.time }
        guard !latest.contains(where: { $0.sentence == message.sentence }) else { return }
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
        let explanations = explanationsByTouch
        return tracker.touches.indices.flatMap { index in
            let touch = tracker.touches[index]
            let own = explanations[index]
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

    /// The explanations of each touch. Made in one pass, because a recording may have thousands of touches.
    private var explanationsByTouch: [[ExplanationMessage]] {
        let made = Dictionary(
            explanations.filter(\.isRecognised).map { (Moment(of: $0), gestures.account(of: $0)) },
            uniquingKeysWith: { first, _ in first })
        var touches = [[ExplanationMessage]](repeating: [], count: tracker.touches.count)
        for explanation in explanations {
            var time = explanation.touch
            // A finger that the device lost for a moment continues for recognisers, so what moves belongs to the touch in
            // which it began.
            if isStandard, let account = made[Moment(of: explanation)] ?? nil, account.message.value.isMotion {
                time = max(account.start, time)
            }
            if let index = tracker.index(startingBy: time) { touches[index].append(explanation) }
        }
        return touches
    }

    /// What decides about several gestures at once.
    private struct Moment: Hashable {
        let subscription: Int
        let time: Timestamp

        init(of explanation: ExplanationMessage) {
            (subscription, time) = (explanation.subscription, explanation.time)
        }
    }

    /// The settings that would have decided otherwise, with their values, for the explanations of gestures that have
    /// any.
    var remedies: [ExplanationMessage: String] {
        var remedies: [ExplanationMessage: String] = [:]
        for (touch, all) in zip(tracker.touches, explanationsByTouch) {
            for own in Dictionary(grouping: all, by: \.subscription).values {
                let accounts = own.filter(\.isRecognised).compactMap(gestures.account)
                let extent = extent(of: touch, own, accounts)
                for explanation in own where !explanation.isRecognised {
                    remedies[explanation] = explanation.advice(
                        extent, device.kind, thresholds, isStandard: isStandard)
                }
            }
        }
        return remedies
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
            let sentence = sentence(explanation, touch, extent, isAlone: accounts.isEmpty)
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
            // Fingers that part and turn have two explanations of one gesture.
            + Set(isStandard ? accounts.compactMap(\.lesserPart) : []).sorted().map { "    \($0)" }
    }

    /// The sentence. If it ends with the setting of a device, also with the value that the contact never exceeded.
    func sentence(ofContact message: ExplanationMessage) -> String {
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
        } else if accounts.count > 1 {
            extent.made = .several
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

    private func cause(_ reason: Reported<CancellationReason>?, at time: Timestamp) -> String? {
        contacts.cause(of: reason, at: time, on: device.id)
    }

    /// The sentence, with the settings that decided: `tap: held 500 ms ≥ 500 ms at 500 ms; [touchscreen] tapDuration`.
    ///
    /// - Parameter isAlone: True if the touch made no gesture.
    private func sentence(
        _ explanation: ExplanationMessage, _ touch: TrackedTouch, _ extent: TouchExtent, isAlone: Bool
    ) -> String {
        var cause = cause(explanation.reason, at: explanation.time)
        // The standard set has no gesture for a finger that moves a touchpad's pointer. Such a finger ends its gestures.
        if explanation.reason == .known(.outcompeted), isAlone, isStandard, device.kind == .touchpad {
            cause = "a finger moved the pointer"
        }
        let circumstance = touch.circumstance(of: explanation.reason, thresholds).map { ": \($0)" } ?? ""
        let advice = explanation.advice(extent, device.kind, thresholds, isStandard: isStandard).map { "; \($0)" } ?? ""
        return explanation.sentence(cancelledBy: cause) + circumstance + advice
    }

    /// Sentences about fingers that stayed down next to the gestures.
    private func others(_ accounts: Set<GestureAccount>, _ touch: TrackedTouch) -> [String] {
        let sentences = accounts.filter { $0.cancellation == nil }.compactMap { account in
            touch.others(besides: account.fingers, at: account.message.time, on: device.surface)
        }
        return Set(sentences).sorted().map { "    \($0)" }
    }
}

extension [ExplanationMessage] {
    /// Returns the cause of a cancellation, if a contact turned out to be no finger; otherwise nil.
    func cause(of reason: Reported<CancellationReason>?, at time: Timestamp, on device: String) -> String? {
        switch reason {
        case .known(.palm)?, .known(.resynchronised)?: break
        default: return nil
        }
        let rejected = last { $0.device == device && $0.time == time && $0.outcome == .known(.rejected) }
        return rejected?.contact.map { "contact \($0.id) turned out to be no finger" }
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
    /// The sentence with millimetres, and with a cause that is more exact than its reason.
    func sentence(cancelledBy cause: String?) -> String {
        let text = LengthText.withMillimetres(sentence)
        guard let cause, let phrase = reason?.phrase else { return text }
        return text.replacing(phrase, with: cause)
    }

    /// True for a contact that was a finger after a moment: its gesture was not delayed noticeably.
    fileprivate var isAcceptedAtOnce: Bool { outcome == .known(.accepted) && elapsed < .milliseconds(30) }
    fileprivate var isRecognised: Bool { outcome == .known(.recognised) }
}

extension Timestamp {
    fileprivate static let min = Timestamp(microseconds: .min)
    fileprivate static let max = Timestamp(microseconds: .max)
}
