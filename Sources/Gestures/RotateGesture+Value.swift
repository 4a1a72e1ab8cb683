public import GestureModel

extension RotateGesture {
    /// How far a rotation is, and how fast it turns.
    public struct Value: Hashable, Sendable {
        /// When the fingers were there. (SwiftUI has a `Date`.)
        public var time: Timestamp
        /// How far the fingers have turned since they came down, clockwise; it counts on past half a turn.
        public var rotation: Angle
        /// Per second.
        public var velocity: Angle
        /// Where ``startLocation`` is in the region that the gesture is attached to, or else on the surface; `.center` where
        /// neither is known, or places are withheld.
        public var startAnchor: UnitPoint
        /// The centre of the places where the fingers came down, in points.
        public var startLocation: Point
        /// How many fingers rotate: as many as there were when it began.
        public var fingers: Int
        /// Withheld, ``startLocation`` is zero.
        public var positions: PositionAccess

        public init(
            time: Timestamp, rotation: Angle, velocity: Angle, startAnchor: UnitPoint, startLocation: Point,
            fingers: Int = 2, positions: PositionAccess = .granted
        ) {
            self.time = time
            self.rotation = rotation
            self.velocity = velocity
            self.startAnchor = startAnchor
            self.startLocation = startLocation
            self.fingers = fingers
            self.positions = positions
        }

        init(_ rotate: GestureValue.Rotate, _ occurrence: GestureOccurrence) {
            self.init(
                time: occurrence.event.time, rotation: .radians(rotate.rotation), velocity: .radians(rotate.velocity),
                startAnchor: occurrence.anchor(of: rotate.startLocation), startLocation: rotate.startLocation,
                fingers: rotate.fingers, positions: occurrence.positions)
        }
    }
}
