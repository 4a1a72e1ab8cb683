public import GestureModel

/// One step of one gesture, in the units of its subscription.
public struct GestureMessage: Hashable, Sendable {
    public var subscription: Int
    /// The device's id.
    public var device: String
    /// If positions are withheld, a gesture that moves starts at zero, and one that does not is at zero.
    public var event: GestureEvent
    public var positions: PositionAccess
    /// Why the gesture was cancelled, if only a newer daemon has the reason; ``event`` then has
    /// ``/GestureModel/CancellationReason/requested``.
    public var unknownReason: String?

    public init(
        subscription: Int, device: String, event: GestureEvent, positions: PositionAccess = .granted,
        unknownReason: String? = nil
    ) {
        self.subscription = subscription
        self.device = device
        self.event = event
        self.positions = positions
        self.unknownReason = unknownReason
    }

    public var gesture: UInt64 { event.gesture }
    public var phase: GesturePhase { event.phase }
    public var time: Timestamp { event.time }
    public var value: GestureValue { event.value }

    /// With `cancelled` alone.
    public var reason: Reported<CancellationReason>? {
        if let unknownReason { return .unknown(unknownReason) }
        guard case .cancelled(let reason) = event.phase else { return nil }
        return .known(reason)
    }
}

extension GestureMessage {
    init(_ line: JSONField) throws(RequestError) {
        let word = try line["phase"].string("one of began, changed, ended, cancelled")
        let reported = try Reported<CancellationReason>(of: line)
        let phase: GesturePhase
        switch word {
        case "began": phase = .began
        case "changed": phase = .changed
        case "ended": phase = .ended
        case "cancelled": phase = .cancelled(reported?.value ?? .requested)
        default: throw line["phase"].expected("one of began, changed, ended, cancelled", .outOfRange)
        }
        var positions = PositionAccess.granted
        let value = try GestureValue(line["value"], &positions)
        self.init(
            subscription: try line["subscription"].count(), device: try line["device"].string(),
            event: GestureEvent(
                gesture: try line["gesture"].unsigned(), phase: phase, time: try line["time"].time(), value: value),
            positions: positions)
        if case .unknown(let reason) = reported, phase.isTerminal { unknownReason = reason }
    }
}

// MARK: - Values

/// A value on the wire. What a value derives from its other fields is not read.
extension GestureValue {
    private static let words =
        GestureName.allCases.map(\.rawValue) + GestureExpression.Composition.Kind.allCases.map(\.rawValue)

    /// - Parameter positions: Withheld if a position is missing.
    fileprivate init(_ field: JSONField, _ positions: inout PositionAccess) throws(RequestError) {
        let present = GestureValue.words.filter { field[$0].isPresent }
        guard present.count == 1 else {
            throw field.expected("an object with exactly one of \(GestureValue.words.joined(separator: ", "))")
        }
        if let name = GestureName(rawValue: present[0]) {
            var reader = ValueReader(object: field[present[0]])
            self.init(name, fields: &reader)
            if let error = reader.error { throw error }
            if reader.isWithheld { positions = .withheld }
        } else {
            var nodes: [GestureTree.Node] = []
            try nodes.append(partIn: field, &positions)
            self = .composition(GestureTree(nodes: nodes))
        }
    }
}

extension [GestureTree.Node] {
    /// Appends a part of a composition, or the composition, and all below it.
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
        let words = "one of possible, active, ended, failed"
        switch try field["phase"].string(words) {
        case "possible": self = .possible
        case "active": self = .active
        case "ended": self = .ended
        case "failed":
            self = .failed(
                try Reported<CancellationReason>(of: field).map { $0.value ?? .requested })
        default: throw field["phase"].expected(words, .outOfRange)
        }
    }
}

/// Sets the fields of a value from the members of an object.
private struct ValueReader: ValueVisitor {
    let object: JSONField
    /// Whether a position is missing.
    var isWithheld = false
    /// The first.
    var error: RequestError?

    init(object: JSONField) { self.object = object }

    private mutating func read<Value>(
        _ name: StaticString, into value: inout Value, _ read: (JSONField) throws(RequestError) -> Value
    ) {
        do throws(RequestError) { value = try read(object["\(name)"]) } catch { self.error = self.error ?? error }
    }

    mutating func count(_ name: StaticString, _ count: inout Int) {
        read(name, into: &count) { (field) throws(RequestError) in try field.count() }
    }

    mutating func flag(_ name: StaticString, _ flag: inout Bool) {
        read(name, into: &flag) { (field) throws(RequestError) in try field.flag() }
    }

    mutating func text(_ name: StaticString, _ text: inout String) {
        read(name, into: &text) { (field) throws(RequestError) in try field.string() }
    }

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString, _ word: inout Word) {
        read(name, into: &word) { (field) throws(RequestError) in try field.word() }
    }

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString, _ word: inout Word?) {
        guard object["\(name)"].isPresent else { return }
        read(name, into: &word) { (field) throws(RequestError) in try field.word() as Word }
    }

    mutating func time(_ name: StaticString, _ time: inout Timestamp?) {
        guard object["\(name)"].isPresent else { return }
        read(name, into: &time) { (field) throws(RequestError) in try field.time() }
    }

    mutating func vector(_ name: StaticString, _ vector: inout Vector) {
        read(name, into: &vector) { (field) throws(RequestError) in try field.vector() }
    }

    mutating func ratio(_ name: StaticString, _ ratio: inout Double) {
        read(name, into: &ratio) { (field) throws(RequestError) in try field.number() }
    }

    mutating func position(_ name: StaticString, _ position: inout Point) {
        guard object["\(name)"].isPresent else { return isWithheld = true }
        read(name, into: &position) { (field) throws(RequestError) in .zero + (try field.vector()) }
    }

    mutating func rectangle(_ name: StaticString, _ rectangle: inout Region) {
        guard object["\(name)"].isPresent else { return isWithheld = true }
        read(name, into: &rectangle) { (field) throws(RequestError) in
            let numbers = try field.elements("[x,y,width,height]")
            guard numbers.count == 4 else { throw field.expected("[x,y,width,height]") }
            return Region(
                x: try numbers[0].number(), y: try numbers[1].number(), width: try numbers[2].number(),
                height: try numbers[3].number())
        }
    }

    mutating func translation(_ name: StaticString, from start: Point, to end: inout Point) {
        guard isWithheld else { return }
        read(name, into: &end) { (field) throws(RequestError) in start + (try field.vector()) }
    }

    mutating func derived(_ name: StaticString, vector: Vector) {}
    mutating func derived(_ name: StaticString, position: Point) {}
}
