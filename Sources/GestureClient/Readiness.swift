internal import Dispatch
internal import Glibc

/// A task's wait for the client's descriptor, without blocking a thread.
///
/// All work happens on one queue. A copy of the descriptor is watched, because the client may be released meanwhile.
final class Readiness: @unchecked Sendable {
    private static let queue = DispatchQueue(label: "gestured.client")

    private var source: (any DispatchSourceProtocol)?
    private var continuation: CheckedContinuation<Void, Never>?
    private var isOver = false

    /// Returns when the descriptor is readable, after ``wake()``, or when the task is cancelled. Without a descriptor
    /// it returns after a second, so that the client can try to get one.
    func wait(for descriptor: Int32?, isolation: isolated (any Actor)? = #isolation) async {
        let copy = descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? -1
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Readiness.queue.async { self.start(continuation, copy) }
            }
        } onCancel: {
            wake()
        }
    }

    func wake() { Readiness.queue.async { self.finish() } }

    private func start(_ continuation: CheckedContinuation<Void, Never>, _ copy: Int32) {
        if copy >= 0 {
            let reader = DispatchSource.makeReadSource(fileDescriptor: copy, queue: Readiness.queue)
            reader.setCancelHandler { close(copy) }
            source = reader
        } else {
            let timer = DispatchSource.makeTimerSource(queue: Readiness.queue)
            timer.schedule(deadline: .now() + 1)
            source = timer
        }
        source?.setEventHandler { [unowned self] in finish() }
        source?.activate()
        self.continuation = continuation
        // `wake()` may have been called before the start.
        if isOver { resume() }
    }

    private func finish() {
        isOver = true
        if continuation != nil { resume() }
    }

    private func resume() {
        source?.cancel()
        source = nil
        continuation?.resume()
        continuation = nil
    }
}
