internal import Synchronization

/// The daemon's lines, from standard input to each browser that reads them.
public final class Lines: Sendable {
    /// What a browser needs that opens the page later: what was said of devices and access, at most this many bytes. The
    /// first line lists the devices; of the others, the oldest are forgotten.
    fileprivate static let keptLimit = 256 * 1024

    fileprivate struct State {
        var kept: [[UInt8]] = []
        var keptSize = 0
        var readers: [Int: LineReader] = [:]
        var lastReader = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    public init() {}

    public var hasReaders: Bool { state.withLock { !$0.readers.isEmpty } }

    /// Passes a line, with its newline, to all readers.
    public func append(_ line: [UInt8]) {
        let isFrame = ["contacts", "gesture", "explanation"].contains { line.starts(with: #"{"type":"\#($0)""#.utf8) }
        let readers = state.withLock { state in
            if !isFrame { state.keep(line) }
            return Array(state.readers.values)
        }
        for reader in readers { reader.append(line, mayBeDropped: isFrame) }
    }

    /// After the last line.
    public func end() {
        let readers = state.withLock { state in
            state.hasEnded = true
            return Array(state.readers.values)
        }
        for reader in readers { reader.end() }
    }

    func open() -> (number: Int, reader: LineReader) {
        state.withLock { state in
            let reader = LineReader()
            for line in state.kept { reader.append(line, mayBeDropped: false) }
            if state.hasEnded { reader.end() }
            state.lastReader += 1
            state.readers[state.lastReader] = reader
            return (state.lastReader, reader)
        }
    }

    func close(_ number: Int) { state.withLock { state in state.readers[number] = nil } }
}

extension Lines.State {
    fileprivate mutating func keep(_ line: [UInt8]) {
        kept.append(line)
        keptSize += line.count
        while keptSize > Lines.keptLimit, kept.count > 1 { keptSize -= kept.remove(at: 1).count }
    }
}
