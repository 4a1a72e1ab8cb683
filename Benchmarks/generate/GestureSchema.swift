internal import GestureModel
internal import GestureProtocol

/// The schemas of gestures in requests and in messages, made from the tables of parameters and fields.
enum GestureSchema {
    private typealias Composition = GestureExpression.Composition
    private typealias Definition = (String, JSONValue)

    // MARK: Expressions

    static var expressions: [(String, JSONValue)] {
        let parts = GestureName.allCases.map { ($0.rawValue, JSONValue.reference("expression.\($0.rawValue)")) }
        let compositions = Composition.Kind.allCases.map { ($0.rawValue, JSONValue.reference("expressionParts")) }
        let standard = ("standard", JSONValue.words(GestureExpression.Standard.self))
        let whole: [Definition] = [
            ("expression", .choice(parts + compositions + [standard]).described("The gesture to recognise.")),
            (
                "expressionPart",
                .choice(parts + compositions).described("A part of a composition, which cannot be a standard set.")
            ),
            ("expressionParts", .array(of: .reference("expressionPart"), 2...GestureExpression.maximumLeaves)),
        ]
        let gestures: [Definition] = GestureName.allCases.map { ("expression.\($0.rawValue)", schema($0.gesture)) }
        return whole + gestures + [("template", template)]
    }

    private static func schema<Gesture: SingleGesture>(_ gesture: Gesture.Type) -> JSONValue {
        let parameters = Gesture.parameters.filter(\.isSpelled)
        let keys = parameters.map { parameter in
            let schema = parameter.schema.described(parameter.meaning).with("default", parameter.defaultValue)
            return SchemaKey(name: parameter.name, schema: schema, isRequired: parameter.isRequired)
        }
        let companions = parameters.compactMap { parameter in
            parameter.companion.map { (parameter.name, JSONValue.array([.string($0)])) }
        }
        return .object(keys, isOpen: false)
            .with("dependentRequired", companions.isEmpty ? nil : .members(companions.map { ($0.0, $0.1) }))
    }

    private static var template: JSONValue {
        typealias Template = GestureExpression.Stroke.Template
        return .object(
            [
                .required(
                    "name", .string(1, atMost: Template.longestName),
                    "The name that is reported if the path is most similar to it."),
                .required(
                    "points", .array(of: .array(of: .coordinate, 2...2), Template.pointCounts),
                    "In the order of drawing, y downwards. Not all are equal."),
            ], isOpen: false)
    }

    // MARK: Values

    static var values: [(String, JSONValue)] {
        let singles = GestureName.allCases.map { ($0.rawValue, JSONValue.reference("value.\($0.rawValue)")) }
        let compositions = Composition.Kind.allCases.map { ($0.rawValue, JSONValue.array(of: .reference("valuePart"))) }
        var values: [JSONValue] = singles.map { .object([.required($0.0, $0.1)], isOpen: true) }
        values += compositions.map { name, parts in
            .object([.required("phase", phase), .required(name, parts)] + SchemaKey.reason, isOpen: true)
        }
        var part: [SchemaKey] = [.required("phase", phase)] + SchemaKey.reason
        part += (singles + compositions).map { .optional($0.0, $0.1) }
        let whole: [Definition] = [("value", .any(of: values)), ("valuePart", .object(part, isOpen: true))]
        let gestures: [Definition] = GestureName.allCases.map { ("value.\($0.rawValue)", value($0)) }
        let parts: [Definition] = [
            (
                "point",
                .array(of: .number, 2...2).described("[x,y] on the surface. Absent while positions are withheld.")
            ),
            ("vector", .array(of: .number, 2...2).described("[x,y].")),
            ("rectangle", .array(of: .number, 4...4).described("[x,y,width,height].")),
            ("failureReason", failures),
        ]
        return whole + gestures + parts
    }

    private static var phase: JSONValue {
        .words([PartPhase.possible, .active, .ended, .failed(nil)].map { "\($0.name)" })
    }

    private static func value(_ name: GestureName) -> JSONValue {
        var fields = ValueFields()
        _ = GestureValue(name, fields: &fields)
        let keys = fields.keys.map { key in
            let words = descriptions["\(name.rawValue).\(key.name)"] ?? descriptions[key.name]
            return SchemaKey(name: key.name, schema: key.schema.described(words), isRequired: key.isRequired)
        }
        return .object(keys, isOpen: true)
    }

    /// The descriptions of fields of values. Other fields have no description.
    private static let descriptions = [
        "fingers": "The number of fingers that make the gesture.",
        "count": "The number of this tap in its row.",
        "location": "The centre of the fingers.",
        "startLocation": "Where the fingers came down.",
        "translation": "How far the fingers have moved.",
        "velocity": "Units per second.",
        "predictedEndLocation": "Where the gesture would come to rest.",
        "predictedEndTranslation": "How far the fingers would have moved there.",
        "direction": "The main axis of the movement.",
        "edge": "The edge at which the fingers came down, if the subscription has edges.",
        "part": "The third of the edge.",
        "corner": "The corner, if the fingers came down near two edges.",
        "pressing": "Whether the fingers are down.",
        "completed": "Whether the minimum duration was reached.",
        "deadline": "When the press will complete, in microseconds. Absent if it never will.",
        "magnification": "The distance between the fingers, relative to the one at their touch.",
        "magnify.velocity": "Magnification per second.",
        "rotation": "Radians since the fingers came down, clockwise.",
        "rotate.velocity": "Radians per second.",
        "template": "The name of the template that the path is most like.",
        "score": "How similar the path is to the template, 0…1.",
        "size": "The width and height of the path.",
        "boundingBox": "The smallest rectangle that contains the path.",
    ]

    private static var failures: JSONValue {
        let keys = FailureReason.each.map { failure in
            var (failure, fields) = (failure, FailureFields())
            failure.visit(&fields)
            return SchemaKey.optional(failure.name, .object(fields.keys, isOpen: true))
        }
        return .object(keys, isOpen: true).with("minProperties", 1).with("maxProperties", 1)
            .described("Why a gesture failed, for programs: one key. Points, radians and microseconds.")
    }
}

// MARK: - Parameters

extension GestureParameter {
    fileprivate var schema: JSONValue {
        switch kind {
        case .fingers:
            let most = Int64(FingerCounts.allowed.upperBound)
            return oneOrSeveral(.whole(Int64(Gesture.leastFingers), most))
        case .count(_, let range): return .whole(Int64(range.lowerBound), Int64(range.upperBound))
        case .number(_, let range), .duration(_, let range):
            let number = JSONValue.number(range)
            return range.infinity.map { .any(of: [number, .constant($0)]) } ?? number
        case .words(let words): return oneOrSeveral(.words(words.allowed))
        case .estimator: return .words(VelocityEstimator.self)
        case .point: return .array(of: .coordinate, 2...2)
        case .templates: return .array(of: .reference("template"), 1...GestureExpression.Stroke.mostTemplates)
        case .configured: return false
        }
    }

    private func oneOrSeveral(_ schema: JSONValue) -> JSONValue {
        .any(of: [schema, .array(of: schema, 1...Request.maximumCount)])
    }

    /// The default without a configuration.
    fileprivate var defaultValue: JSONValue? {
        var gesture = Gesture()
        gesture = gesture.resolved(with: Thresholds())
        switch kind {
        case .fingers(let path):
            let counts = gesture[keyPath: path].counts.map { JSONValue($0) }
            return counts.count == 1 ? counts[0] : .array(counts)
        case .count(let path, _): return JSONValue(gesture[keyPath: path])
        // A parameter that has no effect without another parameter, its companion, is nil here, because this gesture
        // lacks the companion. The default of such a parameter is its threshold.
        case .number(let path, _):
            return (gesture[keyPath: path] ?? threshold?.value(in: Thresholds())).map { .number($0) }
        case .duration(let path, _): return gesture[keyPath: path].map { .number($0.seconds) }
        case .words, .estimator, .point, .templates, .configured: return nil
        }
    }
}

// MARK: - Visitors

/// Lists the fields of a value.
private struct ValueFields: ValueVisitor {
    var keys: [SchemaKey] = []

    mutating func count(_ name: StaticString, _ count: inout Int) { keys.append(.required("\(name)", .whole(0))) }
    mutating func flag(_ name: StaticString, _ flag: inout Bool) { keys.append(.required("\(name)", .flag)) }
    mutating func text(_ name: StaticString, _ text: inout String) { keys.append(.required("\(name)", .string)) }

    mutating func word<Word: ProtocolWord>(_ name: StaticString, _ word: inout Word) {
        keys.append(.required("\(name)", .words(Word.self)))
    }

    mutating func word<Word: ProtocolWord>(_ name: StaticString, _ word: inout Word?) {
        keys.append(.optional("\(name)", .words(Word.self)))
    }

    mutating func time(_ name: StaticString, _ time: inout Timestamp?) {
        keys.append(.optional("\(name)", .whole()))
    }

    mutating func vector(_ name: StaticString, _ vector: inout Vector) { derived(name, vector: vector) }
    mutating func ratio(_ name: StaticString, _ ratio: inout Double) { keys.append(.required("\(name)", .number)) }
    mutating func position(_ name: StaticString, _ position: inout Point) { derived(name, position: position) }

    mutating func rectangle(_ name: StaticString, _ rectangle: inout Region) {
        keys.append(.optional("\(name)", .reference("rectangle")))
    }

    mutating func translation(_ name: StaticString, from start: Point, to end: inout Point) {
        derived(name, vector: .zero)
    }

    mutating func derived(_ name: StaticString, vector: Vector) {
        keys.append(.required("\(name)", .reference("vector")))
    }

    mutating func derived(_ name: StaticString, position: Point) {
        keys.append(.optional("\(name)", .reference("point")))
    }
}

/// Lists the fields of a failure.
private struct FailureFields: FailureVisitor {
    var keys: [SchemaKey] = []

    mutating func measured(_ name: StaticString, _ number: inout Double, limit: inout Double) {
        keys += [.required("\(name)", .number), .required("limit", .number)]
    }
    mutating func time(_ name: StaticString, _ time: inout Microseconds) { keys.append(.required("\(name)", .whole())) }
    mutating func count(_ name: StaticString, _ count: inout Int) { keys.append(.required("\(name)", .whole(0))) }

    mutating func counts(_ name: StaticString, _ counts: inout FingerCounts) {
        keys.append(.required("\(name)", .array(of: .whole(1))))
    }

    mutating func word<Word: ProtocolWord>(_ name: StaticString, _ word: inout Word) {
        keys.append(.required("\(name)", .words(Word.self)))
    }

    mutating func words<Words: WordSet>(_ name: StaticString, _ words: inout Words) {
        keys.append(.required("\(name)", .array(of: .words(Words.Word.self))))
    }
}

extension JSONValue {
    private static let farthest = GestureExpression.Stroke.Template.largestCoordinate
    /// One coordinate of a point that a client sends.
    fileprivate static let coordinate: JSONValue = [
        "type": "number", "minimum": .number(-farthest), "maximum": .number(farthest),
    ]
}
