internal import GestureModel

/// Iterates over the lines of a recording without copying them.
struct RecordingLines {
    private let bytes: [UInt8]
    private var next = 0
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Some editors begin a file with a byte order mark.
        if bytes.starts(with: "\u{FEFF}".utf8) { next = 3 }
    }

    /// Returns the next line. It ends in LF, or in CR LF, which `adb shell` and editors write.
    mutating func nextLine() -> RecordingLine? {
        guard next < bytes.count else { return nil }
        let start = next
        while next < bytes.count, bytes[next] != UInt8(ascii: "\n") { next += 1 }
        var end = next
        let isTerminated = next < bytes.count
        if isTerminated { next += 1 }
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        number += 1
        return RecordingLine(number: number, isTerminated: isTerminated, rest: bytes[start..<end])
    }
}

/// One line of a recording, read from left to right.
struct RecordingLine {
    let number: Int
    /// False for a last line without a line end, which may be incomplete.
    let isTerminated: Bool
    /// The unread part.
    private(set) var rest: ArraySlice<UInt8>
    /// True if the element that ``element()`` most recently returned was the last of its list.
    private(set) var endsList = false

    var isEmpty: Bool { rest.isEmpty }
    var first: UInt8? { rest.first }

    /// Skips blanks and returns their number, which is the line's indentation.
    @discardableResult
    mutating func skipBlanks() -> Int {
        let start = rest.startIndex
        while let byte = rest.first, byte.isBlank { rest.removeFirst() }
        return rest.startIndex - start
    }

    mutating func skip(_ prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard rest.count >= length else { return false }
        for offset in 0..<length where rest[rest.startIndex + offset] != prefix.utf8Start[offset] { return false }
        rest.removeFirst(length)
        return true
    }

    /// Skips everything up to and including `text`. Returns false, at the line's end, if the line does not contain it.
    @discardableResult
    mutating func skip(past text: StaticString) -> Bool {
        while !rest.isEmpty {
            if skip(text) { return true }
            rest.removeFirst()
        }
        return false
    }

    /// Returns the next word between blanks; empty at the end of the line.
    mutating func field() -> ArraySlice<UInt8> {
        skipBlanks()
        var end = rest.startIndex
        while end < rest.endIndex, !rest[end].isBlank { end += 1 }
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// Returns the next element of a list `a, b, c]` without blanks around it, and skips its comma or bracket. Returns
    /// nil if neither a comma nor a bracket follows on the line.
    mutating func element() -> ArraySlice<UInt8>? {
        skipBlanks()
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") }
        guard let end = rest.firstIndex(where: isEnd) else { return nil }
        var element = rest[..<end]
        while let byte = element.last, byte.isBlank { element.removeLast() }
        endsList = rest[end] == UInt8(ascii: "]")
        rest = rest[(end + 1)...]
        return element
    }

    /// The rest without leading blanks and surrounding quotes. libinput and evtest quote a name without escapes.
    var unquotedText: String {
        var copy = self
        copy.skipBlanks()
        let text = copy.rest
        let quote = UInt8(ascii: "\"")
        let isQuoted = text.count >= 2 && text.first == quote && text.last == quote
        return String(decoding: isQuoted ? text.dropFirst().dropLast() : text, as: UTF8.self)
    }

    /// Returns the error for a line that violates its format.
    func malformed(_ reason: String) -> RecordingError { RecordingError(.malformed, line: number, reason: reason) }

    /// Returns the error for a line that may be incomplete: `truncated` if it has no line end, otherwise `malformed`.
    func broken(_ reason: String) -> RecordingError {
        guard !isTerminated else { return malformed(reason) }
        return RecordingError(.truncated, line: number, reason: "truncated: the file ends inside this line: \(reason)")
    }
}

extension FixedWidthInteger {
    /// Parses ASCII digits; a signed number may begin with a minus sign. Returns nil for any other character, and for a
    /// number that does not fit.
    init?(decimal text: ArraySlice<UInt8>) {
        let isNegative = Self.isSigned && text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard !digits.isEmpty else { return nil }
        var value: Self = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let digit = Self(byte - UInt8(ascii: "0"))
            let (scaled, tooLong) = value.multipliedReportingOverflow(by: 10)
            // Accumulated with the sign, because the least number has no positive counterpart.
            let (sum, tooFar) =
                isNegative ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
            guard !tooLong, !tooFar else { return nil }
            value = sum
        }
        self = value
    }
}

extension UnsignedInteger where Self: FixedWidthInteger {
    /// Parses hexadecimal digits without `0x`, like ``init(decimal:)``.
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
    /// Parses `seconds.microseconds` with six digits after the point: `12.045678`.
    init?(secondsAndMicroseconds text: ArraySlice<UInt8>) {
        guard let point = text.firstIndex(of: UInt8(ascii: ".")), text.endIndex - point == 7,
            let seconds = UInt64(decimal: text[..<point]), let microseconds = UInt32(decimal: text[(point + 1)...])
        else { return nil }
        self.init(seconds: seconds, microseconds: microseconds)
    }

    /// Returns nil if the time overflows.
    init?(seconds: UInt64, microseconds: UInt32) {
        let (scaled, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, tooFar) = scaled.addingReportingOverflow(UInt64(microseconds))
        guard !tooLong, !tooFar, let whole = Int64(exactly: sum) else { return nil }
        self.init(microseconds: whole)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// The text for an error message: at most 40 bytes, with each byte that is not printable ASCII escaped.
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
