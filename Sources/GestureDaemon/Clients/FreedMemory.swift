internal import CSystemd
internal import GestureModel
internal import Glibc

/// Returns memory to the system after clients that used much of it have left.
///
/// glibc returns only memory at the end of the heap, where the blocks of other clients may be. malloc_trim(3) returns
/// every free page, but scans the whole heap. That takes about a millisecond, so it runs seldom and at the clients'
/// priority. Smaller thresholds of malloc would instead cause system calls for ordinary messages.
struct FreedMemory {
    /// When to return memory; nil if there is little to return, or if it is already due.
    private(set) var time: Timestamp?
    private var bytes = 0
    /// When ``bytes`` first reached the threshold; nil if they have not reached it.
    private var firstTime: Timestamp?
    private var lastTime: Timestamp?
    /// True from ``time`` until the memory is returned.
    private var isDue = false

    /// Smaller amounts are kept for later clients.
    private static let threshold = 512 * 1024
    /// How long to wait for other clients that leave soon as well: one call serves all of them.
    private static let delay = Microseconds.milliseconds(150)
    /// The minimum time from one return of memory to the next. It is short enough for memory to be returned within a
    /// second after the last of many clients has left.
    private static let interval = Microseconds.milliseconds(300)
    /// The maximum wait while clients come and go.
    private static let longestDelay = Microseconds.milliseconds(5000)

    /// Records the approximate memory of a client that has left.
    mutating func add(_ count: Int, at now: Timestamp) {
        bytes += count
        guard bytes >= FreedMemory.threshold else { return }
        let first = firstTime ?? now
        firstTime = first
        let latest = min(now + FreedMemory.delay, first + FreedMemory.longestDelay)
        time = max(latest, lastTime.map { $0 + FreedMemory.interval } ?? now)
    }

    /// Returns true, once, if it is time to call ``returnIfDue()``.
    mutating func becomesDue(at now: Timestamp) -> Bool {
        guard let time, time <= now else { return false }
        self.time = nil
        bytes = 0
        firstTime = nil
        lastTime = now
        isDue = true
        return true
    }

    mutating func returnIfDue() {
        guard isDue else { return }
        isDue = false
        for size in stride(from: Self.smallest, through: Self.largest, by: 16) { Self.emptyCache(ofSize: size) }
        malloc_trim(0)
    }

    // MARK: - The cache of malloc

    /// The block sizes that glibc caches, up to 7 blocks of each. Cached blocks count as used, so malloc_trim keeps
    /// their pages. After many clients have left, up to 448 cached blocks are scattered over the heap. In a measurement
    /// they kept 0.4 MB in use.
    private static let (smallest, largest) = (24, 1032)
    /// Twice as many blocks of one size as any version of glibc caches.
    private static let blocks = 32

    /// Allocates the cached blocks and some more, and frees them all from low to high addresses. The lowest blocks are
    /// cached again, but they lie where the heap is in use anyway. The higher blocks become free.
    private static func emptyCache(ofSize size: Int) {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: blocks) { taken in
            for index in taken.indices { taken.initializeElement(at: index, to: malloc(size)) }
            var taken = taken
            taken.sort { UInt(bitPattern: $0) < UInt(bitPattern: $1) }
            for block in taken { free(block) }
        }
    }
}
