extension GestureValue {
    public struct Rotate: Hashable, Sendable {
        /// How many fingers it was recognised with; a finger that lifts early does not change it.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the places where the fingers came down. Never changes during the gesture.
        public var startLocation: Point
        /// Radians turned since the fingers came down, clockwise as one looks at the surface (y points down, as in SwiftUI).
        /// Counts on past half a turn: two whole turns are 4π.
        public var rotation: Double
        /// Radians per second.
        public var velocity: Double

        public init(fingers: Int, location: Point, startLocation: Point, rotation: Double, velocity: Double) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.rotation = rotation
            self.velocity = velocity
        }
    }
}
