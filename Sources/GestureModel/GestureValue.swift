/// What a gesture is doing. Every value is cumulative, so that a `changed` that was skipped loses nothing.
public enum GestureValue: Hashable, Sendable {
    case tap(Tap)
    case longPress(LongPress)
    case drag(Drag)
    case swipe(Swipe)
    case magnify(Magnify)
    case rotate(Rotate)
    case composition(GestureTree)

    public struct Tap: Hashable, Sendable {
        public var fingers: Int
        /// Which tap in a row this is: 2 for the second of a double tap.
        public var count: Int
        /// The centre of the fingers when they were all down.
        public var location: Point

        public init(fingers: Int, count: Int, location: Point) {
            self.fingers = fingers
            self.count = count
            self.location = location
        }
    }

    public struct LongPress: Hashable, Sendable {
        public var fingers: Int
        public var location: Point
        public var startLocation: Point
        /// Whether the fingers are down; false only in the `ended` that the lift brings.
        public var pressing: Bool
        /// Whether the minimum duration was met.
        public var completed: Bool
        /// When it will be met; nil for one that never is. Progress is (now − began) / (deadline − began), clamped.
        public var deadline: Timestamp?

        public init(
            fingers: Int, location: Point, startLocation: Point, pressing: Bool, completed: Bool, deadline: Timestamp?
        ) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.pressing = pressing
            self.completed = completed
            self.deadline = deadline
        }
    }

    public struct Drag: Hashable, Sendable {
        /// How many fingers the drag was recognised with; a finger that lifts early does not change it.
        public var fingers: Int
        /// The centre of the fingers, without the jump that a lift would make.
        public var location: Point
        /// The centre of the places where the fingers came down. Never changes during the gesture.
        public var startLocation: Point
        /// Points per second.
        public var velocity: Vector
        /// The edge at which the fingers came down; nil where none was asked for.
        public var edge: Edge?

        public init(fingers: Int, location: Point, startLocation: Point, velocity: Vector, edge: Edge? = nil) {
            self.fingers = fingers
            self.location = location
            self.startLocation = startLocation
            self.velocity = velocity
            self.edge = edge
        }

        /// `location - startLocation`.
        public var translation: Vector { location - startLocation }
        /// Where the drag would come to rest: `location + 0.25 s · velocity`, SwiftUI's projection.
        public var predictedEndLocation: Point { location + velocity * Drag.projection }
        /// `translation + 0.25 s · velocity`.
        public var predictedEndTranslation: Vector { translation + velocity * Drag.projection }

        /// SwiftUI's projection time in seconds: its public `velocity` is 4 × (predicted − current).
        public static let projection = 0.25
    }
}
