internal import GestureModel
internal import GestureProtocol

/// The bytes queued for one client: whole lines, in order. The pipeline appends lines, and the connection writes them.
///
/// A client that keeps up receives every line. For one that does not, a queued `changed` is replaced by a newer `changed` of
/// the same gesture, since values are cumulative. `began`, `ended` and `cancelled` are never dropped, nor is a `changed` in
/// which a part of a composition began, ended or failed. In steady state nothing is allocated.
public final class Outbox {
    /// Identifies the queued line that a line may replace: the last `changed` of the same gesture and subscription.
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

    /// Called when the first line is queued after a ``flush(_:)``, and at once if one is queued already.
    @exclusivity(unchecked) public var onOutput: (() -> Void)? {
        didSet { if isPending { onOutput?() } }
    }
    /// True if no more lines are queued. The connection is closed when the outbox is empty.
    @exclusivity(unchecked) public private(set) var isClosed = false

    let account: Account
    /// The account's limit for one connection: in every line it would be read through two references.
    @exclusivity(unchecked) private var limit: Int
    private let overruns: OverrunList
    @exclusivity(unchecked) private var bytes: [UInt8] = []
    @exclusivity(unchecked) private var lines: [Line] = []
    /// Bytes of the first line that were already written; they are no longer in ``bytes``.
    @exclusivity(unchecked) private var written = 0
    /// True if the last flush could not write everything.
    @exclusivity(unchecked) private var isStalled = false
    /// True if ``onOutput`` was called and ``flush(_:)`` was not.
    @exclusivity(unchecked) private var isPending = false
    /// The bytes that are charged to the account: those left after the last flush.
    @exclusivity(unchecked) private var charged = 0

    /// - Parameter account: Its limits are those after which the outbox is reported as overrun. Lines are still queued then.
    init(_ account: Account, overruns: OverrunList) {
        self.account = account
        self.overruns = overruns
        limit = account.limits.outbox
    }

    /// Memory that a client that reads keeps: more than the lines of one frame, so that frames allocate nothing.
    private static let keptCapacity = 16 * 1024

    /// Bytes still to be written.
    public var count: Int { bytes.count }
    public var isEmpty: Bool { bytes.isEmpty }

    /// True if more bytes are queued than the limit allows.
    var isOverLimit: Bool { bytes.count > limit }

    /// True if optional lines may be queued as well: the client keeps up, or few bytes are queued.
    var hasRoom: Bool { !isStalled && bytes.count <= limit / 2 }

    /// Queues one line, newline included, that `write` appends. Removes the queued `changed` that it replaces.
    func append(_ replaceable: Replaceable? = nil, _ write: (inout [UInt8]) -> Void) {
        guard !isClosed else { return }
        // A burst of frames between two flushes does not mean that the client is slow, unless the burst is long.
        if let replaceable, isStalled || bytes.count > limit / 2 { remove(replaceable) }
        let before = bytes.count
        write(&bytes)
        lines.append(Line(length: bytes.count - before, replaceable: replaceable))
        if isOverLimit { overruns.append(self) }
        guard !isPending else { return }
        isPending = true
        onOutput?()
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

    /// Applies the account's present limit.
    func updateLimit() { limit = account.limits.outbox }

    /// Queues no more lines, and releases those that are queued from the account. They may wait for a second until they are read:
    /// no more memory than they need is kept for them.
    func close() {
        isClosed = true
        bytes = bytes.withUnsafeBufferPointer(Array.init)
        lines = []
        updateCharge()
    }

    /// Charges what is left. If all that the user's clients have queued is too much, this outbox is reported.
    private func updateCharge() {
        let count = isClosed ? 0 : bytes.count
        account.add(count - charged, of: .outbox)
        charged = count
        if count > 0, account.error(.outbox) != nil { overruns.append(self) }
    }

    /// The limit that is exceeded; nil if none is.
    var overrun: RequestError? {
        guard !isOverLimit else { return account.limits.error(.outbox, of: .connection) }
        return charged > 0 ? account.error(.outbox) : nil
    }

    private func removeFirst(_ count: Int) {
        guard isStalled else {
            if bytes.capacity > Outbox.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
            // Mostly one line: cheaper than `removeAll`.
            while lines.popLast() != nil {}
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

    /// Removes the queued line that is replaced. A line that was partly written stays.
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

/// The outboxes that exceeded a limit and were not handled since, in that order.
final class OverrunList {
    @exclusivity(unchecked) private var outboxes: [ObjectIdentifier] = []

    var isEmpty: Bool { outboxes.isEmpty }

    func append(_ outbox: Outbox) {
        let outbox = ObjectIdentifier(outbox)
        if !outboxes.contains(outbox) { outboxes.append(outbox) }
    }

    func remove(_ outbox: Outbox) { outboxes.removeAll { $0 == ObjectIdentifier(outbox) } }

    func removeAll() { outboxes.removeAll(keepingCapacity: true) }

    /// The sessions of the outboxes, in order.
    func sessions(among sessions: [ClientSession]) -> [ClientSession] {
        outboxes.compactMap { outbox in sessions.first { ObjectIdentifier($0.outbox) == outbox } }
    }
}
