extension GestureValue {
    public struct Magnify: Hashable, Sendable {
        /// How many fingers it was recognised with; a finger that lifts early does not change it.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the places where the fingers came down. Never changes during the gesture.
        public var startLocation: Point
        /// The scale since the fingers came down: 1 there, 2 where they are twice as far apart. Above 0.
        public var magnification: Double
        /// Magnification per second.
        public var velocity: Double

        public init(fingers: Int, location: Point, startLocation: Point, magnification: Double, velocity: Double) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.magnification = magnification
            self.velocity = velocity
        }
    }
}
