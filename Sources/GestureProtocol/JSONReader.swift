internal import GestureModel

/// Reads one line of JSON (RFC 8259) into a ``JSONValue``.
///
/// It replaces JSONDecoder, which accepts trailing commas, byte order marks and UTF-16, and rejects `0e1`. JSONDecoder
/// also finds a malformed number only when decoding it, does not locate errors, and costs the daemon 2.9 MB of memory.
/// Untrusted lines also need a bound on depth, because each level costs stack.
struct JSONReader {
    /// The limits of a line. A value that exceeds a limit is refused before it is read.
    struct Bounds {
        /// The deepest nesting of arrays and objects. A request with one gesture needs at most 7 levels, and the
        /// deepest composition of strokes needs 37.
        var depth = 40
        /// The most values in an array or object.
        var count = Int.max
        /// The most objects in the line. Of all values, objects cost most per byte.
        var objects = Int.max
    }

    private let bytes: [UInt8]
    private let limits: Bounds
    /// The index of the next byte.
    private var position = 0
    private var depth = 0
    private var objects = 0
    /// The last key that was read.
    private var key = ""
    /// The member `id` of the line's object, once it has been read.
    private var id: Int64?

    private init(_ bytes: [UInt8], _ limits: Bounds) {
        self.bytes = bytes
        self.limits = limits
    }

    static func read(_ bytes: [UInt8], _ limits: Bounds = Bounds()) throws(RequestError) -> JSONValue {
        guard (try? UTF8Span(validating: bytes.span)) != nil else {
            throw RequestError(code: .notJSON, message: "the line is not UTF-8")
        }
        var reader = JSONReader(bytes, limits)
        let value = try reader.value()
        guard reader.peek() == nil else { throw reader.unexpected("the end of the line") }
        return value
    }

    private mutating func value() throws(RequestError) -> JSONValue {
        guard let first = peek() else { throw unexpected("a JSON value") }
        switch first {
        case UInt8(ascii: "{"): return .object(try nested { (reader) throws(RequestError) in try reader.members() })
        case UInt8(ascii: "["): return .array(try nested { (reader) throws(RequestError) in try reader.elements() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw unexpected("a JSON value")
        }
    }
}

extension JSONValue {
    /// Reads one line of JSON.
    ///
    /// - Parameter maximumDepth: The deepest nesting of arrays and objects.
    package init(line: [UInt8], maximumDepth: Int) throws(RequestError) {
        self = try JSONReader.read(line, JSONReader.Bounds(depth: maximumDepth))
    }
}

// MARK: - Arrays and objects

extension JSONReader {
    private mutating func nested<T>(
        _ contents: (inout JSONReader) throws(RequestError) -> T
    ) throws(RequestError) -> T {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.depth else {
            throw error("nested deeper than \(limits.depth)")
        }
        position += 1
        return try contents(&self)
    }

    private mutating func elements() throws(RequestError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if skip("]") { return elements }
        let key = key
        // Most arrays are points, and a line can have thousands of them. With room for two numbers, a point allocates
        // once.
        elements.reserveCapacity(2)
        repeat {
            if elements.count >= limits.count { throw tooManyValues(of: key) }
            elements.append(try value())
        } while skip(",")
        guard skip("]") else { throw unexpected(#""," or "]""#) }
        return elements
    }

    private mutating func members() throws(RequestError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        objects += 1
        if objects > limits.objects { throw tooMany("\(limits.objects) objects in a line") }
        if skip("}") { return members }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
            if members.count >= limits.count { throw tooManyValues(of: key) }
            key = try string()
            guard skip(":") else { throw unexpected(#"":""#) }
            let member = JSONValue.Member(key: key, value: try value())
            if depth == 1, member.key.exact == "id", case .integer(let number) = member.value { id = number }
            members.append(member)
        } while skip(",")
        guard skip("}") else { throw unexpected(#""," or "}""#) }
        return members
    }
}

extension JSONReader {
    private func tooManyValues(of key: String) -> RequestError {
        let place = key.isEmpty ? "" : "\(key.shortened): "
        return tooMany("\(limits.count) values in an array or object", in: place)
    }

    private func tooMany(_ most: String, in place: String = "") -> RequestError {
        RequestError(
            id: id, code: .outOfRange, message: "\(place)more than \(most), at byte \(position + 1)")
    }
}

// MARK: - Words and numbers

extension JSONReader {
    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(RequestError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        let matches = word.withUTF8Buffer { end <= bytes.count && bytes[position..<end].elementsEqual($0) }
        guard matches else { throw unexpected("a JSON value") }
        position = end
        return value
    }

    private mutating func number() throws(RequestError) -> JSONValue {
        let start = position
        let isNegative = current == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let startsWithZero = current == UInt8(ascii: "0")
        var decimal = Decimal()
        try digits(&decimal)
        if startsWithZero && decimal.digits > 1 { throw error("a number starts with 0") }
        var isWhole = true
        if current == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            let wholeDigits = decimal.digits
            try digits(&decimal)
            decimal.exponent = wholeDigits - decimal.digits
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isWhole = false
            try exponent(of: &decimal)
        }
        if isWhole, let integer = decimal.integer {
            // An integer has no -0.
            return isNegative && integer == 0 ? .number(-0.0) : .integer(isNegative ? -integer : integer)
        }
        if !isWhole, let number = decimal.number { return .number(isNegative ? -number : number) }
        return longNumber(start, isWhole: isWhole)
    }

    private mutating func exponent(of decimal: inout Decimal) throws(RequestError) {
        position += 1
        let isSmall = current == UInt8(ascii: "-")
        if isSmall || current == UInt8(ascii: "+") { position += 1 }
        var exponent = Decimal()
        try digits(&exponent)
        decimal.scale(by: exponent, isSmall: isSmall)
    }

    private func longNumber(_ start: Int, isWhole: Bool) -> JSONValue {
        let literal = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole {
            if let integer = Int64(literal) { return .integer(integer) }
            if let integer = UInt64(literal) { return .unsigned(integer) }
        }
        return .number(Double(literal) ?? .infinity)
    }

    private mutating func digits(_ decimal: inout Decimal) throws(RequestError) {
        let start = position
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            decimal.append(byte - UInt8(ascii: "0"))
            position += 1
        }
        guard position > start else { throw unexpected("a digit") }
    }
}

/// A number with few digits. Computing it costs a fifth of what a conversion from a string costs, which matters because
/// a line can have 32,000 numbers.
private struct Decimal {
    /// The digits as an integer, without the point and the exponent. With more than ``longest`` digits it may have
    /// wrapped around, and is not used.
    private var significand: UInt64 = 0
    private(set) var digits = 0
    /// The exponent of the power of ten by which to multiply the digits; nil if it is far outside ``exactPowers``.
    var exponent: Int? = 0

    /// The most digits that always fit into an Int64.
    private static let longest = 18
    /// The exponents that need only one multiplication or division by a power of ten from 10⁰ to 10²². A Double
    /// represents these powers exactly, so the result is rounded only once, and thus correctly.
    private static let exactPowers = -22...22

    mutating func append(_ digit: UInt8) {
        significand = significand &* 10 &+ UInt64(digit)
        digits += 1
    }

    mutating func scale(by power: Decimal, isSmall: Bool) {
        guard let power = power.integer, let exponent, power < 1000 else { return self.exponent = nil }
        self.exponent = exponent + Int(isSmall ? -power : power)
    }

    /// The digits as an integer; nil if there are too many.
    var integer: Int64? { digits <= Decimal.longest ? Int64(significand) : nil }

    /// The nearest Double; nil if it cannot be computed with a single rounding. That is the case if there are too many
    /// digits, or if the exponent is outside ``exactPowers``.
    var number: Double? {
        guard let integer, integer <= 1 << 53, let exponent, Decimal.exactPowers.contains(exponent) else { return nil }
        var power = 1.0
        for _ in 0..<abs(exponent) { power *= 10 }
        return exponent < 0 ? Double(integer) / power : Double(integer) * power
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func string() throws(RequestError) -> String {
        position += 1
        let plain = try plainText()
        guard current == UInt8(ascii: "\\") else {
            try endString()
            return String(decoding: plain, as: UTF8.self)
        }
        // Collected as bytes: appending to a string character by character costs ten times as much.
        var text = Array(plain)
        while current == UInt8(ascii: "\\") {
            position += 1
            text.append(contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter)
            text += try plainText()
        }
        try endString()
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func endString() throws(RequestError) {
        guard current != nil else { throw unexpected("a closing quote") }
        position += 1
    }

    /// Reads the text before the next quote, backslash or end of the line.
    private mutating func plainText() throws(RequestError) -> ArraySlice<UInt8> {
        let start = position
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            guard byte >= 0x20 else { throw unexpected("a control character's escape") }
            position += 1
        }
        return bytes[start..<position]
    }

    private mutating func escape() throws(RequestError) -> Unicode.Scalar {
        let scalar: Unicode.Scalar
        switch current {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw unexpected(#"one of "\/bfnrtu after a backslash"#)
        }
        position += 1
        return scalar
    }

    /// Reads an escape with `u`. A character outside the first plane is written as two escapes, one per surrogate; half
    /// a pair is an error.
    private mutating func unicodeEscape() throws(RequestError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if UTF16.isLeadSurrogate(first), current == UInt8(ascii: "\\") {
            position += 1
            guard current == UInt8(ascii: "u") else { throw unexpected("the other half of a surrogate pair") }
            let second = try hexadecimal()
            if UTF16.isTrailSurrogate(second) {
                return UTF16.decode(UTF16.EncodedScalar([first, second]))
            }
        }
        throw error("half a surrogate pair")
    }

    private mutating func hexadecimal() throws(RequestError) -> UInt16 {
        position += 1
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = byte.hexadecimalValue else {
                throw unexpected("four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

// MARK: - Bytes

extension JSONReader {
    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips white space, and returns the next byte without consuming it.
    private mutating func peek() -> UInt8? {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { position += 1 }
        return current
    }

    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    private func unexpected(_ expected: String) -> RequestError {
        guard let byte = current else { return error("expected \(expected), found the end of the line") }
        let found = (0x21...0x7E).contains(byte) ? "\"\(Unicode.Scalar(byte))\"" : "byte \(byte)"
        return error("expected \(expected), found \(found)")
    }

    /// Bytes are counted from 1.
    private func error(_ message: String) -> RequestError {
        RequestError(code: .notJSON, message: "not JSON at byte \(position + 1): \(message)")
    }
}
