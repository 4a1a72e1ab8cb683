internal import CSystemd
internal import GestureModel
internal import Glibc

/// Returns memory to the system after clients that used much of it have left.
///
/// glibc returns only memory at the heap's end, where the blocks of other clients may be. malloc_trim(3) returns every free
/// page. It scans the whole heap, which takes about a millisecond, so it runs seldom and at the clients' priority. Smaller
/// thresholds of malloc would call the system for ordinary messages instead.
struct FreedMemory {
    /// When to return it; nil if there is little.
    private(set) var time: Timestamp?
    private var bytes = 0
    /// When there was much to return first.
    private var firstTime: Timestamp?
    private var lastTime: Timestamp?
    /// True from ``time`` until the memory is returned.
    private var isDue = false

    /// Less than this is left to the next clients.
    private static let threshold = 512 * 1024
    /// Other clients may be about to leave, too: one call serves all of them.
    private static let delay = Microseconds.milliseconds(150)
    /// The minimum time from one trim to the next. With the delay, memory is returned within a second after the last of many has left.
    private static let interval = Microseconds.milliseconds(300)
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

    /// The sizes of block that glibc caches, up to 7 of each: it counts them as used, and malloc_trim leaves their pages. After a
    /// burst the 400 blocks lie all over the heap, and held 0.4 MB.
    private static let (smallest, largest) = (24, 1032)
    /// Twice as many blocks of one size as any version caches.
    private static let blocks = 32

    /// Takes the blocks of the cache and some others, and frees them, those at low addresses first: they are cached again, where
    /// the heap is in use anyway, and the others become free.
    private static func emptyCache(ofSize size: Int) {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: blocks) { taken in
            for index in taken.indices { taken.initializeElement(at: index, to: malloc(size)) }
            var taken = taken
            taken.sort { UInt(bitPattern: $0) < UInt(bitPattern: $1) }
            for block in taken { free(block) }
        }
    }
}
