public import GestureModel
public import Strokes

/// Estimates that point against a motion that has not turned back for as long as they look back.
public struct Reversals: Hashable, Sendable {
    /// Components of estimates in whose axis the motion had not turned back.
    public private(set) var instants = 0
    /// Those with the opposite sign, by more than ``tolerance``.
    public private(set) var count = 0

    /// Points per second: more than what rounding makes of zero, less than any motion.
    public static let tolerance = 1e-6

    public init() {}

    /// - Parameter horizon: How far back estimates look.
    public mutating func add(_ estimates: [Vector], of trace: Trace, horizon: Microseconds) {
        var (x, y) = (Axis(), Axis())
        for index in trace.samples.indices.dropFirst() {
            let (from, to) = (trace.samples[index - 1], trace.samples[index])
            let step = to.position - from.position
            x.apply(step.dx, from: from.time)
            y.apply(step.dy, from: from.time)
            add(estimates[index].dx, x.direction(at: to.time, horizon))
            add(estimates[index].dy, y.direction(at: to.time, horizon))
        }
    }

    /// - Parameter direction: 1 or -1; 0 for a motion that rested or turned.
    private mutating func add(_ estimate: Double, _ direction: Double) {
        guard direction != 0 else { return }
        instants += 1
        if estimate * direction < -Self.tolerance { count += 1 }
    }

    /// When the last step to either side began.
    private struct Axis {
        var ahead: Timestamp?
        var back: Timestamp?

        mutating func apply(_ step: Double, from time: Timestamp) {
            if step > 0 { ahead = time }
            if step < 0 { back = time }
        }

        /// Of the steps that began at most `horizon` ago, where all that are not rest agree.
        func direction(at time: Timestamp, _ horizon: Microseconds) -> Double {
            let isAhead = ahead.map { time - $0 <= horizon } ?? false
            let isBack = back.map { time - $0 <= horizon } ?? false
            return isAhead == isBack ? 0 : isAhead ? 1 : -1
        }
    }
}

extension Trace {
    /// A motion to the right and up that only ever goes on, rests, starts and stops abruptly; drawn at random.
    public static func monotone(samples count: Int, _ random: inout SplitMix64) -> Trace {
        var trace = Trace()
        var sample = Sample(time: Timestamp(microseconds: 1_000_000), position: Point(x: 0, y: 0))
        var speed = Vector.zero
        let rate = random.fraction(in: 60...1000)
        for _ in 0..<count {
            trace.append(sample)
            // Every few samples another speed; stamps are up to a third of the interval off.
            if random.fraction() < 0.15 { speed = Vector(dx: random.gait(), dy: -random.gait()) }
            let step = random.fraction(in: 0.67...1.33) / rate
            let unevenness = random.fraction(in: 0...2)
            sample.time = sample.time + Microseconds(max(1, Int64((step * 1_000_000).rounded())))
            sample.position = sample.position + speed * (step * unevenness)
        }
        return trace
    }
}

extension SplitMix64 {
    /// Points per second: rest as often as not, else anything from a creep to a fling.
    fileprivate mutating func gait() -> Double {
        let (moves, share) = (fraction() < 0.5, fraction())
        return moves ? 8000 * share * share * share : 0
    }
}
