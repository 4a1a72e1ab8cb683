public import GestureModel

/// Fingers that swipe and then rest. SwiftUI has no such gesture.
///
///     SwipeHoldGesture(directions: .up, fingers: 3)
///         .onChanged { _ in showAllWindows() }
///
/// It becomes active when the fingers have made a swipe, as a ``SwipeGesture`` requires it, and then stay within 10
/// points for `minimumDuration`. One or two fingers swipe at 250 points per second or more. From then on they may go
/// anywhere; it ends when the last of them lifts.
///
/// A swipe gesture of the same view knows nothing of the rest. `SwipeHoldGesture().exclusively(before: SwipeGesture())`
/// makes one of them.
public struct SwipeHoldGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The accepted directions; a swipe in any other direction fails.
    public let directions: SwipeDirection.Set
    /// Seconds for which the fingers rest.
    public let minimumDuration: Double
    /// In points.
    public let minimumDistance: Double
    /// The accepted numbers of fingers, each 1…10.
    public let fingers: FingerCounts

    /// - Parameters:
    ///   - directions: The accepted directions; an empty set traps.
    ///   - minimumDuration: Seconds, 0…3600; any other number traps.
    ///   - minimumDistance: In points, from where the fingers touched down to where they rest. 0, a negative or NaN
    ///     distance traps.
    ///   - fingers: The accepted numbers of fingers, each 1…10; an empty set or any other number traps.
    public init(
        directions: SwipeDirection.Set = .all, minimumDuration: Double = 0.5, minimumDistance: Double = 75,
        fingers: FingerCounts = .one
    ) {
        self.directions = directions
        self.minimumDuration = minimumDuration
        self.minimumDistance = minimumDistance
        self.fingers = fingers
        requireNumber(ofSeconds: minimumDuration, "swipeHold.minimumDuration")
        requireParameters(expression)
    }

    private var expression: GestureExpression.SwipeHold {
        .init(
            fingers: fingers, directions: directions, minimumDuration: .seconds(minimumDuration),
            minimumDistance: minimumDistance.finiteMinimum)
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.swipeHold(expression)) { value, context in
            guard case .swipeHold(let hold) = value else { return nil }
            return Value(hold, context)
        }
    }

    /// The direction of the swipe, and where the fingers are. Lengths are in points.
    public struct Value: Hashable, Sendable {
        /// The time of the frame.
        public var time: Timestamp
        /// The direction in which the fingers swiped before they rested.
        public var direction: SwipeDirection
        /// The centre of the fingers, without the jump that a lift would cause.
        public var location: Point
        /// The centre of the fingers when the last of them touched down.
        public var startLocation: Point
        /// The number of fingers that swiped.
        public var fingers: Int
        /// If withheld, ``startLocation`` is zero and ``location`` is the translation.
        public var positions: PositionAccess

        public init(
            time: Timestamp, direction: SwipeDirection, location: Point, startLocation: Point, fingers: Int = 1,
            positions: PositionAccess = .granted
        ) {
            self.time = time
            self.direction = direction
            self.location = location
            self.startLocation = startLocation
            self.fingers = fingers
            self.positions = positions
        }

        init(_ hold: GestureValue.SwipeHold, _ context: GestureEventContext) {
            self.init(
                time: context.event.time, direction: hold.direction, location: hold.location,
                startLocation: hold.startLocation, fingers: hold.fingers, positions: context.positions)
        }

        /// The displacement from ``startLocation`` to ``location``.
        public var translation: Vector { location - startLocation }
    }
}
