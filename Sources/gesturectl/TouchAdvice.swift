internal import GestureActions
internal import GestureModel
internal import GestureProtocol

/// The settings with which the fingers of a touch would have made another gesture.
struct TouchAdvice {
    let device: TouchDevice
    let thresholds: Thresholds
    let requested: RequestedGestures

    /// The settings that would have decided otherwise, for each decision of one subscription; nil where there are none.
    func remedies(_ decisions: [ExplainedTouch.Decision], _ touch: TrackedTouch) -> [String?] {
        remedies(decisions, touch, isStandard: requested.isStandard)
    }

    /// The settings that decided, as an end of each sentence: `; [touchscreen] tapDuration above 0.6`. Rules for a tap or a
    /// press receive those of the standard set, which has others than a gesture that is requested alone.
    func advice(_ decisions: [ExplainedTouch.Decision], _ touch: TrackedTouch) -> [String] {
        let own = remedies(decisions, touch)
        let rules = requested.isStandard ? own : remedies(decisions, touch, isStandard: true)
        return decisions.indices.map { index in
            let text = own[index].map { "; \($0)\(outcome(of: decisions[index].message, touch, $0))" } ?? ""
            guard let word = requested.word(decisions[index].message), [.tap, .longPress].contains(word),
                let rule = rules[index],
                rule != own[index]
            else { return text }
            return text + (text.isEmpty ? "; in rules \(rule)" : " for apps, in rules \(rule)")
        }
    }

    /// ` makes it a tap of 2 fingers`, after a setting of the standard set with which the fingers would have tapped or
    /// pressed; what else moves says it itself.
    private func outcome(of explanation: ExplanationMessage, _ touch: TrackedTouch, _ advice: String) -> String {
        guard requested.isStandard, advice.hasPrefix("["), case .known(let gesture) = explanation.recogniser,
            [.tap, .longPress].contains(gesture)
        else { return "" }
        return " makes it a \(gesture.noun) of \(Wording.fingers(touch.extent.fingers))"
    }

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
}
