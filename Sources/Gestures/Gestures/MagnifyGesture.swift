public import GestureAnimation
public import GestureModel

/// Two or more fingers that move apart or towards each other. SwiftUI's gesture, for any number of fingers from two.
///
///     MagnifyGesture().onChanged { magnify in picture.scale = magnify.magnification }
///
/// For example, two fingers touch down 100 points apart, at (100, 100) and (200, 100), and move apart at 200 points per
/// second. When they lift, 120 points apart, `onEnded` receives the magnification 1.2, the velocity 2 per second, and
/// the start location (150, 100), about which the picture is scaled.
///
/// It begins when the scale, which is 1 when the last finger touches down, has changed by `minimumScaleDelta`, and
/// stays active if the fingers move back. If one of three fingers lifts, the others continue without a jump. A single
/// remaining finger changes nothing. The gesture ends when the last finger lifts.
///
/// If `minimumScaleDelta` is nil, the fingers must also pinch rather than move or turn together, by the rules of
/// ``StandardGesture``, because every scroll of two fingers changes their distance by more than a percent.
/// `MagnifyGesture(minimumScaleDelta: 0.01)` is SwiftUI's gesture, for a view on which two fingers do nothing else.
public struct MagnifyGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The change of scale at which the gesture begins: 0.01 is one percent larger or smaller. nil if the fingers must
    /// pinch rather than move together.
    public let minimumScaleDelta: Double?
    /// The accepted numbers of fingers, each 2…10.
    public let fingers: FingerCounts
    /// How velocities are estimated; nil for the configured way.
    public let velocityEstimator: VelocityEstimator?

    /// - Parameters:
    ///   - minimumScaleDelta: The change of scale at which the gesture begins, whatever else the fingers do; with 0 it
    ///     begins when the fingers are down. If it is nil, the fingers must pinch rather than move together, by the
    ///     configured delta, which is one percent by default. A negative or NaN number traps.
    ///   - fingers: The accepted numbers of fingers, each 2…10; an empty set or any other number traps.
    ///   - velocityEstimator: How velocities are estimated; nil for the configured way, which in the library is
    ///     `automatic`.
    public init(
        minimumScaleDelta: Double? = nil, fingers: FingerCounts = .twoOrMore,
        velocityEstimator: VelocityEstimator? = nil
    ) {
        self.minimumScaleDelta = minimumScaleDelta
        self.fingers = fingers
        self.velocityEstimator = velocityEstimator
        requireParameters(expression)
    }

    private var expression: GestureExpression.Magnify {
        .init(fingers: fingers, minimumScaleDelta: minimumScaleDelta?.finiteMinimum, velocity: velocityEstimator)
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.magnify(expression)) { value, context in
            guard case .magnify(let magnify) = value else { return nil }
            return Value(magnify, context)
        }
    }

    /// The scale of a magnification, and its rate of change.
    public struct Value: Hashable, Sendable {
        /// The time of the frame. (SwiftUI has a `Date`.)
        public var time: Timestamp
        /// The spread of the fingers divided by their spread at touch-down.
        public var magnification: Double
        /// The rate of change of ``magnification``, per second.
        public var velocity: Double
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
        /// The number of fingers when the magnification began.
        public var fingers: Int
        /// If withheld, both locations are zero.
        public var positions: PositionAccess

        /// - Parameter location: nil for `startLocation`.
        public init(
            time: Timestamp, magnification: Double, velocity: Double, startAnchor: UnitPoint, startLocation: Point,
            location: Point? = nil, fingers: Int = 2, positions: PositionAccess = .granted
        ) {
            self.time = time
            self.magnification = magnification
            self.velocity = velocity
            self.startAnchor = startAnchor
            self.startLocation = startLocation
            self.location = location ?? startLocation
            self.fingers = fingers
            self.positions = positions
        }

        /// - Parameter time: nil for the event's time.
        init(_ magnify: GestureValue.Magnify, _ context: GestureEventContext, at time: Timestamp? = nil) {
            self.init(
                time: time ?? context.event.time, magnification: magnify.magnification, velocity: magnify.velocity,
                startAnchor: context.anchor(of: magnify.startLocation), startLocation: magnify.startLocation,
                location: magnify.location, fingers: magnify.fingers, positions: context.positions)
        }
    }
}

/// ``MagnifyGesture`` by its name before iOS 17. Its value has the scale in `magnification`.
public typealias MagnificationGesture = MagnifyGesture
