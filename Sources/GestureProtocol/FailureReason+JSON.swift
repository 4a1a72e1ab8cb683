internal import GestureModel

/// `{"movedTooFar":{"by":14.25,"limit":10}}`: one key, which names the failure. Points, scales and radians are written
/// exactly, and times in microseconds, so a client receives exactly the recogniser's numbers.
extension FailureReason {
    var json: JSONValue {
        var (failure, writer) = (self, FailureWriter())
        failure.visit(&writer)
        return .members([(name, .object(writer.members))])
    }

    /// Returns nil if only a newer daemon knows the failure. A failure with a known name must have all its numbers.
    init?(_ field: JSONField) throws(RequestError) {
        let known = FailureReason.each.first { field[$0.name].isPresent }
        guard var failure = known else { return nil }
        var reader = FailureReader(fields: FieldReader(object: field[failure.name]))
        failure.visit(&reader)
        if let error = reader.fields.error { throw error }
        self = failure
    }
}

private struct FailureWriter: FailureVisitor {
    var members: [JSONValue.Member] = []

    private mutating func append(_ name: StaticString, _ value: JSONValue) {
        members.append(JSONValue.Member(key: "\(name)", value: value))
    }

    mutating func measured(_ name: StaticString, _ number: inout Double, limit: inout Double) {
        append(name, .number(number))
        append("limit", .number(limit))
    }
    mutating func time(_ name: StaticString, _ time: inout Microseconds) { append(name, .integer(time.count)) }
    mutating func count(_ name: StaticString, _ count: inout Int) { append(name, JSONValue(count)) }

    mutating func counts(_ name: StaticString, _ counts: inout FingerCounts) {
        append(name, .array(counts.counts.map { JSONValue($0) }))
    }

    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord) { append(name, JSONValue(word)) }

    mutating func words(_ name: StaticString, _ words: inout some WordSet) {
        append(name, .array(words.words.map { JSONValue($0) }))
    }
}

private struct FailureReader: FailureVisitor {
    var fields: FieldReader

    mutating func measured(_ name: StaticString, _ number: inout Double, limit: inout Double) {
        fields.read(name, &number, JSONField.number)
        fields.read("limit", &limit, JSONField.number)
    }
    mutating func time(_ name: StaticString, _ time: inout Microseconds) {
        fields.read(name, &time, JSONField.microseconds)
    }
    mutating func count(_ name: StaticString, _ count: inout Int) { fields.read(name, &count, JSONField.count) }
    mutating func counts(_ name: StaticString, _ counts: inout FingerCounts) {
        fields.read(name, &counts, JSONField.fingerCounts)
    }
    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord) {
        fields.read(name, &word, JSONField.word)
    }
    mutating func words(_ name: StaticString, _ words: inout some WordSet) {
        fields.read(name, &words, JSONField.wordSet)
    }
}

extension JSONField {
    fileprivate func fingerCounts() throws(RequestError) -> FingerCounts {
        let fields = try elements("an array of numbers of fingers")
        return FingerCounts(try fields.map { (field) throws(RequestError) in try field.whole(FingerCounts.allowed) })
    }

    fileprivate func wordSet<Words: WordSet>() throws(RequestError) -> Words {
        let fields = try elements("an array of \(Words.Word.allCases.map(\.rawValue).joined(separator: ", "))")
        return Words(try fields.map { (field) throws(RequestError) in Words(try field.word()) })
    }
}

// MARK: - Reasons

extension CancellationReason {
    /// `"reason":"failed","failure":"moved 14.2 pt > 10 pt","failureReason":{…}`, as members of an object.
    var members: [(String, JSONValue?)] {
        var members: [(String, JSONValue?)] = [("reason", .string(name))]
        if case .failed(let failure) = self {
            members += [("failure", .string(failure.description)), ("failureReason", failure.json)]
        }
        return members
    }
}

extension Reported<CancellationReason> {
    /// Returns nil if the object has no `reason`.
    ///
    /// - Parameter object: The object with the members `reason`, `failure` and `failureReason`.
    init?(of object: JSONField) throws(RequestError) {
        guard let name = try object["reason"].ifPresent?.string() else { return nil }
        if let reason = CancellationReason.named.first(where: { $0.name == name }) {
            self = .known(reason)
        } else if name == CancellationReason.failed(.clicked).name {
            if let failure = try FailureReason(object["failureReason"]) {
                self = .known(.failed(failure))
            } else {
                self = .unknown("\(name) (\(try object["failure"].ifPresent?.string() ?? "no reason given"))")
            }
        } else {
            self = .unknown(name)
        }
    }
}
