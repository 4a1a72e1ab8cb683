/// What waits to be written to one client: whole lines, in order.
///
/// A reader that keeps up gets every line. For one that does not, a `changed` that is still queued gives way to a newer
/// one of the same gesture, since values are cumulative; `began`, `ended` and `cancelled` are never dropped, nor is
/// the line that tells of a part that began, ended or failed. In steady state nothing is allocated.
public struct Outbox: Sendable {
    /// Names what a queued line may be replaced by: the next `changed` of the same gesture for the same subscription.
    struct Replaceable: Hashable, Sendable {
        let subscription: Int
        let gesture: UInt64
        /// The phases of a composition's parts; 0 where there are none.
        var parts: UInt64 = 0
    }

    private struct Line: Sendable {
        var length: Int
        let replaceable: Replaceable?
    }

    private var bytes: [UInt8] = []
    private var lines: [Line] = []
    /// Bytes of the first line that are written already; they are no longer in ``bytes``.
    private var begun = 0
    /// Whether the last flush could not write everything.
    private var isStalled = false
    var limit: Int

    /// - Parameter limit: The bytes it is meant to hold at most; see ``isOverrun``.
    public init(limit: Int) { self.limit = limit }

    /// More waits than the limit allows. Lines are still taken, so that the client can be told.
    var isOverrun: Bool { bytes.count > limit }

    /// Whether what nobody has to hear may be queued as well: the reader keeps up, or little waits.
    var hasRoom: Bool { !isStalled && bytes.count <= limit / 2 }

    /// Bytes still to be written.
    public var count: Int { bytes.count }
    public var isEmpty: Bool { bytes.isEmpty }

    /// Queues one line, its newline included, that `write` appends. A queued `changed` it replaces is taken out.
    mutating func append(_ replaceable: Replaceable? = nil, _ write: (inout [UInt8]) -> Void) {
        // A burst of frames between two flushes is no slow reader, unless it goes on.
        if let replaceable, isStalled || bytes.count > limit / 2 { remove(replaceable) }
        let before = bytes.count
        write(&bytes)
        lines.append(Line(length: bytes.count - before, replaceable: replaceable))
    }

    /// Hands the queued bytes to `write`, which says how many of them it took.
    public mutating func flush(_ write: (UnsafeRawBufferPointer) -> Int) {
        guard !bytes.isEmpty else { return }
        let written = bytes.withUnsafeBytes(write)
        isStalled = written < bytes.count
        drop(written)
    }

    private mutating func drop(_ written: Int) {
        if !isStalled {
            bytes.removeAll(keepingCapacity: true)
            // Mostly one: cheaper so than by `removeAll`.
            while lines.popLast() != nil {}
            begun = 0
            return
        }
        bytes.removeFirst(written)
        var left = written
        var whole = 0
        while whole < lines.count, left >= lines[whole].length - begun {
            left -= lines[whole].length - begun
            begun = 0
            whole += 1
        }
        lines.removeFirst(whole)
        begun += left
    }

    /// A line whose first bytes are with the reader stays: half a line is no line.
    private mutating func remove(_ replaceable: Replaceable) {
        guard !lines.isEmpty else { return }
        var end = bytes.count
        for index in lines.indices.reversed() {
            let length = lines[index].length - (index == 0 ? begun : 0)
            if lines[index].replaceable == replaceable {
                guard index > 0 || begun == 0 else { return }
                bytes.removeSubrange(end - length..<end)
                lines.remove(at: index)
                return
            }
            end -= length
        }
    }
}
