internal import LinuxSupport
internal import Synchronization

/// Reports a reader of events that waits although nothing runs its client, so that none can arrive.
final class RunWatch: Sendable {
    private let hasRun = Atomic(false)
    private let isWatching = Atomic(false)
    private let settings = Mutex(
        (
            delay: Duration.seconds(2),
            report: { @Sendable (line: String) in StandardError.writeLine("gestured client: \(line)") }
        ))

    /// Replaces the two seconds for which a reader may wait before its app runs the client, and what is done then.
    func set(delay: Duration, report: @escaping @Sendable (String) -> Void) {
        settings.withLock { $0 = (delay, report) }
    }

    func markRun() {
        if !hasRun.load(ordering: .relaxed) { hasRun.store(true, ordering: .relaxed) }
    }

    func warnUnlessRun() {
        guard !hasRun.load(ordering: .relaxed), !isWatching.exchange(true, ordering: .relaxed) else { return }
        let (delay, report) = settings.withLock { $0 }
        Task.detached { [self] in
            try? await Task.sleep(for: delay)
            guard !hasRun.load(ordering: .relaxed) else { return }
            report("events(of:) waits, but nothing runs the client: call `await client.run()` in another task")
        }
    }
}
