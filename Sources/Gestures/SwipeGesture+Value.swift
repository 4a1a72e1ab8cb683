public import GestureModel

extension SwipeGesture {
    /// Where a swipe went, and how fast. Lengths are points, speeds points per second.
    public struct Value: Hashable, Sendable {
        /// When the last finger lifted.
        public var time: Timestamp
        /// The axis that ``translation`` is mostly along, and the way it went there.
        public var direction: SwipeDirection
        /// Of the fingers' centre, from just before the first of those that left together.
        public var velocity: Vector
        /// The centre of the fingers when the last of them lifted, without the jump that a lift would make.
        public var location: Point
        /// The centre of the places where the fingers came down.
        public var startLocation: Point
        /// How many fingers came down for it.
        public var fingers: Int
        /// The edge at which they came down, in a corner the nearer one; nil where none was asked for.
        public var edge: Edge?
        /// Withheld, ``startLocation`` is zero and ``location`` as far from it as the fingers came.
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

        init(_ swipe: GestureValue.Swipe, _ occurrence: GestureOccurrence) {
            self.init(
                time: occurrence.event.time, direction: swipe.direction, velocity: swipe.velocity,
                location: swipe.location, startLocation: swipe.startLocation, fingers: swipe.fingers,
                edge: swipe.edge, positions: occurrence.positions)
        }

        /// From where the fingers came down to where they left.
        public var translation: Vector { location - startLocation }
    }
}
