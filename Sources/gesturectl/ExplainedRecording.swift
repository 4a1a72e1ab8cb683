internal import GestureActions
internal import GestureModel
internal import GestureProtocol
internal import TouchInput

/// The touches of a recording: what each became, and why it became nothing else.
struct ExplainedRecording {
    private let device: TouchDevice
    private let units: ValueUnits
    private let thresholds: Thresholds
    /// The gestures of `--gesture`, each with a subscription of its own; empty for the standard set, which has one.
    private let requested: [String]
    /// When the button under the surface was pressed.
    private let presses: [Timestamp]
    private let releases: [Timestamp]
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
        (self.requested, palmLimits) = (requested, replay.palmLimits)
        (presses, releases) = (replay.presses, replay.releases)
    }

    private var isStandard: Bool { requested.isEmpty }

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
        return lines + left.asAbove + other + (isStandard ? completeness : [Self.alone])
            + (isFinal(shown) ? [Self.finality] : []) + (repeated.isEmpty ? [] : [Self.repetition])
    }

    /// True if fingers made something, or nothing, that no setting changes.
    private func isFinal(_ touches: [ExplainedTouch]) -> Bool {
        isStandard && touches.contains { $0.touch.extent.fingers > 0 && !$0.isClick }
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
        let touch = explained.touch
        var lines: [String] = []
        for (number, gesture) in (requested.isEmpty ? [""] : requested).enumerated() {
            if requested.count > 1 { lines.append("  \(gesture)") }
            // Without --gesture, only one subscription includes the recording's device.
            lines += self.lines(
                explained.decisions.filter { requested.isEmpty || $0.message.subscription == number + 1 }, touch)
        }
        lines += explained.accounts.compactMap(explained.makers).map { "    \($0)" }
        let listed = explained.contacts.filter { !$0.isAcceptedAtOnce }
        lines += listed.map { "    \(sentence(ofContact: $0, in: touch))" }
        let isMade = !explained.accounts.isEmpty || explained.isClick
        let notes =
            touch.notes(on: device, after: earlier, palms, isMade: isMade, namesContacts: !listed.isEmpty)
            + unpressed(explained) + faults
        return [head(explained)] + lines + others(explained)
            + (explained.accounts.compactMap { click(before: $0, touch) } + notes).map { "    \($0)" }
    }

    // MARK: Summary

    private func summary(of touches: [ExplainedTouch]) -> String? {
        guard requested.count < 2 else { return nil }
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

    /// The touches, with what was decided about each.
    private var touches: [ExplainedTouch] { .init(tracker.touches, explanations, gestures, contacts: contacts) }

    /// The settings that would have decided otherwise, with their values, for the explanations of gestures that have
    /// any.
    var remedies: [ExplanationMessage: String] {
        var remedies: [ExplanationMessage: String] = [:]
        for explained in touches {
            for own in explained.decisionsBySubscription {
                for (decision, remedy) in zip(own, self.remedies(own, explained.touch, isStandard: isStandard)) {
                    remedies[decision.message] = remedy
                }
            }
        }
        return remedies
    }

    private func hasRemedy(_ explained: ExplainedTouch) -> Bool {
        explained.decisionsBySubscription.contains { own in
            remedies(own, explained.touch, isStandard: isStandard).contains { $0 != nil }
        }
    }

    /// The settings that would have decided otherwise, for each decision of one subscription; nil where there are none.
    ///
    /// - Parameter isStandard: True if the gestures are of the standard set.
    private func remedies(
        _ decisions: [ExplainedTouch.Decision], _ touch: TrackedTouch, isStandard: Bool
    ) -> [String?] {
        let replay = TouchReplay(touch, on: device)
        let extent = extent(of: touch, decisions.map(\.message), decisions.compactMap(\.account))
        return decisions.map { decision in
            decision.message.isRecognised
                ? nil : decision.message.advice(extent, device.kind, thresholds, replay, isStandard: isStandard)
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

    /// A recognised gesture is first, because it rules out the others.
    private func lines(_ decisions: [ExplainedTouch.Decision], _ touch: TrackedTouch) -> [String] {
        let explanations = decisions.map { $0.message.counted(from: touch.start) }
        var accounts: [GestureAccount] = []
        var lines: [String] = []
        for (explanation, account) in zip(explanations, decisions.map(\.account)) where explanation.isRecognised {
            guard let account else {
                lines.append("    \(dated(LengthText.withMillimetres(explanation.sentence), explanation, touch))")
                continue
            }
            let cause = cause(account.message.reason, at: account.message.time) ?? touch.arrival(ending: account)
            let sentence = account.sentence(of: explanation, after: accounts, cancelledBy: cause)
            if let sentence = sentence.map({ self.named(dated($0, explanation, touch), explanation) }) {
                lines.append("    \(sentence)")
            }
            accounts.append(account)
        }
        let recognised = explanations.filter { explanation in
            explanation.isRecognised && accounts.contains { $0.cancellation == nil && $0.has(explanation) }
        }.map(\.recogniser)
        var lost: [(names: [String], rest: String)] = []
        var named = recognised
        for (explanation, advice) in zip(explanations, advice(decisions, touch)) where !explanation.isRecognised {
            // The end of a gesture is in its own line.
            if accounts.contains(where: { $0.message.time == explanation.time && $0.has(explanation) }) { continue }
            // So is the press of the button that ended it.
            if explanation.isClick, accounts.contains(where: { $0.isClicked && $0.has(explanation) }) { continue }
            // Of fingers that made a gesture, what the rest of them did not make as well is of no use.
            if isStandard, !accounts.isEmpty {
                guard !named.contains(explanation.recogniser) else { continue }
                named.append(explanation.recogniser)
            }
            let sentence = sentence(explanation, touch, made: accounts) + advice
            let name = word(explanation) == .flick ? "flick" : explanation.recogniser.noun
            let rest = String(sentence.dropFirst(name.count))
            // Several gestures may be lost by the same.
            if sentence.hasPrefix(name), let last = lost.last, last.rest == rest, rest.hasPrefix(": ") {
                lost[lost.count - 1].names.append(name)
            } else {
                lost.append(([name], rest))
            }
        }
        return lines + lost.map { "    \($0.names.joined(separator: ", "))\($0.rest)" } + latePinch(touch, accounts)
            + flicks(touch, accounts)
            // Fingers that part and turn have two explanations of one gesture.
            + Set(earlyLifts(accounts, touch)).sorted().map {
                "    \($0)"
            }
            + Set(isStandard ? accounts.compactMap(\.lesserPart) : []).sorted().map { "    \($0)" }
    }

    private func earlyLifts(_ accounts: [GestureAccount], _ touch: TrackedTouch) -> [String] {
        accounts.filter(\.message.value.isMotion).compactMap {
            touch.earlyLift(from: $0.noun, of: $0.fingers, endingAt: min($0.message.time, touch.end))
        }
    }

    /// The sentence. If it ends with the setting of a device, also with the value that the contact never exceeded.
    func sentence(ofContact message: ExplanationMessage, in touch: TrackedTouch? = nil) -> String {
        let text = message.sentence(on: device.surface, units, since: touch?.start)
        guard text.contains("; [[device]] "), let peak = message.contact.flatMap({ peaks[$0.id] }) else { return text }
        let number = text.hasSuffix("Size") ? peak.size : peak.pressure
        return "\(text) above \(number), with kind = \"\(device.kind.rawValue)\", makes it a finger"
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

    /// In points, 5 mm: a flick goes at least as far.
    private static let leastFlick = 31.5

    /// Sentences about drags that are flicks as well, or lifted too slowly for one.
    private func flicks(_ touch: TrackedTouch, _ accounts: [GestureAccount]) -> [String] {
        guard isStandard else { return [] }
        return accounts.compactMap { account in
            guard let (way, speed) = account.lift, way >= Self.leastFlick else { return nil }
            let limit = ActionGesture.flickSpeed
            if speed >= limit {
                let (speed, limit) = (Wording.decimal(speed, 0), Wording.decimal(limit, 0))
                return
                    "    \(LengthText.withMillimetres("flick: also, for rules: lifted at \(speed) pt/s ≥ \(limit) pt/s"))"
            }
            let reason = CancellationReason.failed(.liftedSlowly(speed, limit: limit))
            let circumstance = touch.circumstance(of: .known(reason), at: touch.end, thresholds)
            return "    flick: \(LengthText.withMillimetres(reason.phrase))"
                + (circumstance.map { ": \($0); lift while they move" } ?? "")
        }
    }

    private func cause(_ reason: Reported<CancellationReason>?, at time: Timestamp) -> String? {
        if reason == .known(.failed(.clicked)), let touch = tracker.index(startingBy: time).map({ tracker.touches[$0] })
        {
            // A press ends what had begun. Before that, the first press of the touch decides, and is known at the lift.
            let ending = presses.last { $0 <= time && time - $0 < TrackedTouch.heldLift }
            let own = ending.map { [$0] } ?? presses.filter(touch.contains)
            guard let press = own.first else {
                return isPressed(at: touch.start) ? "the button was down already, and a click is no gesture" : nil
            }
            return "the button was pressed at \(max(press - touch.start, .zero).count / 1000) ms"
                + (own.count > 1 ? ", the first of \(own.count) times" : "") + ", and a click is no gesture"
        }
        return contacts.cause(of: reason, at: time, on: device.id)
    }

    /// The sentence: `tap: held 500 ms ≥ 500 ms at 500 ms`.
    ///
    /// - Parameter accounts: The gestures that the touch made.
    private func sentence(
        _ explanation: ExplanationMessage, _ touch: TrackedTouch, made accounts: [GestureAccount]
    ) -> String {
        var cause = cause(explanation.reason, at: explanation.time)
        // The standard set has no gesture for a finger that moves a touchpad's pointer. Such a finger ends its gestures.
        if explanation.reason == .known(.outcompeted), accounts.isEmpty, isStandard, device.kind == .touchpad {
            cause = "a finger moved the pointer"
        }
        let circumstance =
            (touch.circumstance(of: explanation.reason, at: explanation.time, thresholds) ?? rival(explanation, touch)
            ?? (accounts.allSatisfy { $0.message.value.name == .longPress } ? tapDrag(explanation, touch) : nil)).map {
                ": \($0)"
            }
            ?? ""
        let text = explanation.sentence(
            cancelledBy: cause, limit: isStandard ? explanation.limit(on: device.kind, thresholds) : nil)
        return named(
            explanation.isClick && cause != nil
                ? text.replacing(explanation.moment, with: "") : dated(text, explanation, touch), explanation)
            + circumstance
    }

    /// The sentence with what was waited for, if the decision came only after the fingers had lifted.
    private func dated(_ sentence: String, _ explanation: ExplanationMessage, _ touch: TrackedTouch) -> String {
        guard let wait = explanation.wait(after: touch, isStandard: isStandard) else { return sentence }
        return sentence.replacing(explanation.moment, with: "\(explanation.moment), after the wait for \(wait)")
    }

    /// How the fingers moved, if they dragged instead of pinching, or the other way round.
    private func rival(_ explanation: ExplanationMessage, _ touch: TrackedTouch) -> String? {
        guard explanation.reason == .known(.outcompeted) else { return nil }
        switch explanation.recogniser {
        case .known(.drag), .known(.magnify), .known(.rotate):
            return touch.sharedMotion(at: explanation.time)?.sentence
        default: return nil
        }
    }

    /// What one finger of a touchpad lacked for a drag, if it came right after a tap.
    private func tapDrag(_ explanation: ExplanationMessage, _ touch: TrackedTouch) -> String? {
        guard isStandard, device.kind == .touchpad, explanation.recogniser == .known(.drag), touch.fingers.count == 1,
            case .known(.failed(.tooFewFingers(1, _)))? = explanation.reason,
            let delay = thresholds.touchpad.tapDragDelay,
            let tap = gestures.last(where: {
                $0.message.value.name == .tap && $0.message.time <= touch.firstTouchDown
            }), tap.fingers == 1, touch.firstTouchDown - tap.message.time <= delay
        else { return nil }
        let went = touch.fingers[0].path.reach.length
        return "after a tap, one finger drags from \(Wording.millimetres(thresholds.touchpad.tapDistance)) on; "
            + "it went \(Wording.millimetres(went))"
    }

    /// The settings that decided, as an end of each sentence: `; [touchscreen] tapDuration above 0.6`. Rules for a tap or a
    /// press receive those of the standard set, which has others than a gesture that is requested alone.
    private func advice(_ decisions: [ExplainedTouch.Decision], _ touch: TrackedTouch) -> [String] {
        let own = remedies(decisions, touch, isStandard: isStandard)
        let rules = isStandard ? own : remedies(decisions, touch, isStandard: true)
        return decisions.indices.map { index in
            let text = own[index].map { "; \($0)\(outcome(of: decisions[index].message, touch, $0))" } ?? ""
            guard let word = word(decisions[index].message), [.tap, .longPress].contains(word), let rule = rules[index],
                rule != own[index]
            else { return text }
            return text + (text.isEmpty ? "; in rules \(rule)" : " for apps, in rules \(rule)")
        }
    }

    /// ` makes it a tap of 2 fingers`, after a setting of the standard set with which the fingers would have tapped or
    /// pressed; what else moves says it itself.
    private func outcome(of explanation: ExplanationMessage, _ touch: TrackedTouch, _ advice: String) -> String {
        guard isStandard, advice.hasPrefix("["), case .known(let gesture) = explanation.recogniser,
            [.tap, .longPress].contains(gesture)
        else { return "" }
        return " makes it a \(gesture.noun) of \(Wording.fingers(touch.extent.fingers))"
    }

    /// The word of `--gesture` for the explained gesture; nil for JSON, and without `--gesture`.
    private func word(_ explanation: ExplanationMessage) -> ActionGesture.Word? {
        guard requested.indices.contains(explanation.subscription - 1),
            let words = try? FingerWords(requested[explanation.subscription - 1])
        else { return nil }
        return (try? ActionGesture(words: words.gesture))?.word
    }

    /// The sentence with the word of `--gesture`: a flick is a swipe of the protocol.
    private func named(_ sentence: String, _ explanation: ExplanationMessage) -> String {
        let name = "\(explanation.recogniser.noun): "
        guard word(explanation) == .flick, sentence.hasPrefix(name) else { return sentence }
        return "flick: \(sentence.dropFirst(name.count))"
    }

    /// A sentence about a press of fingers that clicked before and did not lift; nil for other gestures.
    private func click(before account: GestureAccount, _ touch: TrackedTouch) -> String? {
        guard isStandard, account.message.value.name == .longPress,
            let release = releases.last(where: { $0 <= account.start && $0 >= touch.start })
        else { return nil }
        let rest = Wording.decimal(thresholds.touchpad.holdDuration.seconds, 2)
        let time = (release - touch.start).count / 1000
        return
            "the button was released at \(time) ms, and the finger stayed down: what rests for \(rest) s after a click is "
            + "a long press"
    }

    /// True if the button was down.
    private func isPressed(at time: Timestamp) -> Bool {
        guard let press = presses.last(where: { $0 <= time }) else { return false }
        return !releases.contains { press < $0 && $0 <= time }
    }

    /// A sentence that a finger which only rested did not click, in a recording with clicks.
    private func unpressed(_ explained: ExplainedTouch) -> [String] {
        guard !presses.isEmpty, explained.touch.extent.fingers > 0, !presses.contains(where: explained.touch.contains),
            !isPressed(at: explained.touch.start),
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
    /// True if the press of a button ended the gesture.
    fileprivate var isClicked: Bool { message.reason == .known(.failed(.clicked)) }
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
