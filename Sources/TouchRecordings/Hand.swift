public import GestureModel

/// What one finger does, at a position in points.
public enum Touch: Sendable {
    /// The finger with this number comes down, at x and y.
    case down(Int, Double, Double)
    /// The finger moves to x and y.
    case move(Int, Double, Double)
    /// The finger lifts where it is.
    case lift(Int)
    /// It turned out to be a palm.
    case palm(Int)
    /// Its data turned out to be faulty.
    case faulty(Int)
}

/// A synthetic hand, to test an app's gestures without a device: it makes the frames that a touchscreen would send.
///
///     let flick = Hand().down(at: Point(x: 300, y: 200)).move(to: Point(x: 100, y: 200), in: 0.15).up()
///     for frame in flick.frames { recogniser.update(frame) }
///
/// Fingers move as people's do: they speed up and brake evenly, and what the panel reports of them is a little off in
/// time and place (``Jitter``). The same calls make the same frames; another seed makes others.
public struct Hand: Sendable {
    /// How far reports are from the finger's movement. The defaults are those of people on touchscreens, measured on
    /// 2026-11-28 in 470 drags and 205 taps of one finger in recordings of phones and tablets, at 60 to 120 Hz.
    public struct Jitter: Hashable, Sendable {
        /// The standard deviation of a reported position across the movement, in points, 0 to 1e9: 0.22, which is
        /// 0.034 mm.
        public var position: Double
        /// The share of the time between two reports by which a report is early or late at most, from 0 to below 1: 0.12,
        /// between the 5th and the 95th percentile.
        public var interval: Double
        /// By how much a fingertip that taps moves between landing and lift, in points, 0 to 1e9: 5.1 in the
        /// median.
        public var roll: Double

        public init(position: Double = 0.22, interval: Double = 0.12, roll: Double = 5.1) {
            (self.position, self.interval, self.roll) = (position, interval, roll)
        }

        /// Exact reports.
        public static let none = Jitter(position: 0, interval: 0, roll: 0)
    }

    /// The frames until now, in order.
    public private(set) var frames: [TouchFrame] = []
    private var contacts: [Contact] = []
    /// Where the fingers are, without jitter.
    private var positions: [Point] = []
    private var time: Timestamp
    private var random: UInt64
    private let jitter: Jitter
    private let interval: Microseconds

    /// - Parameters:
    ///   - time: The time of the first frame.
    ///   - jitter: See ``Jitter``. A number out of range traps.
    ///   - rate: Reports per second, 1 to 100,000; otherwise this traps.
    ///   - seed: Determines the jitter.
    public init(
        at time: Timestamp = Timestamp(microseconds: 1_000_000), jitter: Jitter = Jitter(), rate: Double = 120,
        seed: UInt64 = 1
    ) {
        precondition(1...100_000 ~= rate, "a hand's rate must be 1 to 100000 reports per second, not \(rate)")
        precondition(
            0..<1 ~= jitter.interval && 0...1e9 ~= jitter.position && 0...1e9 ~= jitter.roll,
            "a hand's jitter must have an interval below 1, and a position and a roll of 0 to 1e9, not \(jitter)")
        (self.time, self.jitter, random) = (time, jitter, seed)
        interval = .seconds(1 / rate)
    }

    /// Touches down with a finger at each position, in points. Fingers that are down stay.
    public func down(at points: Point...) -> Hand {
        var hand = self
        var touches: [Touch] = []
        for point in points {
            hand.positions.append(point)
            touches.append(.down(hand.positions.count - 1, point.x, point.y))
        }
        hand.report(touches)
        return hand
    }

    /// Moves each finger, in the order in which they touched down, to its position.
    ///
    /// - Parameters:
    ///   - points: One for each finger that is down; otherwise this traps.
    ///   - seconds: The duration of the movement, above 0; otherwise this traps. People drag 100 points or more at 790
    ///     points per second in the median.
    public func move(to points: Point..., in seconds: Double) -> Hand {
        precondition(
            points.count == positions.count,
            "a hand of \(positions.count) fingers cannot move to \(points.count) points")
        precondition(seconds > 0 && seconds.isFinite, "a movement must take more than 0 s, not \(seconds)")
        var hand = self
        let begin = time
        let end = begin + max(.seconds(seconds), Microseconds(1))
        while hand.time < end {
            hand.wait()
            hand.time = min(hand.time, end)
            let share = min((hand.time - begin).seconds / seconds, 1)
            // The movement with the least jerk, which is people's.
            let way = share * share * share * (10 - share * (15 - share * 6))
            hand.positions = zip(positions, points).map { $0 + ($1 - $0) * way }
            hand.report(
                hand.positions.indices.map { index in
                    let place = hand.jittered(hand.positions[index])
                    return .move(index, place.x, place.y)
                })
        }
        return hand
    }

    /// Keeps the fingers where they are. A finger that does not move sends nothing: the recogniser's deadlines expire with
    /// the next frame, or when the app calls `expire(at:)`.
    ///
    /// - Parameter seconds: 0 or more; otherwise this traps.
    public func hold(_ seconds: Double) -> Hand {
        precondition(seconds >= 0 && seconds.isFinite, "a hand must hold for 0 s or more, not \(seconds)")
        var hand = self
        hand.time += .seconds(seconds)
        return hand
    }

    /// Lifts all fingers.
    public func up() -> Hand {
        var hand = self
        hand.wait()
        hand.report(positions.indices.map { .lift($0) })
        hand.positions = []
        return hand
    }

    /// Taps with a finger at each position, for 0.13 s as people do. The fingertips roll by ``Jitter/roll``. Traps if
    /// fingers are down.
    public func tap(at points: Point...) -> Hand {
        precondition(positions.isEmpty, "a hand with \(positions.count) fingers down cannot tap")
        var hand = self
        for point in points { hand = hand.positions.isEmpty ? hand.down(at: point) : hand.joined(by: point) }
        let begin = hand.positions
        for step in 1...4 {
            hand.time += .milliseconds(28)
            guard jitter.roll > 0 else { continue }
            hand.report(begin.indices.map { .move($0, begin[$0].x, begin[$0].y + jitter.roll * Double(step) / 4) })
        }
        return hand.up()
    }

    /// Another finger, in the frame of the last one.
    private func joined(by point: Point) -> Hand {
        var hand = self
        hand.positions.append(point)
        hand.frames.removeLast()
        hand.contacts = []
        hand.report(hand.positions.enumerated().map { .down($0.offset, $0.element.x, $0.element.y) })
        return hand
    }

    /// One frame with every finger that is down or has just lifted; fingers that are not given keep their positions. It is
    /// not added to ``frames``.
    public mutating func frame(at time: Timestamp, _ touches: [Touch]) -> TouchFrame {
        contacts.removeAll { !$0.isDown }
        for index in contacts.indices { contacts[index].phase = .stationary }
        for touch in touches {
            switch touch {
            case .down(let id, let x, let y):
                contacts.append(Contact(id: id, phase: .began, position: Point(x: x, y: y)))
            case .move(let id, let x, let y): change(id, .moved) { $0.position = Point(x: x, y: y) }
            case .lift(let id): change(id, .ended) { _ in }
            case .palm(let id): change(id, .palm) { _ in }
            case .faulty(let id): change(id, .faulty) { _ in }
            }
        }
        return TouchFrame(time: time, contacts: contacts)
    }

    private mutating func change(_ id: Int, _ phase: Contact.Phase, _ body: (inout Contact) -> Void) {
        guard let index = contacts.firstIndex(where: { $0.id == id && $0.isDown }) else {
            preconditionFailure("finger \(id) is not down")
        }
        contacts[index].phase = phase
        body(&contacts[index])
    }

    private mutating func report(_ touches: [Touch]) { frames.append(frame(at: time, touches)) }

    /// Waits for the next report.
    private mutating func wait() {
        let late = jitter.interval * (2 * nextShare() - 1)
        time += .seconds(interval.seconds * (1 + late))
    }

    private mutating func jittered(_ point: Point) -> Point {
        Point(x: point.x + jitter.position * nextNormal(), y: point.y + jitter.position * nextNormal())
    }

    /// A number with a mean of 0 and a standard deviation of 1: the sum of twelve even ones is nearly normal.
    private mutating func nextNormal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + nextShare() } }

    /// A number from 0 to 1 (SplitMix64).
    private mutating func nextShare() -> Double {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (random ^ (random >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
    }
}
