internal import CSystemd
internal import GestureModel

/// Returns memory to the system after clients that used much of it have left.
///
/// glibc returns only what lies at the heap's end, where blocks of clients that stay may be. malloc_trim(3) returns every free
/// page. It scans the whole heap, which takes about a millisecond, so it runs seldom and at the clients' priority. Smaller
/// thresholds of malloc would call the system for ordinary messages instead.
struct FreedMemory {
    /// When to return it; nil if there is little.
    private(set) var time: Timestamp?
    private var bytes = 0
    /// When there was much to return first.
    private var firstTime: Timestamp?
    private var lastTime: Timestamp?

    /// Less than this is left to the next clients.
    private static let threshold = 512 * 1024
    /// Other clients may be about to leave, too: one call serves all of them.
    private static let delay = Microseconds.milliseconds(250)
    /// The minimum time from one trim to the next. With the delay, memory is returned within a second after the last of many has left.
    private static let interval = Microseconds.milliseconds(500)
    /// The maximum delay, while clients come and go.
    private static let longestDelay = Microseconds.milliseconds(5000)

    /// Records about how much a client used that has left.
    mutating func add(_ count: Int, at now: Timestamp) {
        bytes += count
        guard bytes >= FreedMemory.threshold else { return }
        let first = firstTime ?? now
        firstTime = first
        let latest = min(now + FreedMemory.delay, first + FreedMemory.longestDelay)
        time = max(latest, lastTime.map { $0 + FreedMemory.interval } ?? now)
    }

    /// Returns true, once, if it is time to call ``returnToSystem()``.
    mutating func becomesDue(at now: Timestamp) -> Bool {
        guard let time, time <= now else { return false }
        self.time = nil
        bytes = 0
        firstTime = nil
        lastTime = now
        return true
    }

    static func returnToSystem() { malloc_trim(0) }
}
