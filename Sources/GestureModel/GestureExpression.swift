/// What a subscriber wants recognised. The Swift library builds it, JSON spells it, the daemon runs it; equal expressions
/// over the same device and region are run once.
///
/// Parameters that are nil take the daemon's configured threshold.
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
    /// Several gestures that make one: at the same time, one after the other, or one of them.
    case composition(Composition)
    /// Every common gesture of one kind of surface, each motion classified as one of them.
    case standard(Standard)
}

/// A gesture that is neither a composition nor a standard set.
public enum GestureName: String, Hashable, Sendable, CaseIterable {
    /// Of ``GestureExpression/Tap``.
    case tap
    /// Of ``GestureExpression/LongPress``.
    case longPress
    /// Of ``GestureExpression/Drag``.
    case drag
    /// Of ``GestureExpression/Swipe``.
    case swipe
    /// Of ``GestureExpression/Magnify``.
    case magnify
    /// Of ``GestureExpression/Rotate``.
    case rotate
    /// Of ``GestureExpression/Stroke``.
    case stroke

    package var gesture: any SingleGesture.Type {
        switch self {
        case .tap: GestureExpression.Tap.self
        case .longPress: GestureExpression.LongPress.self
        case .drag: GestureExpression.Drag.self
        case .swipe: GestureExpression.Swipe.self
        case .magnify: GestureExpression.Magnify.self
        case .rotate: GestureExpression.Rotate.self
        case .stroke: GestureExpression.Stroke.self
        }
    }
}

extension GestureExpression {
    /// nil for a composition and for a standard set.
    package var single: (any SingleGesture)? {
        switch self {
        case .tap(let tap): tap
        case .longPress(let press): press
        case .drag(let drag): drag
        case .swipe(let swipe): swipe
        case .magnify(let magnify): magnify
        case .rotate(let rotate): rotate
        case .stroke(let stroke): stroke
        case .composition, .standard: nil
        }
    }

    /// nil for a composition and for a standard set.
    public var name: GestureName? { single.map { type(of: $0).name } }

    /// Whether a gesture of it has to begin at an edge of the surface.
    public var asksForEdges: Bool {
        if case .composition(let composition) = self { return composition.parts.contains { $0.asksForEdges } }
        return single?.has("edges") ?? false
    }

    /// How many gestures an expression has at most, without the compositions that hold them.
    public static let maximumLeaves = 16

    /// How many gestures this one is made of, without the compositions that hold them; 1 for a single gesture.
    public var leafCount: Int {
        guard case .composition(let composition) = self else { return 1 }
        return composition.parts.reduce(0) { $0 + $1.leafCount }
    }

    /// What recognising it on one device counts against the limits of a client.
    package var recognisers: Int {
        guard case .composition(let composition) = self else { return single?.recognisers ?? 1 }
        return composition.parts.reduce(0) { $0 + $1.recognisers }
    }

    /// The bytes of its names and templates.
    package var memory: Int {
        guard case .composition(let composition) = self else { return single?.memory ?? 0 }
        return composition.parts.reduce(0) { $0 + $1.memory }
    }

    /// This expression with every parameter it leaves open taken from `thresholds`, so that two that mean the same are
    /// equal.
    public func resolved(with thresholds: Thresholds) -> GestureExpression {
        if case .composition(let composition) = self {
            return .composition(Composition(composition.kind, composition.parts.map { $0.resolved(with: thresholds) }))
        }
        return single.map { $0.resolved(with: thresholds).expression } ?? self
    }
}

extension Thresholds {
    /// These thresholds, overridden by the numbers of `gesture`. A composition overrides nothing, since each of its parts
    /// does so for itself; neither does a standard set.
    package func overridden(by gesture: GestureExpression) -> Thresholds {
        var own = self
        gesture.single?.override(&own)
        return own
    }
}

// MARK: - Single gestures

extension GestureExpression {
    /// Fingers that touch and lift again without moving far.
    public struct Tap: Hashable, Sendable {
        /// The accepted numbers of fingers, which tap together.
        public var fingers: FingerCounts
        /// How many taps in a row make the gesture, 1…10. With 1 every tap is reported, with its running count.
        public var count: Int
        /// Points a contact may move; it fails at or beyond. SwiftUI: 45.
        public var maximumDistance: Double?
        /// How long the fingers may stay down, exclusive. SwiftUI: 0.75 s.
        public var maximumDuration: Microseconds?
        /// From the end of one tap to the next touch. SwiftUI: 0.35 s.
        public var maximumDelay: Microseconds?

        public init(
            fingers: FingerCounts = .one, count: Int = 1, maximumDistance: Double? = nil,
            maximumDuration: Microseconds? = nil, maximumDelay: Microseconds? = nil
        ) {
            self.fingers = fingers
            self.count = count
            self.maximumDistance = maximumDistance
            self.maximumDuration = maximumDuration
            self.maximumDelay = maximumDelay
        }
    }

    /// Fingers that stay where they are for a time.
    public struct LongPress: Hashable, Sendable {
        /// The accepted numbers of fingers. The time counts from when the last one came down.
        public var fingers: FingerCounts
        /// SwiftUI: 0.5 s. `.never` is press and hold: it ends at the lift and is never completed.
        public var minimumDuration: Microseconds?
        /// Points a contact may move before completion; it fails at or beyond. SwiftUI: 10.
        public var maximumDistance: Double?

        public init(
            fingers: FingerCounts = .one, minimumDuration: Microseconds? = nil, maximumDistance: Double? = nil
        ) {
            self.fingers = fingers
            self.minimumDuration = minimumDuration
            self.maximumDistance = maximumDistance
        }
    }

    /// Fingers that move together.
    public struct Drag: Hashable, Sendable {
        /// The accepted numbers of fingers. One that joins or lifts during the drag does not end it.
        public var fingers: FingerCounts
        /// Points the fingers' centre must travel before the drag begins; 0 begins at touch-down. SwiftUI: 10. nil takes the
        /// configured distance, and several fingers must move together, as the standard set judges it.
        public var minimumDistance: Double?
        /// The edges of the surface at one of which the first finger comes down; nil for anywhere.
        public var edges: Edge.Set?
        /// How near to the edge, in points. Without ``edges`` it has no effect.
        public var edgeDistance: Double?
        /// How velocity is estimated; nil for the configured way.
        public var velocity: VelocityEstimator?

        public init(
            fingers: FingerCounts = .one, minimumDistance: Double? = nil, edges: Edge.Set? = nil,
            edgeDistance: Double? = nil, velocity: VelocityEstimator? = nil
        ) {
            self.fingers = fingers
            self.minimumDistance = minimumDistance
            self.edges = edges
            self.edgeDistance = edgeDistance
            self.velocity = velocity
        }
    }

    /// Fingers that move fast in one direction, and do not take it back.
    public struct Swipe: Hashable, Sendable {
        /// The accepted numbers of fingers that come down for the swipe.
        public var fingers: FingerCounts
        /// The directions that count; a swipe in any other fails.
        public var directions: SwipeDirection.Set
        /// Points from where the fingers' centre came down to where it lifts, at least. 25, as Android turns a page.
        public var minimumDistance: Double?
        /// Points per second on the fastest part of the way that is as long as the minimum distance, at least. 100, as UIKit
        /// asks for 50 points in half a second.
        public var minimumVelocity: Double?
        /// Points per second at the lift, at least: 400 is a flick, as Android turns a page. 0 also takes fingers that stop
        /// before they lift.
        public var minimumLiftVelocity: Double?
        /// The edges of the surface at one of which the first finger comes down; nil for anywhere.
        public var edges: Edge.Set?
        /// How near to the edge, in points. Without ``edges`` it has no effect.
        public var edgeDistance: Double?
        /// How velocity is estimated; nil for the configured way.
        public var velocity: VelocityEstimator?

        public init(
            fingers: FingerCounts = .one, directions: SwipeDirection.Set = .all, minimumDistance: Double? = nil,
            minimumVelocity: Double? = nil, minimumLiftVelocity: Double? = nil, edges: Edge.Set? = nil,
            edgeDistance: Double? = nil, velocity: VelocityEstimator? = nil
        ) {
            self.fingers = fingers
            self.directions = directions
            self.minimumDistance = minimumDistance
            self.minimumVelocity = minimumVelocity
            self.minimumLiftVelocity = minimumLiftVelocity
            self.edges = edges
            self.edgeDistance = edgeDistance
            self.velocity = velocity
        }
    }

    /// Two or more fingers that move apart or together.
    public struct Magnify: Hashable, Sendable {
        /// 2…10: one finger has no distance from others.
        public var fingers: FingerCounts
        /// How far the scale must get from 1, either way, before the gesture begins; 0 begins when the fingers are down.
        /// SwiftUI: 0.01. nil takes the configured delta, and the fingers must pinch and not move together, as the standard
        /// set judges it.
        public var minimumScaleDelta: Double?
        /// How velocity is estimated; nil for the configured way.
        public var velocity: VelocityEstimator?

        /// - Precondition: `fingers` does not hold 1.
        public init(
            fingers: FingerCounts = .twoOrMore, minimumScaleDelta: Double? = nil, velocity: VelocityEstimator? = nil
        ) {
            precondition(!fingers.contains(1), "magnify.fingers: expected 2 to 10 fingers, found 1")
            self.fingers = fingers
            self.minimumScaleDelta = minimumScaleDelta
            self.velocity = velocity
        }
    }

    /// Two or more fingers that turn about their centre.
    public struct Rotate: Hashable, Sendable {
        /// 2…10: one finger has nothing to turn about.
        public var fingers: FingerCounts
        /// Radians to turn, either way, before the gesture begins; 0 begins when the fingers are down. SwiftUI: one degree. nil
        /// takes the configured angle, and the fingers must turn and not move together, as the standard set judges it.
        public var minimumAngleDelta: Double?
        /// How velocity is estimated; nil for the configured way.
        public var velocity: VelocityEstimator?

        /// - Precondition: `fingers` does not hold 1.
        public init(
            fingers: FingerCounts = .twoOrMore, minimumAngleDelta: Double? = nil, velocity: VelocityEstimator? = nil
        ) {
            precondition(!fingers.contains(1), "rotate.fingers: expected 2 to 10 fingers, found 1")
            self.fingers = fingers
            self.minimumAngleDelta = minimumAngleDelta
            self.velocity = velocity
        }
    }
}

extension GestureExpression {
    /// A shape that one contact draws, such as a letter. The direction of drawing is significant.
    public struct Stroke: Hashable, Sendable {
        /// 1…64, with distinct names. The one most like the path is reported.
        public var templates: [Template]
        /// 0…1: the least score of a path that counts; 1 is a path of the template's very shape. 0.85.
        public var minimumScore: Double?

        public init(templates: [Template], minimumScore: Double? = nil) {
            self.templates = templates
            self.minimumScore = minimumScore
        }

        /// A shape that a path is compared with.
        public struct Template: Hashable, Sendable {
            /// 1…64 bytes in UTF-8.
            public var name: String
            /// 8…256 points along the shape, in the order of drawing, y downwards. Position and size do not matter.
            public var points: [Point]

            public init(name: String, points: [Point]) {
                self.name = name
                self.points = points
            }

            /// Equal if the names have the same bytes: clients choose them.
            public static func == (one: Template, other: Template) -> Bool {
                one.name.exact == other.name.exact && one.points == other.points
            }

            public func hash(into hasher: inout Hasher) {
                hasher.combine(name.exact)
                hasher.combine(points)
            }

            /// Each line of a stroke has room for a name of so many bytes.
            package static let longestName = 64
            package static let pointCounts = 8...256
            /// The squares of larger numbers would be infinite.
            package static let largestCoordinate = 1e9
        }
    }
}

// MARK: - Parameters

extension GestureExpression.Tap: SingleGesture {
    package init() { self.init(fingers: .one) }
    package static let name = GestureName.tap
    package var expression: GestureExpression { .tap(self) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .init(name: "count", meaning: "How many taps in a row make the gesture.", kind: .count(\.count, 1...10)),
        .number(
            \.maximumDistance, .positiveLimit,
            .number(
                "maximumDistance", \.tap.maximumDistance, 1...10_000, "A finger of a tap moves less than this.")
        ).judged(),
        .duration(
            \.maximumDuration, .tapDuration,
            .seconds("maximumDuration", \.tap.maximumDuration, 0.01...10, "A tap is shorter than this.")
        ).judged(),
        .duration(
            \.maximumDelay, .tapDuration,
            .seconds(
                "maximumDelay", \.tap.maximumDelay, 0...10,
                "The next tap of a double tap touches at most this long after the first has ended.")),
        .configured(
            .number(
                "maximumSpacing", \.tap.maximumSpacing, 0...10_000,
                "The next tap of a double tap is at most this far from the first.")),
    ]
}

extension GestureExpression.LongPress: SingleGesture {
    package init() { self.init(fingers: .one) }
    package static let name = GestureName.longPress
    package var expression: GestureExpression { .longPress(self) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .duration(
            \.minimumDuration, .pressDuration,
            .seconds(
                "minimumDuration", \.longPress.minimumDuration, 0.01...60,
                "How long a finger stays down for a long press.")),
        .number(
            \.maximumDistance, .limit,
            .number(
                "maximumDistance", \.longPress.maximumDistance, 1...10_000,
                "A finger that has moved this far before then is no long press.")),
    ]
}

extension GestureExpression.Drag: SingleGesture {
    package init() { self.init(fingers: .one) }
    package static let name = GestureName.drag
    package var expression: GestureExpression { .drag(self) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .judged(
            \.minimumDistance, .notNegative,
            .number(
                "minimumDistance", \.drag.minimumDistance, 0...10_000,
                "How far the fingers' centre travels before a drag begins; 0 begins at touch-down."),
            if: { $0.fingers.most > 1 }),
        .words(
            "edges", \.edges,
            "The edges of the surface at one of which the first finger comes down, with the others beside it."),
        .number("edgeDistance", \.edgeDistance, .notNegative, shared: Thresholds.edgeDistance, with: "edges"),
        .velocity(\.velocity),
    ]
}

extension GestureExpression.Swipe: SingleGesture {
    package init() { self.init(fingers: .one) }
    package static let name = GestureName.swipe
    package var expression: GestureExpression { .swipe(self) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .words("directions", \.directions, "The directions that count."),
        .number(
            \.minimumDistance, .positive,
            .number(
                "minimumDistance", \.swipe.minimumDistance, 1...10_000,
                "How far from where they came down the fingers leave, at least.")),
        .number(
            \.minimumVelocity, .notNegative,
            .number(
                "minimumVelocity", \.swipe.minimumVelocity, in: .pointsPerSecond, 0...100_000,
                "How fast the fingers' centre is on the fastest part of its way, at least; 0 takes any speed.")),
        .number(
            \.minimumLiftVelocity, .notNegative,
            .number(
                "minimumLiftVelocity", \.swipe.minimumLiftVelocity, in: .pointsPerSecond, 0...100_000,
                "How fast it is when the fingers lift, at least; 400 is a flick, 0 takes fingers that have stopped.")),
        .words(
            "edges", \.edges,
            "The edges of the surface at one of which the first finger comes down, with the others beside it."),
        .number("edgeDistance", \.edgeDistance, .notNegative, shared: Thresholds.edgeDistance, with: "edges"),
        .velocity(\.velocity),
    ]
}

extension GestureExpression.Magnify: SingleGesture {
    package init() { self.init(fingers: .twoOrMore) }
    package static let name = GestureName.magnify
    package static let leastFingers = 2
    package var expression: GestureExpression { .magnify(self) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .judged(
            \.minimumScaleDelta, .notNegative,
            .number(
                "minimumScaleDelta", \.magnify.minimumScaleDelta, in: .number, 0...10,
                "How far the scale gets from 1 before a magnification begins; 0 begins when the fingers are down.")),
        .velocity(\.velocity),
    ]
}

extension GestureExpression.Rotate: SingleGesture {
    package init() { self.init(fingers: .twoOrMore) }
    package static let name = GestureName.rotate
    package static let leastFingers = 2
    package var expression: GestureExpression { .rotate(self) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .judged(
            \.minimumAngleDelta, .angle,
            .number(
                "minimumAngleDelta", \.rotate.minimumAngleDelta, in: .degrees, 0...360,
                "How far the fingers turn before a rotation begins; 0 begins when they are down.")),
        .velocity(\.velocity),
    ]
}

extension GestureExpression.Stroke: SingleGesture {
    package init() { self.init(templates: []) }
    package static let name = GestureName.stroke
    package var expression: GestureExpression { .stroke(self) }
    /// A stroke keeps its path and compares it with each template.
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

    /// How many templates a stroke has at most.
    package static let mostTemplates = 64

    /// What is wrong with the templates and where, such as `[2].points`; nil if nothing is. The library traps with it, and
    /// a request is rejected.
    package static func problem(in templates: [Template]) -> (place: String, problem: String)? {
        guard (1...mostTemplates).contains(templates.count) else {
            return ("", "expected 1 to \(mostTemplates) templates, found \(templates.count)")
        }
        for (index, template) in templates.enumerated() {
            if let (key, problem) = problem(in: template) { return ("[\(index)].\(key)", problem) }
            if let first = templates[..<index].firstIndex(where: { $0.name.exact == template.name.exact }) {
                return ("[\(index)].name", "expected a distinct name; [\(first)] has the same")
            }
        }
        return nil
    }

    /// What is wrong with one template, with its key, `name` or `points`; nil if nothing is.
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

// MARK: - Compositions and standard sets

extension GestureExpression {
    /// Gestures that make one together. SwiftUI's three compositions of two, here of any number, and the race.
    public struct Composition: Hashable, Sendable {
        /// How the parts make one gesture.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// All of them at the same time; it is over when every one is.
            case simultaneous
            /// One after the other: a part receives touches once the part before it has ended.
            case sequence
            /// The first that succeeds, in the order of the parts: a later part counts when those before it have failed,
            /// or while none of them has begun.
            case exclusive
            /// The part that is recognised first; the others are `outcompeted`.
            case race
        }

        /// How the parts make one gesture.
        public var kind: Kind
        /// Two or more, in the order that `sequence` and `exclusive` go by.
        public var parts: [GestureExpression]

        /// Creates a composition of `parts`, which are two or more.
        public init(_ kind: Kind, _ parts: [GestureExpression]) {
            self.kind = kind
            self.parts = parts
        }
    }

    /// Every gesture on one kind of surface, classified so that each motion is one gesture: two fingers that scroll are a
    /// drag and nothing else, a pinch is a magnification and a rotation together, and a tap is reported at once.
    ///
    /// Its values are `tap`, `longPress`, `drag`, and for two fingers or more that move apart, together or around each
    /// other a `simultaneous` of `magnify` and `rotate`.
    public enum Standard: String, Hashable, Sendable, CaseIterable {
        /// One finger drags.
        case touchscreen
        /// One finger moves the pointer, which is no gesture. It drags right after a tap.
        case touchpad
    }
}
