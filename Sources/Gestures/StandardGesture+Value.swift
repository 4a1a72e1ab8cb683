public import GestureModel

extension StandardGesture {
    /// What a hand did.
    public enum Value: Hashable, Sendable {
        /// Fingers that left soon, and went nowhere.
        case tap(Tap)
        /// Fingers that rest.
        case longPress(LongPress)
        /// Fingers that move as one; on a touchpad two or more, or one right after a tap.
        case drag(DragGesture.Value)
        /// Two fingers or more that part, close up or turn.
        case pinch(Pinch)

        init(_ reading: StandardReading, _ occurrence: GestureOccurrence) {
            let positions = occurrence.positions
            switch reading {
            case .tap(let tap):
                self = .tap(
                    Tap(fingers: tap.fingers, count: tap.count, location: tap.location, positions: positions))
            case .longPress(let press):
                self = .longPress(
                    LongPress(fingers: press.fingers, location: press.location, positions: positions))
            case .drag(let drag): self = .drag(DragGesture.Value(drag, occurrence))
            case .pinch(let magnify, let rotate):
                self = .pinch(
                    Pinch(
                        magnify: MagnifyGesture.Value(magnify, occurrence),
                        rotate: RotateGesture.Value(rotate, occurrence)))
            }
        }
    }

    /// Fingers that tapped.
    public struct Tap: Hashable, Sendable {
        /// How many tapped together.
        public var fingers: Int
        /// Which tap in a row it is: 2 for the second of a double tap. Each is told, the first one too.
        public var count: Int
        /// The centre of the places where they came down, in points.
        public var location: Point
        /// Withheld, ``location`` is zero.
        public var positions: PositionAccess

        public init(fingers: Int = 1, count: Int = 1, location: Point, positions: PositionAccess = .granted) {
            self.fingers = fingers
            self.count = count
            self.location = location
            self.positions = positions
        }
    }

    /// Fingers that have rested for half a second.
    public struct LongPress: Hashable, Sendable {
        public var fingers: Int
        /// Their centre when it was complete, in points.
        public var location: Point
        /// Withheld, ``location`` is zero.
        public var positions: PositionAccess

        public init(fingers: Int = 1, location: Point, positions: PositionAccess = .granted) {
            self.fingers = fingers
            self.location = location
            self.positions = positions
        }
    }

    /// A magnification and a rotation of the same fingers.
    public struct Pinch: Hashable, Sendable {
        public var magnify: MagnifyGesture.Value
        public var rotate: RotateGesture.Value

        public init(magnify: MagnifyGesture.Value, rotate: RotateGesture.Value) {
            self.magnify = magnify
            self.rotate = rotate
        }
    }
}
