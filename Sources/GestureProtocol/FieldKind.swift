internal import GestureModel

/// How the value of a key is read, written and described by the schema.
protocol FieldKind<Value> {
    associatedtype Value

    func read(_ field: JSONField) throws(RequestError) -> Value
    func json(_ value: Value) -> JSONValue
    var schema: JSONValue { get }
    /// Whether every object of this version has the key.
    var isRequired: Bool { get }
    /// Whether an object has the key if this is its value.
    func isWritten(_ value: Value) -> Bool
}

extension FieldKind {
    var isRequired: Bool { true }
    func isWritten(_ value: Value) -> Bool { true }

    /// The kind of a key that is read as `value` if an older daemon does not send it.
    func ifAbsent(_ value: Value) -> Form<Value> {
        Form(schema, { field in { () throws(RequestError) in field.isPresent ? try read(field) : value } }, json)
    }
}

/// A key that is absent if its value is nil.
struct Optionally<Kind: FieldKind>: FieldKind {
    let kind: Kind

    func read(_ field: JSONField) throws(RequestError) -> Kind.Value? { field.isPresent ? try kind.read(field) : nil }
    func json(_ value: Kind.Value?) -> JSONValue { value.map(kind.json) ?? .null }
    var schema: JSONValue { kind.schema }
    var isRequired: Bool { false }
    func isWritten(_ value: Kind.Value?) -> Bool { value != nil }
}

// MARK: - Numbers

/// A whole number of a message. `least` is stated in the schema, and not checked.
struct Count: FieldKind {
    var least: Int64?

    init(from least: Int64? = nil) { self.least = least }

    func read(_ field: JSONField) throws(RequestError) -> Int { try field.count() }
    func json(_ count: Int) -> JSONValue { JSONValue(count) }
    var schema: JSONValue { .whole(least) }
}

/// A whole number in a device's units.
struct DeviceNumber: FieldKind {
    func read(_ field: JSONField) throws(RequestError) -> Int32 { Int32(clamping: try field.whole()) }
    func json(_ number: Int32) -> JSONValue { JSONValue(number) }
    var schema: JSONValue { .whole() }
}

/// The position of a contact, in the subscription's units.
struct ContactPosition: FieldKind {
    func read(_ field: JSONField) throws(RequestError) -> Point { try field.point() }
    func json(_ point: Point) -> JSONValue { JSONValue(rounded: Vector(dx: point.x, dy: point.y)) }
    var schema: JSONValue { .array(of: .number, 2...2) }
}

/// A number of a request.
struct Number: FieldKind {
    /// nil if every number is in range.
    var range: NumberRange?

    init(_ range: NumberRange? = nil) { self.range = range }

    func read(_ field: JSONField) throws(RequestError) -> Double { try field.number(range ?? .finite) }
    func json(_ number: Double) -> JSONValue { .number(number) }
    var schema: JSONValue { range.map(JSONValue.number) ?? .number }
}

// MARK: - Words

/// A word of which a newer daemon may know more, which are kept as text.
struct OpenWord<Word: ProtocolWord>: FieldKind {
    /// Other words of this version.
    var others: [String] = []

    func read(_ field: JSONField) throws(RequestError) -> Reported<Word> { Reported(word: try field.string()) }
    func json(_ word: Reported<Word>) -> JSONValue { .string(word.word) }
    var schema: JSONValue { .openWords(Word.allCases.map(\.rawValue) + others) }
}

/// A word of which a newer daemon may know more, which are read as `unknown`.
struct KnownWord<Word: ProtocolWord & Equatable>: FieldKind {
    var unknown: Word
    /// Whether ``unknown`` itself is no word of the protocol.
    var hidesUnknown = false

    func read(_ field: JSONField) throws(RequestError) -> Word { Word(exactly: try field.string()) ?? unknown }
    func json(_ word: Word) -> JSONValue { JSONValue(word) }
    var schema: JSONValue {
        .openWords(Word.allCases.filter { !hidesUnknown || $0 != unknown }.map(\.rawValue))
    }
}

/// A word of a request.
struct Choice<Word: ProtocolWord>: FieldKind {
    /// Whether an error has the words in quotes.
    var isQuoted = false

    func read(_ field: JSONField) throws(RequestError) -> Word {
        isQuoted ? try field.word(JSONField.quoted(Word.allCases.map(\.rawValue))) : try field.word()
    }
    func json(_ word: Word) -> JSONValue { JSONValue(word) }
    var schema: JSONValue { .words(Word.self) }
}

/// A text. Its limits count bytes.
struct Text: FieldKind {
    var least: Int?
    var most: Int?
    /// What an error calls it.
    var words = "a string"
    /// The words of this version, to which a later one may add; empty for any text.
    var known: [String] = []

    func read(_ field: JSONField) throws(RequestError) -> String {
        let text = try field.string(words, atMost: most ?? .max)
        guard text.utf8.count >= least ?? 0 else { throw field.expected("a name", .outOfRange) }
        return text
    }
    func json(_ text: String) -> JSONValue { .string(text) }
    var schema: JSONValue {
        known.isEmpty ? most.map { .string(least, atMost: $0) } ?? .string : .openWords(known)
    }

    /// The name or id of a device, or the name of an output. The kernel's names of devices and nodes are never longer.
    static let name = Text(most: 255)
    static let device = Text(most: 255, words: "a device's id")
}

// MARK: - Objects and arrays

/// An object, of which the schema may have a definition.
struct Object<Value: ProtocolObject>: FieldKind {
    var blank: Value
    var definition: String?

    init(_ blank: Value, _ definition: String? = nil) { (self.blank, self.definition) = (blank, definition) }

    func read(_ field: JSONField) throws(RequestError) -> Value { try field.object(blank) }
    func json(_ object: Value) -> JSONValue { object.json }
    var schema: JSONValue { definition.map(JSONValue.reference) ?? blank.schema }
}

struct List<Item: FieldKind>: FieldKind {
    var item: Item
    /// What an error calls the array.
    var words: String
    /// How many elements a request may have.
    var most: Int?

    init(_ item: Item, _ words: String, atMost most: Int? = nil) {
        (self.item, self.words, self.most) = (item, words, most)
    }

    func read(_ field: JSONField) throws(RequestError) -> [Item.Value] {
        let elements = try field.elements(words)
        if let most, elements.count > most {
            throw RequestError(
                code: .outOfRange,
                message: "\(field.path): expected at most \(most) elements, found \(elements.count)")
        }
        return try elements.map { (field) throws(RequestError) in try item.read(field) }
    }
    func json(_ items: [Item.Value]) -> JSONValue { .array(items.map(item.json)) }
    var schema: JSONValue { .array(of: item.schema, most.map { 0...$0 }) }
}

// MARK: - Others

/// Any other value.
struct Form<Value>: FieldKind {
    private let reader: (JSONField) -> () throws(RequestError) -> Value
    private let writer: (Value) -> JSONValue
    private let makeSchema: () -> JSONValue

    init(
        _ schema: @autoclosure @escaping () -> JSONValue,
        _ reader: @escaping (JSONField) -> () throws(RequestError) -> Value,
        _ writer: @escaping (Value) -> JSONValue
    ) {
        (makeSchema, self.reader, self.writer) = (schema, reader, writer)
    }

    func read(_ field: JSONField) throws(RequestError) -> Value { try reader(field)() }
    func json(_ value: Value) -> JSONValue { writer(value) }
    var schema: JSONValue { makeSchema() }
}

extension FieldKind where Self == Form<Bool> {
    static var flag: Self { Form(.flag, JSONField.flag, JSONValue.bool) }
}

extension FieldKind where Self == Form<Int64> {
    static var requestID: Self { Form(.reference("requestID"), JSONField.id, JSONValue.integer) }
}

extension FieldKind where Self == Form<UInt64> {
    static var unsigned: Self { Form(.whole(0), JSONField.unsigned, JSONValue.unsigned) }
}

extension FieldKind where Self == Form<Timestamp> {
    static var time: Self { Form(.whole(), JSONField.time) { .integer($0.microseconds) } }
}

extension FieldKind where Self == Form<Microseconds> {
    static var duration: Self { Form(.whole(), JSONField.microseconds) { .integer($0.count) } }
}

extension FieldKind where Self == Form<Vector> {
    static var vector: Self { Form(.reference("vector"), JSONField.vector) { JSONValue(rounded: $0) } }
}

extension FieldKind where Self == List<Text> {
    static var texts: Self { List(Text(), "an array of strings") }
}
