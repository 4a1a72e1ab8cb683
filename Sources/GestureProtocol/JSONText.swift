/// JSON written without an encoder, so that a message costs no allocation once its buffer has grown.
extension OutputSpan where Element == UInt8 {
    mutating func write(_ literal: StaticString) {
        literal.withUTF8Buffer { bytes in
            for byte in bytes { append(byte) }
        }
    }

    mutating func write(_ value: Bool) { write(value ? "true" : "false") }

    mutating func write(_ value: some BinaryInteger) {
        if value < 0 { append(UInt8(ascii: "-")) }
        write(digits: UInt64(value.magnitude))
    }

    /// The most bytes ``write(_:_:)`` takes: a sign, 13 digits, a point, 6 digits.
    static var numberCapacity: Int { 21 }

    /// A number rounded to the nearest with at most that many decimals: no exponent, no `-0`, no zeros at the end.
    ///
    /// What is not finite reads 0 and what is beyond ±9·10¹² reads that: neither can come from a finger, and neither may
    /// stop a daemon or make a line that is not JSON.
    mutating func write(_ value: Double, _ decimals: Decimals) {
        let largest = 9e12
        let clamped = value.isFinite ? min(max(value, -largest), largest) : 0
        let units = Int64((clamped * Double(decimals.power)).rounded())
        if units < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: decimals.power)
        write(digits: whole)
        if fraction > 0 { write(fraction: fraction, of: decimals.power) }
    }

    private mutating func write(fraction: UInt64, of power: UInt64) {
        append(UInt8(ascii: "."))
        var rest = fraction
        var place = power
        while rest > 0 {
            place /= 10
            let (digit, below) = rest.quotientAndRemainder(dividingBy: place)
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = below
        }
    }

    private mutating func write(digits value: UInt64) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var rest = value
        var first = 20
        repeat {
            first -= 1
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
        for index in first..<20 { append(digits[index]) }
    }
}

/// How many decimals a number has on the wire.
enum Decimals: Hashable, Sendable {
    /// A thousandth of a point is 0.16 µm of surface.
    case three
    /// Across a surface of a metre a millionth is 1 µm.
    case six

    var power: UInt64 {
        switch self {
        case .three: 1000
        case .six: 1_000_000
        }
    }
}

extension [UInt8] {
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    mutating func append(_ value: Int64) {
        append(addingCapacity: 20) { (output: inout OutputSpan<UInt8>) in output.write(value) }
    }

    mutating func append(_ value: Double, _ decimals: Decimals) {
        append(addingCapacity: OutputSpan<UInt8>.numberCapacity) { (output: inout OutputSpan<UInt8>) in
            output.write(value, decimals)
        }
    }

    /// In quotes, with quotes, backslashes and control characters escaped.
    mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(contentsOf: [UInt8(ascii: "\\"), byte])
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\t"): append("\\t")
            case ..<0x20, 0x7F: append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }
}
