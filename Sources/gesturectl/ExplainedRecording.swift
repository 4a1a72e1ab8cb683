internal import GestureActions
internal import GestureModel
internal import GestureProtocol
internal import TouchInput

/// The touches of a recording: what each became, and why it became nothing else.
struct ExplainedRecording {
    private let device: TouchDevice
    private let units: ValueUnits
    private let thresholds: Thresholds
    private let requested: RequestedGestures
    private let button: RecordedButton
    private let palmLimits: PalmThresholds
    private var faults: [RecordedFaults.Sighting] = []
    private var tracker = TouchTracker()
    private var gestures: [GestureAccount] = []
    private var explanations: [ExplanationMessage] = []
    /// The decisions about contacts that were held back or rejected.
    private var contacts: [ExplanationMessage] = []
    /// The highest pressure and size of each contact.
    private var peaks: [Int: (pressure: Int32, size: Int32)] = [:]

    init(
        _ replay: borrowing Replay, _ units: ValueUnits, requested: [String]
    ) {
        (device, self.units, thresholds) = (replay.device, units, replay.thresholds)
        (self.requested, palmLimits) = (RequestedGestures(texts: requested), replay.palmLimits)
        button = replay.button
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
        tracker.addContact(on: device.id, from: message.touch, to: message.time)
    }

    /// Adds the faults of the device, after all messages.
    mutating func add(_ sightings: [RecordedFaults.Sighting]) {
        faults = sightings
        for sighting in sightings where sighting.fault.hidesContacts && touch(of: sighting, in: tracker.touches) == nil
        {
            if let index = tracker.index(on: device.id, at: sighting.time) {
                tracker.extend(index, to: sighting.time)
            } else {
                tracker.add(TrackedTouch(on: device.id, at: sighting.time))
            }
        }
    }

    /// A contact may become a finger some time after its fault.
    private static let margin = Microseconds.milliseconds(50)

    /// The number of the touch during which a fault was seen.
    private func touch(of sighting: RecordedFaults.Sighting, in touches: [TrackedTouch]) -> Int? {
        guard let index = touches.lastIndex(startingBy: sighting.time + Self.margin, \.start) else { return nil }
        return touches[index].contains(max(sighting.time, touches[index].start)) ? index : nil
    }

    // MARK: Words

    /// - Parameter all: True to explain each touch; false to explain one of those that became the same gesture.
    func lines(all: Bool) -> [String] {
        let touches = touches
        let palms = PalmEvidence(
            palmLimits, peaks: peaks.values, hasPalms: contacts.contains { $0.outcome != .known(.accepted) })
        let tracked = touches.map(\.touch)
        let faultsByTouch = Dictionary(grouping: faults) { touch(of: $0, in: tracked) }
        let other = RecordedFaults.lines(faultsByTouch[nil] ?? [])
        if touches.isEmpty { return ["no touches"] + other }
        let summary = summary(of: touches)
        let repeated = summary == nil || all ? [] : repeated(touches)
        var lines = summary.map { [$0] } ?? []
        var left = TouchSummary()
        for index in touches.indices {
            if repeated.contains(index) {
                left.add(outcome(touches[index]), at: touches[index].touch.start)
                continue
            }
            lines += left.asAbove
            left = TouchSummary()
            lines += self.lines(
                of: touches[index], after: index > 0 ? touches[index - 1].touch : nil, palms,
                RecordedFaults.lines(faultsByTouch[index] ?? [], since: touches[index].touch.start))
        }
        let shown = touches.indices.filter { !repeated.contains($0) }.map { touches[$0] }
        return lines + left.asAbove + other + (requested.isStandard ? completeness : [Self.alone])
            + (isFinal(shown) ? [Self.finality] : []) + (repeated.isEmpty ? [] : [Self.repetition])
    }

    /// True if fingers made something, or nothing, that no setting changes.
    private func isFinal(_ touches: [ExplainedTouch]) -> Bool {
        requested.isStandard && touches.contains { $0.touch.extent.fingers > 0 && !$0.isClick }
            && !touches.contains(where: hasRemedy)
    }

    private static let finality = "no sensible setting of a gesture makes another of what the fingers did"

    private static let repetition =
        "of the touches that became the same, the first is explained; --all explains each"

    private static let alone =
        "with --gesture each gesture is recognised alone, as for an app; without it, gestures compete for the fingers and "
        + "have other limits"

    /// A sentence that a finger which is missing was not reported, if no contact was left out.
    private var completeness: [String] {
        guard contacts.allSatisfy({ $0.outcome == .known(.accepted) }), !faults.contains(where: \.fault.hidesContacts)
        else {
            return []
        }
        let most = 1..<5 ~= device.slots ? ", which reports at most \(device.slots)," : ""
        return [
            "every contact of the device\(most) counted as a finger: a finger that is missing above was not reported"
        ]
    }

    private func lines(
        of explained: ExplainedTouch, after earlier: TrackedTouch?, _ palms: PalmEvidence, _ faults: [String]
    ) -> [String] {
        let (touch, sentences) = (explained.touch, sentences)
        var lines: [String] = []
        for (number, gesture) in (requested.isStandard ? [""] : requested.texts).enumerated() {
            if requested.texts.count > 1 { lines.append("  \(gesture)") }
            // Without --gesture, only one subscription includes the recording's device.
            lines += sentences.lines(
                explained.decisions.filter { requested.isStandard || $0.message.subscription == number + 1 }, touch)
        }
        lines += explained.accounts.compactMap(explained.makers).map { "    \($0)" }
        let listed = explained.contacts.filter { !$0.isAcceptedAtOnce }
        lines += listed.map { "    \(sentence(ofContact: $0, in: touch))" }
        let isMade = !explained.accounts.isEmpty || explained.isClick
        let notes =
            touch.notes(on: device, after: earlier, palms, isMade: isMade, namesContacts: !listed.isEmpty)
            + unpressed(explained) + faults
        return [head(explained)] + lines + others(explained)
            + (explained.accounts.compactMap { sentences.click(before: $0, touch) } + notes).map { "    \($0)" }
    }

    // MARK: Summary

    private func summary(of touches: [ExplainedTouch]) -> String? {
        guard requested.texts.count < 2 else { return nil }
        var summary = TouchSummary()
        for explained in touches { summary.add(outcome(explained), at: explained.touch.start) }
        return summary.line
    }

    /// The numbers of the touches that became the same gesture or click as an earlier one, without anything that needs an
    /// explanation: no gesture was cancelled, and no contact was left out.
    private func repeated(_ touches: [ExplainedTouch]) -> Set<Int> {
        var known: Set<String> = []
        return Set(
            touches.indices.filter { index in
                let (touch, accounts) = (touches[index], touches[index].accounts)
                guard !accounts.isEmpty || touch.isClick, accounts.allSatisfy({ $0.cancellation == nil }),
                    touch.contacts.allSatisfy({ $0.outcome == .known(.accepted) })
                else { return false }
                return !known.insert(outcome(touch) + (tapLimit(touch) ?? "")).inserted
            })
    }

    /// The limit that a touch exceeded which may have been meant to tap: others of the same gesture may have exceeded
    /// another one.
    private func tapLimit(_ explained: ExplainedTouch) -> String? {
        let tap = explained.decisions.first { $0.message.recogniser == .known(.tap) && !$0.message.isRecognised }
        return tap?.message.limit(on: device.kind, thresholds)
    }

    /// `tap of 1 finger`, `click`, `no gesture`.
    private func outcome(_ explained: ExplainedTouch) -> String {
        let made = explained.accounts.map { account in
            "\(account.noun) of \(Wording.fingers(account.fingers))\(account.cancellation == nil ? "" : ", cancelled")"
        }
        let kinds = made.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if !kinds.isEmpty { return kinds.joined(separator: " and ") }
        if explained.isClick { return "click" }
        if explained.touch.extent.fingers == 0 { return "no finger" }
        return explained.touch.isPointing(on: device.kind) ? "moved the pointer" : "no gesture"
    }

    private var advice: TouchAdvice { TouchAdvice(device: device, thresholds: thresholds, requested: requested) }

    private var sentences: DecisionSentences {
        DecisionSentences(
            advice: advice, touches: tracker.touches, gestures: gestures, contacts: contacts, button: button)
    }

    /// The touches, with what was decided about each.
    private var touches: [ExplainedTouch] { .init(tracker.touches, explanations, gestures, contacts: contacts) }

    /// The settings that would have decided otherwise, with their values, for the explanations of gestures that have
    /// any.
    var remedies: [ExplanationMessage: String] {
        var remedies: [ExplanationMessage: String] = [:]
        for explained in touches {
            for own in explained.decisionsBySubscription {
                for (decision, remedy) in zip(own, advice.remedies(own, explained.touch)) {
                    remedies[decision.message] = remedy
                }
            }
        }
        return remedies
    }

    private func hasRemedy(_ explained: ExplainedTouch) -> Bool {
        explained.decisionsBySubscription.contains { own in
            advice.remedies(own, explained.touch).contains { $0 != nil }
        }
    }

    /// `12.345 2 fingers for 412 ms`.
    private func head(_ explained: ExplainedTouch) -> String {
        let touch = explained.touch
        let seconds = GestureLine.seconds(touch.start)
        let duration = "\(touch.extent.duration.count / 1000) ms"
        if touch.extent.fingers == 0 { return "\(seconds) no finger for \(duration)" }
        let time = touch.isDown ? "down until the end of the recording" : "for \(duration)"
        let fingers = "\(seconds) \(Wording.fingers(touch.extent.fingers)) \(time)"
        // What a gesture became is in its own line.
        guard explained.accounts.isEmpty else { return fingers }
        return "\(fingers); \(touch.headline(on: device.kind, isClick: explained.isClick))"
    }

    /// The sentence. If it ends with the setting of a device, also with the value that the contact never exceeded.
    func sentence(ofContact message: ExplanationMessage, in touch: TrackedTouch? = nil) -> String {
        let text = message.sentence(on: device.surface, units, since: touch?.start)
        guard text.contains("; [[device]] "), let peak = message.contact.flatMap({ peaks[$0.id] }) else { return text }
        let number = text.hasSuffix("Size") ? peak.size : peak.pressure
        return "\(text) above \(number), with kind = \"\(device.kind.rawValue)\", makes it a finger"
    }

    /// A sentence that a finger which only rested did not click, in a recording with clicks.
    private func unpressed(_ explained: ExplainedTouch) -> [String] {
        guard explained.touch.extent.fingers > 0, button.isUntouched(by: explained.touch),
            explained.accounts.allSatisfy({ !$0.message.value.isMotion })
        else { return [] }
        return ["the button was not pressed"]
    }

    /// Sentences about fingers that stayed down next to the gestures.
    private func others(_ explained: ExplainedTouch) -> [String] {
        // What stayed down in a drum roll taps next.
        guard let last = explained.accounts.last(where: { $0.cancellation == nil }) else { return [] }
        let sentence = explained.touch.others(besides: last.fingers, at: last.message.time, on: device.surface)
        return sentence.map { ["    \($0)"] } ?? []
    }
}

extension GestureAccount {
    var fingers: Int { message.value.fingers ?? PinchAndTurn(message.value)?.fingers ?? 0 }
}

extension GestureValue {
    var isMotion: Bool {
        switch self {
        case .tap, .longPress: false
        default: true
        }
    }
}
