public import GestureModel

/// Fingers that move fast in one direction. SwiftUI has no such gesture; UIKit's `UISwipeGestureRecognizer` reports no
/// velocity.
///
///     SwipeGesture(directions: .horizontal)
///         .onEnded { swipe in turnPage(swipe.direction == .left ? 1 : -1) }
///
/// For example, a finger moves 150 points to the left in 0.3 s and lifts. `onEnded` receives the direction `left`, the
/// translation (-150, 0) and the velocity (-500, 0).
///
/// When the fingers lift, their centre must have moved at least `minimumDistance` since the last finger touched down.
/// On the fastest stretch of at least that length, the centre must have moved at `minimumVelocity` or faster. The whole
/// path must lead in one direction: fingers that turn back or aside do not swipe. Several fingers must move together.
/// Fingers may stop before they lift, unless a flick is required: `SwipeGesture(minimumLiftVelocity: 400)`.
///
/// It is discrete: it ends without becoming active, so `onChanged` and `updating` do not run.
public struct SwipeGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The accepted directions; a swipe in any other direction fails.
    public let directions: SwipeDirection.Set
    /// In points.
    public let minimumDistance: Double
    /// In points per second, on the fastest part of the path.
    public let minimumVelocity: Double
    /// In points per second, when the fingers lift.
    public let minimumLiftVelocity: Double
    /// The accepted numbers of fingers, each 1…10.
    public let fingers: FingerCounts
    /// nil if the fingers may touch down anywhere.
    public let edges: Edge.Set?
    /// In points; nil for the configured distance, by default 30 points.
    public let edgeDistance: Double?
    /// How velocities are estimated; nil for the configured way.
    public let velocityEstimator: VelocityEstimator?

    /// - Parameters:
    ///   - directions: The accepted directions; an empty set traps. With all directions and with `edges`, a swipe comes
    ///     in from its edge: by 25 points or more, and at least as far inwards as along the edge.
    ///   - minimumDistance: In points. The default is the distance at which Android's pager turns a page. `.infinity`
    ///     is never reached. 0, a negative or NaN distance traps.
    ///   - minimumVelocity: In points per second: the mean over the fastest stretch that is at least as long as the
    ///     minimum distance. UIKit's swipe covers 50 points in half a second. 0 accepts every speed. A negative or NaN
    ///     velocity traps.
    ///   - minimumLiftVelocity: In points per second, just before the fingers lift. 400 is a flick, as in Android's
    ///     pager; 0 accepts fingers that have stopped. A negative or NaN velocity traps.
    ///   - fingers: The accepted numbers of fingers, each 1…10; an empty set or any other number traps.
    ///   - edges: One finger must touch down at one of these edges, and the others at the same edge or next to such a
    ///     finger; nil for anywhere. The edges are those of the surface, even if the gesture has a region. An empty set
    ///     traps, and so does a ``GestureRecogniser`` without a surface.
    ///   - edgeDistance: The distance from those edges, in points; nil for the configured distance, by default 30
    ///     points. A negative or NaN distance traps. Without `edges` it has no effect.
    ///   - velocityEstimator: How velocities are estimated; nil for the configured way, which in the library is
    ///     `automatic`.
    public init(
        directions: SwipeDirection.Set = .all, minimumDistance: Double = 25, minimumVelocity: Double = 100,
        minimumLiftVelocity: Double = 0, fingers: FingerCounts = .one, edges: Edge.Set? = nil,
        edgeDistance: Double? = nil, velocityEstimator: VelocityEstimator? = nil
    ) {
        self.directions = directions
        self.minimumDistance = minimumDistance
        self.minimumVelocity = minimumVelocity
        self.minimumLiftVelocity = minimumLiftVelocity
        self.fingers = fingers
        self.edges = edges
        self.edgeDistance = edgeDistance
        self.velocityEstimator = velocityEstimator
        requireParameters(expression)
    }

    private var expression: GestureExpression.Swipe {
        .init(
            fingers: fingers, directions: directions, minimumDistance: minimumDistance.finiteMinimum,
            minimumVelocity: minimumVelocity.finiteMinimum, minimumLiftVelocity: minimumLiftVelocity.finiteMinimum,
            edges: edges, edgeDistance: edges.flatMap { _ in edgeDistance?.finiteMinimum }, velocity: velocityEstimator)
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.swipe(expression)) { value, context in
            guard case .swipe(let swipe) = value else { return nil }
            return Value(swipe, context)
        }
    }

    /// The direction and velocity of a swipe. Lengths are in points, speeds in points per second.
    public struct Value: Hashable, Sendable {
        /// The time at which the last finger lifted.
        public var time: Timestamp
        /// The direction of ``translation`` along its larger axis.
        public var direction: SwipeDirection
        /// The velocity of the fingers' centre just before the last lift. Lifts of several fingers within 100 ms count
        /// as one lift, at the time of the first.
        @_disfavoredOverload public var velocity: Vector
        /// The centre of the fingers when the last of them lifted, without the jump that a lift would cause.
        @_disfavoredOverload public var location: Point
        /// The centre of the fingers when the last of them touched down.
        @_disfavoredOverload public var startLocation: Point
        /// The number of fingers that swiped.
        public var fingers: Int
        /// The edge at which the fingers touched down; nil if no edge was required. In a corner, it is the nearer edge.
        public var edge: Edge?
        /// If withheld, ``startLocation`` is zero and ``location`` is the translation.
        public var positions: PositionAccess

        public init(
            time: Timestamp, direction: SwipeDirection, velocity: Vector, location: Point, startLocation: Point,
            fingers: Int = 1, edge: Edge? = nil, positions: PositionAccess = .granted
        ) {
            self.time = time
            self.direction = direction
            self.velocity = velocity
            self.location = location
            self.startLocation = startLocation
            self.fingers = fingers
            self.edge = edge
            self.positions = positions
        }

        init(_ swipe: GestureValue.Swipe, _ context: GestureEventContext) {
            self.init(
                time: context.event.time, direction: swipe.direction, velocity: swipe.velocity,
                location: swipe.location, startLocation: swipe.startLocation, fingers: swipe.fingers,
                edge: swipe.edge, positions: context.positions)
        }

        /// The properties that GesturesFoundation shadows with its own of the same names.
        package var vectors: (location: Point, startLocation: Point, velocity: Vector, translation: Vector) {
            (location, startLocation, velocity, translation)
        }

        /// The displacement from ``startLocation`` to ``location``.
        @_disfavoredOverload public var translation: Vector { location - startLocation }
    }
}
