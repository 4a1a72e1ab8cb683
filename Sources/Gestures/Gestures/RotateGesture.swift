public import GestureAnimation
public import GestureModel

/// Two or more fingers that turn about their centre. SwiftUI's gesture, for any number of fingers from two.
///
/// It begins when the fingers have turned by `minimumAngleDelta` in either direction since the last of them touched
/// down, and stays active if they turn back. If one of three fingers lifts, the others continue without a jump. A
/// single remaining finger changes nothing. The gesture ends when the last finger lifts.
///
/// If `minimumAngleDelta` is nil, the fingers must also turn rather than move together or pinch, as for
/// ``MagnifyGesture``. `RotateGesture(minimumAngleDelta: .degrees(1))` is SwiftUI's gesture.
public struct RotateGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The angle by which the fingers must turn, in either direction, before the gesture begins. nil if they must turn
    /// rather than move together or pinch.
    public let minimumAngleDelta: Angle?
    /// The accepted numbers of fingers, each 2…10.
    public let fingers: FingerCounts
    /// How velocities are estimated; nil for the configured way.
    public let velocityEstimator: VelocityEstimator?

    /// - Parameters:
    ///   - minimumAngleDelta: The angle at which the gesture begins, whatever else the fingers do; with zero it begins
    ///     when the fingers are down. If it is nil, the fingers must turn rather than move together or pinch, by the
    ///     configured angle, which is one degree by default. A negative or NaN angle traps.
    ///   - fingers: The accepted numbers of fingers, each 2…10; an empty set or any other number traps.
    ///   - velocityEstimator: How velocities are estimated; nil for the configured way, which in the library is
    ///     `automatic`.
    public init(
        minimumAngleDelta: Angle? = nil, fingers: FingerCounts = .twoOrMore,
        velocityEstimator: VelocityEstimator? = nil
    ) {
        self.minimumAngleDelta = minimumAngleDelta
        self.fingers = fingers
        self.velocityEstimator = velocityEstimator
        requireParameters(expression)
    }

    private var expression: GestureExpression.Rotate {
        .init(
            fingers: fingers, minimumAngleDelta: minimumAngleDelta?.radians.finiteMinimum, velocity: velocityEstimator)
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.rotate(expression)) { value, context in
            guard case .rotate(let rotate) = value else { return nil }
            return Value(rotate, context)
        }
    }

    /// The angle of a rotation, and its rate of change.
    public struct Value: Hashable, Sendable {
        /// The time of the frame. (SwiftUI has a `Date`.)
        public var time: Timestamp
        /// The angle by which the fingers have turned since touch-down, clockwise. It is not limited to half a turn.
        public var rotation: Angle
        /// The rate of change of ``rotation``, per second.
        public var velocity: Angle
        /// The position of ``startLocation`` in the region that the gesture is attached to, otherwise on the surface;
        /// `.center` if neither is known or positions are withheld.
        public var startAnchor: UnitPoint
        /// The centre of the fingers when the last of them touched down, in points.
        @_disfavoredOverload public var startLocation: Point
        /// The centre of the fingers, without the jump that a lift would cause: the point about which to zoom and turn.
        /// (SwiftUI's values do not have it.)
        @_disfavoredOverload public var location: Point
        /// Both locations, which GesturesFoundation shadows with CGPoints.
        package var points: (location: Point, startLocation: Point) { (location, startLocation) }
        /// The number of fingers when the rotation began.
        public var fingers: Int
        /// If withheld, both locations are zero.
        public var positions: PositionAccess

        /// - Parameter location: nil for `startLocation`.
        public init(
            time: Timestamp, rotation: Angle, velocity: Angle, startAnchor: UnitPoint, startLocation: Point,
            location: Point? = nil, fingers: Int = 2, positions: PositionAccess = .granted
        ) {
            self.time = time
            self.rotation = rotation
            self.velocity = velocity
            self.startAnchor = startAnchor
            self.startLocation = startLocation
            self.location = location ?? startLocation
            self.fingers = fingers
            self.positions = positions
        }

        /// - Parameter time: nil for the event's time.
        init(_ rotate: GestureValue.Rotate, _ context: GestureEventContext, at time: Timestamp? = nil) {
            self.init(
                time: time ?? context.event.time, rotation: .radians(rotate.rotation),
                velocity: .radians(rotate.velocity),
                startAnchor: context.anchor(of: rotate.startLocation), startLocation: rotate.startLocation,
                location: rotate.location, fingers: rotate.fingers, positions: context.positions)
        }
    }
}

/// ``RotateGesture`` by its name before iOS 17. Its value has the angle in `rotation`.
public typealias RotationGesture = RotateGesture
