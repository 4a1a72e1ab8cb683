/// Reads values: strings, numbers, dates, arrays and inline tables.
extension TOMLReader {
    mutating func readValue(depth: Int) throws(Mistake) -> TOMLValue {
        guard depth <= TOMLDocument.maximumDepth else { throw tooDeep }
        switch peek() {
        case UInt8(ascii: "\""):
            return .string(starts(with: "\"\"\"") ? try readLongString("\"\"\"") : try readBasicString())
        case UInt8(ascii: "'"):
            return .string(starts(with: "'''") ? try readLongString("'''") : try readLiteralString())
        case UInt8(ascii: "["): return .array(try readArray(depth: depth))
        case UInt8(ascii: "{"): return .table(try readInlineTable(depth: depth))
        default: return try readWord()
        }
    }

    private mutating func readArray(depth: Int) throws(Mistake) -> [TOMLValue] {
        let start = line
        position += 1
        var elements: [TOMLValue] = []
        while true {
            try skipBlankLines()
            if skip("]") { return elements }
            guard peek() != nil else { throw mistake("the array has no end: expected ]", line: start) }
            if line > start, isAtStatement { throw endless(from: start) }
            elements.append(try readValue(depth: depth + 1))
            let (end, isString) = (position, "\"'".utf8.contains(bytes[position - 1]))
            try skipBlankLines()
            guard skip(",") || peek() == UInt8(ascii: "]") else {
                if peek() == nil { continue }
                if line > start, isAtStatement { throw endless(from: start) }
                let hint =
                    isString && end == position
                    ? "; the quote before it ends the string: for one inside, write \\\" in a \"string\"" : ""
                throw mistake("expected , or ] in the array that begins on line \(start), found \(shownRest)\(hint)")
            }
        }
    }

    /// Returns the mistake for an array without an end. Reading continues at the current statement, as if the array had
    /// ended before it.
    private mutating func endless(from start: Int) -> Mistake {
        let mistake = mistake("the array has no end: expected ] before line \(line)", line: start)
        while position > 0, bytes[position - 1] != UInt8(ascii: "\n") { position -= 1 }
        return mistake
    }

    /// Skips blanks, newlines and comments, which an array may contain.
    private mutating func skipBlankLines() throws(Mistake) {
        repeat {
            skipBlanks()
            try skipComment()
        } while skipNewline()
    }

    private mutating func readInlineTable(depth: Int) throws(Mistake) -> TOMLTable {
        let (table, scope) = (TOMLTableBuilder(.inline, line: line), nextScope())
        position += 1
        skipBlanks()
        if skip("}") { return table.freeze() }
        while true {
            let key = try readKey()
            guard skip("=") else { throw mistake("expected = after the key \(key.spelling), found \(shownRest)") }
            skipBlanks()
            let value = try readValue(depth: depth + key.parts.count)
            do throws(Mistake) {
                try add(value, as: key, to: table, scope: scope, line: line)
            } catch {
                throw Mistake(line: error.line, message: "\(key.spelling): \(error.message)", key: error.key)
            }
            skipBlanks()
            if skip("}") { return table.freeze() }
            guard skip(",") else {
                throw mistake("expected , or } in the table, which is written on one line, found \(shownRest)")
            }
        }
    }
}

// MARK: - Strings

extension TOMLReader {
    mutating func readBasicString() throws(Mistake) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = peek(), byte != UInt8(ascii: "\n"), !starts(with: "\r\n") {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try readEscape()
            default:
                try refuseControl(byte)
                text.append(byte)
            }
        }
        let hint = shown(from: start).unicodeScalars.contains { Self.curlyQuotes.contains($0) }
        throw mistake(
            "the string begins with \" and has no \" at its end: \(shownPlain(from: start))"
                + (hint ? "; it has a curly quote, which is another sign" : "")
        )
    }

    mutating func readLiteralString() throws(Mistake) -> String {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\n"), !starts(with: "\r\n") {
            position += 1
            if byte == UInt8(ascii: "'") { return String(decoding: bytes[start + 1..<position - 1], as: UTF8.self) }
            try refuseControl(byte)
        }
        throw mistake("the string begins with ' and has no ' at its end: \(shownPlain(from: start))")
    }

    /// Reads a string of several lines, literal or basic. `\r\n` becomes `\n`.
    private mutating func readLongString(_ quotes: StaticString) throws(Mistake) -> String {
        let (start, quote) = (line, quotes.utf8Start[0])
        position += 3
        _ = skipNewline()
        var text: [UInt8] = []
        while let byte = peek() {
            if skip(quotes) {
                // The content itself may end with one or two quotes.
                for _ in 0..<2 where peek() == quote {
                    position += 1
                    text.append(quote)
                }
                return String(decoding: text, as: UTF8.self)
            }
            if skipNewline() {
                text.append(UInt8(ascii: "\n"))
                continue
            }
            position += 1
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                if try !skipEscapedNewline() { text += try readEscape() }
            } else {
                try refuseControl(byte)
                text.append(byte)
            }
        }
        throw mistake("the string has no end: expected \(quotes)", line: start)
    }

    /// Skips the newline after a backslash, and all blanks and newlines that follow. Returns false if the backslash is
    /// not at the end of its line.
    private mutating func skipEscapedNewline() throws(Mistake) -> Bool {
        let start = position
        skipBlanks()
        guard skipNewline() else {
            position = start
            return false
        }
        repeat { skipBlanks() } while skipNewline()
        return true
    }

    /// Reads an escape after its backslash.
    private mutating func readEscape() throws(Mistake) -> [UInt8] {
        let start = position
        defer { if position == start { position += 1 } }
        let plain: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C,
            UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C,
        ]
        let byte = peek() ?? 0
        if let plain = plain[byte] { return [plain] }
        let length = byte == UInt8(ascii: "u") ? 4 : byte == UInt8(ascii: "U") ? 8 : 0
        let digits = bytes[position...].dropFirst().prefix(length)
        guard length > 0, digits.count == length, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(number)
        else {
            let shown = String(decoding: bytes[start...].prefix(1 + length), as: UTF8.self)
            throw mistake(
                #"expected \b, \t, \n, \f, \r, \", \\, \uXXXX or \UXXXXXXXX with the number of a character, found "#
                    + "\\\(shown.unicodeScalars.map { $0.escaped(asASCII: false) }.joined())"
                    + #"; write \\ for a backslash"#)
        }
        position += 1 + length
        return Array(String(scalar).utf8)
    }
}

// MARK: - Numbers, booleans and dates

extension TOMLReader {
    /// The quotes that word processors and web pages use instead of straight ones.
    private static let curlyQuotes: Set<Unicode.Scalar> = ["“", "”", "„", "‟", "‘", "’", "‚", "«", "»"]

    private var startsWithCurlyQuote: Bool {
        let start = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
        return start.unicodeScalars.first.map(Self.curlyQuotes.contains) ?? false
    }

    private mutating func readWord() throws(Mistake) -> TOMLValue {
        let isPart = { (byte: UInt8) in
            byte.isBareKey || [UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
        }
        var length = bytes[position...].prefix(while: isPart).count
        // A blank may stand between a date and a time.
        if length == 10, peek(4) == UInt8(ascii: "-"), peek(10) == UInt8(ascii: " "), peek(11)?.isDigit == true {
            length += 1 + bytes[(position + 11)...].prefix(while: isPart).count
        }
        let word = String(decoding: bytes[position..<position + length], as: UTF8.self)
        guard let value = TOMLValue(word: word) else {
            if TOMLNumber(word)?.isWhole == true { throw mistake("\(word) does not fit into 64 bits") }
            if word.isEmpty, peek() == nil || peek() == UInt8(ascii: "\n") || peek() == UInt8(ascii: "\r") {
                throw mistake("expected a value, found nothing")
            }
            if word.isEmpty, startsWithCurlyQuote {
                throw mistake("expected a value, found \(shownRest) in curly quotes; write straight quotes: \" or '")
            }
            let meant = ["True": "true", "TRUE": "true", "False": "false", "FALSE": "false"][word]
            let advice =
                meant.map { "; write \($0)" } ?? (peek() == UInt8(ascii: "(") ? "; write [ and ] around several" : "")
            throw mistake(
                "expected a value, found \(word.isEmpty ? shownRest : word.shown), which is neither a number nor in quotes\(advice)"
            )
        }
        position += length
        return value
    }
}

extension TOMLValue {
    fileprivate init?(word: String) {
        switch word {
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        case "inf", "+inf": self = .number(.infinity)
        case "-inf": self = .number(-.infinity)
        case "nan", "+nan", "-nan": self = .number(.nan)
        default:
            if let number = TOMLNumber(word) {
                guard let value = number.value else { return nil }
                self = value
            } else if let date = TOMLDate(word) {
                self = .date(date)
            } else {
                return nil
            }
        }
    }
}

/// A number as TOML spells it: `45`, `-0.35`, `1_000`, `1e-3`, `0x04f3`, `0o755`, `0b1`. A decimal number has no
/// leading zeros, and a point has digits on both sides.
private struct TOMLNumber {
    /// Without underscores and prefix.
    private var digits: String
    private var radix = 10
    let isWhole: Bool

    init?(_ word: String) {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            let groups = word.dropFirst(2).split(separator: "_", omittingEmptySubsequences: false)
            guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.hexDigitValue.map { $0 < radix } ?? false } })
            else {
                return nil
            }
            (digits, self.radix, isWhole) = (groups.joined(), radix, true)
            return
        }
        var rest = word.utf8[...]
        Self.skipSign(in: &rest)
        guard let whole = Self.digits(in: &rest), whole.first != UInt8(ascii: "0") || whole.count == 1 else {
            return nil
        }
        isWhole = rest.isEmpty
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard Self.digits(in: &rest) != nil else { return nil }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            Self.skipSign(in: &rest)
            guard Self.digits(in: &rest) != nil else { return nil }
        }
        guard rest.isEmpty else { return nil }
        digits = word.filter { $0 != "_" }
    }

    /// nil for a whole number with more than 64 bits, because TOML forbids rounding it.
    var value: TOMLValue? {
        isWhole ? Int(digits, radix: radix).map(TOMLValue.integer) : Double(digits).map(TOMLValue.number)
    }

    private static func skipSign(in rest: inout Substring.UTF8View) {
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    }

    /// Removes and returns the leading digits of `rest`; nil if there are none, or if an underscore is not between two
    /// digits.
    private static func digits(in rest: inout Substring.UTF8View) -> Substring.UTF8View? {
        let underscore = UInt8(ascii: "_")
        let digits = rest.prefix { $0.isDigit || $0 == underscore }
        rest = rest[digits.endIndex...]
        let groups = digits.split(separator: underscore, omittingEmptySubsequences: false)
        return groups.contains(where: \.isEmpty) ? nil : digits
    }
}

extension TOMLDate {
    /// nil if the text is not a valid date, time, or both.
    fileprivate init?(_ text: String) {
        var rest = text.uppercased().utf8[...]
        let hasDate = rest.dropFirst(4).first == UInt8(ascii: "-")
        if hasDate {
            guard Self.skipDate(in: &rest) else { return nil }
            if rest.isEmpty {
                self.init(kind: .date, text: text)
                return
            }
            guard let separator = rest.popFirst(), [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(separator) else {
                return nil
            }
        }
        guard Self.skipTime(in: &rest) else { return nil }
        let hasOffset = !rest.isEmpty
        guard !hasOffset || hasDate && Self.skipOffset(in: &rest) else { return nil }
        let spelling = String(text.uppercased().map { $0 == " " ? "T" : $0 })
        self.init(kind: hasOffset ? .offsetDateTime : hasDate ? .dateTime : .time, text: spelling)
    }

    private static func skipDate(in rest: inout Substring.UTF8View) -> Bool {
        guard let year = number(of: 4, in: &rest), rest.popFirst() == UInt8(ascii: "-"),
            let month = number(of: 2, in: &rest), rest.popFirst() == UInt8(ascii: "-"),
            let day = number(of: 2, in: &rest), 1...12 ~= month
        else { return false }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...days[month - 1] ~= day
    }

    private static func skipTime(in rest: inout Substring.UTF8View) -> Bool {
        guard skipMinutes(in: &rest), rest.popFirst() == UInt8(ascii: ":"), let second = number(of: 2, in: &rest),
            second < 60
        else { return false }
        guard rest.first == UInt8(ascii: ".") else { return true }
        let fraction = rest.dropFirst().prefix(while: \.isDigit)
        rest = rest[fraction.endIndex...]
        return !fraction.isEmpty
    }

    private static func skipOffset(in rest: inout Substring.UTF8View) -> Bool {
        let sign = rest.popFirst()
        if sign == UInt8(ascii: "Z") { return rest.isEmpty }
        return (sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")) && skipMinutes(in: &rest) && rest.isEmpty
    }

    private static func skipMinutes(in rest: inout Substring.UTF8View) -> Bool {
        guard let hour = number(of: 2, in: &rest), hour < 24, rest.popFirst() == UInt8(ascii: ":"),
            let minute = number(of: 2, in: &rest)
        else { return false }
        return minute < 60
    }

    private static func number(of length: Int, in rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix(length)
        guard digits.count == length, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(length)
        return Int(String(Substring(digits)))
    }
}
