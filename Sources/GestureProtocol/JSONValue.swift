/// A JSON value as a request holds it.
enum JSONValue: Hashable, Sendable {
    struct Member: Hashable, Sendable {
        var key: String
        var value: JSONValue
    }

    case null
    case bool(Bool)
    /// Infinite where the literal is beyond a double.
    case number(Double)
    /// A literal without fraction and exponent that fits.
    case integer(Int64)
    case string(String)
    case array([JSONValue])
    /// In the order of the line; of two members with one key the later counts.
    case object([Member])
}

extension JSONValue {
    /// How an error names what it found: a scalar by itself, cut where it is long, anything else by its kind.
    var found: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): value.isFinite ? "\(value)" : "a number too large"
        case .integer(let value): "\(value)"
        case .string(let value): "\"\(value.shortened)\""
        case .array(let values): values.isEmpty ? "an empty array" : "an array"
        case .object: "an object"
        }
    }
}

extension String {
    /// Enough to recognise it by: an error must not grow with the client's nonsense.
    var shortened: String {
        unicodeScalars.count <= 40 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(40))) + "\u{2026}"
    }
}
