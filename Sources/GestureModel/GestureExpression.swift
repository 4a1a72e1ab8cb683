/// A gesture to recognise. The Swift library runs it in the app, or sends it as JSON to the daemon. The daemon runs
/// equal expressions on the same device and region only once.
///
/// A limit that is nil comes from ``Thresholds``, which the daemon reads from its configuration.
public enum GestureExpression: Hashable, Sendable {
    /// Fingers that touch and lift again, once or several times in a row.
    case tap(Tap)
    /// Fingers that stay where they are for a time.
    case longPress(LongPress)
    /// Fingers that move together.
    case drag(Drag)
    /// Fingers that move fast in one direction.
    case swipe(Swipe)
    /// Two or more fingers that move apart or together.
    case magnify(Magnify)
    /// Two or more fingers that turn about their centre.
    case rotate(Rotate)
    /// A shape that one contact draws.
    case stroke(Stroke)
    /// Fingers that swipe and then rest.
    case swipeHold(SwipeHold)
    /// Fingers that circle.
    case dial(Dial)
    /// Fingers on the surface, whatever they do.
    case touch(Touch)
    /// Several gestures as one: all at the same time, one after the other, or one of them.
    case composition(Composition)
    /// Every common gesture of one kind of surface, each motion classified as one of them.
    case standard(Standard)
}

/// A gesture that is neither a composition nor a standard set.
public enum GestureName: String, Hashable, Sendable, CaseIterable {
    /// ``GestureExpression/Tap``.
    case tap
    /// ``GestureExpression/LongPress``.
    case longPress
    /// ``GestureExpression/Drag``.
    case drag
    /// ``GestureExpression/Swipe``.
    case swipe
    /// ``GestureExpression/Magnify``.
    case magnify
    /// ``GestureExpression/Rotate``.
    case rotate
    /// ``GestureExpression/Stroke``.
    case stroke
    /// ``GestureExpression/SwipeHold``.
    case swipeHold
    /// ``GestureExpression/Dial``.
    case dial
    /// ``GestureExpression/Touch``.
    case touch

    package var gesture: any SingleGesture.Type {
        switch self {
        case .tap: GestureExpression.Tap.self
        case .longPress: GestureExpression.LongPress.self
        case .drag: GestureExpression.Drag.self
        case .swipe: GestureExpression.Swipe.self
        case .magnify: GestureExpression.Magnify.self
        case .rotate: GestureExpression.Rotate.self
        case .stroke: GestureExpression.Stroke.self
        case .swipeHold: GestureExpression.SwipeHold.self
        case .dial: GestureExpression.Dial.self
        case .touch: GestureExpression.Touch.self
        }
    }
}

extension GestureExpression {
    /// The gesture in the expression; nil for a composition and for a standard set.
    package var single: (any SingleGesture)? {
        switch self {
        case .tap(let tap): tap
        case .longPress(let press): press
        case .drag(let drag): drag
        case .swipe(let swipe): swipe
        case .magnify(let magnify): magnify
        case .rotate(let rotate): rotate
        case .stroke(let stroke): stroke
        case .swipeHold(let hold): hold
        case .dial(let dial): dial
        case .touch(let touch): touch
        case .composition, .standard: nil
        }
    }

    /// The gesture's name; nil for a composition and for a standard set.
    public var name: GestureName? { single.map { type(of: $0).name } }

    /// True if a gesture in the expression must begin at an edge of the surface.
    public var asksForEdges: Bool {
        if case .composition(let composition) = self { return composition.parts.contains { $0.asksForEdges } }
        return single?.has("edges") ?? false
    }

    /// True if a gesture in the expression circles around a given point.
    package var asksForCentre: Bool {
        if case .composition(let composition) = self { return composition.parts.contains { $0.asksForCentre } }
        if case .dial(let dial) = self { return dial.centre != nil }
        return false
    }

    /// Returns this expression with the centres of its dials multiplied by the vector's numbers.
    package func scalingCentres(by scale: Vector) -> GestureExpression {
        switch self {
        case .composition(let composition):
            return .composition(
                Composition(composition.kind, composition.parts.map { $0.scalingCentres(by: scale) }))
        case .dial(var dial):
            dial.centre = dial.centre.map { Point(x: $0.x * scale.dx, y: $0.y * scale.dy) }
            return .dial(dial)
        default: return self
        }
    }

    /// Returns this expression without dials of one finger; nil if nothing is left of it. Such a finger moves the pointer
    /// of a touchpad.
    package var withoutPointerDials: GestureExpression? {
        switch self {
        case .composition(let composition):
            let parts = composition.parts.compactMap(\.withoutPointerDials)
            return parts.count == composition.parts.count ? .composition(Composition(composition.kind, parts)) : nil
        case .dial(var dial):
            dial.fingers = FingerCounts(dial.fingers.counts.filter { $0 > 1 })
            return dial.fingers.most > 0 ? .dial(dial) : nil
        default: return self
        }
    }

    /// The most gestures in an expression, not counting compositions.
    public static let maximumLeaves = 16

    /// The number of gestures in the expression, not counting compositions; 1 for a single gesture or a standard set.
    public var leafCount: Int {
        guard case .composition(let composition) = self else { return 1 }
        return composition.parts.reduce(0) { $0 + $1.leafCount }
    }

    /// The number of recognisers for which a client is charged on each device.
    package var recognisers: Int {
        guard case .composition(let composition) = self else { return single?.recognisers ?? 1 }
        return composition.parts.reduce(0) { $0 + $1.recognisers }
    }

    /// The bytes that the daemon keeps for templates: their names and points.
    package var memory: Int {
        guard case .composition(let composition) = self else { return single?.memory ?? 0 }
        return composition.parts.reduce(0) { $0 + $1.memory }
    }

    /// Returns this expression with its missing parameters filled in from `thresholds`, so that expressions of the same
    /// meaning are equal.
    public func resolved(with thresholds: Thresholds) -> GestureExpression {
        if case .composition(let composition) = self {
            return .composition(Composition(composition.kind, composition.parts.map { $0.resolved(with: thresholds) }))
        }
        return single.map { $0.resolved(with: thresholds).expression } ?? self
    }
}

extension Thresholds {
    /// Returns these thresholds, overridden by the numbers of `gesture`. A composition overrides nothing, because each
    /// part overrides its own thresholds. A standard set overrides nothing either.
    package func overridden(by gesture: GestureExpression) -> Thresholds {
        var own = self
        gesture.single?.override(&own)
        return own
    }
}

extension GestureExpression {
    /// Several gestures that make one: a race, or one of SwiftUI's three compositions, here with any number of parts.
    public struct Composition: Hashable, Sendable {
        /// How the parts form one gesture.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// All parts at the same time; the composition is over when every part is.
            case simultaneous
            /// One after the other: a part receives touches after the part before it has ended.
            case sequence
            /// The first part, in the order of the parts, that succeeds. A later part may begin before the earlier
            /// parts, and is `outcompeted` if one of them begins. It succeeds only after all earlier parts have failed.
            case exclusive
            /// The part that is recognised first; the others are `outcompeted`.
            case race
        }

        /// How the parts form one gesture.
        public var kind: Kind
        /// Two or more, in the order that matters to `sequence` and `exclusive`.
        public var parts: [GestureExpression]

        /// Creates a composition of two or more `parts`.
        public init(_ kind: Kind, _ parts: [GestureExpression]) {
            self.kind = kind
            self.parts = parts
        }
    }

    /// Every gesture on one kind of surface, with each motion classified as one gesture: two fingers that scroll make
    /// only a drag, a pinch is a magnification and a rotation together, and a tap is reported at once.
    ///
    /// Its values are `tap`, `longPress`, `drag`, and, for two or more fingers that move apart, together or around each
    /// other, a `simultaneous` of `magnify` and `rotate`.
    public enum Standard: String, Hashable, Sendable, CaseIterable {
        /// One finger drags.
        case touchscreen
        /// One finger moves the pointer, which is not a gesture. If it comes down immediately after a tap, it drags.
        case touchpad
    }
}

extension GestureExpression {
    /// A shape that one contact draws, such as a letter. The direction of drawing is significant.
    public struct Stroke: Hashable, Sendable {
        /// 1…64. The name of the template most like the path is reported. Templates with the same name are drawings of
        /// one shape, for example by several people.
        public var templates: [Template]
        /// The least score of a path, 0…1, where 1 is exactly the template's shape. Default 0.85.
        public var minimumScore: Double?

        public init(templates: [Template], minimumScore: Double? = nil) {
            self.templates = templates
            self.minimumScore = minimumScore
        }

        /// A shape with which a path is compared.
        public struct Template: Hashable, Sendable {
            /// 1…64 bytes in UTF-8.
            public var name: String
            /// 8…256 points along the shape, in the order of drawing, y downwards. Position and size do not matter.
            public var points: [Point]

            public init(name: String, points: [Point]) {
                self.name = name
                self.points = points
            }

            /// Compares the names by their bytes, because clients choose them and Swift's `==` would normalise them.
            public static func == (one: Template, other: Template) -> Bool {
                one.name.exact == other.name.exact && one.points == other.points
            }

            public func hash(into hasher: inout Hasher) {
                hasher.combine(name.exact)
                hasher.combine(points)
            }

            /// The most bytes of a name. Every line about a stroke has room for a name of this length.
            package static let longestName = 64
            package static let pointCounts = 8...256
            /// The largest absolute value of a coordinate. It keeps the squares of coordinates finite.
            package static let largestCoordinate = 1e9
        }
    }
}

extension GestureExpression.Stroke: SingleGesture {
    package init() { self.init(templates: []) }
    package static let name = GestureName.stroke
    package var expression: GestureExpression { .stroke(self) }
    /// Counts as several recognisers, because a stroke keeps its path and compares it with each template.
    package var recognisers: Int { 8 + templates.count }
    package var memory: Int { templates.reduce(0) { $0 + $1.name.utf8.count + 16 * $1.points.count } }

    package static let parameters: [GestureParameter<Self>] = [
        .init(name: "templates", meaning: "The shapes that a path is compared with.", kind: .templates(\.templates)),
        .number(
            \.minimumScore, .score,
            .number(
                "minimumScore", \.stroke.minimumScore, in: .number, 0...1,
                "How much a stroke is like its template, at least; 1 is the same shape.")),
    ]

    /// The most templates of a stroke.
    package static let mostTemplates = 64

    /// Returns what is wrong with the templates, and where, such as `[2].points`; nil if nothing is wrong. The library
    /// traps with this message, and the daemon's error contains it.
    package static func problem(in templates: [Template]) -> (place: String, problem: String)? {
        guard (1...mostTemplates).contains(templates.count) else {
            return ("", "expected 1 to \(mostTemplates) templates, found \(templates.count)")
        }
        for (index, template) in templates.enumerated() {
            if let (key, problem) = problem(in: template) { return ("[\(index)].\(key)", problem) }
        }
        return nil
    }

    /// Returns what is wrong with one template, and under which key, `name` or `points`; nil if nothing is wrong.
    package static func problem(in template: Template) -> (key: String, problem: String)? {
        guard !template.name.isEmpty else { return ("name", "expected a name, found \"\"") }
        let length = template.name.utf8.count
        guard length <= Template.longestName else {
            return ("name", "expected at most \(Template.longestName) bytes, found \(length)")
        }
        return problem(in: template.points).map { ("points", $0) }
    }

    private static func problem(in points: [Point]) -> String? {
        let counts = Template.pointCounts
        guard counts.contains(points.count) else {
            return "expected \(counts.lowerBound) to \(counts.upperBound) points, found \(points.count)"
        }
        let most = Template.largestCoordinate
        if let point = points.first(where: { !(abs($0.x) <= most && abs($0.y) <= most) }) {
            return "expected numbers from -1000000000 to 1000000000, found [\(point.x),\(point.y)]"
        }
        return points.allSatisfy { $0 == points[0] } ? "expected points that differ, found equal ones" : nil
    }
}
