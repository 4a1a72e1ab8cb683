internal import GestureAnimation
public import GestureModel
internal import RealModule

/// Fingers that move together. SwiftUI's gesture, for any number of fingers.
///
///     DragGesture()
///         .onChanged { drag in card.offset = drag.translation }
///         .onEnded { drag in card.land(at: drag.predictedEndLocation) }
///
/// For example, a finger touches down at (100, 100), rests for 0.1 s and moves to the right at 200 points per second. At
/// (110, 100) the drag begins: `onChanged` receives the translation (10, 0). The finger lifts at (150, 100): `onEnded`
/// receives the translation (50, 0), the velocity (200, 0), the predicted translation (100, 0) and the predicted location
/// (200, 100).
///
/// It begins when the fingers' centre has moved `minimumDistance` since the last finger touched down, and stays active
/// if the fingers move back. The first value already includes that distance. It ends when the last finger lifts.
///
/// If `minimumDistance` is nil, the distance is the configured one, by default 10 points as in SwiftUI, and several
/// fingers must move together: a pinch does not drag. On a touchscreen the contact of a fingertip that lands moves, too:
/// a finger that moves from its landing on drags when it has gone on for longer than such a roll, at the latest after 28
/// points. Otherwise the distance alone decides, so that a picture can be moved and magnified at the same time.
public struct DragGesture: Gesture, Sendable {
    public typealias Body = Never

    /// In points. nil for the configured distance, by default 10 points; several fingers must then move together,
    /// fingers at an edge must come in, and a fingertip that lands on a touchscreen may roll.
    public let minimumDistance: Double?
    /// The accepted numbers of fingers, each 1…10.
    public let fingers: FingerCounts
    /// nil if the fingers may touch down anywhere.
    public let edges: Edge.Set?
    /// In points; nil for the configured distance, by default 30 points.
    public let edgeDistance: Double?
    /// How velocities are estimated; nil for the configured way.
    public let velocityEstimator: VelocityEstimator?

    /// - Parameters:
    ///   - minimumDistance: In points; with 0 the drag begins at touch-down. nil for the configured distance, by
    ///     default 10 points; several fingers must then move together, fingers at an edge must come in (by 25 points or
    ///     more, and at least as far inwards as along the edge), and a fingertip that lands on a touchscreen may roll. A
    ///     negative or NaN distance traps.
    ///   - fingers: The accepted numbers of fingers, each 1…10; an empty set or any other number traps. If a finger
    ///     joins or lifts during the drag, the values do not jump.
    ///   - edges: One finger must touch down at one of these edges, and the others at the same edge or next to such a
    ///     finger; nil for anywhere. The edges are those of the surface, even if the gesture has a region. SwiftUI has
    ///     no edges. An empty set traps, and so does a ``GestureRecogniser`` without a surface.
    ///   - edgeDistance: The distance from those edges, in points; nil for the configured distance, by default 30
    ///     points. A negative or NaN distance traps. Without `edges` it has no effect.
    ///   - velocityEstimator: How velocities are estimated; nil for the configured way, which in the library is
    ///     `automatic`.
    public init(
        minimumDistance: Double? = nil, fingers: FingerCounts = .one, edges: Edge.Set? = nil,
        edgeDistance: Double? = nil, velocityEstimator: VelocityEstimator? = nil
    ) {
        self.minimumDistance = minimumDistance
        self.fingers = fingers
        self.edges = edges
        self.edgeDistance = edgeDistance
        self.velocityEstimator = velocityEstimator
        requireParameters(expression)
    }

    private var expression: GestureExpression.Drag {
        .init(
            fingers: fingers, minimumDistance: minimumDistance?.finiteMinimum, edges: edges,
            edgeDistance: edges.flatMap { _ in edgeDistance?.finiteMinimum }, velocity: velocityEstimator)
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.drag(expression)) { value, context in
            guard case .drag(let drag) = value else { return nil }
            return Value(drag, context)
        }
    }

    /// The location and velocity of a drag. Lengths are in points, speeds in points per second.
    ///
    /// Where GesturesFoundation is imported, its properties of the same names (of type CGPoint and CGSize) take
    /// precedence over these. So does an app's own `projectedOffset`.
    public struct Value: Hashable, Sendable {
        /// The time of the frame. (SwiftUI has a `Date`.)
        public var time: Timestamp
        /// The centre of the fingers.
        @_disfavoredOverload public var location: Point
        /// The centre of the fingers when the last of them touched down.
        @_disfavoredOverload public var startLocation: Point
        /// The velocity of the centre; zero if the fingers have not moved for 40 ms. The final value has the velocity
        /// just before the last lift. Lifts of several fingers within 100 ms count as one lift, at the time of the
        /// first.
        @_disfavoredOverload public var velocity: Vector
        /// The number of fingers when the drag began.
        public var fingers: Int
        /// The edge at which the fingers touched down; nil if no edge was required. In a corner, it is the nearer edge.
        public var edge: Edge?
        /// If withheld, ``startLocation`` is zero and ``location`` is the translation.
        public var positions: PositionAccess
        /// Width and height of the surface in points, which ``location(after:)`` does not leave; nil if they are not known.
        public var surface: Vector?

        public init(
            time: Timestamp, location: Point, startLocation: Point, velocity: Vector, fingers: Int = 1,
            edge: Edge? = nil, positions: PositionAccess = .granted, surface: Vector? = nil
        ) {
            self.time = time
            self.location = location
            self.startLocation = startLocation
            self.velocity = velocity
            self.fingers = fingers
            self.edge = edge
            self.positions = positions
            self.surface = surface
        }

        /// - Parameter time: nil for the event's time.
        init(_ drag: GestureValue.Drag, _ context: GestureEventContext, at time: Timestamp? = nil) {
            self.init(
                time: time ?? context.event.time, location: drag.location, startLocation: drag.startLocation,
                velocity: drag.velocity, fingers: drag.fingers, edge: drag.edge, positions: context.positions,
                surface: context.positions == .granted ? context.surface : nil)
        }

        /// The properties for which GesturesFoundation has CGPoint or CGSize versions of the same name.
        package var vectors:
            (
                location: Point, startLocation: Point, velocity: Vector, translation: Vector,
                predictedEndLocation: Point, predictedEndTranslation: Vector
            )
        { (location, startLocation, velocity, translation, predictedEndLocation, predictedEndTranslation) }

        /// The displacement from ``startLocation`` to ``location``.
        @_disfavoredOverload public var translation: Vector { location - startLocation }
        /// Where the fingers would stop: ``location`` plus 0.25 s of velocity, as SwiftUI predicts it.
        @_disfavoredOverload public var predictedEndLocation: Point {
            location + velocity * GestureValue.Drag.projection
        }
        /// The translation at ``predictedEndLocation``.
        @_disfavoredOverload public var predictedEndTranslation: Vector {
            translation + velocity * GestureValue.Drag.projection
        }

        /// Returns where the fingers will be after a time, such as that until the next frame is on the screen: the best
        /// predictor of recorded fingers (docs/VELOCITY.md).
        ///
        /// The velocity decays with a time constant of 0.25 s, so that the location approaches ``predictedEndLocation``
        /// and does not pass it. It does not leave the ``surface``, if that is known.
        ///
        /// - Parameter time: Seconds after ``time``, usually 0.008 to 0.032; 0 or less is ``location``. NaN traps.
        @_disfavoredOverload public func location(after time: Double) -> Point { point(after: time) }

        /// ``location(after:)``, which GesturesFoundation shadows with a CGPoint.
        package func point(after time: Double) -> Point {
            precondition(!time.isNaN, "a drag's location after a time: expected a number of seconds, found nan")
            guard time > 0 else { return location }
            let way = velocity * (GestureValue.Drag.projection * -.expMinusOne(-time / GestureValue.Drag.projection))
            guard let surface else { return location + way }
            func reach(_ start: Double, _ way: Double, _ end: Double) -> Double {
                max(min(start + way, max(start, end)), min(start, 0))
            }
            return Point(x: reach(location.x, way.dx, surface.dx), y: reach(location.y, way.dy, surface.dy))
        }

        /// Returns the translation at which an object that is released now would stop sliding.
        ///
        /// With the normal rate, the object slides about twice the distance from ``location`` to
        /// ``predictedEndLocation``.
        @_disfavoredOverload public func projectedOffset(decelerationRate: DecelerationRate = .normal) -> Vector {
            translation + velocity.projectedOffset(decelerationRate: decelerationRate)
        }
    }
}
