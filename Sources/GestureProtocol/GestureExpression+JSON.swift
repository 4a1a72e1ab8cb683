internal import GestureModel

/// `{"drag":{"fingers":[3,4],"minimumDistance":10}}`: one key, which names the gesture. Durations are seconds, as in
/// SwiftUI. An omitted parameter takes its default or the daemon's threshold. A distance without limit is `"any"`, and
/// a time without limit `"never"`. A composition has an array of two parts or more:
/// `{"sequence":[{"longPress":{}},{"drag":{}}]}`.
extension GestureExpression {
    private static let words =
        GestureName.allCases.map(\.rawValue) + ["standard"] + Composition.Kind.allCases.map(\.rawValue)

    /// Counts the gestures before creating any of them, so that a refusal costs no more than reading the line.
    init(_ field: JSONField) throws(RequestError) {
        guard let value = field.value else { throw field.expected("an object such as {\"drag\":{}}") }
        let count = GestureExpression.leafCount(of: value)
        guard count <= GestureExpression.maximumLeaves else {
            let message = "\(field.path): \(count) gestures in one; at most \(GestureExpression.maximumLeaves)"
            throw RequestError(code: .outOfRange, message: message)
        }
        try self.init(part: field)
    }

    /// Reads an expression in JSON, as the key `gesture` of a request has it.
    package init(json text: some Sequence<UInt8>) throws(RequestError) {
        let bounds = JSONReader.Bounds(count: Request.maximumCount, objects: Request.maximumObjects)
        try self.init(json: JSONReader.read([UInt8](text), bounds))
    }

    /// Reads an expression, as the key `gesture` of a request has it.
    package init(json value: JSONValue) throws(RequestError) {
        try self.init(JSONField(path: "gesture", value: value))
    }

    private static func leafCount(of value: JSONValue) -> Int {
        guard case .object(let members) = value, let member = members.last,
            Composition.Kind(exactly: member.key) != nil, case .array(let parts) = member.value
        else { return 1 }
        return parts.reduce(0) { $0 + leafCount(of: $1) }
    }

    fileprivate init(part field: JSONField) throws(RequestError) {
        let choice = try field.choice("gesture", of: GestureExpression.words)
        if let name = GestureName(exactly: choice.key) {
            self = try choice.field.single(name.gesture)
        } else if let kind = Composition.Kind(exactly: choice.key) {
            self = .composition(try Composition(kind, choice.field))
        } else {
            self = .standard(try choice.field.quotedWord())
        }
    }

    var json: JSONValue {
        if case .standard(let standard) = self { return ["standard": JSONValue(standard)] }
        if case .composition(let composition) = self {
            return .members([(composition.kind.rawValue, .array(composition.parts.map(\.json)))])
        }
        return single?.json ?? .null
    }
}

extension GestureExpression.Composition {
    fileprivate init(_ kind: Kind, _ field: JSONField) throws(RequestError) {
        let fields = try field.elements("an array of gestures")
        guard fields.count >= 2 else {
            throw RequestError(
                code: .outOfRange, message: "\(field.path): expected two gestures or more, found \(fields.count)")
        }
        self.init(kind, [])
        for field in fields {
            let part = try GestureExpression(part: field)
            if case .standard = part {
                throw RequestError(
                    code: .outOfRange, message: "\(field.path): a standard set cannot be part of a composition")
            }
            parts.append(part)
        }
    }
}

// MARK: - Parameters

extension JSONField {
    fileprivate func single<Gesture: SingleGesture>(_ type: Gesture.Type) throws(RequestError) -> GestureExpression {
        // Closures instead of key paths: generic code instantiates key path literals in every call, and that took most
        // of the time.
        let parameters = Gesture.parameters.lazy.filter { $0.isSpelled }
        let object = try object(Gesture.name.rawValue, taking: parameters.map { $0.name })
        var gesture = Gesture()
        for parameter in parameters where parameter.isRequired || object.has(parameter.name) {
            try parameter.read(object[parameter.name], of: object, into: &gesture)
        }
        return gesture.expression
    }
}

extension SingleGesture {
    /// The gesture as JSON, without the parameters that are nil or have no effect.
    fileprivate var json: JSONValue {
        let members = Self.parameters.filter { $0.isSpelled }.map { ($0.name, $0.json(of: self)) }
        return .members([(Self.name.rawValue, .members(members))])
    }
}

extension GestureParameter {
    fileprivate func read(
        _ field: JSONField, of object: JSONField, into gesture: inout Gesture
    ) throws(RequestError) {
        try checkCompanion(of: object, in: gesture)
        switch kind {
        case .fingers(let path): gesture[keyPath: path] = try field.fingers(from: Gesture.leastFingers)
        case .count(let path, let range): gesture[keyPath: path] = try field.whole(range)
        case .number(let path, let range): gesture[keyPath: path] = try field.number(orWord: range)
        case .duration(let path, let range): gesture[keyPath: path] = try field.duration(range)
        case .words(let words): words.write(&gesture, try field.words(words.allowed))
        case .estimator(let path): gesture[keyPath: path] = try field.quotedWord()
        case .point(let path): gesture[keyPath: path] = try field.position()
        case .templates(let path): gesture[keyPath: path] = try field.templates()
        case .configured: break
        }
    }

    private func checkCompanion(of object: JSONField, in gesture: Gesture) throws(RequestError) {
        guard let companion, !hasCompanion(in: gesture) else { return }
        for parameter in Gesture.parameters where parameter.name == companion {
            guard case .words(let words) = parameter.kind else { continue }
            throw object[companion].expected(JSONField.several(words.allowed) + ", since there is an \(name)")
        }
    }

    /// Returns the parameter's value as JSON; nil if the gesture does not set the parameter, or if the parameter has no
    /// effect.
    fileprivate func json(of gesture: Gesture) -> JSONValue? {
        guard hasCompanion(in: gesture) else { return nil }
        switch kind {
        case .fingers(let path): return .oneOrSeveral(gesture[keyPath: path].counts.map { JSONValue($0) })
        case .count(let path, _): return JSONValue(gesture[keyPath: path])
        case .number(let path, let range):
            return gesture[keyPath: path].map { number in
                if number == .infinity, let word = range.infinity { .string(word) } else { .number(number) }
            }
        case .duration(let path, _):
            return gesture[keyPath: path].map { $0 == .never ? "never" : .number($0.seconds) }
        case .words(let words): return words.read(gesture).map { .oneOrSeveral($0.map { .string($0) }) }
        case .estimator(let path): return gesture[keyPath: path].map { .string($0.rawValue) }
        case .point(let path): return gesture[keyPath: path].map { [.number($0.x), .number($0.y)] }
        case .templates(let path): return .array(gesture[keyPath: path].map(\.json))
        case .configured: return nil
        }
    }
}

extension JSONValue {
    fileprivate static func oneOrSeveral(_ values: [JSONValue]) -> JSONValue {
        values.count == 1 ? values[0] : .array(values)
    }
}

extension JSONField {
    fileprivate func fingers(from least: Int) throws(RequestError) -> FingerCounts {
        let allowed = least...FingerCounts.allowed.upperBound
        var words: String { "a whole number from \(allowed.lowerBound) to \(allowed.upperBound), or an array of such" }
        guard case .array = value else {
            return FingerCounts(Int(try whole(Int64(allowed.lowerBound)...Int64(allowed.upperBound), words)))
        }
        let fields = try elements(words)
        guard !fields.isEmpty else { throw expected(words, .outOfRange) }
        return FingerCounts(try fields.map { (field) throws(RequestError) in try field.whole(allowed) })
    }

    /// Reads a position whose coordinates are in range.
    fileprivate func position() throws(RequestError) -> Point {
        let point = try point()
        guard let problem = GestureParameter<GestureExpression.Dial>.problem(in: point) else { return point }
        throw RequestError(code: .outOfRange, message: "\(path): \(problem)")
    }

    /// Reads a number, or the range's word, which stands for infinity.
    fileprivate func number(orWord range: NumberRange) throws(RequestError) -> Double {
        if let word = range.infinity, value == .string(word) { return .infinity }
        return try number(range)
    }

    /// Reads a duration. If 0 is not allowed, the result is at least a microsecond: a duration that was rounded to 0
    /// would be out of range.
    fileprivate func duration(_ range: NumberRange) throws(RequestError) -> Microseconds {
        let duration = Microseconds.seconds(try number(orWord: range))
        return range.isLowerIncluded ? duration : max(duration, Microseconds(1))
    }
}

// MARK: - Templates

extension GestureExpression.Stroke.Template {
    fileprivate var json: JSONValue {
        ["name": .string(name), "points": .array(points.map { [.number($0.x), .number($0.y)] })]
    }

    fileprivate init(_ field: JSONField) throws(RequestError) {
        let object = try field.object("a template", taking: ["name", "points"])
        self.init(
            name: try object["name"].string(), points: try object["points"].points("an array of 8 to 256 points [x,y]"))
    }
}

extension JSONField {
    fileprivate func templates() throws(RequestError) -> [GestureExpression.Stroke.Template] {
        let fields = try elements("an array of 1 to 64 templates")
        let templates = try fields.map { (field) throws(RequestError) in
            try GestureExpression.Stroke.Template(field)
        }
        if let (place, problem) = GestureExpression.Stroke.problem(in: templates) {
            throw RequestError(code: .outOfRange, message: "\(path)\(place): \(problem)")
        }
        return templates
    }
}
