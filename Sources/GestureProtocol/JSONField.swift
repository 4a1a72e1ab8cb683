internal import GestureModel

/// One value of a line with its path, so that every error names the value's location. The text of an error is composed
/// only when the error occurs.
struct JSONField {
    /// The path, such as `gesture.drag.minimumDistance`; empty for the line itself.
    var path = ""
    /// nil if the key is absent.
    var value: JSONValue?

    /// Reads the object of one line, which comes without its newline.
    static func line(
        _ bytes: some Sequence<UInt8>, _ limits: JSONReader.Bounds = JSONReader.Bounds()
    ) throws(RequestError) -> JSONField {
        let line = JSONField(value: try JSONReader.read([UInt8](bytes), limits))
        guard case .object = line.value else { throw line.expected("an object") }
        return line
    }

    /// Reads the object of one line, and makes a request of it with `read`. Errors have the request's id.
    ///
    /// - Parameter count: The most values of an array or object.
    static func request<Value>(
        _ bytes: some Sequence<UInt8>, atMost count: Int, _ read: (JSONField) throws(RequestError) -> Value
    ) throws(RequestError) -> Value {
        let line = try line(bytes, JSONReader.Bounds(count: count, objects: Request.maximumObjects))
        do throws(RequestError) {
            return try read(line)
        } catch {
            var error = error
            error.id = try? line["id"].whole()
            throw error
        }
    }

    var isPresent: Bool { value != nil }
    /// nil if the value is no object.
    var members: [JSONValue.Member]? { if case .object(let members) = value { members } else { nil } }
    /// For optional chaining: nil if the key is absent.
    var ifPresent: JSONField? { isPresent ? self : nil }

    func expected(_ expected: String, _ code: ErrorCode = .wrongType) -> RequestError {
        guard let value else {
            return RequestError(code: .missingField, message: "\(path): missing; expected \(expected)")
        }
        let place = path.isEmpty ? "" : "\(path): "
        return RequestError(code: code, message: "\(place)expected \(expected), found \(value.found)")
    }
}

// MARK: - Scalars

extension JSONField {
    func number() throws(RequestError) -> Double { try number(.finite) }

    func number(_ range: NumberRange) throws(RequestError) -> Double {
        guard let number = value?.number else { throw expected(range.words) }
        guard range.contains(number) else { throw expected(range.words, .outOfRange) }
        return number
    }

    /// Reads a whole number. `10.0` is a whole number, too, because JavaScript and Lua do not distinguish it from `10`.
    /// A number written with a point or an exponent is accepted below 2^53; larger ones are not exact.
    func whole(
        _ range: ClosedRange<Int64> = .min ... .max, _ words: @autoclosure () -> String = "a whole number"
    ) throws(RequestError) -> Int64 {
        let whole: Int64
        switch value {
        case .integer(let value): whole = value
        case .number(let value):
            guard let exact = Int64(exactly: value) else { throw expected(words()) }
            guard abs(value) < 0x1p53 else {
                throw expected("\(words()), in digits alone from 9007199254740992 on", .outOfRange)
            }
            whole = exact
        default: throw expected(words())
        }
        guard range.contains(whole) else { throw expected(words(), .outOfRange) }
        return whole
    }

    func whole(_ range: ClosedRange<Int>) throws(RequestError) -> Int {
        let bounds = Int64(range.lowerBound)...Int64(range.upperBound)
        return Int(try whole(bounds, "a whole number from \(range.lowerBound) to \(range.upperBound)"))
    }

    func id() throws(RequestError) -> Int64 { try whole() }
    func count() throws(RequestError) -> Int { Int(try whole()) }

    func unsigned() throws(RequestError) -> UInt64 {
        if case .unsigned(let value) = value { return value }
        return UInt64(try whole(0 ... .max, "a whole number of 0 or more"))
    }

    func flag() throws(RequestError) -> Bool {
        guard case .bool(let flag) = value else { throw expected("true or false") }
        return flag
    }

    func string() throws(RequestError) -> String { try string("a string") }

    /// - Parameter most: The most bytes in UTF-8.
    func string(_ words: @autoclosure () -> String, atMost most: Int = .max) throws(RequestError) -> String {
        guard case .string(let string) = value else { throw expected(words()) }
        guard string.utf8.count <= most else {
            throw RequestError(
                code: .outOfRange, message: "\(path): expected at most \(most) bytes, found \(string.utf8.count)")
        }
        return string
    }

    /// Reads the name or id of a device, or the name of an output. It may have at most 255 bytes, because the kernel's
    /// names of devices and nodes are never longer.
    func name(_ words: String = "a string") throws(RequestError) -> String { try string(words, atMost: 255) }

    func time() throws(RequestError) -> Timestamp { Timestamp(microseconds: try whole()) }
    func microseconds() throws(RequestError) -> Microseconds { Microseconds(try whole()) }
    func point() throws(RequestError) -> Point { .zero + (try vector()) }

    /// Reads `[x,y]`.
    func vector() throws(RequestError) -> Vector {
        let numbers = try numbers(2, "[x,y]")
        return Vector(dx: numbers[0], dy: numbers[1])
    }

    /// Reads `[x,y,width,height]`.
    func rectangle() throws(RequestError) -> Region {
        let numbers = try numbers(4, "[x,y,width,height]")
        return Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    private func numbers(_ count: Int, _ words: String) throws(RequestError) -> [Double] {
        let fields = try elements(words)
        guard fields.count == count else { throw expected(words) }
        return try fields.map { (field) throws(RequestError) in try field.number() }
    }
}

// MARK: - Words

extension JSONField {
    func word<Word: ProtocolWord>() throws(RequestError) -> Word {
        try word(JSONField.choice(Word.allCases.map(\.rawValue)))
    }

    /// Reads one of a few words. An error lists them in quotes: `"touchscreen" or "touchpad"`.
    func quotedWord<Word: ProtocolWord>() throws(RequestError) -> Word {
        try word(Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
    }

    func word<Word: ProtocolWord>(_ words: @autoclosure () -> String) throws(RequestError) -> Word {
        guard let word = Word(exactly: try string(words())) else { throw expected(words(), .outOfRange) }
        return word
    }

    /// Returns the element of `values` whose name is this word.
    func one<Value>(of values: [Value], named name: (Value) -> String) throws(RequestError) -> Value {
        let words = JSONField.choice(values.map(name))
        let word = try string(words).exact
        guard let value = values.first(where: { name($0).exact == word }) else { throw expected(words, .outOfRange) }
        return value
    }

    /// Reads a word or an array of words.
    func words(_ allowed: [String]) throws(RequestError) -> [String] {
        let choice = JSONField.choice(allowed)
        let several = JSONField.several(allowed)
        guard case .array = value else { return [try word(of: allowed, several)] }
        let words = try elements(several)
        guard !words.isEmpty else { throw expected(several, .outOfRange) }
        return try words.map { (field) throws(RequestError) in try field.word(of: allowed, choice) }
    }

    private func word(of allowed: [String], _ words: String) throws(RequestError) -> String {
        let word = try string(words)
        guard allowed.containsExactly(word) else { throw expected(words, .outOfRange) }
        return word
    }

    static func choice(_ words: [String]) -> String { "one of \(words.joined(separator: ", "))" }
    static func several(_ words: [String]) -> String { "\(choice(words)), or an array of such" }
    static func quoted(_ words: [String]) -> String { "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ") }
}

// MARK: - Arrays and objects

extension JSONField {
    func elements(_ words: String) throws(RequestError) -> [JSONField] {
        guard case .array(let values) = value else { throw expected(words) }
        return values.indices.map { element($0, of: values) }
    }

    private func element(_ index: Int, of values: [JSONValue]) -> JSONField {
        JSONField(path: "\(path)[\(index)]", value: values[index])
    }

    /// Reads an array of `[x,y]`. There may be thousands of points, so paths are composed only for errors.
    func points(_ words: String) throws(RequestError) -> [Point] {
        guard case .array(let values) = value else { throw expected(words) }
        var points: [Point] = []
        points.reserveCapacity(values.count)
        for index in values.indices {
            if case .array(let pair) = values[index], pair.count == 2, let x = pair[0].number, let y = pair[1].number,
                x.isFinite, y.isFinite
            {
                points.append(Point(x: x, y: y))
            } else {
                points.append(try element(index, of: values).point())
            }
        }
        return points
    }

    /// The member with that key; an absent field if the object lacks it.
    subscript(key: String) -> JSONField {
        guard case .object(let members) = value else { return JSONField(path: path(to: key)) }
        return JSONField(path: path(to: key), value: members.last { $0.key.exact == key.exact }?.value)
    }

    /// True if the object has a member with that key. Costs less than the subscript, which composes a path.
    func has(_ key: String) -> Bool {
        guard case .object(let members) = value else { return false }
        return members.contains { $0.key.exact == key.exact }
    }

    private func path(to key: String) -> String { path.isEmpty ? key.shortened : "\(path).\(key.shortened)" }

    /// Returns this object. Throws if it is not an object, or has a key that is not in `keys`. The error for such a key
    /// calls the object `name`.
    func object(_ name: String, taking keys: some Sequence<String>) throws(RequestError) -> JSONField {
        guard case .object(let members) = value else { throw expected("an object") }
        if let unknown = members.first(where: { !keys.containsExactly($0.key) }) {
            let words = Array(keys).joined(separator: ", ")
            throw RequestError(
                code: .unknownField, message: "\(path(to: unknown.key)): unknown key; \(name) takes \(words)")
        }
        return self
    }

    /// Returns the only member of this object. Its key must be one of `keys`.
    func choice(_ name: String, of keys: [String]) throws(RequestError) -> (key: String, field: JSONField) {
        let object = try object(name, taking: keys)
        let present = keys.filter(object.has)
        guard present.count == 1 else {
            let words = "\(path): expected exactly one of \(keys.joined(separator: ", ")), found "
            throw present.isEmpty
                ? RequestError(code: .missingField, message: words + "none")
                : RequestError(code: .unknownField, message: words + present.joined(separator: " and "))
        }
        return (present[0], object[present[0]])
    }
}

// MARK: - Visitors

/// Reads members of an object for a visitor. Keeps the first error, because a visitor cannot throw.
struct FieldReader {
    let object: JSONField
    /// The first error.
    private(set) var error: RequestError?

    init(object: JSONField) { self.object = object }

    func has(_ name: StaticString) -> Bool { object["\(name)"].isPresent }

    mutating func read<Value>(
        _ name: StaticString, _ value: inout Value, _ read: (JSONField) -> () throws(RequestError) -> Value
    ) {
        do throws(RequestError) { value = try read(object["\(name)"])() } catch { self.error = self.error ?? error }
    }

    mutating func read<Value>(
        _ name: StaticString, _ value: inout Value?, _ read: (JSONField) -> () throws(RequestError) -> Value
    ) {
        do throws(RequestError) { value = try read(object["\(name)"])() } catch { self.error = self.error ?? error }
    }
}
