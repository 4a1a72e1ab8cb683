/// The lines that wait for one browser.
struct LineQueue {
    /// In bytes. A frame that would make the waiting lines longer than this is dropped, and the browser receives the
    /// number of dropped frames.
    static let limit = 4 * 1024 * 1024
    /// In bytes. A browser for which more than this waits is disconnected.
    static let hardLimit = 2 * limit

    private var queued: [UInt8] = []
    private var dropped = 0
    /// True after the last line, or if too much waits: what is queued is the last that the browser receives.
    private(set) var hasEnded = false

    mutating func append(_ line: [UInt8], mayBeDropped: Bool) {
        guard !hasEnded else { return }
        if mayBeDropped, queued.count + line.count > Self.limit {
            dropped += 1
        } else if !mayBeDropped, queued.count + line.count > Self.hardLimit {
            hasEnded = true
        } else {
            queued += line
        }
    }

    mutating func end() { hasEnded = true }

    /// Removes and returns what waits; empty if nothing does. After a gap, the last line states how many frames were
    /// dropped.
    mutating func dequeue() -> [UInt8] {
        var bytes = queued
        queued = []
        if dropped > 0 {
            bytes += Array("{\"type\":\"dropped\",\"count\":\(dropped)}\n".utf8)
            dropped = 0
        }
        return bytes
    }
}

/// What a browser needs that opens the page later: the lines about devices and access.
struct KeptLines {
    /// In bytes. The first line lists the devices and stays; of the others, the oldest are removed.
    static let limit = 256 * 1024

    private(set) var lines: [[UInt8]] = []
    private var size = 0

    mutating func append(_ line: [UInt8]) {
        lines.append(line)
        size += line.count
        while size > Self.limit, lines.count > 1 { size -= lines.remove(at: 1).count }
    }
}
