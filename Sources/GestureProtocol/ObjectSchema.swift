package import GestureModel

/// A key of an object, with the schema of the key's value.
package struct SchemaKey {
    package let name: String
    package let schema: JSONValue
    package let isRequired: Bool

    package init(name: String, schema: JSONValue, isRequired: Bool) {
        (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
    }

    package static func required(_ name: String, _ schema: JSONValue, _ description: String? = nil) -> SchemaKey {
        SchemaKey(name: name, schema: schema.described(description), isRequired: true)
    }

    package static func optional(_ name: String, _ schema: JSONValue, _ description: String? = nil) -> SchemaKey {
        SchemaKey(name: name, schema: schema.described(description), isRequired: false)
    }

    /// The keys that state why a gesture, or a part of a composition, was cancelled or not recognised.
    package static var reason: [SchemaKey] {
        let words = CancellationReason.named.map(\.name) + [CancellationReason.failed(.clicked).name]
        return [
            .optional("reason", .openWords(words), "Why it was cancelled."),
            .optional("failure", .string, "With `failed`: a sentence for people."),
            .optional("failureReason", .reference("failureReason"), "With `failed`: the same for programs."),
        ]
    }
}

extension ProtocolObject {
    /// The keys of every value of this type.
    var keys: [SchemaKey] { description.keys }

    var schema: JSONValue {
        .object(keys, isOpen: strictName == nil).described(description.meaning)
    }

    private var description: ObjectSchema {
        var (object, visitor) = (self, ObjectSchema())
        object.visit(&visitor)
        return visitor
    }
}

/// Lists the keys of an object for the schema.
private struct ObjectSchema: ObjectVisitor {
    private(set) var keys: [SchemaKey] = []
    private(set) var meaning: String?

    mutating func type(_ word: StaticString, _ meaning: StaticString) {
        keys.append(.required("type", .constant("\(word)")))
        self.meaning = "\(meaning)"
    }

    mutating func key<Kind: FieldKind>(
        _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind, _ meaning: StaticString?
    ) {
        let schema = kind.schema.described(meaning.map { "\($0)" })
        keys.append(SchemaKey(name: "\(name)", schema: schema, isRequired: kind.isRequired))
    }

    mutating func reason(_ reason: inout Reported<CancellationReason>?) { keys += SchemaKey.reason }
}

/// Keywords of JSON Schema 2020-12.
extension JSONValue {
    package static let string: JSONValue = ["type": "string"]
    package static let flag: JSONValue = ["type": "boolean"]
    package static let number: JSONValue = ["type": "number"]

    /// - Parameter most: The maximum number of bytes. JSON Schema can limit only characters, so the schema allows as
    ///   many characters: a text never has more characters than bytes.
    package static func string(_ least: Int? = nil, atMost most: Int) -> JSONValue {
        ["type": "string", "minLength": least.map { JSONValue($0) }, "maxLength": JSONValue(most)]
    }

    package static func number(_ range: NumberRange) -> JSONValue {
        [
            "type": "number", (range.isLowerIncluded ? "minimum" : "exclusiveMinimum"): .number(range.lower),
            "maximum": range.upper == .greatestFiniteMagnitude ? nil : .number(range.upper),
        ]
    }

    package static func constant(_ word: String) -> JSONValue { ["const": .string(word)] }

    package static func words(_ words: [String]) -> JSONValue { ["enum": .array(words.map(JSONValue.string))] }

    package static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> JSONValue {
        words(Word.allCases.map(\.rawValue))
    }

    /// Returns the schema of the words of this version. A later version may have more words, so any text is valid.
    package static func openWords(_ known: [String]) -> JSONValue { ["anyOf": [words(known), string]] }

    package static func whole(_ least: Int64? = nil, _ most: Int64? = nil) -> JSONValue {
        ["type": "integer", "minimum": least.map(JSONValue.integer), "maximum": most.map(JSONValue.integer)]
    }

    package static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    package static func any(of schemas: [JSONValue]) -> JSONValue { ["anyOf": .array(schemas)] }

    package static func array(of items: JSONValue, _ counts: ClosedRange<Int>? = nil) -> JSONValue {
        [
            "type": "array", "items": items,
            "minItems": counts.flatMap { $0.lowerBound > 0 ? JSONValue($0.lowerBound) : nil },
            "maxItems": counts.map { JSONValue($0.upperBound) },
        ]
    }

    /// - Parameter isOpen: True if readers ignore other keys.
    package static func object(_ keys: [SchemaKey], isOpen: Bool) -> JSONValue {
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        return [
            "type": "object", "properties": .members(keys.map { ($0.name, $0.schema) }),
            "required": required.isEmpty ? nil : .array(required), "additionalProperties": isOpen ? nil : false,
        ]
    }

    /// Returns the schema of an object with exactly one of these keys.
    package static func choice(_ choices: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object", "properties": .members(choices.map { ($0.0, $0.1) }), "minProperties": 1,
            "maxProperties": 1, "additionalProperties": false,
        ]
    }

    /// Returns the schema with an additional keyword; unchanged if the schema is not an object, or the value is nil.
    package func with(_ keyword: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(let members) = self, let value else { return self }
        return .members(members.map { ($0.key, $0.value) } + [(keyword, value)])
    }

    package func described(_ description: String?) -> JSONValue {
        with("description", description.map(JSONValue.string))
    }
}
