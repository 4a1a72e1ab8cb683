internal import GestureActions
internal import GestureModel
internal import GestureProtocol

/// What the fingers of a touch made, and why they made nothing else, in sentences.
struct DecisionSentences {
    let advice: TouchAdvice
    /// All touches and gestures of the recording, and the decisions about its contacts.
    let touches: [TrackedTouch]
    let gestures: [GestureAccount]
    let contacts: [ExplanationMessage]
    let button: RecordedButton

    private var device: TouchDevice { advice.device }
    private var thresholds: Thresholds { advice.thresholds }
    private var requested: RequestedGestures { advice.requested }

    /// A recognised gesture is first, because it rules out the others.
    func lines(_ decisions: [ExplainedTouch.Decision], _ touch: TrackedTouch) -> [String] {
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
            if let sentence = sentence.map({ requested.named(dated($0, explanation, touch), explanation) }) {
                lines.append("    \(sentence)")
            }
            accounts.append(account)
        }
        let recognised = explanations.filter { explanation in
            explanation.isRecognised && accounts.contains { $0.cancellation == nil && $0.has(explanation) }
        }.map(\.recogniser)
        var lost: [(names: [String], rest: String)] = []
        var named = recognised
        for (explanation, advice) in zip(explanations, advice.advice(decisions, touch)) where !explanation.isRecognised
        {
            // The end of a gesture is in its own line.
            if accounts.contains(where: { $0.message.time == explanation.time && $0.has(explanation) }) { continue }
            // So is the press of the button that ended it.
            if explanation.isClick, accounts.contains(where: { $0.isClicked && $0.has(explanation) }) { continue }
            // Of fingers that made a gesture, what the rest of them did not make as well is of no use.
            if requested.isStandard, !accounts.isEmpty {
                guard !named.contains(explanation.recogniser) else { continue }
                named.append(explanation.recogniser)
            }
            let sentence = sentence(explanation, touch, made: accounts) + advice
            let name = requested.name(explanation)
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
            + Set(requested.isStandard ? accounts.compactMap(\.lesserPart) : []).sorted().map { "    \($0)" }
    }

    private func earlyLifts(_ accounts: [GestureAccount], _ touch: TrackedTouch) -> [String] {
        accounts.filter(\.message.value.isMotion).compactMap {
            touch.earlyLift(from: $0.noun, of: $0.fingers, endingAt: min($0.message.time, touch.end))
        }
    }

    /// A sentence about fingers that dragged and then parted.
    private func latePinch(_ touch: TrackedTouch, _ accounts: [GestureAccount]) -> [String] {
        guard requested.isStandard, let drag = accounts.last, accounts.allSatisfy({ $0.message.value.name == .drag })
        else {
            return []
        }
        return touch.latePinch(afterDragOf: drag.fingers).map { ["    \($0)"] } ?? []
    }

    /// In points, 5 mm: a flick goes at least as far.
    private static let leastFlick = 31.5

    /// Sentences about drags that are flicks as well, or lifted too slowly for one.
    private func flicks(_ touch: TrackedTouch, _ accounts: [GestureAccount]) -> [String] {
        guard requested.isStandard else { return [] }
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
        if reason == .known(.failed(.clicked)), let index = touches.lastIndex(startingBy: time, \.start) {
            return button.cause(of: touches[index], at: time)
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
        if explanation.reason == .known(.outcompeted), accounts.isEmpty, requested.isStandard, device.kind == .touchpad
        {
            cause = "a finger moved the pointer"
        }
        let circumstance =
            (touch.circumstance(of: explanation.reason, at: explanation.time, thresholds) ?? rival(explanation, touch)
            ?? (accounts.allSatisfy { $0.message.value.name == .longPress } ? tapDrag(explanation, touch) : nil)).map {
                ": \($0)"
            }
            ?? ""
        let text = explanation.sentence(
            cancelledBy: cause, limit: requested.isStandard ? explanation.limit(on: device.kind, thresholds) : nil)
        return requested.named(
            explanation.isClick && cause != nil
                ? text.replacing(explanation.moment, with: "") : dated(text, explanation, touch), explanation)
            + circumstance
    }

    /// The sentence with what was waited for, if the decision came only after the fingers had lifted.
    private func dated(_ sentence: String, _ explanation: ExplanationMessage, _ touch: TrackedTouch) -> String {
        guard let wait = explanation.wait(after: touch, isStandard: requested.isStandard) else { return sentence }
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
        guard requested.isStandard, device.kind == .touchpad, explanation.recogniser == .known(.drag),
            touch.fingers.count == 1,
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

    /// A sentence about a press of fingers that clicked before and did not lift; nil for other gestures.
    func click(before account: GestureAccount, _ touch: TrackedTouch) -> String? {
        guard requested.isStandard, account.message.value.name == .longPress,
            let release = button.release(in: touch, before: account.start)
        else { return nil }
        let rest = Wording.decimal(thresholds.touchpad.holdDuration.seconds, 2)
        let time = (release - touch.start).count / 1000
        return
            "the button was released at \(time) ms, and the finger stayed down: what rests for \(rest) s after a click is "
            + "a long press"
    }
}

extension GestureAccount {
    /// True if the press of a button ended the gesture.
    fileprivate var isClicked: Bool { message.reason == .known(.failed(.clicked)) }
}
