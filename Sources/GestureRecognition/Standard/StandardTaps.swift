internal import GestureModel

/// Contacts that lifted as taps do, while others that are down may still belong to the same tap.
///
/// The rule by which fingers tap together, for every recogniser: they come down within 40 ms, or are down together for two
/// fifths of the time that any of them is. Fingers that come down within 40 ms tap together or not at all. A tap has as many
/// fingers as were down at once: one that bounces is one.
///
/// In recorded two-finger taps the second contact comes down 0…37 ms and lifts 22…48 ms after the first, and they last 109
/// ms; in drum rolls the second comes down 74…250 ms after the first, and they overlap for a fifth of their time.
struct StandardTaps: Sendable {
    struct Tap: Sendable {
        let fingers: Int
        let location: Point
        let start: Timestamp
        let end: Timestamp
    }

    /// What the tap waits for.
    private enum Wait: Sendable {
        case nothing
        /// Contacts that came down with it. At the deadline they have stayed too long, and there is no tap.
        case partners(until: Timestamp)
        /// Contacts that came down later. At the deadline they have stayed, and there is no tap, unless the fingers drum.
        case overlap(until: Timestamp)
        /// Thumbs. At the deadline the tap is over.
        case thumbs(until: Timestamp)
    }

    /// In the order in which they lifted.
    private(set) var lifted: [(contact: StandardContact, end: Timestamp)] = []
    private var wait = Wait.nothing
    /// Where and when the contacts of the last tap lifted.
    private var ended: [(position: Point, end: Timestamp)] = []

    /// The share of the time from the first touch-down to the last lift for which all contacts of a tap are down.
    private static let overlapShare = 0.4
    /// 95 in 100 second contacts come down this soon after the first.
    static let simultaneity = Microseconds.milliseconds(40)
    /// The same while fingers drum, which come down one by one: half of it.
    private static let drumSimultaneity = Microseconds.milliseconds(20)
    /// The fastest taps at one position begin 50 ms after the last ended.
    private static let bounceTime = Microseconds.milliseconds(30)
    /// Points, 5 mm: two fingertips are further apart.
    private static let bounceDistance = 31.0

    init() {
        lifted.reserveCapacity(16)
        ended.reserveCapacity(16)
    }

    var isEmpty: Bool { lifted.isEmpty }
    /// True while another contact may lift as part of the tap.
    var isOpen: Bool { deadline != nil }

    var deadline: Timestamp? {
        switch wait {
        case .nothing: nil
        case .partners(let time), .overlap(let time), .thumbs(let time): time
        }
    }

    /// True if a contact that came down at `other` and is still down may belong to the tap of one that came down at `start`
    /// and lifts at `end`.
    static func belongs(_ other: Timestamp, to start: Timestamp, endingAt end: Timestamp) -> Bool {
        let (first, last) = (min(other, start), max(other, start))
        return last - first <= simultaneity || (end - last).seconds >= overlapShare * (end - first).seconds
    }

    /// True if a contact that was down from `start` to `end` shared two fifths of that time with one that was down until
    /// `time`.
    static func isShared(until time: Timestamp, from start: Timestamp, to end: Timestamp) -> Bool {
        (time - start).seconds >= overlapShare * (end - start).seconds
    }

    /// True if a contact that comes down is a finger of the last tap, which bounced.
    func isBounce(at position: Point, _ time: Timestamp) -> Bool {
        guard !isOpen else { return false }
        return ended.contains {
            time - $0.end <= Self.bounceTime && (position - $0.position).length < Self.bounceDistance
        }
    }

    /// Removes and returns the contact of the open tap that bounces: one that comes down where it lifted is the same finger.
    mutating func removeBounced(at position: Point, _ time: Timestamp) -> StandardContact? {
        guard isOpen else { return nil }
        let index = lifted.firstIndex {
            time - $0.end <= Self.bounceTime && (position - $0.contact.position).length < Self.bounceDistance
        }
        guard let index else { return nil }
        let contact = lifted.remove(at: index).contact
        if lifted.isEmpty { wait = .nothing }
        return contact
    }

    mutating func add(_ contact: StandardContact, endingAt end: Timestamp) { lifted.append((contact, end)) }

    /// A contact has lifted, and others that came down with it are still down.
    ///
    /// - Parameter deadline: When the first of them has stayed too long.
    mutating func awaitPartners(until deadline: Timestamp) { wait = .partners(until: deadline) }

    /// A contact has lifted, and others that came down after it are still down.
    ///
    /// - Parameters:
    ///   - first: When the first of all these contacts came down.
    ///   - last: When the last of them came down.
    ///   - end: When the contact lifted.
    ///   - time: When its lift was reported.
    ///   - isThumb: True if all that are down are thumbs.
    mutating func awaitOverlap(
        from first: Timestamp, to last: Timestamp, endingAt end: Timestamp, within window: Microseconds,
        at time: Timestamp, isThumb: Bool
    ) {
        guard case .nothing = wait else { return }
        var limit = end + window
        if last - first > Self.simultaneity {
            let overlap = (end - last).seconds / Self.overlapShare
            limit = min(max(first + .seconds(overlap), end + Self.simultaneity), limit)
        }
        wait = isThumb ? .thumbs(until: max(limit, time)) : .overlap(until: max(limit, time))
    }

    /// No further contact can belong to the tap.
    mutating func close() { wait = .nothing }

    /// Time has reached ``deadline``.
    ///
    /// - Parameter isDrumRoll: A finger that came later and stays is the next of the roll.
    mutating func expire(isDrumRoll: Bool) {
        switch wait {
        case .nothing, .thumbs: break
        case .partners: lifted.removeAll(keepingCapacity: true)
        case .overlap: if !isDrumRoll { lifted.removeAll(keepingCapacity: true) }
        }
        wait = .nothing
    }

    mutating func removeAll() {
        lifted.removeAll(keepingCapacity: true)
        wait = .nothing
    }

    /// Removes the contacts of the next tap, at the centre of the positions where they came down; nil if none is left.
    ///
    /// - Parameter isDrumRoll: Contacts tap one by one, unless they come down at once.
    mutating func removeTap(isDrumRoll: Bool) -> Tap? {
        guard let first = lifted.first else { return nil }
        var count = lifted.count
        if isDrumRoll {
            count =
                lifted.firstIndex {
                    abs(($0.contact.startTime - first.contact.startTime).count) > Self.drumSimultaneity.count
                } ?? count
        }
        defer { lifted.removeFirst(count) }
        ended.removeAll(keepingCapacity: true)
        var sum = Vector.zero
        var (start, end) = (first.contact.startTime, first.end)
        var fingers = 0
        for index in 0..<count {
            let (contact, lift) = lifted[index]
            sum = sum + (contact.start - .zero)
            (start, end) = (min(start, contact.startTime), max(end, lift))
            fingers = max(fingers, fingersDown(at: contact.startTime, of: count))
            ended.append((contact.position, lift))
        }
        return Tap(fingers: fingers, location: .zero + sum / Double(count), start: start, end: end)
    }

    /// How many of the first `count` contacts were down at a time.
    private func fingersDown(at time: Timestamp, of count: Int) -> Int {
        var fingers = 0
        for index in 0..<count where lifted[index].contact.startTime <= time && time < lifted[index].end {
            fingers += 1
        }
        return fingers
    }
}
