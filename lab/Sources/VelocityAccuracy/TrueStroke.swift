// sin and cos.
internal import Glibc
public import GestureModel
public import Strokes

/// A stroke whose velocity is known at every moment: a path and a law of speed.
///
/// Lengths are points, times seconds from the touch.
public struct TrueStroke: Sendable {
    public enum Law: CaseIterable, Sendable {
        /// From rest to rest, as hands move (Flash and Hogan's minimum jerk).
        case drag
        /// A drag's first half: the finger leaves at full speed.
        case flick
        /// A drag's second half: from full speed to rest.
        case braking
        case constant
    }

    public var law: Law
    public var duration: Double
    public var length: Double
    /// Radians, of the first step.
    public var heading: Double
    /// Radians by which the path turns from its beginning to its end, on an arc; 0 is a line.
    public var turn: Double

    public init(law: Law, duration: Double, length: Double, heading: Double = 0, turn: Double = 0) {
        self.law = law
        self.duration = duration
        self.length = length
        self.heading = heading
        self.turn = turn
    }

    /// Flicks last as long as people's (80 to 250 ms), the others 0.2 to 1.2 s; 20 to 60 mm, one in three on an arc.
    public init(_ law: Law, _ random: inout SplitMix64) {
        let span = law == .flick ? 0.08...0.25 : 0.2...1.2
        self.init(
            law: law, duration: random.fraction(in: span), length: random.fraction(in: 125...380),
            heading: random.fraction(in: 0...2 * .pi), turn: 0)
        let turn = random.fraction(in: -2...2)
        if random.fraction() < 1.0 / 3 { self.turn = turn }
    }

    public func position(at time: Double) -> Point {
        let distance = length * law.progress(time / duration).share
        let half = turn * distance / length / 2
        // A chord to its arc.
        let chord = half == 0 ? 1 : sin(half) / half
        return .zero + Vector(dx: cos(heading + half), dy: sin(heading + half)) * (distance * chord)
    }

    /// Points per second.
    public func velocity(at time: Double) -> Vector {
        let (share, rate) = law.progress(time / duration)
        let angle = heading + turn * share
        return Vector(dx: cos(angle), dy: sin(angle)) * (length * rate / duration)
    }
}

extension TrueStroke.Law {
    /// The share of the path done after a share of the time, and its derivative.
    fileprivate func progress(_ time: Double) -> (share: Double, rate: Double) {
        switch self {
        case .drag: return Self.minimumJerk(time)
        case .flick:
            let half = Self.minimumJerk(time / 2)
            return (half.share * 2, half.rate)
        case .braking:
            let half = Self.minimumJerk((1 + time) / 2)
            return (half.share * 2 - 1, half.rate)
        case .constant: return (time, 1)
        }
    }

    private static func minimumJerk(_ t: Double) -> (share: Double, rate: Double) {
        (t * t * t * (10 - 15 * t + 6 * t * t), 30 * t * t * (1 - t) * (1 - t))
    }
}

extension SplitMix64 {
    public mutating func fraction(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * fraction()
    }
}
