internal import Dispatch
internal import GestureModel
internal import Glibc

/// One wait of a task for a descriptor or a time, which blocks no thread.
///
/// All work happens on one queue. It watches a copy of the descriptor, since the client may close the original meanwhile.
final class Readiness: @unchecked Sendable {
    private static let queue = DispatchQueue(label: "gestured.client")

    private var sources: [any DispatchSourceProtocol] = []
    private var continuation: CheckedContinuation<Void, Never>?
    private var isOver = false

    /// Returns when the descriptor is readable (or writable), at `deadline`, after ``wake()``, or when the task is
    /// cancelled.
    func wait(
        for descriptor: Int32?, orWrite: Bool, until deadline: Timestamp?,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        let copies = (1...(orWrite ? 2 : 1)).compactMap { _ in descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } }
        let delay = deadline.map { max(0, ($0 - .now).count) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Readiness.queue.async { self.start(continuation, copies, delay) }
            }
        } onCancel: {
            wake()
        }
    }

    func wake() { Readiness.queue.async { self.finish() } }

    private func start(_ continuation: CheckedContinuation<Void, Never>, _ copies: [Int32], _ delay: Int64?) {
        if let reader = copies.first {
            watch(DispatchSource.makeReadSource(fileDescriptor: reader, queue: Readiness.queue), reader)
        }
        if let writer = copies.dropFirst().first {
            watch(DispatchSource.makeWriteSource(fileDescriptor: writer, queue: Readiness.queue), writer)
        }
        if let delay {
            let timer = DispatchSource.makeTimerSource(queue: Readiness.queue)
            timer.schedule(deadline: .now() + .microseconds(Int(delay)))
            watch(timer, nil)
        }
        self.continuation = continuation
        // `wake()` may come before the start.
        if isOver { resume() }
    }

    private func watch(_ source: some DispatchSourceProtocol, _ copy: Int32?) {
        source.setEventHandler { [unowned self] in finish() }
        source.setCancelHandler { copy.map { _ = Glibc.close($0) } }
        sources.append(source)
        source.activate()
    }

    private func finish() {
        isOver = true
        if continuation != nil { resume() }
    }

    private func resume() {
        for source in sources { source.cancel() }
        sources = []
        continuation?.resume()
        continuation = nil
    }
}
