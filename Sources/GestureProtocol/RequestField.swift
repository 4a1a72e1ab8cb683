/// One value of a request with the path that leads to it, so that every refusal names its place.
struct RequestField {
    /// `gesture.drag.minimumDistance`; empty for the line itself.
    var path: String
    /// Nil where the key is absent.
    var value: JSONValue?

    var isPresent: Bool { value != nil }

    func expected(_ expected: String, _ code: ErrorCode = .wrongType) -> RequestError {
        guard let value else {
            return RequestError(code: .missingField, message: "\(path): missing; expected \(expected)")
        }
        let place = path.isEmpty ? "" : "\(path): "
        return RequestError(code: code, message: "\(place)expected \(expected), found \(value.found)")
    }
}

// MARK: - Scalars

extension RequestField {
    func number(_ range: NumberRange) throws(RequestError) -> Double {
        let number: Double
        switch value {
        case .number(let value): number = value
        case .integer(let value): number = Double(value)
        default: throw expected(range.words)
        }
        guard range.contains(number) else { throw expected(range.words, .outOfRange) }
        return number
    }

    /// `10.0` is a whole number too: JavaScript and Lua do not tell them apart.
    func whole(_ range: ClosedRange<Int64>, _ words: String) throws(RequestError) -> Int64 {
        let whole: Int64
        switch value {
        case .integer(let value): whole = value
        case .number(let value):
            guard let value = Int64(exactly: value) else { throw expected(words) }
            whole = value
        default: throw expected(words)
        }
        guard range.contains(whole) else { throw expected(words, .outOfRange) }
        return whole
    }

    func whole(_ range: ClosedRange<Int>) throws(RequestError) -> Int {
        let bounds = Int64(range.lowerBound)...Int64(range.upperBound)
        return Int(try whole(bounds, "a whole number from \(range.lowerBound) to \(range.upperBound)"))
    }

    func truth() throws(RequestError) -> Bool {
        guard case .bool(let truth) = value else { throw expected("true or false") }
        return truth
    }

    func string(_ words: String) throws(RequestError) -> String {
        guard case .string(let string) = value else { throw expected(words) }
        return string
    }
}

// MARK: - Objects

extension RequestField {
    /// The members of an object that takes `keys` and nothing else; `name` is what a refusal calls it.
    func object(_ name: String, taking keys: [String]) throws(RequestError) -> RequestObject {
        guard case .object(let members) = value else { throw expected("an object") }
        let object = RequestObject(path: path, members: members)
        if let unknown = members.first(where: { !keys.contains($0.key) }) {
            throw RequestError(
                code: .unknownField,
                message: "\(object.path(to: unknown.key)): unknown key; \(name) takes \(keys.joined(separator: ", "))")
        }
        return object
    }

    /// The one member of an object that chooses between `keys`.
    func choice(_ name: String, of keys: [String]) throws(RequestError) -> (key: String, field: RequestField) {
        let object = try object(name, taking: keys)
        let present = keys.filter { object[$0].isPresent }
        guard present.count == 1 else {
            let words = "\(path): expected exactly one of \(keys.joined(separator: ", ")), found "
            throw present.isEmpty
                ? RequestError(code: .missingField, message: words + "none")
                : RequestError(code: .unknownField, message: words + present.joined(separator: " and "))
        }
        return (present[0], object[present[0]])
    }
}

/// An object whose keys are known to be right.
struct RequestObject {
    var path: String
    var members: [JSONValue.Member]

    subscript(key: String) -> RequestField {
        RequestField(path: path(to: key), value: members.last { $0.key == key }?.value)
    }

    func path(to key: String) -> String { path.isEmpty ? key.shortened : "\(path).\(key.shortened)" }
}

/// The numbers a field takes, and the words for them.
struct NumberRange {
    /// Exclusive where `words` say "above".
    var lower: Double
    var isLowerIncluded = true
    var upper = Double.greatestFiniteMagnitude
    var words: String

    func contains(_ number: Double) -> Bool {
        (isLowerIncluded ? number >= lower : number > lower) && number <= upper
    }

    static let finite = NumberRange(lower: -Double.greatestFiniteMagnitude, words: "a number")
    static let positive = NumberRange(lower: 0, isLowerIncluded: false, words: "a number above 0")
    static let notNegative = NumberRange(lower: 0, words: "a number of 0 or more")
    static let angle = NumberRange(lower: 0, words: "a number of radians, 0 or more")
    /// Of taps: seconds, an hour at most.
    static let tapDuration = NumberRange(
        lower: 0, isLowerIncluded: false, upper: 3600, words: "a number of seconds above 0, at most 3600")
    /// Seconds. 31 years: longer ones have microseconds that a number does not tell apart.
    static let pressDuration = NumberRange(
        lower: 0, upper: 1_000_000_000, words: #"a number of seconds from 0 to 1000000000, or "never""#)
}
