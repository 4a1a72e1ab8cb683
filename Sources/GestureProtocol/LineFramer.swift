/// Splits a stream of bytes into lines.
///
/// A line ends with a newline, which is not returned. A carriage return before the newline is dropped, and empty lines
/// are skipped. Bytes after the last newline wait for the rest of their line.
public struct LineFramer: Sendable {
    /// What ``LineFramer/next()`` found in the stream.
    public enum Line: Hashable, Sendable {
        /// Shares the framer's storage. Release it before the next ``append(_:)``, which would otherwise copy.
        case line(ArraySlice<UInt8>)
        /// A line exceeded the limit. It is reported once, and nothing follows: the start of the next line is not
        /// known, so the caller closes the connection.
        case tooLong
    }

    /// The most bytes in a line, newline included.
    public let limit: Int
    private var buffer: [UInt8] = []
    /// The start of the next line to return.
    private var start = 0
    /// There is no newline between `start` and this index, so no byte is searched twice.
    private var scanned = 0
    private var isBroken = false
    /// The index after the last newline in the buffer; 0 if there is no newline. The line that begins there has not
    /// ended.
    private var tail = 0
    /// True if the rest of a line is ignored.
    private var isSkipping = false

    public init(limit: Int) { self.limit = limit }

    /// Adds received bytes. After a line that was too long, all bytes are ignored.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !isBroken else { return }
        discardConsumed()
        var bytes = bytes[...]
        if isSkipping {
            guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
            bytes = bytes[(newline + 1)...]
            isSkipping = false
        }
        if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) {
            tail = buffer.count + newline + 1 - bytes.startIndex
        }
        buffer.append(contentsOf: bytes)
    }

    /// Bytes that ``next()`` has not consumed.
    public var count: Int { buffer.count - start }

    /// Bytes of the last line if it has not ended.
    public var unfinishedCount: Int { buffer.count - max(tail, start) }

    /// True if a line has ended, or is too long.
    public var hasNext: Bool { !isBroken && (tail > start || count >= limit) }

    /// Ignores the line that has not ended, including its later bytes.
    public mutating func skipUnfinishedLine() {
        guard unfinishedCount > 0 else { return }
        buffer.removeSubrange(max(tail, start)...)
        scanned = min(scanned, buffer.count)
        isSkipping = true
    }

    /// Returns and consumes the next line, or reports a line that is too long; nil if no whole line is buffered.
    public mutating func next() -> Line? {
        while !isBroken {
            skipBlankLines()
            let newline = nextNewline()
            guard (newline ?? scanned) - start < limit else { return overflow() }
            guard let newline else {
                discardConsumed()
                return nil
            }
            var line = buffer[start..<newline]
            start = newline + 1
            scanned = start
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { return .line(line) }
        }
        return nil
    }

    /// Skips consecutive blank lines. One by one, each would cost as much as a short line.
    private mutating func skipBlankLines() {
        guard scanned == start else { return }
        let end = buffer.count
        while start < end {
            if buffer[start] == UInt8(ascii: "\n") {
                start += 1
            } else if buffer[start] == UInt8(ascii: "\r"), start + 1 < end, buffer[start + 1] == UInt8(ascii: "\n") {
                start += 2
            } else {
                break
            }
        }
        scanned = start
    }

    private mutating func nextNewline() -> Int? {
        let newline = buffer.withUnsafeBufferPointer { $0[scanned...].firstIndex(of: UInt8(ascii: "\n")) }
        scanned = newline ?? buffer.count
        return newline
    }

    private mutating func overflow() -> Line {
        isBroken = true
        buffer = []
        (start, tail, scanned) = (0, 0, 0)
        return .tooLong
    }

    /// Moves the remaining bytes to the front, but only if at least as many bytes have been consumed. It therefore
    /// never moves more bytes than were consumed, even if bytes arrive in small pieces.
    private mutating func discardConsumed() {
        guard start > 0, buffer.count - start <= start else { return }
        if start == buffer.count, buffer.capacity > LineFramer.keptCapacity {
            buffer = []
        } else {
            buffer.removeSubrange(..<start)
        }
        scanned -= start
        tail = max(tail - start, 0)
        start = 0
    }

    /// The capacity that is kept while a client sends nothing.
    private static let keptCapacity = 1024
}
