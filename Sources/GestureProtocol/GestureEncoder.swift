public import GestureModel

/// Writes `gesture` lines for one device in one unit. It allocates nothing once the buffer has grown.
///
/// A line is a head with the client's own numbers, and a tail that is the same for every encoder with the same format
/// (``Format``): the tail is encoded once and copied after each head.
///
///     {"type":"gesture","subscription":1,"gesture":7  ,"phase":"began","time":…,"device":"event3","value":{…}}⏎
///     └───────────────────── head ──────────────────┘└───────────────────────── tail ────────────────────────┘
public struct GestureEncoder: Hashable, Sendable {
    /// What the tail of a line depends on, apart from the device. Encoders of one device with equal formats write equal
    /// tails.
    public struct Format: Hashable, Sendable {
        fileprivate let scale: Vector
        fileprivate let decimals: Decimals
        /// The surface's far corner, to which normalized positions are clamped; infinite for other units, or if the size
        /// of the surface is zero.
        fileprivate let most: Vector
        fileprivate var positions: PositionAccess
    }

    /// What the tails of this encoder's lines depend on.
    public private(set) var format: Format
    /// The width of a touchscreen in points; nil for a touchpad, and for a client that writes what it has received.
    private let screenWidth: Double?
    /// The device's id as JSON, quotes included, and then the number of the hand.
    public let device: [UInt8]

    /// - Parameters:
    ///   - device: The device's id.
    ///   - surface: The device's surface, on which the units may depend.
    ///   - units: The units of every value.
    ///   - positions: Whether the values include absolute positions.
    ///   - kind: The device's kind; nil to write values as they are, because they were received.
    ///   - hand: The number of the hand; nil if hands are not told apart.
    public init(
        device: String, surface: Surface, units: ValueUnits, positions: PositionAccess = .granted,
        kind: TouchDeviceKind? = nil, hand: Int? = nil
    ) {
        format = Format(
            scale: units.scale(on: surface), decimals: units == .normalized ? .six : .three,
            most: units == .normalized && surface.size != .zero
                ? surface.size : Vector(dx: .infinity, dy: .infinity),
            positions: positions)
        screenWidth = kind == .touchscreen ? surface.size.dx : nil
        var quoted: [UInt8] = []
        quoted.append(quoted: device)
        if let hand { quoted.append(contentsOf: #","hand":\#(hand)"#.utf8) }
        self.device = quoted
    }

    /// If withheld, the values have no absolute positions, and on a touchscreen not the path of one finger either.
    public var positions: PositionAccess {
        get { format.positions }
        set { format.positions = newValue }
    }

    /// True if the paths of single fingers are withheld, also in failures and explanations.
    public var withholdsPaths: Bool { positions == .withheld && screenWidth != nil }

    /// True if the value contains a path that is withheld. Its encoded form then changes only with its
    /// `GestureValue.steps` and when the gesture ends.
    public func withholdsPath(of value: GestureValue) -> Bool {
        guard positions == .withheld, let screenWidth, value.hasPathOfOneFinger else { return false }
        return value.movement.map { !$0.isNoWriting(onScreenOfWidth: screenWidth) } ?? true
    }

    /// Appends the whole line of one event, newline included.
    public func append(_ event: GestureEvent, subscription: Int, to bytes: inout [UInt8]) {
        var tail: [UInt8] = []
        var failures = FailureTexts()
        appendTail(of: event, to: &tail, &failures)
        GestureEncoder.append(tail, subscription: subscription, gesture: event.gesture, to: &bytes)
    }

    /// Appends a whole line: its head, with the client's own numbers, and a tail from ``appendTail(of:to:_:)``.
    public static func append(_ tail: [UInt8], subscription: Int, gesture: UInt64, to bytes: inout [UInt8]) {
        bytes.append(room: headCapacity + tail.count) { line in
            line.write(#"{"type":"gesture","subscription":"#)
            line.write(subscription)
            line.write(#","gesture":"#)
            line.write(gesture)
            line.write(tail)
        }
    }

    /// Appends the tail of the event's lines, newline included.
    ///
    /// - Parameter failures: The texts of failures. A caller that writes many lines keeps them from line to line.
    public func appendTail(of event: GestureEvent, to bytes: inout [UInt8], _ failures: inout FailureTexts) {
        let withholdsPath = withholdsPath(of: event.value)
        bytes.append(room: GestureEncoder.valueCapacity + device.count) { line in
            line.write(#","phase":"#)
            line.write(word: event.phase.name)
            line.write(#","time":"#)
            line.write(event.time.microseconds)
            line.write(#","device":"#)
            line.write(device)
            line.write(#","value":{"#)
            // Each value is passed on without a copy.
            if withholdsPath {
                write(event.value.withholdingPath(isOver: event.phase == .ended), to: &line)
            } else {
                write(event.value, to: &line)
            }
        }
        if case .composition(let tree) = event.value {
            var index = 0
            append(tree, &index, to: &bytes, &failures)
        }
        guard case .cancelled(let reason) = event.phase else { return bytes.append("}}\n") }
        bytes.append("}")
        append(withholdsPath ? reason.withholdingPath : reason, to: &bytes, &failures)
        bytes.append("}\n")
    }

    private static let headCapacity = 96
    /// An upper bound for the bytes of a node's phase, and for those of its kind. The longest text is
    /// `"phase":"possible"`, which has 18 bytes.
    private static let nodeCapacity = 32
    /// An upper bound for the bytes of every value: the 12 numbers of a drag, 4 integers of up to 20 digits, 368 bytes
    /// of keys and words (a drag uses 260), and the name of a stroke's template. The name has at most 64 bytes, and
    /// escapes turn each of them into at most 6.
    static let valueCapacity = 12 * LineWriter.numberCapacity + 4 * 20 + 368 + 64 * 6

    // MARK: Values

    /// Writes `"drag":{…}`, without the braces of the value around it; nothing for a composition.
    private func write(_ value: GestureValue, to line: inout LineWriter) {
        guard let name = value.name else { return }
        line.write(word: name.rawValue)
        line.write(":{")
        var writer = ValueWriter(
            line: line, scale: format.scale, decimals: format.decimals, most: format.most,
            hasPositions: positions == .granted)
        var value = value
        value.visit(&writer)
        writer.line.endObject()
        line = writer.line
    }

    /// Appends `"phase":"active","sequence":[{"phase":"ended","longPress":{…}},{"phase":"possible"}]`: a composition's
    /// value without its braces. Calls itself for the parts.
    ///
    /// - Parameter index: The index of the node in the tree; on return, the index of the node after its last
    ///   descendant.
    private func append(
        _ tree: GestureTree, _ index: inout Int, to bytes: inout [UInt8], _ failures: inout FailureTexts
    ) {
        let start = index
        index += 1
        bytes.append(room: GestureEncoder.nodeCapacity) { line in
            line.write(#""phase":""#)
            line.write(tree.nodes[start].phase.name)
            line.write("\"")
        }
        let withholdsPath = withholdsPaths && tree.nodes[start].value?.fingers ?? 1 == 1
        if case .failed(let reason?) = tree.nodes[start].phase {
            append(withholdsPath ? reason.withholdingPath : reason, to: &bytes, &failures)
        }
        if let kind = tree.nodes[start].kind {
            bytes.append(room: GestureEncoder.nodeCapacity) { line in
                line.write(",")
                line.write(word: kind.rawValue)
                line.write(":[")
            }
            while index <= start + tree.nodes[start].descendants {
                bytes.append(index == start + 1 ? "{" : ",{")
                append(tree, &index, to: &bytes, &failures)
                bytes.append("}")
            }
            bytes.append("]")
        } else if let value = tree.nodes[start].value {
            bytes.append(room: GestureEncoder.valueCapacity) { line in
                line.write(",")
                if withholdsPath {
                    write(value.withholdingPath(isOver: tree.nodes[start].phase == .ended), to: &line)
                } else {
                    write(value, to: &line)
                }
            }
        }
    }

    private func append(_ reason: CancellationReason, to bytes: inout [UInt8], _ failures: inout FailureTexts) {
        bytes.append(#","reason":"#)
        bytes.append(quoted: reason.name)
        guard case .failed(let failure) = reason else { return }
        failures.append(positions == .granted ? failure : failure.withholdingPositions, to: &bytes)
    }
}

/// Writes the members of a value, each followed by a comma.
private struct ValueWriter: ValueVisitor {
    var line: LineWriter
    let scale: Vector
    let decimals: Decimals
    let most: Vector
    let hasPositions: Bool

    @inline(__always)
    mutating func count(_ name: StaticString, _ count: inout Int) {
        line.write(key: name)
        line.write(count)
        line.write(",")
    }

    @inline(__always)
    mutating func flag(_ name: StaticString, _ flag: inout Bool) {
        line.write(key: name)
        line.write(flag)
        line.write(",")
    }

    mutating func text(_ name: StaticString, _ text: inout String) {
        line.write(key: name)
        line.write(quoted: text)
        line.write(",")
    }

    @inline(__always)
    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord) {
        line.write(key: name)
        line.write(word: word.rawValue)
        line.write(",")
    }

    @inline(__always)
    mutating func word(_ name: StaticString, _ word: inout (some ProtocolWord)?) {
        if var present = word { self.word(name, &present) }
    }

    @inline(__always)
    mutating func time(_ name: StaticString, _ time: inout Timestamp?) {
        guard let time else { return }
        line.write(key: name)
        line.write(time.microseconds)
        line.write(",")
    }

    @inline(__always)
    mutating func vector(_ name: StaticString, _ vector: inout Vector) { write(name, vector.dx, vector.dy) }

    @inline(__always)
    mutating func ratio(_ name: StaticString, _ ratio: inout Double) {
        line.write(key: name)
        line.write(ratio, .six)
        line.write(",")
    }

    /// Writes a position. When a finger lifts, the position does not jump: it continues from its last value with the
    /// motion of the remaining fingers. It may therefore lie outside the surface. A normalized position is clamped to
    /// the surface.
    @inline(__always)
    mutating func position(_ name: StaticString, _ position: inout Point) {
        guard position.x < 0 || position.y < 0 || position.x > most.dx || position.y > most.dy, most.dx.isFinite else {
            return derived(name, position: position)
        }
        derived(
            name, position: Point(x: min(max(position.x, 0), most.dx), y: min(max(position.y, 0), most.dy)))
    }

    mutating func rectangle(_ name: StaticString, _ rectangle: inout Region) {
        guard hasPositions else { return }
        line.write(key: name)
        line.write("[")
        write(rectangle.x * scale.dx, rectangle.y * scale.dy)
        line.write(",")
        write(rectangle.width * scale.dx, rectangle.height * scale.dy)
        line.write("],")
    }

    @inline(__always)
    mutating func translation(_ name: StaticString, from start: Point, to end: inout Point) {
        derived(name, vector: end - start)
    }

    @inline(__always)
    mutating func derived(_ name: StaticString, vector: Vector) { write(name, vector.dx, vector.dy) }

    @inline(__always)
    mutating func derived(_ name: StaticString, position: Point) {
        if hasPositions { write(name, position.x, position.y) }
    }

    @inline(__always)
    private mutating func write(_ name: StaticString, _ x: Double, _ y: Double) {
        line.write(key: name)
        line.write("[")
        write(x * scale.dx, y * scale.dy)
        line.write("],")
    }

    private mutating func write(_ x: Double, _ y: Double) {
        line.write(x, decimals)
        line.write(",")
        line.write(y, decimals)
    }
}

/// The JSON of failures, kept from line to line.
///
/// A failed part of a composition reports its reason in every line until the composition is over. Composing the same
/// text for each line would allocate, and handling a frame must not allocate.
public struct FailureTexts: Sendable {
    private var entries: [(failure: FailureReason, text: [UInt8])] = []
    /// Enough for every part of a few compositions at once. Beyond it, the oldest text is dropped.
    private static let limit = 4 * GestureExpression.maximumLeaves

    /// Creates an empty store, to be kept for all lines of one writer.
    public init() {}

    mutating func append(_ failure: FailureReason, to bytes: inout [UInt8]) {
        if let known = entries.firstIndex(where: { $0.failure == failure }) {
            bytes.append(contentsOf: entries[known].text)
            return
        }
        var text: [UInt8] = []
        text.append(#","failure":"#)
        text.append(quoted: failure.description)
        text.append(#","failureReason":"#)
        text.append(json: failure.json)
        if entries.count == FailureTexts.limit { entries.removeFirst() }
        entries.append((failure, text))
        bytes.append(contentsOf: text)
    }
}
