internal import GestureModel

/// Fingers that have left as taps do, while it is open whether others that are down belong to the same tap.
///
/// Fingers that tap together are down together for most of the time that any of them is; those of a drum roll overlap
/// for a fifth of it (two fingers' taps come 0…37 ms and leave 22…48 ms apart and last 109 ms; of a drum roll the second
/// comes 74…250 ms after the first).
struct HandTaps: Sendable {
    /// How many have left.
    private(set) var lifted = 0
    /// The others' last chance to leave with them; nil while nothing waits.
    private(set) var deadline: Timestamp?
    private var sum = Vector.zero
    private var end = Timestamp(microseconds: 0)

    /// The share of the time from the first to come until the last to leave, for which all of a tap's fingers are down.
    private static let overlapShare = 0.4

    /// Whether a finger that came at `other` and is yet down may belong to the tap of one that came at `start` and leaves
    /// at `end`.
    static func belongs(_ other: Timestamp, to start: Timestamp, leaving end: Timestamp) -> Bool {
        let overlap = (end - max(other, start)).seconds
        return overlap >= overlapShare * (end - min(other, start)).seconds
    }

    /// A finger has left whose partners are down yet.
    ///
    /// - Parameters:
    ///   - first: When the first of them all came.
    ///   - last: When the last of them came.
    mutating func wait(from first: Timestamp, to last: Timestamp, leaving end: Timestamp, within window: Microseconds) {
        guard deadline == nil else { return }
        let overlap = (end - last).seconds / HandTaps.overlapShare
        deadline = min(first + .seconds(overlap), end + window)
    }

    /// Nobody else may belong to them.
    mutating func close() { deadline = nil }

    mutating func add(_ finger: HandFinger, leaving end: Timestamp) {
        lifted += 1
        sum = sum + (finger.start - .zero)
        self.end = end
    }

    /// The centre of the places where they came down, and when the last of them left.
    mutating func take() -> (fingers: Int, location: Point, end: Timestamp)? {
        defer { self = HandTaps() }
        return lifted > 0 ? (lifted, .zero + sum / Double(lifted), end) : nil
    }
}
