public import GestureModel

extension MagnifyGesture {
    /// How large a magnification is, and how fast it grows.
    public struct Value: Hashable, Sendable {
        /// When the fingers were there. (SwiftUI has a `Date`.)
        public var time: Timestamp
        /// How many times as far apart the fingers are as when they came down.
        public var magnification: Double
        /// Magnification per second.
        public var velocity: Double
        /// Where ``startLocation`` is in the region that the gesture is attached to, or else on the surface; `.center` where
        /// neither is known, or places are withheld.
        public var startAnchor: UnitPoint
        /// The centre of the places where the fingers came down, in points.
        public var startLocation: Point
        /// How many fingers magnify: as many as there were when it began.
        public var fingers: Int
        /// Withheld, ``startLocation`` is zero.
        public var positions: PositionAccess

        public init(
            time: Timestamp, magnification: Double, velocity: Double, startAnchor: UnitPoint, startLocation: Point,
            fingers: Int = 2, positions: PositionAccess = .granted
        ) {
            self.time = time
            self.magnification = magnification
            self.velocity = velocity
            self.startAnchor = startAnchor
            self.startLocation = startLocation
            self.fingers = fingers
            self.positions = positions
        }

        init(_ magnify: GestureValue.Magnify, _ occurrence: GestureOccurrence) {
            self.init(
                time: occurrence.event.time, magnification: magnify.magnification, velocity: magnify.velocity,
                startAnchor: occurrence.anchor(of: magnify.startLocation), startLocation: magnify.startLocation,
                fingers: magnify.fingers, positions: occurrence.positions)
        }
    }
}
