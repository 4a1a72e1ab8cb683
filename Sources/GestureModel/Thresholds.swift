/// Every number recognition depends on, with its default. An expression may override its own; the rest is the daemon's
/// configuration. Distances are points (1/160 inch of real surface).
public struct Thresholds: Hashable, Sendable {
    public var tap = Tap()
    public var longPress = LongPress()
    public var drag = Drag()
    public var swipe = Swipe()
    public var edges = Edges()
    public var magnify = Magnify()
    public var rotate = Rotate()
    public var fingers = Fingers()
    public var velocity = Velocity()
    public var touchscreen = Hand.touchscreen
    public var touchpad = Hand.touchpad

    public init() {}

    public struct Tap: Hashable, Sendable {
        /// Points; a tap's contact moves less than this. SwiftUI's tap movement threshold.
        public var maximumDistance = 45.0
        /// A tap is shorter than this. SwiftUI's tap duration threshold.
        public var maximumDuration = Microseconds.milliseconds(750)
        /// From one tap's end to the next touch-down, at most. SwiftUI's multi-tap delay.
        public var maximumDelay = Microseconds.milliseconds(350)
        /// Points from the first tap of a row; one further away starts a row of its own. Android's double-tap slop.
        public var maximumSpacing = 100.0
    }

    public struct LongPress: Hashable, Sendable {
        /// SwiftUI's default.
        public var minimumDuration = Microseconds.milliseconds(500)
        /// Points; the press fails at or beyond. SwiftUI's default.
        public var maximumDistance = 10.0
    }

    public struct Drag: Hashable, Sendable {
        /// Points the centre travels before the drag begins. SwiftUI's default.
        public var minimumDistance = 10.0
    }

    public struct Swipe: Hashable, Sendable {
        /// Points from where the fingers came down to where they leave: what Android's pager asks of a fling that turns a
        /// page. The 8 pt from which it lets a list glide are within what a tap may move.
        public var minimumDistance = 25.0
        /// Points per second at the lift, 64 mm/s: what Android's pagers and drawers ask for (Flutter's drawer: 365). The
        /// 50 from which they let a list glide are a hand that is stopping.
        public var minimumVelocity = 400.0
    }

    public struct Edges: Hashable, Sendable {
        /// Points from an edge, 4.8 mm: half the width of a fingertip, so that the middle of one that touches the edge is
        /// within. lisgd's 50 px and InputPlumber's 3 % are the same on a phone and on a handheld.
        public var distance = 30.0
    }

    public struct Magnify: Hashable, Sendable {
        /// How far the scale gets from 1 before a magnification begins. SwiftUI's default.
        public var minimumScaleDelta = 0.01
    }

    public struct Rotate: Hashable, Sendable {
        /// Radians; one degree, SwiftUI's default.
        public var minimumAngleDelta = Double.pi / 180
    }

    public struct Fingers: Hashable, Sendable {
        /// Fingers that come down within this time of the first belong together: 95 in 100 second fingers of people's
        /// taps and scrolls are down within 56 ms.
        public var joinWindow = Microseconds.milliseconds(100)
        /// Fingers that leave within this time of each other leave together (a median of 22 ms apart): the gesture's last
        /// velocity is the one from before the first of them left.
        public var liftWindow = Microseconds.milliseconds(100)
    }

    public struct Velocity: Hashable, Sendable {
        public var estimator = VelocityEstimator.weightedLSQ2
        /// Samples older than this do not count. Android's and Flutter's horizon.
        public var horizon = Microseconds.milliseconds(100)
        /// A finger that has not moved for this long has stopped. Android's ASSUME_POINTER_STOPPED_TIME.
        public var stopTime = Microseconds.milliseconds(40)
    }
}

/// How velocity is estimated from the last samples.
public enum VelocityEstimator: String, Hashable, Sendable, CaseIterable {
    /// Least squares with residuals weighted by e^(-age / 20 ms), quadratic as far as the samples bear it out: least error
    /// on recorded strokes.
    case weightedLSQ2
    /// Unweighted quadratic least squares: Android's and Flutter's.
    case lsq2
    /// A quarter of the newest difference and three quarters of the one before: SwiftUI's sampler.
    case swiftUI
}

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
