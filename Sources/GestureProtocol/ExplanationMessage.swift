public import GestureModel

/// What was decided of one gesture of a subscription, and why: a ``/GestureModel/Finding`` of the daemon's. It tells no
/// positions.
public struct ExplanationMessage: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case recognised
        case lost
        case notReached
        /// One that came after this client.
        case other(String)
    }

    public var subscription: Int
    public var time: Timestamp
    /// The device's id.
    public var device: String
    /// A ``/GestureModel/GestureName``, or one that came after this client.
    public var recogniser: String
    /// Which of a composition's gestures it is, from 1; 0 where there is no composition.
    public var part: Int
    /// From the first finger's touch to ``time``.
    public var elapsed: Microseconds
    /// How many were down at once since then.
    public var fingers: Int
    public var outcome: Outcome
    /// All of it, for people: `tap: moved 14.2 pt > 10 pt at 92 ms`.
    public var sentence: String
    /// With ``Outcome/lost`` alone: as in ``GestureMessage``.
    public var reason: String?
    public var failure: String?
    public var failureReason: FailureReason?
    /// How many explanations before this one the subscription did not get, because its client read too slowly.
    public var missed: Int
}

extension ExplanationMessage: Decodable {
    private enum Key: String, CodingKey {
        case subscription, time, device, recogniser, part, elapsed, fingers, outcome, sentence, reason, failure,
            failureReason, missed
    }

    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        self.init(
            subscription: try object.decode(Int.self, forKey: .subscription),
            time: Timestamp(microseconds: try object.decode(Int64.self, forKey: .time)),
            device: try object.decode(String.self, forKey: .device),
            recogniser: try object.decode(String.self, forKey: .recogniser),
            part: try object.decodeIfPresent(Int.self, forKey: .part) ?? 0,
            elapsed: Microseconds(try object.decode(Int64.self, forKey: .elapsed)),
            fingers: try object.decode(Int.self, forKey: .fingers),
            outcome: Outcome(try object.decode(String.self, forKey: .outcome)),
            sentence: try object.decode(String.self, forKey: .sentence),
            reason: try object.decodeIfPresent(String.self, forKey: .reason),
            failure: try object.decodeIfPresent(String.self, forKey: .failure),
            failureReason: try object.decodeIfPresent(DecodedFailure.self, forKey: .failureReason)?.reason,
            missed: try object.decodeIfPresent(Int.self, forKey: .missed) ?? 0)
    }
}

extension ExplanationMessage.Outcome {
    fileprivate init(_ word: String) {
        self =
            switch word {
            case "recognised": .recognised
            case "lost": .lost
            case "notReached": .notReached
            default: .other(word)
            }
    }
}
