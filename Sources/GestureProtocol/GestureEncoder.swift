public import GestureModel

/// Writes `gesture` lines: one encoder for each device and class of units, and nothing allocated once the buffer has
/// grown.
///
/// A line is a head with the numbers that are the client's own, and a tail that is the same for every subscription of the
/// class: the tail is encoded once and copied behind each head.
///
///     {"type":"gesture","subscription":1,"gesture":7  ,"phase":"began","time":…,"device":"event3","value":{…}}⏎
///     └───────────────────── head ──────────────────┘└───────────────────────── tail ────────────────────────┘
public struct GestureEncoder: Hashable, Sendable {
    let scale: Vector
    let decimals: Decimals
    /// Whether the places where fingers are stand in the lines.
    public var tellsPositions: Bool
    /// The device's id as JSON, quotes included.
    let device: [UInt8]

    /// - Parameters:
    ///   - device: Its id.
    ///   - surface: The device's, which the units may depend on.
    ///   - units: Of every value.
    ///   - tellsPositions: Whether locations are in the values; translations always are.
    public init(device: String, surface: Surface, units: ValueUnits, tellsPositions: Bool = true) {
        scale = units.scale(on: surface)
        decimals = units.decimals
        self.tellsPositions = tellsPositions
        var quoted: [UInt8] = []
        quoted.append(quoted: device)
        self.device = quoted
    }

    public func append(_ event: GestureEvent, subscription: Int, to bytes: inout [UInt8]) {
        var failures = FailureTexts()
        GestureEncoder.appendHead(subscription: subscription, gesture: event.gesture, to: &bytes)
        appendTail(of: event, to: &bytes, &failures)
    }

    public static func appendHead(subscription: Int, gesture: UInt64, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: headCapacity) { (output: inout OutputSpan<UInt8>) in
            output.write(#"{"type":"gesture","subscription":"#)
            output.write(subscription)
            output.write(#","gesture":"#)
            output.write(gesture)
        }
    }

    /// The rest of the line, newline included.
    ///
    /// - Parameter failures: kept by who writes many lines.
    public func appendTail(of event: GestureEvent, to bytes: inout [UInt8], _ failures: inout FailureTexts) {
        bytes.append(addingCapacity: GestureEncoder.tailCapacity + device.count) { (output: inout OutputSpan<UInt8>) in
            write(event, to: &output)
        }
        if case .composition(let tree) = event.value { append(tree, to: &bytes, &failures) }
        bytes.append("}")
        if case .cancelled(let reason) = event.phase {
            bytes.append(tellsPositions ? reason : reason.blurred, &failures)
        }
        bytes.append("}\n")
    }

    private static let headCapacity = 96
    /// A drag is the longest: 12 numbers, 4 integers of up to 20 digits, 260 bytes of names.
    static let tailCapacity = 12 * OutputSpan<UInt8>.numberCapacity + 4 * 20 + 320

    private func write(_ event: GestureEvent, to output: inout OutputSpan<UInt8>) {
        output.write(#","phase":""#)
        output.write(event.phase.word)
        output.write(#"","time":"#)
        output.write(event.time.microseconds)
        output.write(#","device":"#)
        for byte in device { output.append(byte) }
        output.write(#","value":{"#)
        write(event.value, to: &output)
    }
}

extension ValueUnits {
    var decimals: Decimals {
        switch self {
        case .points, .millimetres, .mapped: .three
        case .normalized: .six
        }
    }
}

extension GesturePhase {
    fileprivate var word: StaticString {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}

extension [UInt8] {
    mutating func append(_ reason: CancellationReason, _ failures: inout FailureTexts) {
        append(#","reason":"#)
        append(quoted: reason.name)
        if case .failed(let failure) = reason { failures.append(failure, to: &self) }
    }
}
