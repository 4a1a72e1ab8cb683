internal import GestureModel
internal import GesturePipeline
internal import LinuxSupport
internal import SystemdSupport

/// The listening sockets of the daemon.
struct Listeners {
    private let all: [Listener]
    /// When to accept again after a failure; nil while clients are accepted.
    private(set) var nextAttempt: Timestamp?
    /// The number of steps of ``Clients`` since connections were last accepted.
    private var stepsSinceAccept = 0
    private var failureLog = RateLimit(burst: 1, interval: .milliseconds(30_000))

    private static let retryInterval = Microseconds.milliseconds(1000)
    private static let stepsBetweenAccepts = 8

    /// - Parameters: The same as for ``Clients``.
    init(at path: String?, focusPath: String?) throws {
        var listeners = path == nil ? try Listener.inherited() : []
        if !listeners.contains(where: { $0.role == .subscriber }) {
            listeners.append(try Listener(path: path ?? Listener.defaultPath, .subscriber))
        }
        if let focusPath {
            listeners.removeAll { $0.role == .focusSource }
            listeners.append(try Listener(path: focusPath, .focusSource))
        }
        all = listeners
    }

    /// - Parameter accept: Called while clients are waiting.
    func watch(on loop: EventLoop, accept: @escaping (Listener) -> Void) throws {
        for listener in all {
            listener.source = try loop.watch(listener.descriptor, for: .readable, priority: .client) {
                [unowned listener] _ in accept(listener)
            }
        }
    }

    mutating func beginAccepting() {
        stepsSinceAccept = 0
        setPriority(.client)
    }

    /// Counts a step of ``Clients``. New connections wait for at most a few steps. They are not accepted before every
    /// step, because a client that has just closed would then still count against the limits when the next one
    /// connects.
    mutating func countStep() {
        stepsSinceAccept += 1
        if stepsSinceAccept == Self.stepsBetweenAccepts { setPriority(.accept) }
    }

    private func setPriority(_ priority: EventLoop.Priority) {
        for listener in all { listener.source?.priority = priority }
    }

    /// Stops accepting after an error, because a waiting client would keep the loop busy. The daemon accepts again when
    /// it has closed a connection, which frees a descriptor, or after a second, because other processes may hold the
    /// descriptors.
    mutating func pause(after error: SystemError, clients: Int) {
        for listener in all { listener.source?.isEnabled = false }
        let now = MonotonicClock.now
        nextAttempt = now + Self.retryInterval
        guard failureLog.pass(at: now) != nil else { return }
        Log.error("\(error); \(clients) clients are connected")
    }

    mutating func expire(at time: Timestamp) {
        if let nextAttempt, nextAttempt <= time { resume() }
    }

    mutating func resume() {
        guard nextAttempt != nil else { return }
        nextAttempt = nil
        for listener in all { listener.source?.isEnabled = true }
    }
}
