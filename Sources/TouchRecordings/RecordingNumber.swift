internal import GestureModel
internal import TouchInput

extension FixedWidthInteger {
    /// The number these ASCII digits spell, all of them; nil for anything else, and for what does not fit.
    init?(decimal text: ArraySlice<UInt8>) {
        let isNegative = Self.isSigned && text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard !digits.isEmpty else { return nil }
        var value: Self = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let digit = Self(byte - UInt8(ascii: "0"))
            let (scaled, tooLong) = value.multipliedReportingOverflow(by: 10)
            // Towards the sign at once, since the least number has no positive twin.
            let (sum, tooFar) =
                isNegative ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
            guard !tooLong, !tooFar else { return nil }
            value = sum
        }
        self = value
    }
}

extension UnsignedInteger where Self: FixedWidthInteger {
    /// As ``init(decimal:)``, without `0x`.
    init?(hexadecimal text: ArraySlice<UInt8>) {
        guard !text.isEmpty else { return nil }
        var value: Self = 0
        for byte in text {
            guard let digit = byte.hexadecimalDigit, value.leadingZeroBitCount >= 4 else { return nil }
            value = value << 4 | Self(digit)
        }
        self = value
    }
}

extension Timestamp {
    /// From `seconds.microseconds`, with six digits behind the point: `12.045678`.
    init?(secondsAndMicroseconds text: ArraySlice<UInt8>) {
        guard let point = text.firstIndex(of: UInt8(ascii: ".")), text.endIndex - point == 7,
            let seconds = UInt64(decimal: text[..<point]), let microseconds = UInt32(decimal: text[(point + 1)...])
        else { return nil }
        self.init(seconds: seconds, microseconds: microseconds)
    }

    /// Nil past the end of the clock.
    init?(seconds: UInt64, microseconds: UInt32) {
        let (scaled, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, tooFar) = scaled.addingReportingOverflow(UInt64(microseconds))
        guard !tooLong, !tooFar, let whole = Int64(exactly: sum) else { return nil }
        self.init(microseconds: whole)
    }
}

extension UInt8 {
    var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// For an error: at most 40 bytes, and nothing of a garbled file that a terminal would obey.
    var quoted: String {
        var text = "\""
        for byte in prefix(40) {
            if byte >= 0x20, byte < 0x7f {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text + (count > 40 ? "…\"" : "\"")
    }
}
