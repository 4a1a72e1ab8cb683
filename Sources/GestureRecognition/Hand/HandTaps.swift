internal import GestureModel

/// Fingers that have left as taps do, while it is open whether others that are down belong to the same tap.
///
/// Fingers that tap together come and leave within a moment, or are down together for most of the time that any of them
/// is. Those of a drum roll overlap for a fifth of it: of people's two-finger taps the second comes 0…37 ms and leaves
/// 22…48 ms after the first and they last 109 ms, of their drum rolls the second comes 74…250 ms after the first.
struct HandTaps: Sendable {
    /// Those that have left, in that order, each with its time.
    private(set) var lifted: [(finger: HandFinger, end: Timestamp)] = []
    /// The others' last chance to leave with them; nil while nothing waits.
    private(set) var deadline: Timestamp?

    /// The share of the time from the first to come until the last to leave, for which all of a tap's fingers are down.
    private static let overlapShare = 0.4
    /// 95 in 100 second fingers are down this soon after the first.
    private static let moment = Microseconds.milliseconds(40)

    init() { lifted.reserveCapacity(16) }

    var isEmpty: Bool { lifted.isEmpty }

    /// Whether a finger that came at `other` and is yet down may belong to the tap of one that came at `start` and leaves
    /// at `end`.
    static func belongs(_ other: Timestamp, to start: Timestamp, leaving end: Timestamp) -> Bool {
        let (first, last) = (min(other, start), max(other, start))
        return last - first <= moment || (end - last).seconds >= overlapShare * (end - first).seconds
    }

    /// A finger has left whose partners are down yet.
    ///
    /// - Parameters:
    ///   - first: When the first of them all came.
    ///   - last: When the last of them came.
    mutating func wait(from first: Timestamp, to last: Timestamp, leaving end: Timestamp, within window: Microseconds) {
        guard deadline == nil else { return }
        let overlap = (end - last).seconds / HandTaps.overlapShare
        deadline = min(max(first + .seconds(overlap), end + HandTaps.moment), end + window)
    }

    /// Nobody else may belong to them.
    mutating func close() { deadline = nil }

    mutating func add(_ finger: HandFinger, leaving end: Timestamp) { lifted.append((finger, end)) }

    mutating func removeAll() {
        lifted.removeAll(keepingCapacity: true)
        deadline = nil
    }

    /// Takes the first to have left for a tap of its own.
    mutating func takeFirst() -> Tap? {
        guard let first = lifted.first else { return nil }
        lifted.removeFirst()
        return Tap(fingers: 1, location: first.finger.start, start: first.finger.startTime, end: first.end)
    }

    /// Takes them all for one tap, at the centre of the places where they came down.
    mutating func takeAll() -> Tap? {
        guard let last = lifted.last else { return nil }
        defer { removeAll() }
        var sum = Vector.zero
        var start = last.finger.startTime
        for (finger, _) in lifted {
            sum = sum + (finger.start - .zero)
            start = min(start, finger.startTime)
        }
        return Tap(fingers: lifted.count, location: .zero + sum / Double(lifted.count), start: start, end: last.end)
    }

    struct Tap: Sendable {
        let fingers: Int
        let location: Point
        let start: Timestamp
        let end: Timestamp
    }
}
