internal import GestureModel

/// When contacts tap together: they come down at almost the same time, or are down together for long enough.
enum TapTiming {
    /// In 95 of 100 two-finger taps, the second contact comes down within this time of the first.
    static let simultaneity = Microseconds.milliseconds(40)
    /// All contacts of a tap are down together for at least this share of the time from the first touch-down to the
    /// last lift.
    private static let overlapShare = 0.4

    /// True if two contacts came down so close together that they tap together or not at all.
    static func areSimultaneous(_ a: Timestamp, _ b: Timestamp) -> Bool { abs((a - b).count) <= simultaneity.count }

    /// True if a contact that came down at `other` and is still down may belong to the tap of a contact that was down
    /// from `start` to `end`.
    static func belongs(_ other: Timestamp, to start: Timestamp, endingAt end: Timestamp) -> Bool {
        let (first, last) = (min(other, start), max(other, start))
        return last - first <= simultaneity || (end - last).seconds >= overlapShare * (end - first).seconds
    }

    /// True if a contact that was down until `time` overlapped at least two fifths of the time from `start` to `end`.
    static func isShared(until time: Timestamp, from start: Timestamp, to end: Timestamp) -> Bool {
        (time - start).seconds >= overlapShare * (end - start).seconds
    }

    /// Returns the latest time at which the other contacts of a tap may lift.
    ///
    /// - Parameters:
    ///   - first: When the first of all contacts of the tap came down.
    ///   - last: When the last of them came down.
    ///   - end: When one of them lifted.
    ///   - window: The longest time from that lift.
    static func limit(
        from first: Timestamp, to last: Timestamp, endingAt end: Timestamp, within window: Microseconds
    ) -> Timestamp {
        guard last - first > simultaneity else { return end + window }
        let overlap = (end - last).seconds / overlapShare
        return min(max(first + .seconds(overlap), end + simultaneity), end + window)
    }
}
