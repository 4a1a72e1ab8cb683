internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// The listening sockets and their connections.
///
/// Connections are accepted, read and closed, and requests are handled, in steps of bounded work at the lowest priority of the
/// loop, so that no client delays a frame or a deadline by more than one step. A connection is not read while its requests
/// wait for their turn (``Pipeline/serve(at:_:)``).
///
/// The focus sources of users who receive come before the devices, so that no frame reaches an app that has just lost its
/// right. Until devices and deadlines were served again, such a user gets one turn's work there; the rest waits for the
/// turns of all clients.
///
/// The stored properties that a frame uses are `@exclusivity(unchecked)`, as those of ``Pipeline``.
final class Clients {
    /// Called when a connection was closed.
    var onDescriptorFreed: () -> Void = {}
    /// Called after requests were handled, which may have queued a command.
    var onServed: () -> Void = {}
    /// Called before a client receives `hello`.
    var onConnect: () -> Void = {}

    private let loop: EventLoop
    private let pipeline: Pipeline
    private var listeners: [Listener]
    private let processes: PeerProcesses
    /// By descriptor.
    private var connections: [Connection?] = []
    private var connectionCount = 0
    /// The connections to flush: their outbox has new lines, or their socket has room again.
    @exclusivity(unchecked) private var pending: [Connection] = []
    /// Those that are not read until their requests were handled.
    private var paused: [Connection] = []
    /// Those to close now.
    private var closing: [Connection] = []
    /// Those that are closed at a time, read or not: the earliest first.
    @exclusivity(unchecked) private var draining: [Connection] = []
    /// Steps of the clients since connections were accepted last.
    private var handledSinceAccept = 0
    /// What the focus sources of a user who receives have cost since the devices were served last.
    private var urgentWork: [UInt32: Work] = [:]
    /// Handles requests in turn, and closes connections.
    private var turn: EventLoop.Source?
    @exclusivity(unchecked) private var memory = FreedMemory()
    /// The next turn returns memory to the system.
    private var isReturningMemory = false
    /// When to accept again after a failure.
    @exclusivity(unchecked) private var nextAttempt: Timestamp?
    private var failureLog = RateLimit(burst: 1, interval: .milliseconds(30_000))

    /// How long a client may take to read the error that closes its connection.
    private static let closeTimeout = Microseconds.milliseconds(1000)
    private static let retryInterval = Microseconds.milliseconds(1000)
    /// No client is accepted while this many connections are to be closed.
    private static let closingLimit = 64
    private static let stepsBetweenAccepts = 8
    /// How many turns focus sources get together before devices and deadlines are served.
    private static let urgentTurns = 4

    /// - Parameters:
    ///   - path: Where to listen; nil for the service manager's socket, or ``Listener/defaultPath`` if it passed none.
    ///   - focusPath: Where to listen for focus sources; nil for the service manager's socket, if it passed one.
    init(on loop: EventLoop, _ pipeline: Pipeline, at path: String?, focusPath: String?) throws {
        self.loop = loop
        self.pipeline = pipeline
        processes = PeerProcesses(on: loop)
        listeners = path == nil ? try Listener.inherited() : []
        if !listeners.contains(where: { $0.role == .subscriber }) {
            listeners.append(try Listener(path: path ?? Listener.defaultPath, .subscriber))
        }
        if let focusPath {
            listeners.removeAll { $0.role == .focusSource }
            listeners.append(try Listener(path: focusPath, .focusSource))
        }
        processes.onEnd = { [unowned self] process in self.pipeline.endProcess(process, at: MonotonicClock.now) }
        for listener in listeners {
            listener.source = try loop.watch(listener.descriptor, for: .readable, priority: .client) {
                [unowned self, unowned listener] _ in
                acceptClients(of: listener)
            }
        }
        turn = try loop.makeTimer(priority: .client) { [unowned self] in takeTurn() }
    }

    /// When ``expire(at:)`` is due; nil if never.
    var nextTime: Timestamp? { earlier(earlier(draining.first?.closeTime, nextAttempt), memory.time) }

    /// Sends what is queued, as far as each client accepts it.
    func flush() {
        guard !pending.isEmpty else { return }
        for connection in pending { flush(connection) }
        pending.removeAll(keepingCapacity: true)
    }

    private func flush(_ connection: Connection) {
        guard connection.state != .closed else { return }
        connection.flush()
        guard connection.isClosing else { return }
        if connection.state == .broken || connection.outbox.isEmpty {
            closing.append(connection)
            turn?.run()
        } else {
            startCloseTimeout(of: connection)
        }
    }

    /// Sends what is queued until every client has read it, or until `deadline`.
    func drain(until deadline: Timestamp) {
        flush()
        while true {
            let waiting = connections.compactMap { $0 }.filter { $0.state != .broken && !$0.outbox.isEmpty }
            let left = (deadline - MonotonicClock.now).count
            guard !waiting.isEmpty, left > 0 else { return }
            var polled = waiting.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            poll(&polled, nfds_t(polled.count), Int32(left / 1000 + 1))
            pending += waiting
            flush()
        }
    }

    /// Schedules what is due for the turns of the clients. Nothing stays due: the timer would fire again before them.
    func expire(at time: Timestamp) {
        if let nextAttempt, nextAttempt <= time { resumeAccepting() }
        if memory.becomesDue(at: time) {
            isReturningMemory = true
            turn?.run()
        }
        while let first = draining.first, first.closeTime.map({ $0 <= time }) ?? true {
            closing.append(draining.removeFirst())
            turn?.run()
        }
    }

    /// Applies a change of who receives: it decides which focus sources come before the devices.
    func updatePriorities() {
        for connection in connections {
            guard let connection, connection.session.role == .focusSource else { continue }
            connection.source?.priority = priority(of: connection.session)
        }
    }

    private func priority(of session: ClientSession) -> EventLoop.Priority {
        pipeline.changesAccess(session) ? .access : .client
    }

    // MARK: - Accepting

    /// Accepts a bounded number of clients: the loop calls again while more are waiting.
    private func acceptClients(of listener: Listener) {
        handledSinceAccept = 0
        setListeners(.client)
        do {
            let start = pipeline.work
            // Accepts no faster than connections are closed: until then they use memory.
            while pipeline.work - start < .turn, closing.count < Clients.closingLimit {
                guard let socket = try listener.accept() else { return }
                try add(socket, listener.role)
            }
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
        Log.error("\(error); \(connectionCount) clients are connected")
    }

    /// Counts a step of the clients. New connections wait for a few steps, also if all connections are ready. They do not come
    /// first: a client that has just closed would still be counted when the next one connects.
    private func countStep() {
        handledSinceAccept += 1
        if handledSinceAccept == Clients.stepsBetweenAccepts { setListeners(.accept) }
    }

    private func setListeners(_ priority: EventLoop.Priority) {
        for listener in listeners { listener.source?.priority = priority }
    }

    private func resumeAccepting() {
        guard nextAttempt != nil else { return }
        nextAttempt = nil
        for listener in listeners { listener.source?.isEnabled = true }
    }

    private func add(_ socket: consuming UnixSocket, _ role: ClientSession.Role) throws(SystemError) {
        pipeline.count(.socket)
        guard let peer = Peer(of: socket.descriptor) else {
            return Log.error("rejected a client without peer credentials")
        }
        let session: ClientSession
        do throws(RequestError) {
            try DescriptorReserve.check(socket.descriptor, user: peer.user)
            if role == .subscriber { onConnect() }
            session = try pipeline.connect(peer, as: role)
        } catch {
            // The socket's buffer is empty: the line fits. It is closed at once, and remains readable.
            var line: [UInt8] = []
            ServerMessage.error(ErrorMessage(error)).append(to: &line)
            _ = line.withUnsafeBytes { try? socket.send($0) }
            return
        }
        let connection = Connection(socket, pipeline, session)
        insert(connection)
        if role == .subscriber { processes.add(peer.process, socket: connection.descriptor) }
        connection.outbox.onOutput = { [unowned self, unowned connection] in pending.append(connection) }
        do {
            connection.source = try loop.watch(
                connection.descriptor, for: .readable,
                priority: role == .focusSource ? priority(of: session) : .client
            ) { [unowned self, unowned connection] events in
                handle(events, of: connection)
            }
        } catch {
            close(connection)
            throw error
        }
    }

    private func insert(_ connection: Connection) {
        let descriptor = Int(connection.descriptor)
        while connections.count <= descriptor { connections.append(nil) }
        connections[descriptor] = connection
        connectionCount += 1
    }

    // MARK: - Serving

    private func handle(_ events: EventLoop.Events, of connection: Connection) {
        countStep()
        if events.contains(.writable) { pending.append(connection) }
        if events.hasHungUp { pipeline.hangUp(connection.session) }
        if events.contains(.readable) || connection.session.hasHungUp { read(connection) }
        // What it sent before it closed is handled first.
        if connection.isDone { close(connection) }
    }

    private func read(_ connection: Connection) {
        guard connection.source?.priority != .access else { return readUrgently(connection) }
        let isNext = !pipeline.hasRequests
        connection.read()
        if isNext, connection.session.hasRequests { takeTurn() }
        if connection.session.hasRequests { pause(connection) }
    }

    private func readUrgently(_ connection: Connection) {
        let user = connection.session.user ?? 0
        let all = urgentWork.values.reduce(.zero, +)
        guard urgentWork[user, default: .zero] < .turn, all < Clients.urgentTurns * .turn else {
            return pause(connection)
        }
        let before = pipeline.work
        connection.read()
        pipeline.serve(connection.session, at: MonotonicClock.now)
        urgentWork[user, default: .zero] += pipeline.work - before
        if connection.session.hasRequests { pause(connection) }
        // The next turn of the clients ends the time for which this is counted.
        turn?.run()
    }

    /// Does not read the connection before the next turn of the clients.
    private func pause(_ connection: Connection) {
        turn?.run()
        guard !connection.isPaused else { return }
        connection.pause()
        paused.append(connection)
    }

    /// Called only at the clients' priority: nothing that comes first is ready, so devices and deadlines were served.
    private func takeTurn() {
        countStep()
        urgentWork.removeAll(keepingCapacity: true)
        let start = pipeline.work
        // Half of a turn at most, so that requests are handled as well.
        while pipeline.work - start < .turn / 2, let connection = closing.popLast() { close(connection) }
        _ = pipeline.serve(at: MonotonicClock.now, .turn - (pipeline.work - start))
        onServed()
        resumeReading()
        if isReturningMemory {
            isReturningMemory = false
            FreedMemory.returnToSystem()
        }
        if pipeline.hasRequests || pipeline.hasCommands || !closing.isEmpty { turn?.run() }
    }

    /// Reads the connections again whose requests were handled.
    private func resumeReading() {
        for connection in paused where !connection.session.hasRequests || connection.state == .closed {
            connection.resume()
        }
        paused.removeAll { !$0.isPaused }
    }

    // MARK: - Closing

    private func startCloseTimeout(of connection: Connection) {
        guard connection.closeTime == nil else { return }
        connection.drain(until: MonotonicClock.now + Clients.closeTimeout)
        draining.append(connection)
    }

    private func close(_ connection: Connection) {
        guard connection.state != .closed else { return }
        pipeline.count(.socket)
        let now = MonotonicClock.now
        memory.add(connection.session.footprint, at: now)
        pipeline.disconnect(connection.session, at: now)
        if connection.closeTime != nil { draining.removeAll { $0 === connection } }
        if connection.session.role == .subscriber, let process = connection.session.process {
            processes.remove(process)
        }
        connection.close()
        connections[Int(connection.descriptor)] = nil
        connectionCount -= 1
        onDescriptorFreed()
        resumeAccepting()
    }
}

/// The last descriptors of the process, which only root's clients and devices may use: where the limit of descriptors is
/// low, ordinary users cannot take all of them.
private enum DescriptorReserve {
    private static let count = 32

    /// Throws `tooManyClients` if a new connection of an ordinary user has a descriptor of the reserve. The kernel gives the
    /// lowest free number, so all lower ones are in use.
    static func check(_ descriptor: Int32, user: UInt32) throws(RequestError) {
        guard user != 0 else { return }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard Int(descriptor) + count < Int(clamping: limit.rlim_cur) else {
            throw RequestError(
                code: .tooManyClients,
                message:
                    "the daemon has \(limit.rlim_cur) descriptors (LimitNOFILE), the last \(count) of them for root")
        }
    }
}
