// What ArgumentParser uses of FoundationEssentials: the encoder behind --experimental-dump-help, and a protocol that no error of
// gestured conforms to. The programs are linked with it instead of the toolchain's library, which would be a third of
// gesturectl. A version of ArgumentParser that uses more does not compile. Tests/dump-help compares the output of both.

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

extension LocalizedError {
    public var errorDescription: String? { nil }
}

public struct Data {
    fileprivate let text: String
}

extension String {
    public enum Encoding { case utf8 }

    public init?(data: Data, encoding: Encoding) { self = data.text }
}

public final class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
    }

    /// The text is always indented, and its keys are always sorted, which is what ArgumentParser asks for.
    public var outputFormatting: OutputFormatting = []

    public init() {}

    public func encode(_ value: some Encodable) throws -> Data {
        let node = Node()
        try node.encode(value)
        var text = ""
        node.write(to: &text, indentation: "\n")
        return Data(text: text)
    }
}

/// A value of the tree that is written.
private final class Node: Encoder, SingleValueEncodingContainer {
    enum Content {
        case literal(String)
        case array([Node])
        case object([String: Node])
    }

    var content = Content.literal("null")
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .literal = content { content = .object([:]) }
        return KeyedEncodingContainer(Object<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .literal = content { content = .array([]) }
        return Array(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { content = .literal("null") }

    func encode(_ value: some Encodable) throws {
        switch value {
        case let value as Bool: content = .literal(value ? "true" : "false")
        case let value as String: content = .literal(Self.quoted(value))
        case let value as any BinaryInteger: content = .literal("\(value)")
        case let value as Double where value.isFinite: content = .literal("\(value)")
        case is Double, is Float:
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "no JSON number"))
        default: try value.encode(to: self)
        }
    }

    func insert(_ key: String) -> Node {
        let node = Node()
        if case .object(var members) = content {
            members[key] = node
            content = .object(members)
        }
        return node
    }

    func append() -> Node {
        let node = Node()
        if case .array(let elements) = content { content = .array(elements + [node]) }
        return node
    }

    /// `indentation` begins with the line's end.
    func write(to text: inout String, indentation: String) {
        func write(_ open: String, _ count: Int, _ close: String, _ body: (Int, String) -> Void) {
            text += open
            for index in 0..<count {
                text += index == 0 ? "" : ","
                text += indentation + "  "
                body(index, indentation + "  ")
            }
            text += (count == 0 ? "\n" : "") + indentation + close
        }
        switch content {
        case .literal(let literal): text += literal
        case .array(let elements):
            write("[", elements.count, "]") { elements[$0].write(to: &text, indentation: $1) }
        case .object(let members):
            let sorted = members.sorted { $0.key < $1.key }
            write("{", sorted.count, "}") {
                text += Self.quoted(sorted[$0].key) + " : "
                sorted[$0].value.write(to: &text, indentation: $1)
            }
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "/": quoted += "\\/"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{8}": quoted += "\\b"
            case "\u{c}": quoted += "\\f"
            case "\0"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { node.insert(key.stringValue).encodeNil() }

    func encode(_ value: some Encodable, forKey key: Key) throws { try node.insert(key.stringValue).encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        node.insert(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.insert(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { node.insert("super") }
    func superEncoder(forKey key: Key) -> any Encoder { node.insert(key.stringValue) }
}

private struct Array: UnkeyedEncodingContainer {
    let node: Node
    var codingPath: [any CodingKey] { [] }

    var count: Int { if case .array(let elements) = node.content { elements.count } else { 0 } }

    func encodeNil() { node.append().encodeNil() }

    func encode(_ value: some Encodable) throws { try node.append().encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        node.append().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.append().unkeyedContainer() }
    func superEncoder() -> any Encoder { node.append() }
}
