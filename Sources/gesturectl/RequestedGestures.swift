internal import GestureActions
internal import GestureProtocol

/// The gestures of `--gesture`, each with a subscription of its own; none for the standard set, which has one.
struct RequestedGestures {
    let texts: [String]

    /// True without `--gesture`.
    var isStandard: Bool { texts.isEmpty }

    /// The word of `--gesture` for the explained gesture; nil for JSON, and without `--gesture`.
    func word(_ explanation: ExplanationMessage) -> ActionGesture.Word? {
        guard texts.indices.contains(explanation.subscription - 1),
            let words = try? FingerWords(texts[explanation.subscription - 1])
        else { return nil }
        return (try? ActionGesture(words: words.gesture))?.word
    }

    /// `flick` for a swipe of the protocol, if that is the word of `--gesture`.
    func name(_ explanation: ExplanationMessage) -> String {
        word(explanation) == .flick ? "flick" : explanation.recogniser.noun
    }

    /// The sentence with the word of `--gesture`.
    func named(_ sentence: String, _ explanation: ExplanationMessage) -> String {
        let name = "\(explanation.recogniser.noun): "
        guard sentence.hasPrefix(name) else { return sentence }
        return "\(self.name(explanation)): \(sentence.dropFirst(name.count))"
    }
}
