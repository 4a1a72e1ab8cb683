public import GestureModel

/// Why one gesture of a subscription was recognised or not, or why one contact was accepted as a finger or not: a
/// ``/GestureModel/Finding`` or a ``/GestureModel/ContactFinding`` of the daemon.
public struct ExplanationMessage: Hashable, Sendable {
    /// The decision about a gesture or a contact.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The fingers made the gesture.
        case recognised
        /// The fingers did not make the gesture, or no longer do; ``ExplanationMessage/reason`` has the cause.
        case lost
        /// The sequence of which the gesture is a part ended before this part could begin.
        case notReached
        /// For a contact: it was held back, and turned out to be a finger.
        case accepted
        /// For a contact: it was held back until it lifted.
        case dropped
        /// For a contact: it is not a finger, and is ignored until it lifts.
        case rejected
    }

    /// The contact that an explanation is about.
    public struct Contact: Hashable, Sendable {
        /// The contact's number among those that the client may receive, as in a subscription to contacts.
        public var id: Int
        /// Where it came down, in the units of the subscription; nil if positions are withheld.
        public var position: Point?
        /// The daemon's classification of the contact.
        public var state: Reported<ContactReport.State>
        /// Why it was held back or rejected; nil if ``state`` alone is the reason.
        public var cause: Reported<ContactReport.Cause>?
    }

    /// The number of the subscription that requested explanations.
    public var subscription: Int
    /// The time of the frame or deadline at which the decision was made.
    public var time: Timestamp
    /// The device's id.
    public var device: String
    /// The gesture that the decision is about; for a contact, `.unknown("contact")`.
    public var recogniser: Reported<GestureName>
    /// The contact that the decision is about; nil for a gesture.
    public var contact: Contact?
    /// The number of the gesture in its composition, from 1; 0 if there is no composition.
    public var part: Int
    /// The time from the first finger's touch to ``time``; for a contact, from its own touch.
    public var elapsed: Microseconds
    /// The most fingers that were down at once since the first finger's touch; for a contact, the fingers down at
    /// ``time``.
    public var fingers: Int
    /// The decision.
    public var outcome: Reported<Outcome>
    /// Why the gesture was lost; nil for other outcomes.
    public var reason: Reported<CancellationReason>?
    /// The whole explanation for people: `tap: moved 14.2 pt > 10 pt at 92 ms`.
    public var sentence: String
    /// The number of explanations that were dropped since the previous one, because the client read too slowly.
    public var missed: Int

    /// - Parameters:
    ///   - finding: The decision.
    ///   - device: The device's id.
    ///   - subscription: The number of the subscription that requested explanations.
    ///   - positions: If withheld, the numbers of a failure are rounded to three decimals, because further digits would
    ///     reveal positions of fingers.
    ///   - missed: The number of explanations that were dropped since the previous one.
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

    /// - Parameters:
    ///   - finding: The filter's decision about a contact.
    ///   - device: The device's id.
    ///   - subscription: The number of the subscription that requested explanations.
    ///   - scale: The subscription's units per point.
    ///   - positions: If withheld, the contact has no position.
    ///   - missed: The number of explanations that were dropped since the previous one.
    public init(
        _ finding: ContactFinding, device: String, subscription: Int, scale: Vector = Vector(dx: 1, dy: 1),
        positions: PositionAccess = .granted, missed: Int = 0
    ) {
        self.subscription = subscription
        time = finding.time
        self.device = device
        recogniser = .unknown(Self.contactWord)
        let position = Point(x: finding.position.x * scale.dx, y: finding.position.y * scale.dy)
        contact = Contact(
            id: finding.contact, position: positions == .granted ? position : nil, state: .known(finding.state),
            cause: finding.cause.map { .known($0) })
        part = 0
        elapsed = finding.elapsed
        fingers = finding.fingers
        outcome =
            switch finding.outcome {
            case .accepted: .known(.accepted)
            case .dropped: .known(.dropped)
            case .rejected: .known(.rejected)
            }
        sentence = finding.sentence(positions: positions)
        self.missed = missed
    }

    private static let contactWord = "contact"
}

extension ExplanationMessage: ProtocolObject {
    private init(_ blank: Void) {
        (subscription, time, device) = (0, Timestamp(microseconds: 0), "")
        (recogniser, part, elapsed, fingers) = (.known(.tap), 0, .zero, 0)
        (outcome, sentence, missed) = (.known(.recognised), "", 0)
    }

    static var blank: ExplanationMessage { ExplanationMessage(()) }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("explanation", "Why a gesture was recognised or not, or a finger is missing in it.")
        visitor.origin(&subscription, &time, &device)
        visitor.key("recogniser", &recogniser, OpenWord(others: [Self.contactWord]))
        visitor.optional(
            "contact", &contact, Object(Contact(id: 0, state: .known(.finger))),
            "The contact that the decision concerns.")
        visitor.optional(
            "part", &part, Count(from: 1), standard: 0,
            "The position of the gesture in the request, if it is part of a composition.")
        visitor.key("elapsed", &elapsed, .duration, "Microseconds since the first finger came down.")
        visitor.key("fingers", &fingers, Count(from: 0))
        visitor.key("outcome", &outcome, OpenWord())
        visitor.reason(&reason)
        visitor.key("sentence", &sentence, Text(), "The whole explanation, for people.")
        visitor.optional(
            "missed", &missed, Count(from: 1), standard: 0, "Explanations that were dropped before this one.")
    }
}

extension ExplanationMessage {
    /// The members that are the same for every subscription.
    var shared: JSONValue {
        let own = ["type", "subscription", "missed"]
        return .object((JSONField(value: json).members ?? []).filter { !own.containsExactly($0.key) })
    }
}

extension ExplanationMessage.Contact: ProtocolObject {
    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.key("id", &id, Count(), "Numbers the device's contacts.")
        visitor.optional(
            "position", &position, ContactPosition(),
            "Where it came down, in the subscription's units. Absent while positions are withheld.")
        visitor.key("state", &state, OpenWord(), "What the contact is taken for.")
        visitor.optional("cause", &cause, OpenWord(), "Why it was held back or rejected.")
    }
}
