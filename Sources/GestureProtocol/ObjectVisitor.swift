internal import GestureModel

/// An object on the wire: a message, a request, or a part of one.
///
/// It lists its keys only in ``visit(_:)``, in their order on the wire and with the sentences of the schema. Visitors are
/// the reader, the writer and the schema.
protocol ProtocolObject {
    /// What an error calls an object that may have no other keys; nil if a reader ignores other keys.
    var strictName: String? { get }
    /// Visits each key once. A reader assigns the fields.
    mutating func visit(_ visitor: inout some ObjectVisitor)
}

extension ProtocolObject {
    var strictName: String? { nil }
}

/// Visits the keys of an object.
protocol ObjectVisitor {
    /// Visits the key `type`, which names a message or request. `meaning` describes the whole object.
    mutating func type(_ word: StaticString, _ meaning: StaticString)
    mutating func key<Kind: FieldKind>(
        _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind, _ meaning: StaticString?)
    /// Visits the keys that state why a gesture was cancelled or not recognised; they are absent if the reason is nil.
    mutating func reason(_ reason: inout Reported<CancellationReason>?)
}

extension ObjectVisitor {
    mutating func key<Kind: FieldKind>(_ name: StaticString, _ value: inout Kind.Value, _ kind: Kind) {
        key(name, &value, kind, nil)
    }

    /// Visits a key that is absent if its value is nil.
    mutating func optional<Kind: FieldKind>(
        _ name: StaticString, _ value: inout Kind.Value?, _ kind: Kind, _ meaning: StaticString? = nil
    ) {
        key(name, &value, Optionally(kind: kind), meaning)
    }

    /// Visits a key that is absent if its value is `standard`.
    mutating func optional<Kind: FieldKind>(
        _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind, standard: Kind.Value, _ meaning: StaticString?
    ) where Kind.Value: Equatable {
        var present = value == standard ? nil : value
        optional(name, &present, kind, meaning)
        value = present ?? standard
    }
}

// MARK: - Reading

extension JSONField {
    /// Reads an object.
    ///
    /// - Parameter blank: The object whose fields the reader assigns.
    func object<Object: ProtocolObject>(_ blank: Object) throws(RequestError) -> Object {
        var (object, reader) = (blank, ObjectReader(object: self))
        guard blank.strictName == nil || members != nil else { throw expected("an object") }
        object.visit(&reader)
        // An unknown key comes first, because it may be another one misspelt.
        if let name = blank.strictName, reader.error != nil || reader.found != members?.count {
            _ = try self.object(name, taking: blank.keys.map(\.name))
        }
        if let error = reader.error { throw error }
        return object
    }
}

/// Assigns the fields of an object. Keeps the first error, because a visitor cannot throw.
private struct ObjectReader: ObjectVisitor {
    let object: JSONField
    private(set) var error: RequestError?
    /// The number of keys that are present.
    private(set) var found = 0

    init(object: JSONField) { self.object = object }

    mutating func type(_ word: StaticString, _ meaning: StaticString) { if object.has("type") { found += 1 } }

    mutating func key<Kind: FieldKind>(
        _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind, _ meaning: StaticString?
    ) {
        guard error == nil else { return }
        let field = object["\(name)"]
        if field.isPresent { found += 1 }
        do throws(RequestError) { value = try kind.read(field) } catch { self.error = error }
    }

    mutating func reason(_ reason: inout Reported<CancellationReason>?) {
        guard error == nil else { return }
        do throws(RequestError) { reason = try Reported(of: object) } catch { self.error = error }
    }
}

// MARK: - Writing

extension ProtocolObject {
    var json: JSONValue {
        var (object, writer) = (self, ObjectWriter())
        object.visit(&writer)
        return .object(writer.members)
    }
}

private struct ObjectWriter: ObjectVisitor {
    private(set) var members: [JSONValue.Member] = []

    private mutating func append(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONValue.Member(key: name, value: value)) }
    }

    mutating func type(_ word: StaticString, _ meaning: StaticString) { append("type", .string("\(word)")) }

    mutating func key<Kind: FieldKind>(
        _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind, _ meaning: StaticString?
    ) {
        if kind.isWritten(value) { append("\(name)", kind.json(value)) }
    }

    mutating func reason(_ reason: inout Reported<CancellationReason>?) {
        switch reason {
        case nil: break
        case .known(let reason): for (key, value) in reason.members { append(key, value) }
        case .unknown(let word): append("reason", .string(word))
        }
    }
}
