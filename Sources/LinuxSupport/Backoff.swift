public import GestureModel

/// The delay before the next attempt, which each failure doubles up to a limit.
///
/// It has no jitter: few programs wait for the same peer, and without jitter tests can predict the next attempt.
public struct Backoff: Sendable {
    private let shortest: Microseconds
    private let longest: Microseconds
    private var delay: Microseconds

    public init(from shortest: Microseconds = .milliseconds(100), to longest: Microseconds = .milliseconds(5000)) {
        self.shortest = shortest
        self.longest = longest
        delay = shortest
    }

    /// True if no attempt has failed since the start or the last ``reset()``.
    public var isReset: Bool { delay == shortest }

    /// Records a failure.
    ///
    /// - Returns: How long to wait before the next attempt.
    public mutating func nextDelay() -> Microseconds {
        defer { delay = min(Microseconds(delay.count * 2), longest) }
        return delay
    }

    /// Records a success.
    public mutating func reset() { delay = shortest }
}
