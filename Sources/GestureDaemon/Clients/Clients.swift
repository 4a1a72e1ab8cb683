internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// The listening sockets and their connections.
final class Clients {
    /// Called when a connection was closed.
    var onDescriptorFreed: () -> Void = {}

    private let loop: EventLoop
    private let pipeline: Pipeline
    private var listeners: [Listener]
    private var connections: [Connection] = []
    /// The connections to flush: their outbox has new lines, or their socket has room again.
    private var pending: [Connection] = []
    /// When the first of the connections that are closing is closed, read or not.
    private var nextClosing: Timestamp?
    /// When to accept again after a failure.
    private var nextAttempt: Timestamp?
    private var failureLog = RateLimit(burst: 1, interval: .milliseconds(30_000))

    /// How long a client may take to read the error that closes its connection.
    private static let closeTimeout = Microseconds.milliseconds(1000)
    private static let retryInterval = Microseconds.milliseconds(1000)

    /// - Parameters:
    ///   - path: Where to listen; nil for the service manager's socket, or ``Listener/defaultPath`` if it passed none.
    ///   - focusPath: Where to listen for focus sources; nil for the service manager's socket, if it passed one.
    init(on loop: EventLoop, _ pipeline: Pipeline, at path: String?, focusPath: String?) throws {
        self.loop = loop
        self.pipeline = pipeline
        listeners = path == nil ? try Listener.inherited() : []
        if !listeners.contains(where: { $0.role == .subscriber }) {
            listeners.append(try Listener(path: path ?? Listener.defaultPath, .subscriber))
        }
        if let focusPath {
            listeners.removeAll { $0.role == .focusSource }
            listeners.append(try Listener(path: focusPath, .focusSource))
        }
        for listener in listeners {
            listener.source = try loop.watch(listener.descriptor, for: EPOLLIN.rawValue) {
                [unowned self, unowned listener] _ in
                acceptClients(of: listener)
            }
        }
    }

    /// When ``expire(at:)`` is due; nil if never.
    var nextTime: Timestamp? { earlier(nextClosing, nextAttempt) }

    /// Sends what is queued, as far as each client accepts it.
    func flush() {
        // Closing a connection may queue lines for others.
        while !pending.isEmpty {
            for connection in pending { connection.flush() }
            let closing = pending.filter(\.isClosing)
            pending.removeAll(keepingCapacity: true)
            for connection in closing {
                if connection.isBroken || connection.outbox.isEmpty {
                    close(connection)
                } else {
                    startCloseTimeout(of: connection)
                }
            }
        }
    }

    /// Sends what is queued until every client has read it, or until `deadline`.
    func drain(until deadline: Timestamp) {
        flush()
        while true {
            let waiting = connections.filter { !$0.outbox.isEmpty }
            let left = (deadline - MonotonicClock.now).count
            guard !waiting.isEmpty, left > 0 else { return }
            var polled = waiting.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            poll(&polled, nfds_t(polled.count), Int32(left / 1000 + 1))
            pending += waiting
            flush()
        }
    }

    func expire(at time: Timestamp) {
        if let nextAttempt, nextAttempt <= time { resumeAccepting() }
        if let nextClosing, nextClosing <= time { closeOverdue(at: time) }
    }

    // MARK: - Accepting

    private func acceptClients(of listener: Listener) {
        do {
            while let socket = try listener.accept() { try add(socket, listener.role) }
        } catch {
            pauseAccepting(after: error)
        }
    }

    /// A client that waits keeps its listener ready. Without free descriptors the daemon stops accepting until it closes
    /// one, or for a second if other processes hold them all.
    private func pauseAccepting(after error: SystemError) {
        for listener in listeners { listener.source?.isEnabled = false }
        let now = MonotonicClock.now
        nextAttempt = now + Clients.retryInterval
        guard failureLog.pass(at: now) != nil else { return }
        Log.error("\(error); \(connections.count) clients are connected")
    }

    private func resumeAccepting() {
        guard nextAttempt != nil else { return }
        nextAttempt = nil
        for listener in listeners { listener.source?.isEnabled = true }
    }

    private func add(_ socket: consuming UnixSocket, _ role: ClientSession.Role) throws(SystemError) {
        guard let peer = PeerCredentials(of: socket.descriptor)?.peer else {
            return Log.error("rejected a client without peer credentials")
        }
        let session: ClientSession
        do throws(RequestError) {
            session = try pipeline.connect(peer, as: role)
        } catch {
            var line: [UInt8] = []
            ServerMessage.error(ErrorMessage(error)).append(to: &line)
            _ = line.withUnsafeBytes { try? socket.send($0) }
            return
        }
        let connection = Connection(socket, pipeline, session)
        connections.append(connection)
        connection.outbox.onOutput = { [unowned self, unowned connection] in pending.append(connection) }
        do {
            connection.source = try loop.watch(connection.descriptor, for: EPOLLIN.rawValue) {
                [unowned self, unowned connection] bits in
                handle(bits, of: connection)
            }
        } catch {
            close(connection)
            throw error
        }
    }

    // MARK: - Serving and closing

    private func handle(_ bits: UInt32, of connection: Connection) {
        if bits & EPOLLIN.rawValue != 0 { connection.read() }
        if bits & EPOLLOUT.rawValue != 0 { pending.append(connection) }
        if bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 || connection.isBroken { close(connection) }
    }

    private func startCloseTimeout(of connection: Connection) {
        guard connection.closeTime == nil else { return }
        let time = MonotonicClock.now + Clients.closeTimeout
        connection.closeTime = time
        nextClosing = earlier(nextClosing, time)
    }

    private func closeOverdue(at time: Timestamp) {
        nextClosing = nil
        for connection in connections {
            guard let closeTime = connection.closeTime else { continue }
            if closeTime <= time { close(connection) } else { nextClosing = earlier(nextClosing, closeTime) }
        }
    }

    private func close(_ connection: Connection) {
        pipeline.disconnect(connection.session, at: MonotonicClock.now)
        connections.removeAll { $0 === connection }
        pending.removeAll { $0 === connection }
        onDescriptorFreed()
        resumeAccepting()
    }
}
