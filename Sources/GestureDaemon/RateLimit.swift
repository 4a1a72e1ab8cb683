internal import GestureModel

/// Lets a burst through in each stretch of time, and counts what it holds back.
struct RateLimit {
    /// How many were held back since the last that was let through.
    private(set) var heldBack = 0

    private let burst: Int
    private let interval: Microseconds
    private var start: Timestamp?
    private var passed = 0

    /// - Parameter interval: From the first of a burst to the next burst.
    init(burst: Int, interval: Microseconds) {
        self.burst = burst
        self.interval = interval
    }

    /// Whether one more may pass at `time`.
    ///
    /// - Returns: How many were held back before it; nil where it is held back as well.
    mutating func pass(at time: Timestamp) -> Int? {
        if start.map({ time >= $0 + interval }) ?? true {
            start = time
            passed = 0
        }
        guard passed < burst else {
            heldBack += 1
            return nil
        }
        passed += 1
        defer { heldBack = 0 }
        return heldBack
    }
}
