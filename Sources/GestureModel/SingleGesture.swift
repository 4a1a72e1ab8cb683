/// A gesture that is neither a composition nor a standard set.
///
/// Its table of parameters is their only definition: requests, the daemon's thresholds, the library's checks and the
/// documents derive from it.
package protocol SingleGesture: Hashable, Sendable {
    static var name: GestureName { get }
    /// In their order in a request.
    static var parameters: [GestureParameter<Self>] { get }
    /// The fewest fingers that can make the gesture.
    static var leastFingers: Int { get }
    /// The number of recognisers for which a client is charged on each device.
    var recognisers: Int { get }
    /// The bytes that the daemon keeps for templates: their names and points.
    var memory: Int { get }
    /// How far from an edge its contacts may come down, in points. Returns nil for the configured distance, and for
    /// kinds of gestures that cannot require an edge.
    var edgeDistance: Double? { get }

    /// Creates the gesture with its defaults. Its optional parameters are nil, and a stroke has no templates.
    init()
    var expression: GestureExpression { get }
}

extension SingleGesture {
    package static var leastFingers: Int { 1 }
    package var recognisers: Int { 1 }
    package var memory: Int { 0 }
    package var edgeDistance: Double? { nil }
    /// The gesture's own thresholds, in the table's order. They form the section of the configuration that has the
    /// gesture's name.
    static var thresholds: [Threshold] { parameters.compactMap { $0.isThresholdShared ? nil : $0.threshold } }

    /// Returns this gesture with its missing parameters filled in from `thresholds`.
    package func resolved(with thresholds: Thresholds) -> Self {
        var gesture = self
        for parameter in Self.parameters { parameter.resolve(in: &gesture, with: thresholds) }
        return gesture
    }

    /// Returns whether the gesture sets a parameter.
    package func has(_ name: String) -> Bool {
        Self.parameters.contains { $0.name == name && $0.isPresent(in: self) }
    }

    /// The numbers of fingers that can make it; nil for a gesture without this parameter.
    var fingerCounts: FingerCounts? { Self.fingers.map { self[keyPath: $0] } }

    private static var fingers: GestureParameter<Self>.Path<FingerCounts>? {
        for case .fingers(let path) in parameters.lazy.map(\.kind) { return path }
        return nil
    }

    /// Returns an expression for this gesture with this number of fingers; nil for a gesture without this parameter.
    package func with(fingers count: Int) -> GestureExpression? {
        guard let path = Self.fingers else { return nil }
        var gesture = self
        gesture[keyPath: path] = FingerCounts(count)
        return gesture.expression
    }

    func override(_ thresholds: inout Thresholds) {
        for parameter in Self.parameters { parameter.override(&thresholds, from: self) }
    }

    /// The first parameter that is out of range, and what would be right: `drag.minimumDistance: expected a number of 0
    /// or more, found -1.0`. nil if all are in range.
    package var problem: String? {
        for parameter in Self.parameters {
            if let problem = parameter.problem(in: self) {
                return "\(Self.name.rawValue).\(parameter.name): \(problem)"
            }
        }
        return nil
    }
}

extension GestureExpression {
    /// Fingers that touch and lift again without moving far.
    public struct Tap: Hashable, Sendable {
        /// The accepted numbers of fingers that tap together.
        public var fingers: FingerCounts
        /// The number of taps in a row, 1…10. With 1 every tap is reported, with its number in the row.
        public var count: Int
        /// Points; the gesture fails when a contact has moved this far. SwiftUI: 45. nil takes the configured distance;
        /// on a touchpad the standard set's limit then applies as well.
        public var maximumDistance: Double?
        /// A tap is shorter than this. SwiftUI: 0.75 s. nil takes the configured duration; on a touchpad the standard
        /// set's limit then applies as well.
        public var maximumDuration: Microseconds?
        /// The longest time from the end of one tap to the next touch. SwiftUI: 0.35 s.
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
}

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

extension GestureExpression {
    /// Fingers that stay where they are for a time.
    public struct LongPress: Hashable, Sendable {
        /// The accepted numbers of fingers. The duration counts from the time at which the last finger comes down.
        public var fingers: FingerCounts
        /// How long the fingers stay down. SwiftUI: 0.5 s. `.never` is press and hold: it ends at the lift and is never
        /// completed.
        public var minimumDuration: Microseconds?
        /// Points; the gesture fails when a contact has moved this far before completion. SwiftUI: 10. nil takes the
        /// configured distance; on a touchscreen a fingertip may then roll, by the rules of the standard set.
        public var maximumDistance: Double?

        public init(
            fingers: FingerCounts = .one, minimumDuration: Microseconds? = nil, maximumDistance: Double? = nil
        ) {
            self.fingers = fingers
            self.minimumDuration = minimumDuration
            self.maximumDistance = maximumDistance
        }
    }
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
                "A finger that has moved this far before then is no long press.")
        ).judged(),
    ]
}

extension GestureExpression {
    /// Fingers that move together.
    public struct Drag: Hashable, Sendable {
        /// The accepted numbers of fingers. A finger that joins or lifts during the drag does not end it. Exception: a
        /// drag that accepts several fingers and has no ``minimumDistance`` fails if another finger joins soon after
        /// the drag began.
        public var fingers: FingerCounts
        /// How many points the fingers' centre must travel before the drag begins; with 0 it begins at touch-down.
        /// SwiftUI: 10. nil takes the configured distance; several fingers must then move together, and a fingertip of a
        /// touchscreen must not merely roll, by the rules of the standard set.
        public var minimumDistance: Double?
        /// One of the fingers must come down at one of these edges of the surface, and the others at the same edge or
        /// next to that finger; nil for anywhere.
        public var edges: Edge.Set?
        /// The largest distance from the edge, in points. Without ``edges`` it has no effect.
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
                "How far the fingers' centre travels before a drag begins; 0 begins at touch-down.")),
        .words(
            "edges", \.edges,
            "The edges of the surface at one of which a finger comes down, with the others beside it."),
        .number("edgeDistance", \.edgeDistance, .notNegative, shared: Thresholds.edgeDistance, with: "edges"),
        .velocity(\.velocity),
    ]
}

extension GestureExpression {
    /// Fingers that move fast in one direction, and do not move back.
    public struct Swipe: Hashable, Sendable {
        /// The accepted numbers of fingers.
        public var fingers: FingerCounts
        /// The accepted directions; a swipe in any other fails.
        public var directions: SwipeDirection.Set
        /// The least distance of the fingers' centre from touch-down to lift, in points. Default 25, the distance at
        /// which Android turns a page.
        public var minimumDistance: Double?
        /// The least mean speed in points per second, on the fastest stretch that has the length of the minimum
        /// distance. Default 100, because UIKit requires 50 points in half a second.
        public var minimumVelocity: Double?
        /// The least speed at the lift, in points per second: 400 is a flick that turns a page on Android. 0 also
        /// accepts fingers that stop before they lift.
        public var minimumLiftVelocity: Double?
        /// One of the fingers must come down at one of these edges of the surface, and the others at the same edge or
        /// next to that finger; nil for anywhere.
        public var edges: Edge.Set?
        /// The largest distance from the edge, in points. Without ``edges`` it has no effect.
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
            "The edges of the surface at one of which a finger comes down, with the others beside it."),
        .number("edgeDistance", \.edgeDistance, .notNegative, shared: Thresholds.edgeDistance, with: "edges"),
        .velocity(\.velocity),
    ]
}

extension GestureExpression {
    /// Fingers that swipe and then rest. What they do afterwards is part of it, until they lift.
    public struct SwipeHold: Hashable, Sendable {
        /// The accepted numbers of fingers.
        public var fingers: FingerCounts
        /// The accepted directions; a swipe in any other fails.
        public var directions: SwipeDirection.Set
        /// How long the fingers rest after they have swiped. Default 0.5 s, as for a long press.
        public var minimumDuration: Microseconds?
        /// The least distance of the fingers' centre from touch-down to where they rest, in points. Default 75, 12 mm.
        public var minimumDistance: Double?

        public init(
            fingers: FingerCounts = .one, directions: SwipeDirection.Set = .all, minimumDuration: Microseconds? = nil,
            minimumDistance: Double? = nil
        ) {
            self.fingers = fingers
            self.directions = directions
            self.minimumDuration = minimumDuration
            self.minimumDistance = minimumDistance
        }
    }
}

extension GestureExpression.SwipeHold: SingleGesture {
    package init() { self.init(fingers: .one) }
    package static let name = GestureName.swipeHold
    package var expression: GestureExpression { .swipeHold(self) }
    /// The swipe that comes before the rest.
    package var swipe: GestureExpression.Swipe { .init(fingers: fingers, directions: directions) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .words("directions", \.directions, "The directions that count."),
        .duration(
            \.minimumDuration, .holdDuration,
            .seconds(
                "minimumDuration", \.swipeHold.minimumDuration, 0.01...60,
                "How long the fingers rest after they have swiped.")),
        .number(
            \.minimumDistance, .positive,
            .number(
                "minimumDistance", \.swipeHold.minimumDistance, 1...10_000,
                "How far from where they came down the fingers rest, at least.")),
    ]
}

extension GestureExpression {
    /// Fingers that circle: around their own path, or around a given point.
    public struct Dial: Hashable, Sendable {
        /// The accepted numbers of fingers. Several move together.
        public var fingers: FingerCounts
        /// How many radians the fingers must circle, in either direction, before the gesture begins. nil for the
        /// configured angle, a quarter of a circle, or, around a ``centre``, for ``centredAngle``.
        public var minimumAngleDelta: Double?
        /// The point that the fingers circle around: in points, or in the units of a subscription. nil if they circle
        /// around no given point; the angle is then that by which their path turns.
        public var centre: Point?
        /// How velocity is estimated; nil for the configured way.
        public var velocity: VelocityEstimator?

        public init(
            fingers: FingerCounts = .one, minimumAngleDelta: Double? = nil, centre: Point? = nil,
            velocity: VelocityEstimator? = nil
        ) {
            self.fingers = fingers
            self.minimumAngleDelta = minimumAngleDelta
            self.centre = centre
            self.velocity = velocity
        }

        /// The least angle around a given point, in radians: 10 degrees.
        public static let centredAngle = Double.pi / 18
    }
}

extension GestureExpression.Dial: SingleGesture {
    package init() { self.init(fingers: .one) }
    package static let name = GestureName.dial
    package var expression: GestureExpression { .dial(self) }

    package static let parameters: [GestureParameter<Self>] = [
        .fingers(\.fingers),
        .judged(
            \.minimumAngleDelta, .angle,
            .number(
                "minimumAngleDelta", \.dial.minimumAngleDelta, in: .degrees, 0...360,
                "How far the fingers circle before a dial begins, without a centre."), if: { $0.centre != nil }),
        .init(name: "centre", meaning: "The point around which the fingers circle.", kind: .point(\.centre)),
        .velocity(\.velocity),
    ]
}

extension GestureExpression {
    /// Two or more fingers that move apart or together.
    public struct Magnify: Hashable, Sendable {
        /// 2…10: one finger has no distance from others.
        public var fingers: FingerCounts
        /// How far the scale must differ from 1 before the gesture begins; with 0 it begins when the fingers are down.
        /// SwiftUI: 0.01. nil takes the configured delta; the fingers must then pinch rather than move together, by the
        /// rules of the standard set.
        public var minimumScaleDelta: Double?
        /// How velocity is estimated; nil for the configured way.
        public var velocity: VelocityEstimator?

        /// - Precondition: `fingers` does not contain 1.
        public init(
            fingers: FingerCounts = .twoOrMore, minimumScaleDelta: Double? = nil, velocity: VelocityEstimator? = nil
        ) {
            precondition(!fingers.contains(1), "magnify.fingers: expected 2 to 10 fingers, found 1")
            self.fingers = fingers
            self.minimumScaleDelta = minimumScaleDelta
            self.velocity = velocity
        }
    }
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

extension GestureExpression {
    /// Two or more fingers that turn about their centre.
    public struct Rotate: Hashable, Sendable {
        /// 2…10: one finger has nothing to turn about.
        public var fingers: FingerCounts
        /// How many radians the fingers must turn, in either direction, before the gesture begins; with 0 it begins
        /// when the fingers are down. SwiftUI: one degree. nil takes the configured angle; the fingers must then turn
        /// rather than move together, by the rules of the standard set.
        public var minimumAngleDelta: Double?
        /// How velocity is estimated; nil for the configured way.
        public var velocity: VelocityEstimator?

        /// - Precondition: `fingers` does not contain 1.
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

extension GestureExpression {
    /// Fingers on the surface, whatever they do. Between the taps of a row the gesture goes on without fingers.
    public struct Touch: Hashable, Sendable {
        /// The numbers of fingers with which it begins. It goes on with any other number.
        public var fingers: FingerCounts

        public init(fingers: FingerCounts = .init(FingerCounts.allowed)) { self.fingers = fingers }
    }
}

extension GestureExpression.Touch: SingleGesture {
    package init() { self.init(fingers: .init(FingerCounts.allowed)) }
    package static let name = GestureName.touch
    package var expression: GestureExpression { .touch(self) }
    package static let parameters: [GestureParameter<Self>] = [.fingers(\.fingers)]
}
