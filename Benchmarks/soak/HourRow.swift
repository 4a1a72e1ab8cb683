/// What there was at the end of an hour, with no finger down.
struct HourRow {
    /// From 0, at noon.
    let hour: Int
    let frames: Int
    let gestures: Int
    let clients: Int
    /// KiB.
    let resident: Int
    /// KiB of it that are allocated and not freed.
    let heap: Int
    /// Elements of all that the pipeline keeps.
    let kept: Int
    /// Bytes, and lines, from clients and for them.
    let waiting: Int

    /// KiB allocated, but for what clients leave waiting.
    private var live: Int { heap - waiting / 1024 }

    /// KiB that one hour may have more than another: the allocator's own.
    private static let tolerance = 256

    static let heading = "hour  frames  gestures  clients  resident KiB  heap KiB      kept  waiting"

    var text: String {
        let clock = (hour + 12) % 24
        return [
            ("\(clock):00", 5), ("\(frames)", 7), ("\(gestures)", 9), ("\(clients)", 8), ("\(resident)", 13),
            ("\(heap)", 9),
            ("\(kept)", 9), ("\(waiting)", 8),
        ].map { String(repeating: " ", count: max($0.1 - $0.0.count, 0)) + $0.0 }.joined(separator: " ")
    }

    func growth(since other: HourRow) -> [String] {
        var growth: [String] = []
        if resident > other.resident + Self.tolerance { growth.append("\(other.resident) → \(resident) KiB resident") }
        if live > other.live + Self.tolerance { growth.append("\(other.live) → \(live) KiB allocated") }
        // Arrays of past touches are as long as those were.
        if kept > other.kept * 5 / 4 { growth.append("\(other.kept) → \(kept) elements kept") }
        return growth
    }
}
