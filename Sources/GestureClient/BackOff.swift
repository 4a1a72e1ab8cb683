internal import GestureModel

/// How long to wait before connecting again: 0.1 s, twice as long after each failure, 5 s at most. There is no jitter: a
/// daemon has few clients, and a test knows when the next attempt is.
struct BackOff {
    private static let first = Microseconds.milliseconds(100)
    private static let longest = Microseconds.milliseconds(5000)

    private var next = first

    /// The wait after one more failure.
    mutating func fail() -> Microseconds {
        defer { next = min(Microseconds(next.count * 2), BackOff.longest) }
        return next
    }

    mutating func reset() { next = BackOff.first }
}
