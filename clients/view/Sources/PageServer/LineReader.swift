internal import Synchronization

/// The lines that wait for one browser.
final class LineReader: Sendable {
    /// In bytes. A frame that would make the waiting lines longer than this is dropped, and the browser receives the
    /// number of dropped frames.
    static let limit = 4 * 1024 * 1024
    /// In bytes. A browser for which more than this waits is disconnected.
    static let hardLimit = 2 * limit

    private struct State {
        var queued: [UInt8] = []
        var dropped = 0
        var hasEnded = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func append(_ line: [UInt8], mayBeDropped: Bool) {
        wake { state in
            if mayBeDropped, state.queued.count + line.count > Self.limit {
                state.dropped += 1
            } else if state.queued.count + line.count > Self.hardLimit {
                state.hasEnded = true
            } else if !state.hasEnded {
                state.queued += line
            }
        }
    }

    func end() { wake { $0.hasEnded = true } }

    /// Waits for lines; nil at the end. After a gap, the first line says how many were dropped.
    func next() async -> [UInt8]? {
        while !Task.isCancelled {
            let (bytes, hasEnded) = state.withLock { state in
                var bytes = state.queued
                state.queued = []
                if state.dropped > 0 {
                    bytes += Array("{\"type\":\"dropped\",\"count\":\(state.dropped)}\n".utf8)
                    state.dropped = 0
                }
                return (bytes, state.hasEnded)
            }
            if !bytes.isEmpty { return bytes }
            if hasEnded { return nil }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard state.queued.isEmpty, state.dropped == 0, !state.hasEnded else { return true }
                    state.waiting = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
        return nil
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
