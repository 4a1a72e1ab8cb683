public import GestureModel

extension Thresholds {
    /// Those of one standard set.
    public subscript(standard: GestureExpression.Standard) -> Hand {
        get { standard == .touchpad ? touchpad : touchscreen }
        set { if standard == .touchpad { touchpad = newValue } else { touchscreen = newValue } }
    }

    /// What the standard set of one kind of surface goes by. Distances are points.
    public struct Hand: Hashable, Sendable {
        /// A finger's tap is shorter.
        public var tapDuration: Microseconds
        /// A tapping finger moves less.
        public var tapDistance: Double
        /// How far fingers go before it counts as motion.
        public var slop: Double
        /// The same while they may yet be tapping.
        public var earlySlop: Double
        /// How long that is.
        public var earlyTime = Microseconds.milliseconds(200)
        /// How long fingers rest until they are holding.
        public var holdDuration = Microseconds.milliseconds(500)
        /// From a tap to the touch that drags, at most; nil where one finger drags without a tap.
        public var tapDragDelay: Microseconds?
        /// The share of a touchpad's height, from its lower edge, in which a finger that rests is a thumb (libinput has
        /// 15 %).
        public var thumbZone = 0.2
        /// A finger that was down this much longer than another rests.
        public var restTime = Microseconds.milliseconds(200)
        /// From a tap to the next touch of a drum roll, at most: taps meant one by one come 172 ms after each other and
        /// more (three in four), and those of two fingers 125 ms and more.
        public var drumRollDelay = Microseconds.milliseconds(120)
        /// A finger that comes this soon after a gesture was recognised makes another one of it.
        public var lateJoin = Microseconds.milliseconds(200)

        /// Two fingers' taps on touchpads last up to 232 ms and reach 1.5 mm (95 of 100 people's); a scroll may be 2 mm.
        public static let touchpad = Hand(
            tapDuration: .milliseconds(300), tapDistance: 28, slop: 10, earlySlop: 16,
            tapDragDelay: .milliseconds(450))
        /// Until the hold is due a touch may be a tap; SwiftUI's 10 pt make it a drag. One of several fingers may go
        /// further while their centre does not.
        public static let touchscreen = Hand(
            tapDuration: .milliseconds(500), tapDistance: 16, slop: 10, earlySlop: 10, tapDragDelay: nil)
    }
}
