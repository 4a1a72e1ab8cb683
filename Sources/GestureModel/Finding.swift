/// What was decided about one gesture that fingers might have made: that it was recognised, or why it was not.
public struct Finding: Hashable, Sendable {
    /// Whether the gesture was recognised, and if not, why.
    public enum Outcome: Hashable, Sendable {
        /// What the fingers had done by then.
        case recognised(GestureValue)
        /// Not this gesture, or not any more.
        case lost(CancellationReason)
        /// The sequence that it is a part of ended before this part could begin.
        case notReached
    }

    /// The gesture that was decided about; of a composition or a standard set, one of its gestures.
    public var recogniser: GestureName
    /// Which of a composition's gestures it is, from 1 and in the expression's order; 0 if there is no composition.
    public var part: Int
    /// What was decided.
    public var outcome: Outcome
    /// The time of the frame or deadline at which it was decided.
    public var time: Timestamp
    /// From the first finger's touch to ``time``. The first finger is the one that came when none was down.
    public var elapsed = Microseconds.zero
    /// How many fingers were down at once since then.
    public var fingers = 0

    /// Creates a finding without ``elapsed`` and ``fingers``, which are zero.
    public init(_ recogniser: GestureName, part: Int = 0, _ outcome: Outcome, at time: Timestamp) {
        self.recogniser = recogniser
        self.part = part
        self.outcome = outcome
        self.time = time
    }

    /// For clients from which positions are withheld: no more digits in the numbers, and in the sentence, than values have.
    package var withholdingPositions: Finding {
        guard case .lost(let reason) = outcome else { return self }
        var finding = self
        finding.outcome = .lost(reason.withholdingPositions)
        return finding
    }
}

extension Finding: CustomStringConvertible {
    /// `tap: moved 14.2 pt > 10 pt at 92 ms`.
    public var description: String {
        "\(recogniser.rawValue)\(part > 0 ? " (part \(part))" : ""): \(words) at \(Wording.milliseconds(elapsed))"
    }

    private var words: String {
        switch outcome {
        case .recognised(let value): "recognised: \(value.summary)"
        case .lost(.failed(let failure)): failure.description
        case .lost(let reason): reason.name
        case .notReached: "not reached"
        }
    }
}
