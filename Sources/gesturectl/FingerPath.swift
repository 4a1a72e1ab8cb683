internal import GestureModel
internal import Glibc

/// Where one finger was, and when.
struct FingerPath {
    private(set) var steps: [(time: Timestamp, position: Point)] = []
    /// False if steps were left out.
    private(set) var isComplete = true
    /// Where the finger came down: before the first step, if it was held back.
    private let origin: Point
    /// The displacement from there to the farthest position, in points.
    private(set) var reach = Vector.zero
    /// The longest time without a report in which the finger went far; nil if every report came in time.
    private(set) var gap: (start: Timestamp, end: Timestamp, distance: Double)?

    /// Longer paths are thinned out: a hand may rest for hours.
    private static let limit = 4096
    /// Panels report a finger that moves at least every 20 ms.
    private static let silence = Microseconds.milliseconds(80)
    /// In points, 5 mm. A finger that rests is not reported.
    private static let leap = 31.5

    init(from origin: Point) { self.origin = origin }

    mutating func move(to position: Point, at time: Timestamp) {
        if let last = steps.last {
            guard position != last.position else { return }
            let distance = (position - last.position).length
            if time - last.time >= Self.silence, distance >= Self.leap, distance > gap?.distance ?? 0 {
                gap = (last.time, time, distance)
            }
        }
        if steps.count >= Self.limit {
            steps = stride(from: 0, to: steps.count, by: 2).map { steps[$0] }
            isComplete = false
        }
        steps.append((time, position))
        let displacement = position - origin
        if displacement.length > reach.length { reach = displacement }
    }

    /// Returns the position at a time; that of the touch-down for earlier times.
    func position(at time: Timestamp) -> Point? {
        (steps.last { $0.time <= time } ?? steps.first)?.position
    }

    /// Returns when the finger had first gone this share of its ``reach``; nil if it never moved.
    func time(ofShare share: Double) -> Timestamp? {
        guard reach.length > 0 else { return nil }
        return steps.first { ($0.position - origin).length >= share * reach.length }?.time
    }
}

/// How several fingers moved since the last of them came down or lifted: together, and relative to each other. The
/// recognisers decide by these two numbers whether the fingers drag or pinch and turn.
struct SharedMotion {
    /// In points.
    let together: Double
    /// The larger of how far the fingers parted and how far they turned, on average, in points.
    let apart: Double
    /// True if one of the fingers that moved went more than 60° aside from the others. They then make no drag, however far
    /// they went.
    private var isDivergent = false

    /// A finger that moves less than this share of another's way does not take part in its movement.
    static let moverShare = 0.35

    /// nil for less than two fingers, and for fingers that did not move.
    init?(_ moves: [(from: Point, to: Point)]) {
        guard moves.count > 1 else { return nil }
        let count = Double(moves.count)
        let before = moves.reduce(Vector.zero) { $0 + ($1.from - .zero) } / count
        let after = moves.reduce(Vector.zero) { $0 + ($1.to - .zero) } / count
        together = (after - before).length
        var (cross, dot, spanBefore, spanAfter) = (0.0, 0.0, 0.0, 0.0)
        for move in moves {
            let (a, b) = (move.from - .zero - before, move.to - .zero - after)
            cross += a.dx * b.dy - a.dy * b.dx
            dot += a.dx * b.dx + a.dy * b.dy
            spanBefore += a.length
            spanAfter += b.length
        }
        let turn = cross == 0 && dot == 0 ? 0 : abs(atan2(cross, dot))
        apart = max(abs(spanAfter - spanBefore), turn * min(spanBefore, spanAfter)) / count
        guard together > 0 || apart > 0 else { return nil }
        let ways = moves.map { $0.to - $0.from }
        let (sum, farthest) = (ways.reduce(Vector.zero, +), ways.map(\.length).max() ?? 0)
        isDivergent = ways.contains { way in
            let others = sum - way
            return way.length >= Self.moverShare * farthest
                && way.dx * others.dx + way.dy * others.dy < way.length * others.length / 2
        }
    }

    /// `each finger went 0.5 mm with the others, and 2.1 mm away from them or around them`.
    var sentence: String {
        "each finger went \(Wording.millimetres(together)) with the others, and \(Wording.millimetres(apart)) away from them "
            + "or around them"
            + (isDivergent ? ", in directions more than 60° apart" : "")
    }
}
