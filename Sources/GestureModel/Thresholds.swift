/// The thresholds of recognition, with their defaults. The daemon's configuration can set most of them, in the sections
/// that `sections` lists, and an expression can override those of its gestures. Distances are points (1/160 inch of
/// real surface).
public struct Thresholds: Hashable, Sendable {
    /// Thresholds of ``GestureExpression/Tap``.
    public var tap = Tap()
    /// Thresholds of ``GestureExpression/LongPress``.
    public var longPress = LongPress()
    /// Thresholds of ``GestureExpression/Drag``.
    public var drag = Drag()
    /// Thresholds of ``GestureExpression/Swipe``.
    public var swipe = Swipe()
    /// Thresholds of drags and swipes that begin at an edge.
    public var edges = Edges()
    /// Thresholds of ``GestureExpression/Magnify``.
    public var magnify = Magnify()
    /// Thresholds of ``GestureExpression/Rotate``.
    public var rotate = Rotate()
    /// How much a drawn shape must be like its template.
    public var stroke = Stroke()
    /// Thresholds of ``GestureExpression/SwipeHold``.
    public var swipeHold = SwipeHold()
    /// Thresholds of ``GestureExpression/Dial``.
    public var dial = Dial()
    /// The times within which fingers count as coming down or lifting together.
    public var fingers = Fingers()
    /// How the velocity of every gesture is estimated.
    public var velocity = Velocity()
    /// Thresholds of the standard set on touchscreens.
    public var touchscreen = StandardSet.touchscreen
    /// Thresholds of the standard set on touchpads.
    public var touchpad = StandardSet.touchpad

    /// Creates the defaults.
    public init() {}

    /// When fingers that touch and lift are a tap, and when taps form a row.
    public struct Tap: Hashable, Sendable {
        /// Points; a tap's contact moves less than this. SwiftUI's tap movement threshold.
        public var maximumDistance = 45.0
        /// A tap is shorter than this. SwiftUI's tap duration threshold.
        public var maximumDuration = Microseconds.milliseconds(750)
        /// The longest time from one tap's end to the next touch-down: SwiftUI's multi-tap delay.
        public var maximumDelay = Microseconds.milliseconds(350)
        /// Points from the first tap of a row; a tap further away starts a new row. Android's double-tap slop.
        public var maximumSpacing = 100.0
    }

    /// When fingers that stay down are a long press.
    public struct LongPress: Hashable, Sendable {
        /// SwiftUI's default.
        public var minimumDuration = Microseconds.milliseconds(500)
        /// Points; the press fails at this distance. SwiftUI's default.
        public var maximumDistance = 10.0
    }

    /// When fingers that move are a drag.
    public struct Drag: Hashable, Sendable {
        /// How many points the centre travels before the drag begins. SwiftUI's default.
        public var minimumDistance = 10.0
    }

    /// When fingers that move are a swipe.
    public struct Swipe: Hashable, Sendable {
        /// Points from touch-down to lift: Android's pager requires this distance of a fling that turns a page. The
        /// 8 pt that Android requires of a fling that scrolls a list would be within a tap's distance.
        public var minimumDistance = 25.0
        /// Points per second on the fastest part of the path, 16 mm/s: UIKit's swipe covers 50 points in half a second.
        /// Recorded swipes of three fingers reach 146 or more on their fastest 25 points.
        public var minimumVelocity = 100.0
        /// Points per second at the lift. Hands often stop before they lift: eight recorded swipes end at 0 to 16.
        /// Android's pagers and drawers require 400 of a flick (Flutter's drawer: 365).
        public var minimumLiftVelocity = 0.0
    }

    /// When fingers count as coming down at an edge of the surface.
    public struct Edges: Hashable, Sendable {
        /// Points from an edge, 4.8 mm: half the width of a fingertip, so that the strip contains the centre of a
        /// finger that touches the edge. lisgd's 50 px on a phone and InputPlumber's 3 % on a handheld are about the
        /// same.
        public var distance = 30.0
    }

    /// When fingers that move apart or together are a magnification.
    public struct Magnify: Hashable, Sendable {
        /// How far the scale differs from 1 when a magnification begins. SwiftUI's default.
        public var minimumScaleDelta = 0.01
    }

    /// When fingers that turn are a rotation.
    public struct Rotate: Hashable, Sendable {
        /// Radians; one degree, SwiftUI's default.
        public var minimumAngleDelta = Double.pi / 180
    }

    /// How much a drawn shape must be like its template.
    public struct Stroke: Hashable, Sendable {
        /// 0…1. The score is the cosine of the angle between the path's shape and the template's, each a vector of 32
        /// numbers; 0.85 is an angle of 32°. The score is lower if only one of the two is a straight line.
        public var minimumScore = 0.85
    }

    /// When fingers that have swiped rest.
    public struct SwipeHold: Hashable, Sendable {
        /// As for a long press.
        public var minimumDuration = Microseconds.milliseconds(500)
        /// Points, 12 mm. One finger that scrolls a page by less often rests before it lifts.
        public var minimumDistance = 75.0
    }

    /// When fingers that circle are a dial.
    public struct Dial: Hashable, Sendable {
        /// Radians; a quarter of a circle. The path of a thumb that scrolls bends by less.
        public var minimumAngleDelta = Double.pi / 2
    }

    /// When several fingers come down together, and when they lift together.
    public struct Fingers: Hashable, Sendable {
        /// Fingers that come down within this time of the first belong together: in 95 of 100 recorded taps and
        /// scrolls, the second finger is down within 56 ms.
        public var joinWindow = Microseconds.milliseconds(100)
        /// Fingers lift together if they lift within this time after the first of them. The gesture's final velocity is
        /// the velocity before the first of these lifts. The median time between such lifts is 22 ms.
        public var liftWindow = Microseconds.milliseconds(100)
    }

    /// How velocity is estimated, and over how long a time.
    public struct Velocity: Hashable, Sendable {
        /// The algorithm.
        public var estimator = VelocityEstimator.automatic
        /// The largest age of a sample that counts. Android's and Flutter's horizon.
        public var horizon = Microseconds.milliseconds(100)
        /// A finger that has not moved for this long has stopped. Android's ASSUME_POINTER_STOPPED_TIME.
        public var stopTime = Microseconds.milliseconds(40)
    }
}

/// How velocity is estimated from the last samples.
public enum VelocityEstimator: String, Hashable, Sendable, CaseIterable {
    /// ``weightedLSQ2`` while the fingers move. At the lift ``lsq2``, as in Android, Chromium and Flutter when they
    /// start a fling; its velocity is bounded, so that it never reverses a motion.
    case automatic
    /// Least squares with residuals weighted by e^(-age / 20 ms). The result lies between the slopes of a line and of a
    /// parabola: the better the parabola fits, the closer to its slope. It has the least error on recorded strokes.
    case weightedLSQ2
    /// Unweighted quadratic least squares, as in Android and Flutter.
    case lsq2
    /// A quarter of the newest difference quotient and three quarters of the one before it: SwiftUI's sampler.
    case swiftUI
}

extension Thresholds {
    /// By this factor fingers that first moved together part or close up if they pinch. In a scroll of two fingers on a
    /// touchpad, their distance changes by less in 95 of 100; in a pinch by 2.6 in the median.
    package static let lateScale = 1.4

    /// The thresholds of one standard set.
    public subscript(standard: GestureExpression.Standard) -> StandardSet {
        get { standard == .touchpad ? touchpad : touchscreen }
        set { if standard == .touchpad { touchpad = newValue } else { touchscreen = newValue } }
    }

    /// The thresholds of the standard set on one kind of surface. Distances are points.
    public struct StandardSet: Hashable, Sendable {
        /// The duration that a tap stays below.
        public var tapDuration: Microseconds
        /// The distance that a tapping finger stays below.
        public var tapDistance: Double
        /// The distance from which fingers count as moving.
        public var slop: Double
        /// The slop within ``earlyTime``, while a tap is likely.
        public var earlySlop: Double
        /// How long ``earlySlop`` applies after a contact came down or lifted, or the button was pressed or released.
        /// For contacts that move side by side, ``slop`` applies from the start.
        public var earlyTime = Microseconds.milliseconds(200)
        /// How long fingers rest before they count as holding.
        public var holdDuration = Microseconds.milliseconds(500)
        /// The longest time from a tap to the touch that drags; nil if one finger drags without a tap.
        public var tapDragDelay: Microseconds?
        /// Points from a touchpad's lower edge, 7 mm, within which a resting contact is a thumb. Resting thumbs reach
        /// in from below and lie 2 to 5 mm above that edge; fingers that rest on purpose lie 9.5 mm or more above it.
        public var thumbZone = 44.0
        /// How long a finger must have been down before it can count as resting next to one that moves or taps.
        public var restTime = Microseconds.milliseconds(200)
        /// The longest time from a tap to the next touch of a drum roll: a quick series in which each finger taps
        /// separately. Three in four single taps that are meant separately follow the previous tap after 172 ms or
        /// more; taps of two fingers follow it after 125 ms or more.
        public var drumRollDelay = Microseconds.milliseconds(120)
        /// A finger that comes down within this time after recognition restarts the gesture with all fingers.
        public var lateJoin = Microseconds.milliseconds(200)
        /// How long a drag may still be reclassified as a pinch, or a pinch as a drag.
        public var revisionTime = Microseconds.milliseconds(150)

        /// On a touchscreen, a finger of several taps up to this multiple of ``tapDistance``, because it lands flatter.
        package static let rollShareOfSeveral = 1.6

        /// Of recorded two-finger taps on touchpads, 95 in 100 last up to 232 ms and move up to 1.5 mm; a scroll can be
        /// as short as 2 mm.
        public static let touchpad = StandardSet(
            tapDuration: .milliseconds(300), tapDistance: 28, slop: 10, earlySlop: 16,
            tapDragDelay: .milliseconds(450))
        /// A touch can be a tap until the hold is due. Motion of 10 pt, SwiftUI's distance, makes it a drag, unless the
        /// fingertip has only rolled: it does so by up to 4 mm. No recorded drag is shorter.
        public static let touchscreen = StandardSet(
            tapDuration: .milliseconds(500), tapDistance: 28, slop: 10, earlySlop: 10, tapDragDelay: nil)
    }
}

/// One number of ``Thresholds``: its name, key path and unit, and the values that a configuration may set.
package struct Threshold: Sendable {
    package let name: String
    /// A sentence for the configuration file and the documents.
    package let meaning: String
    package let unit: Unit
    /// In ``unit``; nil if the threshold cannot be configured.
    package let range: ClosedRange<Double>?
    private let path: Path

    /// The unit in a configuration.
    package enum Unit: String, Sendable {
        case points
        case pointsPerSecond = "points per second"
        case seconds
        /// ``Thresholds`` has the number in radians.
        case degrees
        /// A scale or a score.
        case number
    }

    private enum Path: Sendable {
        case number(any WritableKeyPath<Thresholds, Double> & Sendable)
        case duration(any WritableKeyPath<Thresholds, Microseconds> & Sendable)
        case optionalDuration(any WritableKeyPath<Thresholds, Microseconds?> & Sendable)
    }

    private init(_ name: String, _ unit: Unit, _ path: Path, _ range: ClosedRange<Double>?, _ meaning: String) {
        self.name = name
        self.meaning = meaning
        self.unit = unit
        self.range = range
        self.path = path
    }

    static func number(
        _ name: String, _ path: any WritableKeyPath<Thresholds, Double> & Sendable, in unit: Unit = .points,
        _ range: ClosedRange<Double>?, _ meaning: String
    ) -> Threshold {
        Threshold(name, unit, .number(path), range, meaning)
    }

    static func seconds(
        _ name: String, _ path: any WritableKeyPath<Thresholds, Microseconds> & Sendable, _ range: ClosedRange<Double>?,
        _ meaning: String
    ) -> Threshold {
        Threshold(name, .seconds, .duration(path), range, meaning)
    }

    static func optionalSeconds(
        _ name: String, _ path: any WritableKeyPath<Thresholds, Microseconds?> & Sendable, _ meaning: String
    ) -> Threshold {
        Threshold(name, .seconds, .optionalDuration(path), nil, meaning)
    }

    fileprivate var keyPath: PartialKeyPath<Thresholds> {
        switch path {
        case .number(let path): path
        case .duration(let path): path
        case .optionalDuration(let path): path
        }
    }

    // MARK: In the unit of `Thresholds`

    func number(in thresholds: Thresholds) -> Double? {
        if case .number(let path) = path { thresholds[keyPath: path] } else { nil }
    }

    func duration(in thresholds: Thresholds) -> Microseconds? {
        switch path {
        case .number: nil
        case .duration(let path): thresholds[keyPath: path]
        case .optionalDuration(let path): thresholds[keyPath: path]
        }
    }

    func set(_ number: Double, in thresholds: inout Thresholds) {
        if case .number(let path) = path { thresholds[keyPath: path] = number }
    }

    func set(_ duration: Microseconds, in thresholds: inout Thresholds) {
        switch path {
        case .number: break
        case .duration(let path): thresholds[keyPath: path] = duration
        case .optionalDuration(let path): thresholds[keyPath: path] = duration
        }
    }

    // MARK: In the unit of the configuration

    /// Returns the value in ``unit``; nil if the threshold is not set.
    package func value(in thresholds: Thresholds) -> Double? {
        let number = number(in: thresholds) ?? duration(in: thresholds)?.seconds
        return unit == .degrees ? number.map { $0 * 180 / .pi } : number
    }

    package func setValue(_ value: Double, in thresholds: inout Thresholds) {
        switch unit {
        case .seconds: set(.seconds(value), in: &thresholds)
        case .degrees: set(value * .pi / 180, in: &thresholds)
        case .points, .pointsPerSecond, .number: set(value, in: &thresholds)
        }
    }
}

// MARK: - The sections of a configuration

extension Thresholds {
    /// The thresholds of one section of a configuration.
    package struct Section: Sendable {
        package let name: String
        package let thresholds: [Threshold]
    }

    /// All thresholds: first those of single gestures, then those of edges, standard sets, fingers and velocity.
    package static let sections =
        GestureName.allCases.map { Section(name: $0.rawValue, thresholds: $0.gesture.thresholds) }
        .filter { !$0.thresholds.isEmpty } + [
            Section(name: "edges", thresholds: [edgeDistance]),
            Section(name: "touchscreen", thresholds: standardSet(.touchscreen)),
            Section(name: "touchpad", thresholds: standardSet(.touchpad)),
            Section(name: "fingers", thresholds: fingers),
            Section(name: "velocity", thresholds: velocity),
        ]

    /// Returns the section and the key that set a threshold, such as `[tap] maximumDistance`; nil if none does.
    package static func setting(of threshold: PartialKeyPath<Thresholds>) -> String? {
        find(threshold).map { "[\($0.section)] \($0.threshold.name)" }
    }

    static func find(_ threshold: PartialKeyPath<Thresholds>) -> (section: String, threshold: Threshold)? {
        for section in sections {
            guard let found = section.thresholds.first(where: { $0.keyPath == threshold }) else { continue }
            return (section.name, found)
        }
        return nil
    }

    /// The name, such as `tap.maximumDistance`, and the value of the first threshold that is negative or not a number;
    /// nil if there is none.
    package var problem: (name: String, value: Double)? {
        for section in Thresholds.sections {
            for threshold in section.thresholds {
                guard let value = threshold.value(in: self), !(value >= 0) else { continue }
                return ("\(section.name).\(threshold.name)", value)
            }
        }
        return nil
    }

    static let edgeDistance = Threshold.number(
        "distance", \.edges.distance, 0...10_000,
        "How near to an edge the fingers of a gesture that starts there come down.")

    private static let fingers: [Threshold] = [
        .seconds(
            "joinWindow", \.fingers.joinWindow, 0...1,
            "Fingers that come down within this time of the first belong together."),
        .seconds(
            "liftWindow", \.fingers.liftWindow, 0...1,
            "Fingers that leave within this time of each other leave together; the velocity is from before the first."),
    ]

    private static let velocity: [Threshold] = [
        .seconds("horizon", \.velocity.horizon, 0.01...1, "Movement longer ago than this does not count."),
        .seconds(
            "stopTime", \.velocity.stopTime, 0.01...1,
            "A finger that has not moved for this long has stopped: its velocity is zero."),
    ]

    /// Returns the thresholds of a standard set. The last four apply only to touchpads, so they cannot be configured
    /// for touchscreens; `tapDragDelay` cannot be configured at all.
    private static func standardSet(_ kind: GestureExpression.Standard) -> [Threshold] {
        let isTouchpad = kind == .touchpad
        return [
            .seconds(
                "tapDuration", \.[kind].tapDuration, 0.01...10,
                "A finger of the standard set's taps is down for less than this."),
            .number(
                "tapDistance", \.[kind].tapDistance, 1...10_000,
                "A finger of the standard set's taps moves less than this."),
            .number(
                "slop", \.[kind].slop, 1...10_000, "How far fingers go before it counts as motion."),
            .number(
                "earlySlop", \.[kind].earlySlop, 1...10_000,
                "The slop for the time `earlyTime` after a finger came down or lifted."),
            .seconds("earlyTime", \.[kind].earlyTime, 0...10, "How long `earlySlop` applies."),
            .seconds(
                "holdDuration", \.[kind].holdDuration, 0.01...60,
                "How long fingers rest before they are a long press."),
            .seconds(
                "lateJoin", \.[kind].lateJoin, 0...10,
                "A finger that comes down within this time after recognition restarts the gesture with all fingers."),
            .seconds(
                "revisionTime", \.[kind].revisionTime, 0...10,
                "For how long a drag may turn out to be a pinch, or a pinch a drag."),
            .number(
                "thumbZone", \.[kind].thumbZone, isTouchpad ? 0...10_000 : nil,
                "How far from the lower edge a finger that rests is a thumb."),
            .seconds(
                "restTime", \.[kind].restTime, isTouchpad ? 0...10 : nil,
                "A finger that was down so much longer than another rests."),
            .seconds(
                "drumRollDelay", \.[kind].drumRollDelay, isTouchpad ? 0...10 : nil,
                "From a tap to the next touch of a drum roll, at most."),
            .optionalSeconds(
                "tapDragDelay", \.[kind].tapDragDelay, "From a tap to the touch that drags, at most."),
        ]
    }
}
