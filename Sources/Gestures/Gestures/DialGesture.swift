public import GestureAnimation
public import GestureModel

/// Fingers that circle, as on the wheel of a dial. SwiftUI has no such gesture.
///
///     DialGesture(centre: Point(x: 200, y: 200))
///         .onChanged { dial in volume = start + dial.rotation.degrees / 270 }
///
/// Around a given `centre`, the angle is that around it, and the gesture begins at 10 degrees. Without one, it is the angle
/// by which the path of the fingers turns, wherever they circle; it begins after a quarter of a circle without a corner. The
/// rotation counts from where the gesture began, and goes back when the fingers do. Several fingers move together.
public struct DialGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The angle at which the gesture begins, in either direction; nil for a quarter of a circle, or 10 degrees around a
    /// centre.
    public let minimumAngleDelta: Angle?
    /// The point around which the fingers circle, in points on the surface; nil for any.
    public let centre: Point?
    /// The accepted numbers of fingers, each 1…10.
    public let fingers: FingerCounts
    /// How velocities are estimated; nil for the configured way.
    public let velocityEstimator: VelocityEstimator?

    /// - Parameters:
    ///   - minimumAngleDelta: A negative or NaN angle traps.
    ///   - centre: In points on the surface, with coordinates from -1e9 to 1e9; any other point traps.
    ///   - fingers: The accepted numbers of fingers, each 1…10; an empty set or any other number traps.
    ///   - velocityEstimator: How velocities are estimated; nil for the configured way, which in the library is
    ///     `automatic`.
    public init(
        minimumAngleDelta: Angle? = nil, centre: Point? = nil, fingers: FingerCounts = .one,
        velocityEstimator: VelocityEstimator? = nil
    ) {
        self.minimumAngleDelta = minimumAngleDelta
        self.centre = centre
        self.fingers = fingers
        self.velocityEstimator = velocityEstimator
        requireParameters(expression)
    }

    private var expression: GestureExpression.Dial {
        .init(
            fingers: fingers, minimumAngleDelta: minimumAngleDelta?.radians.finiteMinimum, centre: centre,
            velocity: velocityEstimator)
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.dial(expression)) { value, context in
            guard case .dial(let dial) = value else { return nil }
            return Value(dial, context)
        }
    }

    /// How far the fingers have circled, and how fast.
    public struct Value: Hashable, Sendable {
        /// The time of the frame.
        public var time: Timestamp
        /// The angle since the gesture began, clockwise. It is not limited to a whole turn.
        public var rotation: Angle
        /// The rate of change of ``rotation``, per second.
        public var velocity: Angle
        /// The centre of the fingers, in points.
        public var location: Point
        /// The centre of the fingers when the last of them touched down, in points.
        public var startLocation: Point
        /// The number of fingers when the gesture began.
        public var fingers: Int
        /// If withheld, both locations are zero.
        public var positions: PositionAccess

        public init(
            time: Timestamp, rotation: Angle, velocity: Angle, location: Point, startLocation: Point, fingers: Int = 1,
            positions: PositionAccess = .granted
        ) {
            self.time = time
            self.rotation = rotation
            self.velocity = velocity
            self.location = location
            self.startLocation = startLocation
            self.fingers = fingers
            self.positions = positions
        }

        init(_ dial: GestureValue.Dial, _ context: GestureEventContext) {
            self.init(
                time: context.event.time, rotation: .radians(dial.rotation), velocity: .radians(dial.velocity),
                location: dial.location, startLocation: dial.startLocation, fingers: dial.fingers,
                positions: context.positions)
        }
    }
}
