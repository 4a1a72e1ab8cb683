internal import GestureModel

/// Contacts that lifted as taps do, while others that are down may still belong to the same tap.
///
/// The contacts of one tap come down and lift within 40 ms, or are down together for most of the time that any of them is.
/// Those of a drum roll overlap for a fifth of it. In recorded two-finger taps the second contact comes down 0…37 ms and
/// lifts 22…48 ms after the first, and they last 109 ms; in drum rolls the second comes down 74…250 ms after the first.
struct StandardTaps: Sendable {
    struct Tap: Sendable {
        let fingers: Int
        let location: Point
        let start: Timestamp
        let end: Timestamp
    }

    /// In the order in which they lifted.
    private(set) var lifted: [(contact: StandardContact, end: Timestamp)] = []
    /// Until when another contact may lift as part of the tap; nil while no tap is open.
    private(set) var deadline: Timestamp?

    /// The share of the time from the first touch-down to the last lift for which all contacts of a tap are down.
    private static let overlapShare = 0.4
    /// 95 in 100 second contacts come down this soon after the first.
    static let simultaneity = Microseconds.milliseconds(40)

    init() { lifted.reserveCapacity(16) }

    var isEmpty: Bool { lifted.isEmpty }

    /// True if a contact that came down at `other` and is still down may belong to the tap of one that came down at `start`
    /// and lifts at `end`.
    static func belongs(_ other: Timestamp, to start: Timestamp, endingAt end: Timestamp) -> Bool {
        let (first, last) = (min(other, start), max(other, start))
        return last - first <= simultaneity || (end - last).seconds >= overlapShare * (end - first).seconds
    }

    mutating func add(_ contact: StandardContact, endingAt end: Timestamp) { lifted.append((contact, end)) }

    /// A contact has lifted, and others of its tap are still down.
    ///
    /// - Parameters:
    ///   - first: When the first of all these contacts came down.
    ///   - last: When the last of them came down.
    mutating func wait(from first: Timestamp, to last: Timestamp, endingAt end: Timestamp, within window: Microseconds)
    {
        guard deadline == nil else { return }
        guard last - first > Self.simultaneity else { return deadline = end + window }
        let overlap = (end - last).seconds / Self.overlapShare
        deadline = min(max(first + .seconds(overlap), end + Self.simultaneity), end + window)
    }

    /// No further contact can belong to the tap.
    mutating func close() { deadline = nil }

    mutating func removeAll() {
        lifted.removeAll(keepingCapacity: true)
        deadline = nil
    }

    /// Removes the contact that lifted first: a tap of its own.
    mutating func removeFirst() -> Tap? {
        guard let first = lifted.first else { return nil }
        lifted.removeFirst()
        return Tap(fingers: 1, location: first.contact.start, start: first.contact.startTime, end: first.end)
    }

    /// Removes all contacts: one tap, at the centre of the positions where they came down.
    mutating func removeTap() -> Tap? {
        guard let last = lifted.last else { return nil }
        defer { removeAll() }
        var sum = Vector.zero
        var start = last.contact.startTime
        for (contact, _) in lifted {
            sum = sum + (contact.start - .zero)
            start = min(start, contact.startTime)
        }
        return Tap(fingers: lifted.count, location: .zero + sum / Double(lifted.count), start: start, end: last.end)
    }
}
