internal import GestureModel
internal import GestureProtocol

/// The bytes queued for one client: whole lines, in order. The pipeline appends lines, and the connection writes them.
///
/// A client that keeps up receives every line. For a slower client, a newer `changed` of a gesture replaces the queued
/// one, because values are cumulative. In the same way, a frame in which contacts have only moved replaces the last
/// queued frame of that kind. `began`, `ended` and `cancelled` are never dropped. A `changed` of a composition replaces
/// a queued one only if the parts have the same phases in both. So the client receives each change of a part's phase.
/// In steady state nothing is allocated.
public final class Outbox {
    /// Identifies the queued line that a new line can replace. It is the latest `changed` of the same gesture and
    /// subscription. For contacts, it is the device's latest frame in which contacts have only moved.
    struct Replaceable: Hashable {
        let subscription: Int
        let gesture: UInt64
        /// The phases of a composition's parts; 0 for other gestures.
        var parts: UInt64 = 0
    }

    private struct Line {
        var length: Int
        let replaceable: Replaceable?
    }

    /// Where the outbox is listed when the first line is queued after a ``flush(_:)``, and its number there.
    @exclusivity(unchecked) private var output: (list: OutputList, number: Int)?
    /// True if no more lines are accepted. The connection is closed when the outbox is empty.
    ///
    /// Computed, because another module would check the access to a stored property.
    public var isClosed: Bool { hasClosed }
    @exclusivity(unchecked) private var hasClosed = false

    let account: Account
    /// The account's limit for one connection. Copied, because otherwise every line would read it through two
    /// references.
    @exclusivity(unchecked) private var limit: Int
    private let overruns: OverrunList
    @exclusivity(unchecked) private var bytes: [UInt8] = []
    @exclusivity(unchecked) private var lines: [Line] = []
    /// Bytes of the first line that have been written and are no longer in ``bytes``.
    @exclusivity(unchecked) private var written = 0
    /// True if the last flush could not write everything.
    @exclusivity(unchecked) private var isStalled = false
    /// True if a line was queued after the last ``flush(_:)``. Further lines do not list the outbox again.
    @exclusivity(unchecked) private var isPending = false
    /// The bytes charged to the account: those left after the last flush.
    @exclusivity(unchecked) private var charged = 0

    /// - Parameter account: If it exceeds a limit, the outbox is reported as overrun; lines are still queued.
    init(_ account: Account, overruns: OverrunList) {
        self.account = account
        self.overruns = overruns
        limit = account.limits.outbox
    }

    /// The capacity that is kept: more than the lines of one frame, so that frames allocate nothing.
    private static let keptCapacity = 16 * 1024

    /// The bytes that remain to be written.
    public var count: Int { bytes.count }
    public var isEmpty: Bool { bytes.isEmpty }

    /// True if more bytes are queued than the limit allows.
    var isOverLimit: Bool { bytes.count > limit }

    /// True if optional lines may be queued: the client keeps up, and few bytes are queued.
    var hasRoom: Bool { !isStalled && bytes.count <= limit / 2 }

    /// Lists the outbox whenever it has lines; at once if a line is queued.
    ///
    /// - Parameter number: Identifies the outbox in the list.
    public func setOutput(_ list: OutputList, number: Int) {
        output = (list, number)
        if isPending { list.append(number) }
    }

    /// Queues one line, newline included, that `write` appends. If the client is slow, first removes the queued line
    /// that the new line replaces. If the outbox then exceeds its limit, it is reported as overrun.
    func append(_ replaceable: Replaceable? = nil, _ write: (inout [UInt8]) -> Void) {
        guard !hasClosed else { return }
        // A short burst of frames between two flushes does not mean that the client is slow.
        if let replaceable, isStalled || bytes.count > limit / 2 { remove(replaceable) }
        let before = bytes.count
        write(&bytes)
        lines.append(Line(length: bytes.count - before, replaceable: replaceable))
        if isOverLimit { overruns.append(self) }
        guard !isPending else { return }
        isPending = true
        if let output { output.list.append(output.number) }
    }

    /// Passes the queued bytes to `write`, which returns the number of bytes that it wrote.
    public func flush(_ write: (UnsafeRawBufferPointer) -> Int) {
        isPending = false
        guard !bytes.isEmpty else { return }
        let count = bytes.withUnsafeBytes(write)
        isStalled = count < bytes.count
        removeFirst(count)
        if isStalled || charged > 0 { updateCharge() }
    }

    /// Applies the account's current limit.
    func updateLimit() { limit = account.limits.outbox }

    /// Accepts no more lines. The queued lines are still sent, but no longer charged to the account. They may wait for
    /// up to a second until they are read, so unused capacity is freed.
    func close() {
        hasClosed = true
        bytes = bytes.withUnsafeBufferPointer(Array.init)
        lines = []
        updateCharge()
    }

    /// Charges the remaining bytes. If the account then exceeds a limit, this outbox is reported as overrun.
    private func updateCharge() {
        let count = hasClosed ? 0 : bytes.count
        account.add(count - charged, of: .outbox)
        charged = count
        if count > 0, account.error(.outbox) != nil { overruns.append(self) }
    }

    /// The error for the exceeded limit; nil if none is exceeded.
    var overrun: RequestError? {
        guard !isOverLimit else { return account.limits.error(.outbox, of: .connection) }
        return charged > 0 ? account.error(.outbox) : nil
    }

    private func removeFirst(_ count: Int) {
        guard isStalled else {
            if bytes.capacity > Outbox.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
            // For the one line that there usually is, this is cheaper than `removeAll`.
            if lines.popLast() != nil, !lines.isEmpty { lines.removeAll(keepingCapacity: true) }
            written = 0
            return
        }
        bytes.removeFirst(count)
        var left = count
        var whole = 0
        while whole < lines.count, left >= lines[whole].length - written {
            left -= lines[whole].length - written
            written = 0
            whole += 1
        }
        lines.removeFirst(whole)
        written += left
    }

    /// Removes the queued line that the new line replaces, unless part of it has been written.
    private func remove(_ replaceable: Replaceable) {
        var end = bytes.count
        for index in lines.indices.reversed() {
            let start = end - lines[index].length + (index == 0 ? written : 0)
            if lines[index].replaceable == replaceable {
                guard index > 0 || written == 0 else { return }
                bytes.removeSubrange(start..<end)
                lines.remove(at: index)
                return
            }
            end = start
        }
    }
}

/// The outboxes with lines that were queued since they were last flushed, by number, in the order of their first lines.
public final class OutputList {
    /// Computed, because another module would check the access to a stored property.
    public var numbers: [Int] { listed }
    @exclusivity(unchecked) private var listed: [Int] = []

    public init() {}

    public func append(_ number: Int) { listed.append(number) }

    public func removeAll() {
        // For the one number that there usually is, this is cheaper than `removeAll`.
        while listed.popLast() != nil {}
    }
}

/// The outboxes that exceeded a limit and have not been handled since, in the order in which they exceeded it.
final class OverrunList {
    @exclusivity(unchecked) private var outboxes: [ObjectIdentifier] = []

    var isEmpty: Bool { outboxes.isEmpty }

    func append(_ outbox: Outbox) {
        let outbox = ObjectIdentifier(outbox)
        if !outboxes.contains(outbox) { outboxes.append(outbox) }
    }

    func remove(_ outbox: Outbox) { outboxes.removeAll { $0 == ObjectIdentifier(outbox) } }

    func removeAll() { outboxes.removeAll(keepingCapacity: true) }

    /// Returns the sessions of the outboxes, in the order of the list.
    func sessions(among sessions: [ClientSession]) -> [ClientSession] {
        outboxes.compactMap { outbox in sessions.first { ObjectIdentifier($0.outbox) == outbox } }
    }
}
