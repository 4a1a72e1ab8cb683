internal import GestureProtocol

/// A key of an object, with the schema of the key's value.
struct SchemaKey {
    let name: String
    let schema: JSONValue
    let isRequired: Bool

    static func required(_ name: String, _ schema: JSONValue, _ description: String? = nil) -> SchemaKey {
        SchemaKey(name: name, schema: schema.described(description), isRequired: true)
    }

    static func optional(_ name: String, _ schema: JSONValue, _ description: String? = nil) -> SchemaKey {
        SchemaKey(name: name, schema: schema.described(description), isRequired: false)
    }
}

/// Keywords of JSON Schema 2020-12.
extension JSONValue {
    static let string: JSONValue = ["type": "string"]
    static let flag: JSONValue = ["type": "boolean"]
    static let number: JSONValue = ["type": "number"]

    /// - Parameter most: The maximum number of bytes. JSON Schema can limit only characters, so the schema allows as
    ///   many characters: a text never has more characters than bytes.
    static func string(_ least: Int? = nil, atMost most: Int) -> JSONValue {
        ["type": "string", "minLength": least.map { JSONValue($0) }, "maxLength": JSONValue(most)]
    }

    static func constant(_ word: String) -> JSONValue { ["const": .string(word)] }

    static func words(_ words: [String]) -> JSONValue { ["enum": .array(words.map(JSONValue.string))] }

    static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> JSONValue {
        words(Word.allCases.map(\.rawValue))
    }

    /// Returns the schema of the words of this version. A later version may have more words, so any text is valid.
    static func openWords(_ known: [String]) -> JSONValue { ["anyOf": [words(known), string]] }

    static func openWords<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> JSONValue {
        openWords(Word.allCases.map(\.rawValue))
    }

    static func whole(_ least: Int64? = nil, _ most: Int64? = nil) -> JSONValue {
        ["type": "integer", "minimum": least.map(JSONValue.integer), "maximum": most.map(JSONValue.integer)]
    }

    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    static func any(of schemas: [JSONValue]) -> JSONValue { ["anyOf": .array(schemas)] }

    static func array(of items: JSONValue, _ counts: ClosedRange<Int>? = nil) -> JSONValue {
        [
            "type": "array", "items": items,
            "minItems": counts.flatMap { $0.lowerBound > 0 ? JSONValue($0.lowerBound) : nil },
            "maxItems": counts.map { JSONValue($0.upperBound) },
        ]
    }

    /// - Parameter isOpen: True if readers ignore other keys.
    static func object(_ keys: [SchemaKey], isOpen: Bool) -> JSONValue {
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        return [
            "type": "object", "properties": .members(keys.map { ($0.name, $0.schema) }),
            "required": required.isEmpty ? nil : .array(required), "additionalProperties": isOpen ? nil : false,
        ]
    }

    /// Returns the schema of an object with exactly one of these keys.
    static func choice(_ choices: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object", "properties": .members(choices.map { ($0.0, $0.1) }), "minProperties": 1,
            "maxProperties": 1, "additionalProperties": false,
        ]
    }

    /// Returns the schema with an additional keyword; unchanged if the schema is not an object, or the value is nil.
    func with(_ keyword: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(let members) = self, let value else { return self }
        return .members(members.map { ($0.key, $0.value) } + [(keyword, value)])
    }

    func described(_ description: String?) -> JSONValue { with("description", description.map(JSONValue.string)) }
}

// MARK: - Text

extension JSONValue {
    private static let lineLength = 120

    /// Returns the indented text. A value that fits into one line is on one line.
    func text(indentedBy depth: Int = 0, after column: Int = 0) -> String {
        let short = String(decoding: line.dropLast(), as: UTF8.self)
        let indent = String(repeating: " ", count: 2 * depth)
        if indent.count + column + short.count <= JSONValue.lineLength { return short }
        switch self {
        case .array(let values):
            return list(values.map { $0.text(indentedBy: depth + 1) }, "[", "]", indent)
        case .object(let members):
            let lines = members.map { member in
                let key = String(decoding: JSONValue.string(member.key).line.dropLast(), as: UTF8.self) + ": "
                return key + member.value.text(indentedBy: depth + 1, after: key.count)
            }
            return list(lines, "{", "}", indent)
        case .null, .bool, .number, .integer, .unsigned, .string: return short
        }
    }

    private func list(_ lines: [String], _ start: String, _ end: String, _ indent: String) -> String {
        "\(start)\n" + lines.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)\(end)"
    }
}
