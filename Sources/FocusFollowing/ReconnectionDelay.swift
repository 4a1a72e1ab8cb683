/// When to look for gestured again.
struct ReconnectionDelay {
    private static let first = Duration.milliseconds(100)
    private static let longest = Duration.seconds(5)

    private var next = first
    private var due = ContinuousClock.now

    /// Whether nothing failed since the last success.
    var isFirst: Bool { next == Self.first }

    /// Milliseconds, rounded up.
    var remaining: Int32 { Int32(max(0, (due - .now) / .milliseconds(1)).rounded(.up)) }

    mutating func fail() {
        due = .now + next
        next = min(next * 2, Self.longest)
    }

    mutating func reset() { self = ReconnectionDelay() }
}
