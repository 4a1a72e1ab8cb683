extension GestureValue {
    public struct Swipe: Hashable, Sendable {
        /// How many fingers came down for it.
        public var fingers: Int
        /// The axis that ``translation`` is mostly along.
        public var direction: SwipeDirection
        /// The centre of the fingers when the last of them lifted, without the jump that a lift would make.
        public var location: Point
        /// The centre of the places where the fingers came down.
        public var startLocation: Point
        /// Points per second, from just before the first of the fingers that left together.
        public var velocity: Vector
        /// The edge at which the fingers came down; nil where none was asked for.
        public var edge: Edge?

        public init(
            fingers: Int, direction: SwipeDirection, location: Point, startLocation: Point, velocity: Vector,
            edge: Edge? = nil
        ) {
            self.fingers = fingers
            self.direction = direction
            self.location = location
            self.startLocation = startLocation
            self.velocity = velocity
            self.edge = edge
        }

        /// `location - startLocation`.
        public var translation: Vector { location - startLocation }
    }
}
