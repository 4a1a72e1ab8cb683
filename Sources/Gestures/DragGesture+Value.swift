public import GestureModel

extension DragGesture {
    /// Where a drag is, and where it is going. Lengths are points, speeds points per second.
    public struct Value: Hashable, Sendable {
        /// When the fingers were there. (SwiftUI has a `Date`.)
        public var time: Timestamp
        /// The centre of the fingers.
        public var location: Point
        /// The centre of the places where the fingers came down.
        public var startLocation: Point
        /// Of the centre; zero where the fingers had stopped for 40 ms. In the value that a drag ends with, from just before the
        /// first of its last fingers lifted.
        public var velocity: Vector
        /// How many fingers drag: as many as there were when it began.
        public var fingers: Int
        /// The edge at which they came down, in a corner the nearer one; nil where none was asked for.
        public var edge: Edge?
        /// Withheld, ``startLocation`` is zero and ``location`` as far from it as the fingers have come.
        public var positions: PositionAccess

        public init(
            time: Timestamp, location: Point, startLocation: Point, velocity: Vector, fingers: Int = 1,
            edge: Edge? = nil, positions: PositionAccess = .granted
        ) {
            self.time = time
            self.location = location
            self.startLocation = startLocation
            self.velocity = velocity
            self.fingers = fingers
            self.edge = edge
            self.positions = positions
        }

        init(_ drag: GestureValue.Drag, _ occurrence: GestureOccurrence) {
            self.init(
                time: occurrence.event.time, location: drag.location, startLocation: drag.startLocation,
                velocity: drag.velocity, fingers: drag.fingers, edge: drag.edge, positions: occurrence.positions)
        }

        /// From where it started to where it is.
        public var translation: Vector { location - startLocation }
        /// Where the fingers would come to rest: a quarter of a second's way on, as SwiftUI predicts it.
        public var predictedEndLocation: Point { location + velocity * GestureValue.Drag.projection }
        /// The translation there would be at ``predictedEndLocation``.
        public var predictedEndTranslation: Vector { translation + velocity * GestureValue.Drag.projection }

        /// The translation of something that is let go of now and slides until it comes to rest.
        ///
        /// At the normal rate it goes twice as far as the fingers are predicted to.
        public func projectedOffset(decelerationRate: DecelerationRate = .normal) -> Vector {
            translation + velocity.projectedOffset(decelerationRate: decelerationRate)
        }
    }
}
