/// The value to the right of an equals sign.
enum ConfigurationValue: Hashable {
    case integer(Int)
    /// Infinity and NaN too, which TOML has.
    case number(Double)
    case string(String)
    case boolean(Bool)
    /// On one line, and of numbers and booleans: no setting needs strings or arrays in an array.
    case array([ConfigurationValue])
    /// Anything else, as written: TOML that no setting takes (a date, a table) and text that is not TOML.
    case other(String)

    /// - Parameter text: Without blanks at its ends; a comment may follow the value.
    init(_ text: Substring) {
        if let quote = text.utf8.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            self = Self.string(in: text, quote: quote).map(ConfigurationValue.string) ?? .other(String(text))
        } else if text.utf8.first == UInt8(ascii: "["), let elements = Self.elements(in: text) {
            self = .array(elements)
        } else {
            let word = Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") }).trimmed
            self = Self.word(word) ?? .other(String(word))
        }
    }

    /// No setting needs a backslash, so a string with one is rejected, and TOML's escapes are not needed.
    private static func string(in text: Substring, quote: UInt8) -> String? {
        let inside = text.utf8.dropFirst()
        guard let end = inside.firstIndex(of: quote), Substring(inside[inside.index(after: end)...]).isBlankOrComment,
            !inside[..<end].contains(UInt8(ascii: "\\"))
        else { return nil }
        return String(inside[..<end])
    }

    /// TOML allows a comma after the last element.
    private static func elements(in text: Substring) -> [ConfigurationValue]? {
        let inside = text.utf8.dropFirst()
        guard let end = inside.firstIndex(of: UInt8(ascii: "]")),
            Substring(inside[inside.index(after: end)...]).isBlankOrComment
        else { return nil }
        var words = inside[..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { Substring($0).trimmed }
        if words.last?.isEmpty == true { words.removeLast() }
        let elements = words.compactMap { word($0) }
        return elements.count == words.count ? elements : nil
    }

    private static func word(_ word: Substring) -> ConfigurationValue? {
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .number(.infinity)
        case "-inf": return .number(-.infinity)
        case "nan", "+nan", "-nan": return .number(.nan)
        default: break
        }
        if let number = hexadecimal(word) { return .integer(number) }
        guard isNumber(word) else { return nil }
        let plain = String(word.filter { $0 != "_" })
        return Int(plain).map(ConfigurationValue.integer) ?? Double(plain).map(ConfigurationValue.number)
    }

    /// `0x04f3`, as vendors and products are known; without a sign.
    private static func hexadecimal(_ word: Substring) -> Int? {
        guard word.utf8.starts(with: "0x".utf8) else { return nil }
        let groups = word.utf8.dropFirst(2).split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard groups.allSatisfy({ $0.first.map { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") } ?? false })
        else { return nil }
        return Int(groups.map { String(Substring($0)) }.joined(), radix: 16)
    }

    /// TOML's decimal numbers: `45`, `-0.35`, `1_000`, `1e-3`; no leading zero, no bare dot.
    private static func isNumber(_ word: Substring) -> Bool {
        var rest = word.utf8
        skipSign(in: &rest)
        guard let whole = digits(in: &rest), whole.first != UInt8(ascii: "0") || whole.count == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits(in: &rest) != nil else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            skipSign(in: &rest)
            guard digits(in: &rest) != nil else { return false }
        }
        return rest.isEmpty
    }

    private static func skipSign(in rest: inout Substring.UTF8View) {
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    }

    /// Removes and returns the digits `rest` begins with; nil without any, or with an underscore that has no digit on both
    /// sides.
    private static func digits(in rest: inout Substring.UTF8View) -> Substring.UTF8View? {
        let underscore = UInt8(ascii: "_")
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == underscore }
        rest = rest[digits.endIndex...]
        let groups = digits.split(separator: underscore, omittingEmptySubsequences: false)
        return groups.contains(where: \.isEmpty) ? nil : digits
    }
}

extension ConfigurationValue: CustomStringConvertible {
    /// As an error names it.
    var description: String {
        switch self {
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .string(let string): "the string \(Substring(string).shown)"
        case .boolean(let boolean): "\(boolean)"
        case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .other(let text) where text.utf8.first == UInt8(ascii: "["):
            "\(Substring(text).shown), which is no array of numbers on one line"
        case .other(""): "nothing"
        case .other(let text): "\(Substring(text).shown), which is neither a number nor a string"
        }
    }
}

// MARK: - Of one type

extension ConfigurationValue {
    /// A whole number is a number too.
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .string, .boolean, .array, .other: nil
        }
    }

    var numbers: [Double]? {
        guard case .array(let elements) = self else { return nil }
        let numbers = elements.compactMap(\.number)
        return numbers.count == elements.count ? numbers : nil
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
    var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

    func integer(in range: ClosedRange<Int>) -> Int? {
        guard let integer, range.contains(integer) else { return nil }
        return integer
    }
}
