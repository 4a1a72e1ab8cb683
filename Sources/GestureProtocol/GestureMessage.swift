public import GestureModel

/// One step of one gesture, in the units of its subscription.
public struct GestureMessage: Hashable, Sendable {
    /// The subscription's number, which the `ok` to the `subscribe` request contained.
    public var subscription: Int
    /// The device's id.
    public var device: String
    /// The step. If positions are withheld, the positions of a drag or swipe are relative to its start, and those of
    /// any other gesture are zero.
    public var event: GestureEvent
    /// Whether ``event`` has absolute positions.
    public var positions: PositionAccess
    /// Why the gesture was cancelled, if only a newer daemon knows the reason; ``event`` then has
    /// ``/GestureModel/CancellationReason/requested``.
    public var unknownReason: String?
    /// The number of the hand, from 1, of a subscription that tells hands apart (``/GestureModel/Hands/apart``);
    /// otherwise nil. A hand has the same number in all subscriptions, until half a second after its last lift.
    public var hand: Int?

    public init(
        subscription: Int, device: String, event: GestureEvent, positions: PositionAccess = .granted,
        unknownReason: String? = nil, hand: Int? = nil
    ) {
        self.subscription = subscription
        self.device = device
        self.event = event
        self.positions = positions
        self.unknownReason = unknownReason
        self.hand = hand
    }

    /// The number that all events of one gesture share. It is not used again on the connection.
    public var gesture: UInt64 { event.gesture }
    /// The step: the gesture began, changed, ended or was cancelled.
    public var phase: GesturePhase { event.phase }
    /// The time of the frame (from the kernel), the deadline or the cancellation that caused the event.
    public var time: Timestamp { event.time }
    /// What the fingers have done since the gesture began, in the subscription's units.
    public var value: GestureValue { event.value }

    /// Why the gesture was cancelled; nil for other phases.
    public var reason: Reported<CancellationReason>? {
        if let unknownReason { return .unknown(unknownReason) }
        guard case .cancelled(let reason) = event.phase else { return nil }
        return .known(reason)
    }
}

extension GestureMessage: ProtocolObject {
    static var blank: GestureMessage {
        let value = GestureValue.composition(GestureTree(nodes: []))
        let event = GestureEvent(gesture: 0, phase: .began, time: Timestamp(microseconds: 0), value: value)
        return GestureMessage(subscription: 0, device: "", event: event)
    }

    /// The reader and the schema visit it; ``GestureEncoder`` writes the same keys.
    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var (phase, value, reason) = (event.phase.name, (event.value, positions), reason)
        visitor.type("gesture", "One step of one gesture.")
        visitor.key("subscription", &subscription, Count(from: 1))
        visitor.key("gesture", &event.gesture, .unsigned, "Not used again on the connection.")
        visitor.key("phase", &phase, .phase)
        visitor.key("time", &event.time, .time, "Microseconds of CLOCK_MONOTONIC.")
        visitor.key("device", &device, Text(), "The id of the device.")
        visitor.optional("hand", &hand, Count(from: 1), "The number of the hand, if hands are told apart.")
        visitor.key("value", &value, .value)
        visitor.reason(&reason)
        (event.value, positions) = value
        event.phase = GesturePhase.each(reason?.value).first { $0.name == phase } ?? event.phase
        if case .cancelled = event.phase, case .unknown(let word) = reason { unknownReason = word }
    }
}

extension GesturePhase {
    fileprivate static func each(_ reason: CancellationReason?) -> [GesturePhase] {
        [.began, .changed, .ended, .cancelled(reason ?? .requested)]
    }
}

extension FieldKind where Self == Form<String> {
    fileprivate static var phase: Self {
        Form(.words(GesturePhase.each(nil).map(\.name)), JSONField.phase, JSONValue.string)
    }
}

extension FieldKind where Self == Form<(GestureValue, PositionAccess)> {
    fileprivate static var value: Self { Form(.reference("value"), JSONField.gestureValue) { _ in .null } }
}

extension JSONField {
    fileprivate func phase() throws(RequestError) -> String {
        try one(of: GesturePhase.each(nil), named: \.name).name
    }

    fileprivate func gestureValue() throws(RequestError) -> (GestureValue, PositionAccess) {
        var positions = PositionAccess.granted
        return (try GestureValue(self, &positions), positions)
    }
}

// MARK: - Values

/// A value on the wire. Fields that derive from others may be absent. They are read, as in the clients for C
/// and Python, but not used.
extension GestureValue {
    private static let words =
        GestureName.allCases.map(\.rawValue) + GestureExpression.Composition.Kind.allCases.map(\.rawValue)

    /// - Parameter positions: Set to withheld if a position is missing.
    fileprivate init(_ field: JSONField, _ positions: inout PositionAccess) throws(RequestError) {
        let present = GestureValue.words.filter { field[$0].isPresent }
        guard present.count == 1 else {
            throw field.expected("an object with exactly one of \(GestureValue.words.joined(separator: ", "))")
        }
        if let name = GestureName(rawValue: present[0]) {
            var reader = ValueReader(fields: FieldReader(object: field[present[0]]))
            self.init(name, fields: &reader)
            if let error = reader.fields.error { throw error }
            if reader.isWithheld { positions = .withheld }
        } else {
            var nodes: [GestureTree.Node] = []
            try nodes.append(partIn: field, &positions)
            self = .composition(GestureTree(nodes: nodes))
        }
    }
}

extension [GestureTree.Node] {
    /// Appends the node of a part or of the whole composition, and its descendants.
    fileprivate mutating func append(
        partIn field: JSONField, _ positions: inout PositionAccess
    ) throws(RequestError) {
        let index = count
        append(GestureTree.Node(phase: try PartPhase(of: field)))
        if let kind = GestureExpression.Composition.Kind.allCases.first(where: { field[$0.rawValue].isPresent }) {
            self[index].kind = kind
            for part in try field[kind.rawValue].elements("an array of parts") { try append(partIn: part, &positions) }
            self[index].descendants = count - index - 1
        } else if GestureName.allCases.contains(where: { field[$0.rawValue].isPresent }) {
            self[index].value = try GestureValue(field, &positions)
        }
    }
}

extension PartPhase {
    fileprivate init(of field: JSONField) throws(RequestError) {
        let reason = try Reported<CancellationReason>(of: field).map { $0.value ?? .requested }
        self = try field["phase"].one(of: [.possible, .active, .ended, .failed(reason)], named: { "\($0.name)" })
    }
}

extension JSONField {
    /// Reads how many fingers or taps a value has. The client for C stores it in 32 bits.
    fileprivate func few() throws(RequestError) -> Int { try whole(0...Int(Int32.max)) }
}

/// Sets the fields of a value from the members of an object.
private struct ValueReader: ValueVisitor {
    var fields: FieldReader
    /// Whether a position is missing.
    var isWithheld = false

    mutating func count(_ name: StaticString, _ count: inout Int) { fields.read(name, &count, JSONField.few) }
    mutating func flag(_ name: StaticString, _ flag: inout Bool) { fields.read(name, &flag, JSONField.flag) }
    mutating func text(_ name: StaticString, _ text: inout String) { fields.read(name, &text, JSONField.string) }
    mutating func vector(_ name: StaticString, _ vector: inout Vector) { fields.read(name, &vector, JSONField.vector) }
    mutating func ratio(_ name: StaticString, _ ratio: inout Double) { fields.read(name, &ratio, JSONField.number) }

    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord) {
        fields.read(name, &word, JSONField.word)
    }

    mutating func word(_ name: StaticString, _ word: inout (some ProtocolWord)?) {
        if fields.has(name) { fields.read(name, &word, JSONField.word) }
    }

    mutating func time(_ name: StaticString, _ time: inout Timestamp?) {
        if fields.has(name) { fields.read(name, &time, JSONField.time) }
    }

    mutating func position(_ name: StaticString, _ position: inout Point) {
        if fields.has(name) { fields.read(name, &position, JSONField.point) } else { isWithheld = true }
    }

    mutating func rectangle(_ name: StaticString, _ rectangle: inout Region) {
        if fields.has(name) { fields.read(name, &rectangle, JSONField.rectangle) } else { isWithheld = true }
    }

    mutating func translation(_ name: StaticString, from start: Point, to end: inout Point) {
        guard isWithheld || fields.has(name) else { return }
        var read = end
        fields.read(name, &read, JSONField.point)
        if isWithheld { end = read }
    }

    mutating func derived(_ name: StaticString, vector: Vector) {
        var vector = vector
        if fields.has(name) { fields.read(name, &vector, JSONField.vector) }
    }

    mutating func derived(_ name: StaticString, position: Point) {
        var position = position
        if fields.has(name) { fields.read(name, &position, JSONField.point) }
    }
}
