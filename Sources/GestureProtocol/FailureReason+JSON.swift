internal import GestureModel

/// `{"movedTooFar":{"by":14.25,"limit":10}}`: one key, which names the failure. Points, scales and radians are exact,
/// times microseconds, so that a client has the very value that the recogniser had.
extension FailureReason {
    var json: JSONValue {
        var (failure, writer) = (self, FailureWriter())
        failure.visit(&writer)
        return .members([(name, .object(writer.members))])
    }

    /// nil if only a newer daemon has the failure. Of a name that is known every number must be there.
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

    mutating func measured(_ name: StaticString, _ number: inout Double) { append(name, .number(number)) }
    mutating func limit(_ name: StaticString, _ number: inout Double) { append(name, .number(number)) }
    mutating func time(_ name: StaticString, _ time: inout Microseconds) { append(name, .integer(time.count)) }
    mutating func count(_ name: StaticString, _ count: inout Int) { append(name, JSONValue(count)) }

    mutating func counts(_ name: StaticString, _ counts: inout FingerCounts) {
        append(name, .array(counts.counts.map { JSONValue($0) }))
    }

    mutating func direction(_ name: StaticString, _ direction: inout SwipeDirection) {
        append(name, JSONValue(direction))
    }

    mutating func directions(_ name: StaticString, _ directions: inout SwipeDirection.Set) {
        append(name, .array(directions.directions.map { JSONValue($0) }))
    }
}

private struct FailureReader: FailureVisitor {
    var fields: FieldReader

    mutating func measured(_ name: StaticString, _ number: inout Double) {
        fields.read(name, &number, JSONField.number)
    }
    mutating func limit(_ name: StaticString, _ number: inout Double) { fields.read(name, &number, JSONField.number) }
    mutating func time(_ name: StaticString, _ time: inout Microseconds) {
        fields.read(name, &time, JSONField.microseconds)
    }
    mutating func count(_ name: StaticString, _ count: inout Int) { fields.read(name, &count, JSONField.count) }
    mutating func counts(_ name: StaticString, _ counts: inout FingerCounts) {
        fields.read(name, &counts, JSONField.fingerCounts)
    }
    mutating func direction(_ name: StaticString, _ direction: inout SwipeDirection) {
        fields.read(name, &direction, JSONField.word)
    }
    mutating func directions(_ name: StaticString, _ directions: inout SwipeDirection.Set) {
        fields.read(name, &directions, JSONField.directions)
    }
}

extension JSONField {
    fileprivate func fingerCounts() throws(RequestError) -> FingerCounts {
        let fields = try elements("an array of numbers of fingers")
        return FingerCounts(try fields.map { (field) throws(RequestError) in try field.whole(FingerCounts.allowed) })
    }

    fileprivate func directions() throws(RequestError) -> SwipeDirection.Set {
        let fields = try elements("an array of directions")
        return SwipeDirection.Set(try fields.map { (field) throws(RequestError) in .init(try field.word()) })
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
    /// - Parameter object: What has the members `reason`, `failure` and `failureReason`.
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

/// The JSON of failures, kept from line to line.
///
/// A part of a composition that has failed reports its reason in every line until the whole is over. Spelling a sentence
/// allocates, which no frame may.
public struct FailureTexts: Sendable {
    private var entries: [(failure: FailureReason, text: [UInt8])] = []
    /// Enough for every part of a few compositions at once; the oldest is dropped.
    private static let limit = 4 * GestureExpression.maximumLeaves

    /// Creates an empty store, to be kept for all lines of one writer.
    public init() {}

    mutating func append(_ failure: FailureReason, to bytes: inout [UInt8]) {
        if let known = entries.firstIndex(where: { $0.failure == failure }) {
            bytes.append(contentsOf: entries[known].text)
            return
        }
        var text: [UInt8] = []
        text.append(#","failure":"#)
        text.append(quoted: failure.description)
        text.append(#","failureReason":"#)
        text.append(json: failure.json)
        if entries.count == FailureTexts.limit { entries.removeFirst() }
        entries.append((failure, text))
        bytes.append(contentsOf: text)
    }
}
