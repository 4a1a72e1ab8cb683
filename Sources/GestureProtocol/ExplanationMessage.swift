public import GestureModel

/// Why one gesture of a subscription was recognised or not: a ``/GestureModel/Finding`` of the daemon. It contains no
/// positions.
public struct ExplanationMessage: Hashable, Sendable {
    /// What was decided about a gesture.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The fingers made the gesture.
        case recognised
        /// The fingers did not make the gesture, or no longer do; ``ExplanationMessage/reason`` has the cause.
        case lost
        /// The sequence that the gesture is a part of ended before this part could begin.
        case notReached
    }

    /// The number of the subscription that requested explanations.
    public var subscription: Int
    /// The time of the frame or deadline at which it was decided.
    public var time: Timestamp
    /// The device's id.
    public var device: String
    /// The gesture that was decided about.
    public var recogniser: Reported<GestureName>
    /// Which of a composition's gestures it is, from 1; 0 if there is no composition.
    public var part: Int
    /// From the first finger's touch to ``time``.
    public var elapsed: Microseconds
    /// How many fingers were down at once since then.
    public var fingers: Int
    /// Whether the gesture was recognised.
    public var outcome: Reported<Outcome>
    /// With ``Outcome/lost`` alone.
    public var reason: Reported<CancellationReason>?
    /// All of it, for people: `tap: moved 14.2 pt > 10 pt at 92 ms`.
    public var sentence: String
    /// How many explanations before this one the subscription did not get, because its client read too slowly.
    public var missed: Int

    /// - Parameters:
    ///   - finding: What was decided.
    ///   - device: Its id.
    ///   - subscription: The one that requested explanations.
    ///   - positions: Withheld, the numbers have no digits that reveal where fingers are.
    ///   - missed: How many explanations it did not get since the last.
    public init(
        _ finding: Finding, device: String, subscription: Int, positions: PositionAccess = .granted, missed: Int = 0
    ) {
        let finding = positions == .granted ? finding : finding.withholdingPositions
        self.subscription = subscription
        time = finding.time
        self.device = device
        recogniser = .known(finding.recogniser)
        part = finding.part
        elapsed = finding.elapsed
        fingers = finding.fingers
        switch finding.outcome {
        case .recognised: outcome = .known(.recognised)
        case .notReached: outcome = .known(.notReached)
        case .lost(let lost): (outcome, reason) = (.known(.lost), .known(lost))
        }
        sentence = finding.description
        self.missed = missed
    }
}

extension ExplanationMessage {
    init(_ line: JSONField) throws(RequestError) {
        subscription = try line["subscription"].count()
        time = try line["time"].time()
        device = try line["device"].string()
        recogniser = Reported(word: try line["recogniser"].string())
        part = try line["part"].ifPresent?.count() ?? 0
        elapsed = try line["elapsed"].microseconds()
        fingers = try line["fingers"].count()
        outcome = Reported(word: try line["outcome"].string())
        reason = try Reported(of: line)
        sentence = try line["sentence"].string()
        missed = try line["missed"].ifPresent?.count() ?? 0
    }

    var json: JSONValue {
        let reason: [(String, JSONValue?)] =
            switch reason {
            case nil: []
            case .known(let reason): reason.members
            case .unknown(let word): [("reason", .string(word))]
            }
        return .members(
            [
                ("type", "explanation"), ("subscription", JSONValue(subscription)),
                ("time", .integer(time.microseconds)), ("device", .string(device)),
                ("recogniser", .string(recogniser.word)), ("part", part > 0 ? JSONValue(part) : nil),
                ("elapsed", .integer(elapsed.count)), ("fingers", JSONValue(fingers)),
                ("outcome", .string(outcome.word)),
            ] + reason + [("sentence", .string(sentence)), ("missed", missed > 0 ? JSONValue(missed) : nil)])
    }
}
