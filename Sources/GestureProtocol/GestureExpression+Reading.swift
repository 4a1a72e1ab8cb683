internal import GestureModel

/// `{"drag":{"fingers":[3,4],"minimumDistance":10}}`: one key, which names the gesture. Durations are seconds, as in
/// SwiftUI; what is left out takes the daemon's threshold. No limit is `"any"` where it is a distance, and `"never"` where
/// it is a time. A composition has an array of two parts or more:
/// `{"sequence":[{"longPress":{}},{"drag":{}}]}`.
extension GestureExpression {
    init(_ field: RequestField) throws(RequestError) {
        guard field.isPresent else { throw field.expected("an object such as {\"drag\":{}}") }
        let choice = try field.choice("gesture", of: GestureExpression.words)
        switch choice.key {
        case "tap": self = .tap(try Tap(choice.field))
        case "longPress": self = .longPress(try LongPress(choice.field))
        case "drag": self = .drag(try Drag(choice.field))
        case "swipe": self = .swipe(try Swipe(choice.field))
        case "magnify": self = .magnify(try Magnify(choice.field))
        case "rotate": self = .rotate(try Rotate(choice.field))
        case "standard": self = .standard(try Standard(choice.field))
        default: self = .composition(try Composition(choice.key, choice.field))
        }
        guard leafCount <= GestureExpression.maximumLeaves else {
            let message = "\(field.path): \(leafCount) gestures in one; at most \(GestureExpression.maximumLeaves)"
            throw RequestError(code: .outOfRange, message: message)
        }
    }

    private static let words =
        ["tap", "longPress", "drag", "swipe", "magnify", "rotate", "standard"]
        + Composition.Kind.allCases.map(\.rawValue)
}

extension GestureExpression.Composition {
    fileprivate init(_ word: String, _ field: RequestField) throws(RequestError) {
        guard case .array(let values) = field.value else { throw field.expected("an array of gestures") }
        guard let kind = Kind(rawValue: word), values.count >= 2 else {
            throw RequestError(
                code: .outOfRange, message: "\(field.path): expected two gestures or more, found \(values.count)")
        }
        var parts: [GestureExpression] = []
        for (index, value) in values.enumerated() {
            let part = try GestureExpression(RequestField(path: "\(field.path)[\(index)]", value: value))
            if case .standard = part {
                let message = "\(field.path)[\(index)]: a standard set is a whole of its own, and part of nothing"
                throw RequestError(code: .outOfRange, message: message)
            }
            parts.append(part)
        }
        self.init(kind, parts)
    }
}

extension GestureExpression.Standard {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        let words = Self.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        guard case .string(let name) = field.value else { throw field.expected(words) }
        guard let standard = Self(rawValue: name) else { throw field.expected(words, .outOfRange) }
        self = standard
    }
}

extension GestureExpression.Tap {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        let keys = ["fingers", "count", "maximumDistance", "maximumDuration", "maximumDelay"]
        let object = try field.object("tap", taking: keys)
        self.init(
            fingers: try FingerCounts(object["fingers"]),
            count: object["count"].isPresent ? try object["count"].whole(1...10) : 1,
            maximumDistance: try object["maximumDistance"].optionalLimit(.positive),
            maximumDuration: try object["maximumDuration"].optionalDuration(),
            maximumDelay: try object["maximumDelay"].optionalDuration())
    }
}

extension GestureExpression.LongPress {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        let object = try field.object("longPress", taking: ["fingers", "minimumDuration", "maximumDistance"])
        self.init(
            fingers: try FingerCounts(object["fingers"]),
            minimumDuration: try object["minimumDuration"].optionalPressDuration(),
            maximumDistance: try object["maximumDistance"].optionalLimit(.notNegative))
    }
}

extension GestureExpression.Drag {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        let object = try field.object("drag", taking: ["fingers", "minimumDistance", "edges", "edgeDistance"])
        self.init(
            fingers: try FingerCounts(object["fingers"]),
            minimumDistance: try object["minimumDistance"].optionalNumber(.notNegative),
            edges: try object.edges(),
            edgeDistance: try object["edgeDistance"].optionalNumber(.notNegative))
    }
}

extension GestureExpression.Swipe {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        let keys = ["fingers", "directions", "minimumDistance", "minimumVelocity", "edges", "edgeDistance"]
        let object = try field.object("swipe", taking: keys)
        let directions = try object["directions"].optionalWords(SwipeDirection.self)
        self.init(
            fingers: try FingerCounts(object["fingers"]),
            directions: directions.map { .init($0.map(SwipeDirection.Set.init)) } ?? .all,
            minimumDistance: try object["minimumDistance"].optionalNumber(.positive),
            minimumVelocity: try object["minimumVelocity"].optionalNumber(.notNegative),
            edges: try object.edges(),
            edgeDistance: try object["edgeDistance"].optionalNumber(.notNegative))
    }
}

extension GestureExpression.Magnify {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        let object = try field.object("magnify", taking: ["fingers", "minimumScaleDelta"])
        self.init(
            fingers: try FingerCounts(object["fingers"], default: .twoOrMore),
            minimumScaleDelta: try object["minimumScaleDelta"].optionalNumber(.notNegative))
    }
}

extension GestureExpression.Rotate {
    fileprivate init(_ field: RequestField) throws(RequestError) {
        let object = try field.object("rotate", taking: ["fingers", "minimumAngleDelta"])
        self.init(
            fingers: try FingerCounts(object["fingers"], default: .twoOrMore),
            minimumAngleDelta: try object["minimumAngleDelta"].optionalNumber(.angle))
    }
}

extension FingerCounts {
    /// - Parameter default: where the field is absent; one that does not hold 1 finger does not take it either.
    fileprivate init(_ field: RequestField, default: FingerCounts = .one) throws(RequestError) {
        let allowed = `default`.contains(1) ? FingerCounts.allowed : 2...FingerCounts.allowed.upperBound
        let words = "a whole number from \(allowed.lowerBound) to \(allowed.upperBound), or an array of such"
        switch field.value {
        case nil: self = `default`
        case .array(let values):
            guard !values.isEmpty else { throw field.expected(words, .outOfRange) }
            var counts: [Int] = []
            for (index, value) in values.enumerated() {
                let element = RequestField(path: "\(field.path)[\(index)]", value: value)
                counts.append(try element.whole(allowed))
            }
            self.init(counts)
        default:
            let range = Int64(allowed.lowerBound)...Int64(allowed.upperBound)
            self.init(Int(try field.whole(range, words)))
        }
    }
}

extension RequestObject {
    /// How near to an edge says nothing without the edges.
    fileprivate func edges() throws(RequestError) -> Edge.Set? {
        let edges = try self["edges"].optionalWords(Edge.self)
        if edges == nil, self["edgeDistance"].isPresent {
            throw self["edges"].expected(RequestField.words(for: Edge.self) + ", since there is an edgeDistance")
        }
        return edges.map { .init($0.map(Edge.Set.init)) }
    }
}

extension RequestField {
    /// One word or an array of such; nil where it is absent.
    fileprivate func optionalWords<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type
    ) throws(RequestError) -> [Word]? {
        guard let value else { return nil }
        guard case .array(let values) = value else { return [try word(RequestField.words(for: type))] }
        guard !values.isEmpty else { throw expected(RequestField.words(for: type), .outOfRange) }
        var words: [Word] = []
        for (index, value) in values.enumerated() {
            words.append(try RequestField(path: "\(path)[\(index)]", value: value).word(RequestField.choice(of: type)))
        }
        return words
    }

    func word<Word: RawRepresentable<String>>(_ words: String) throws(RequestError) -> Word {
        guard let word = Word(rawValue: try string(words)) else { throw expected(words, .outOfRange) }
        return word
    }

    static func choice<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> String {
        "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))"
    }

    fileprivate static func words<Word: RawRepresentable<String> & CaseIterable>(for type: Word.Type) -> String {
        "\(choice(of: type)), or an array of such"
    }

    fileprivate func optionalNumber(_ range: NumberRange) throws(RequestError) -> Double? {
        isPresent ? try number(range) : nil
    }

    /// Points; `"any"` is infinity.
    fileprivate func optionalLimit(_ range: NumberRange) throws(RequestError) -> Double? {
        guard value != .string("any") else { return .infinity }
        var range = range
        range.words += #", or "any""#
        return try optionalNumber(range)
    }

    /// Seconds on the wire. What is shorter than a microsecond is one, since zero would not be "above 0" any more.
    fileprivate func optionalDuration() throws(RequestError) -> Microseconds? {
        isPresent ? max(Microseconds.seconds(try number(.tapDuration)), Microseconds(1)) : nil
    }

    fileprivate func optionalPressDuration() throws(RequestError) -> Microseconds? {
        guard isPresent, value != .string("never") else { return isPresent ? .never : nil }
        return .seconds(try number(.pressDuration))
    }
}
