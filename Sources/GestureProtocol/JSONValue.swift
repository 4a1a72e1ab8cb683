internal import GestureModel

/// A JSON value. All requests and messages are read into one, and written from one, except that the encoders write the
/// daemon's `gesture` and `contacts` lines directly.
package enum JSONValue: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }

        package static func == (one: Member, other: Member) -> Bool {
            one.key.exact == other.key.exact && one.value == other.value
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(key.exact)
            hasher.combine(value)
        }
    }

    case null
    case bool(Bool)
    /// Infinite if the literal is beyond the range of a double.
    case number(Double)
    /// A literal without fraction and exponent that fits into an `Int64`.
    case integer(Int64)
    /// A literal without fraction and exponent that only a `UInt64` can hold, such as the number of a gesture.
    case unsigned(UInt64)
    case string(String)
    case array([JSONValue])
    /// In the order of the line. If a key occurs twice, the later member counts.
    case object([Member])

    package init(_ integer: some FixedWidthInteger & SignedInteger) { self = .integer(Int64(integer)) }
    package init(_ word: some RawRepresentable<String>) { self = .string(word.rawValue) }

    /// Rounds a number to three decimals at most, as for device sizes, and limits it to ±9·10¹². A number that is not
    /// finite becomes 0.
    init(rounded number: Double) {
        let largest = 9e12
        self = .number((number.isFinite ? min(max(number, -largest), largest) : 0).thousandths)
    }

    /// Creates `[x,y]`, with three decimals at most.
    init(rounded vector: Vector) {
        self = .array([JSONValue(rounded: vector.dx), JSONValue(rounded: vector.dy)])
    }
}

/// Texts are equal if they have the same bytes.
extension JSONValue {
    package static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.unsigned(let one), .unsigned(let other)): one == other
        case (.string(let one), .string(let other)): one.exact == other.exact
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.null, _), (.bool, _), (.number, _), (.integer, _), (.unsigned, _), (.string, _), (.array, _),
            (.object, _):
            false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .unsigned(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value.exact)
        case .array(let values): hasher.combine(values)
        case .object(let members): hasher.combine(members)
        }
    }
}

/// An object as a literal. Members whose value is nil are omitted.
extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue?)...) { self = .members(members) }

    package static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral integer: Int64) { self = .integer(integer) }
    package init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

extension JSONValue {
    /// The value as a double; nil if it is not a number.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        case .unsigned(let integer): Double(integer)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The value's name in an error: the text of a scalar, shortened if it is long; otherwise the kind.
    var found: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): value.isFinite ? "\(value)" : "a number too large"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .string(let value): "\"\(value.shortened)\""
        case .array(let values): values.isEmpty ? "an empty array" : "an array"
        case .object: "an object"
        }
    }
}

extension String {
    /// The start of the text, long enough to recognise it. An error must not grow with what a client sends.
    package var shortened: String { shortened(to: 40) }

    /// Returns the first `count` scalars, with an ellipsis if the text has more.
    package func shortened(to count: Int) -> String {
        guard utf8.count > count, !unicodeScalars.dropFirst(count).isEmpty else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(count))) + "\u{2026}"
    }
}

// MARK: - Writing

extension JSONValue {
    /// The value as a line of JSON, newline included.
    package var line: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(json: self)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension [UInt8] {
    package mutating func append(json value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let number): append(exactly: number)
        case .integer(let integer): append(contentsOf: String(integer).utf8)
        case .unsigned(let integer): append(contentsOf: String(integer).utf8)
        case .string(let text): append(quoted: text)
        case .array(let values):
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(",") }
                append(json: value)
            }
            append("]")
        case .object(let members):
            append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { append(",") }
                append(quoted: member.key)
                append(":")
                append(json: member.value)
            }
            append("}")
        }
    }

    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends the fewest digits that read back as the same number. JSON cannot express a number that is not finite.
    /// Such a number becomes `null`, which the reader rejects with the field's name.
    private mutating func append(exactly number: Double) {
        guard number.isFinite else { return append("null") }
        let digits = "\(number)"
        append(contentsOf: (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8)
    }

    mutating func append(quoted text: String) {
        append(room: LineWriter.room(for: text)) { line in line.write(quoted: text) }
    }
}
