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
        /// The contact's number on its device, as in a subscription to contacts.
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

extension ExplanationMessage {
    init(_ line: JSONField) throws(RequestError) {
        subscription = try line["subscription"].count()
        time = try line["time"].time()
        device = try line["device"].string()
        recogniser = Reported(word: try line["recogniser"].string())
        contact = try line["contact"].ifPresent.map { (field) throws(RequestError) in try Contact(field) }
        part = try line["part"].ifPresent?.count() ?? 0
        elapsed = try line["elapsed"].microseconds()
        fingers = try line["fingers"].count()
        outcome = Reported(word: try line["outcome"].string())
        reason = try Reported(of: line)
        sentence = try line["sentence"].string()
        missed = try line["missed"].ifPresent?.count() ?? 0
    }

    var json: JSONValue {
        .members(
            [("type", "explanation"), ("subscription", JSONValue(subscription))] + members
                + [("missed", missed > 0 ? JSONValue(missed) : nil)])
    }

    /// The members that are the same for every subscription.
    var members: [(String, JSONValue?)] {
        let reason: [(String, JSONValue?)] =
            switch reason {
            case nil: []
            case .known(let reason): reason.members
            case .unknown(let word): [("reason", .string(word))]
            }
        return [
            ("time", .integer(time.microseconds)), ("device", .string(device)),
            ("recogniser", .string(recogniser.word)), ("contact", contact?.json),
            ("part", part > 0 ? JSONValue(part) : nil),
            ("elapsed", .integer(elapsed.count)), ("fingers", JSONValue(fingers)),
            ("outcome", .string(outcome.word)),
        ] + reason + [("sentence", .string(sentence))]
    }
}

extension ExplanationMessage.Contact {
    fileprivate init(_ field: JSONField) throws(RequestError) {
        id = try field["id"].count()
        position = try field["position"].ifPresent.map { (field) throws(RequestError) in try field.point() }
        state = Reported(word: try field["state"].string())
        cause = try field["cause"].ifPresent.map { (field) throws(RequestError) in Reported(word: try field.string()) }
    }

    fileprivate var json: JSONValue {
        [
            "id": JSONValue(id),
            "position": position.map { JSONValue(rounded: Vector(dx: $0.x, dy: $0.y)) },
            "state": .string(state.word), "cause": cause.map { .string($0.word) },
        ]
    }
}
