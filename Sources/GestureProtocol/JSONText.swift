/// JSON written without an encoder, so that a message costs no allocation once its buffer has grown.
extension OutputSpan where Element == UInt8 {
    mutating func write(_ literal: StaticString) {
        literal.withUTF8Buffer { write($0) }
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        withUnsafeMutableBufferPointer { buffer, count in
            count = buffer[count...].initialize(fromContentsOf: bytes)
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
        // Each power by itself: a division by a constant is a multiplication.
        switch decimals {
        case .three: write(thousandths: Int64((clamped * 1000).rounded()))
        case .six: write(millionths: Int64((clamped * 1_000_000).rounded()))
        }
    }

    private mutating func write(thousandths value: Int64) {
        write(value < 0, value.magnitude / 1000, fraction: value.magnitude % 1000, digits: 3)
    }

    private mutating func write(millionths value: Int64) {
        write(value < 0, value.magnitude / 1_000_000, fraction: value.magnitude % 1_000_000, digits: 6)
    }

    /// Room is asked for once a number: most of a message is digits.
    @inline(__always)
    private mutating func write(_ isNegative: Bool, _ whole: UInt64, fraction: UInt64, digits: Int) {
        precondition(freeCapacity >= Self.numberCapacity, "no room for a number")
        withUnsafeMutableBufferPointer { buffer, count in
            var end = count
            if isNegative { end = buffer.put(UInt8(ascii: "-"), at: end) }
            end = buffer.put(digits: whole, length: whole.digits, at: end)
            if fraction > 0 {
                end = buffer.put(UInt8(ascii: "."), at: end)
                end = buffer.put(digits: fraction, length: digits, at: end)
                while buffer[end &- 1] == UInt8(ascii: "0") { end &-= 1 }
            }
            count = end
        }
    }

    private mutating func write(digits value: UInt64) {
        let length = value.digits
        precondition(length <= freeCapacity, "no room for \(length) digits")
        withUnsafeMutableBufferPointer { buffer, count in
            count = buffer.put(digits: value, length: length, at: count)
        }
    }
}

extension UInt64 {
    /// How many decimal digits it has.
    @inline(__always)
    fileprivate var digits: Int {
        var length = 1
        var limit: UInt64 = 10
        // 20 digits are the most: the limit of the 21st does not fit.
        while length < 20, self >= limit {
            limit &*= 10
            length &+= 1
        }
        return length
    }
}

/// Each says where it ended. Room is there.
extension UnsafeMutableBufferPointer<UInt8> {
    @inline(__always)
    fileprivate func put(_ byte: UInt8, at index: Int) -> Int {
        initializeElement(at: index, to: byte)
        return index &+ 1
    }

    /// Padded with zeros at the front.
    @inline(__always)
    fileprivate func put(digits value: UInt64, length: Int, at start: Int) -> Int {
        let end = start &+ length
        var rest = value
        var index = end
        while index > start {
            index &-= 1
            initializeElement(at: index, to: UInt8(ascii: "0") | UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        return end
    }
}

/// How many decimals a number has on the wire.
enum Decimals: Hashable, Sendable {
    /// A thousandth of a point is 0.16 µm of surface.
    case three
    /// Across a surface of a metre a millionth is 1 µm. Of a scale or an angle it is less than any finger tells.
    case six
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

    /// The shortest digits that read back as the same number. JSON has no word for what is not finite: a request with `null`
    /// is refused by the field's name.
    mutating func append(exactly number: Double) {
        guard number.isFinite else { return append("null") }
        let digits = "\(number)"
        append(contentsOf: (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8)
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
