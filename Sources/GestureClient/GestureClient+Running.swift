public import GestureModel
internal import Glibc

extension GestureClient {
    /// Waits until there is something to do, and does it.
    ///
    /// - Parameter timeout: How long to wait at most; nil for as long as it takes. It may be up to a millisecond more; 0 or
    ///   less does not wait.
    public func wait(timeout: Microseconds? = nil) {
        let now = Timestamp.now
        var end = timeout.map { now + $0 }
        if let deadline { end = end.map { min($0, deadline) } ?? deadline }
        let milliseconds = end.map { max(0, ($0 - now).count / 1000 + 1) } ?? -1
        // A negative descriptor is passed over by poll.
        var polled = pollfd(
            fd: fileDescriptor ?? -1, events: Int16(wantsWrite ? POLLIN | POLLOUT : POLLIN), revents: 0)
        let isDue = end.map { $0 <= now } ?? false
        poll(&polled, 1, isDue ? 0 : Int32(clamping: milliseconds))
        process()
    }

    /// Waits and processes until `condition` holds, or the client is closed; it is asked after each time something came.
    ///
    /// For an app that has nothing else to do: this blocks its thread.
    public func run(until condition: () -> Bool = { false }) {
        while !isClosed, !condition() { wait() }
    }

    /// Waits and processes until the task is cancelled or the client closed, on the actor that calls, which is free
    /// meanwhile.
    ///
    /// The waiting itself is done by a thread of Dispatch's, which Swift's tasks run on anyway; callbacks run on the actor.
    /// One call of these at a time; a second traps.
    public func run(isolation: isolated (any Actor)? = #isolation) async {
        precondition(readiness == nil, "the client is running already")
        defer { readiness = nil }
        while !isClosed, !Task.isCancelled {
            process()
            let readiness = Readiness()
            self.readiness = readiness
            if isClosed { return }
            await readiness.wait(for: fileDescriptor, orWrite: wantsWrite, until: deadline)
        }
    }
}
