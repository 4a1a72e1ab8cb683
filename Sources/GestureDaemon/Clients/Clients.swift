internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// The listening sockets and their connections.
///
/// Connections are accepted, read and closed, and requests are handled, in steps of bounded work. The steps have the
/// lowest priorities of the loop, so no client delays a frame or a deadline by more than one step. A turn is a step
/// that closes connections and handles requests of all clients. A connection is not read while its requests wait for
/// their turn (``Pipeline/serve(at:_:)``).
///
/// A focus source is a client that reports which window has the focus. The focus sources of users who receive gestures,
/// or whose session is locked, are served before the devices, so that no frame reaches an app that has just lost its
/// access. Each of these users gets a limited amount of work before devices and deadlines are served again. Further
/// requests wait for a turn, like those of other clients.
///
/// The stored properties that a frame uses are `@exclusivity(unchecked)`, like those of ``Pipeline``.
final class Clients {
    /// Called when a connection was closed.
    var onDescriptorFreed: () -> Void = {}
    /// Called after requests were handled. They may have queued a command.
    var onServed: () -> Void = {}
    /// Called before a subscriber receives `hello`.
    var onConnect: () -> Void = {}

    private let loop: EventLoop
    private let pipeline: Pipeline
    @exclusivity(unchecked) private var listeners: Listeners
    private let processes: PeerProcesses
    @exclusivity(unchecked) private var connections = ConnectionList()
    /// The work for focus sources that are served before the devices, by user. Cleared after the devices were served.
    private var urgentWork: [UInt32: Work] = [:]
    /// Handles requests in turn, and closes connections.
    private var turn: EventLoop.Source?
    @exclusivity(unchecked) private var memory = FreedMemory()

    /// How long a client may take to read the error that closes its connection.
    private static let closeTimeout = Microseconds.milliseconds(1000)
    /// No client is accepted while this many connections wait to be closed.
    private static let closingLimit = 64
    /// The most work of all focus sources together before devices and deadlines are served again, as a multiple of the
    /// work of one turn.
    private static let urgentTurns = 4

    /// - Parameters:
    ///   - path: Where to listen; nil for the service manager's socket, or ``Listener/defaultPath`` if it passed none.
    ///   - focusPath: Where to listen for focus sources; nil for the service manager's socket, if it passed one.
    init(on loop: EventLoop, _ pipeline: Pipeline, at path: String?, focusPath: String?) throws {
        self.loop = loop
        self.pipeline = pipeline
        processes = PeerProcesses(on: loop)
        listeners = try Listeners(at: path, focusPath: focusPath)
        processes.onEnd = { [unowned self] process in self.pipeline.endProcess(process, at: MonotonicClock.now) }
        try listeners.watch(on: loop) { [unowned self] listener in acceptClients(of: listener) }
        turn = try loop.makeTimer(priority: .client) { [unowned self] in takeTurn() }
    }

    /// When ``expire(at:)`` is due; nil if never.
    var nextTime: Timestamp? { earlier(earlier(connections.nextCloseTime, listeners.nextAttempt), memory.time) }

    /// Sends as many queued bytes as each client accepts. A connection that is broken, or whose closed outbox is empty,
    /// is closed in the next turn of the clients. Other closed outboxes drain.
    func flush() {
        for descriptor in connections.pending.numbers {
            guard let connection = connections[descriptor] else { continue }
            connection.flush()
            if connection.isClosing { finish(connection) }
        }
        connections.pending.removeAll()
    }

    private func finish(_ connection: ClientConnection) {
        if connection.state == .broken || connection.outbox.isEmpty {
            connections.close(connection)
            turn?.run()
        } else {
            connections.drain(connection, until: MonotonicClock.now + Clients.closeTimeout)
        }
    }

    /// Sends the queued bytes until every client has accepted them, or until `deadline`.
    func drain(until deadline: Timestamp) {
        flush()
        while true {
            let waiting = connections.all.filter { $0.state != .broken && !$0.outbox.isEmpty }
            let left = (deadline - MonotonicClock.now).count
            guard !waiting.isEmpty, left > 0 else { return }
            var polled = waiting.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            poll(&polled, nfds_t(polled.count), Int32(left / 1000 + 1))
            for connection in waiting { connections.pending.append(Int(connection.descriptor)) }
            flush()
        }
    }

    /// Accepts clients again if that is due. Other work that is due is scheduled: it is done in the next turn of the
    /// clients. Nothing may stay due, because the timer would fire again before that turn.
    func expire(at time: Timestamp) {
        listeners.expire(at: time)
        let isMemoryDue = memory.becomesDue(at: time)
        if connections.expire(at: time) || isMemoryDue { turn?.run() }
    }

    /// Updates the priorities of the focus sources: only sources for which ``Pipeline/changesAccess(_:)`` is true are
    /// served before the devices. Called when seats, locks or rules have changed, and when the machine is suspended or
    /// resumed.
    func updatePriorities() {
        for connection in connections.all where connection.session.role == .focusSource {
            connection.source?.priority = priority(of: connection.session)
        }
    }

    private func priority(of session: ClientSession) -> EventLoop.Priority {
        pipeline.changesAccess(session) ? .access : .client
    }

    // MARK: - Accepting

    /// Accepts a bounded number of clients. The loop calls again while more are waiting.
    private func acceptClients(of listener: Listener) {
        listeners.beginAccepting()
        do {
            let start = pipeline.work
            // Accepts no faster than connections are closed, because a connection uses memory until it is closed.
            while pipeline.work - start < .turn, connections.closingCount < Clients.closingLimit {
                guard let socket = try listener.accept() else { return }
                try add(socket, listener.role)
            }
        } catch {
            listeners.pause(after: error, clients: connections.count)
        }
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
            // The line fits, because the socket's buffer is empty. It remains readable after the socket is closed.
            var line: [UInt8] = []
            ServerMessage.error(ErrorMessage(error)).append(to: &line)
            _ = line.withUnsafeBytes { try? socket.send($0) }
            return
        }
        let connection = ClientConnection(socket, pipeline, session)
        connections.insert(connection)
        if role == .subscriber { processes.add(peer.process, socket: connection.descriptor) }
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

    // MARK: - Serving

    private func handle(_ events: EventLoop.Events, of connection: ClientConnection) {
        listeners.countStep()
        if events.contains(.writable) { connections.pending.append(Int(connection.descriptor)) }
        if events.hasHungUp { pipeline.noticeHangUp(of: connection.session) }
        if events.contains(.readable) || connection.session.hasHungUp { read(connection) }
        // Requests that the client sent before it closed are handled first.
        if connection.isDone { close(connection) }
    }

    private func read(_ connection: ClientConnection) {
        guard connection.source?.priority != .access else { return readUrgently(connection) }
        let isNext = !pipeline.hasRequests
        connection.read()
        if isNext, connection.session.hasRequests { takeTurn() }
        if connection.session.hasRequests { pause(connection) }
    }

    private func readUrgently(_ connection: ClientConnection) {
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
        // The next turn of the clients clears ``urgentWork``.
        turn?.run()
    }

    /// Stops reading the connection until a turn of the clients has handled its requests.
    private func pause(_ connection: ClientConnection) {
        turn?.run()
        connections.pause(connection)
    }

    /// Closes connections and handles requests, up to a limited amount of work. Called only at the clients' priority,
    /// when nothing of a higher priority is ready, so devices and deadlines have been served.
    private func takeTurn() {
        listeners.countStep()
        urgentWork.removeAll(keepingCapacity: true)
        let start = pipeline.work
        // Closing takes at most half of a turn, so that requests are handled as well.
        while pipeline.work - start < .turn / 2, let connection = connections.removeClosing() { close(connection) }
        _ = pipeline.serve(at: MonotonicClock.now, .turn - (pipeline.work - start))
        onServed()
        connections.resumeServed()
        memory.returnIfDue()
        if pipeline.hasCommands || connections.closingCount > 0 {
            turn?.run()
        } else if let next = pipeline.nextTurn {
            turn?.fire(at: next)
        }
    }

    private func close(_ connection: ClientConnection) {
        guard connection.state != .closed else { return }
        pipeline.count(.socket)
        let now = MonotonicClock.now
        memory.add(connection.session.footprint, at: now)
        pipeline.disconnect(connection.session, at: now)
        if connection.session.role == .subscriber, let process = connection.session.process {
            processes.remove(process)
        }
        connections.remove(connection)
        onDescriptorFreed()
        listeners.resume()
    }
}

/// The last descriptors of the process. They are reserved for devices and for root's clients, so that ordinary users
/// cannot take all descriptors if the limit is low.
private enum DescriptorReserve {
    private static let count = 32

    /// Throws `tooManyClients` if a new connection of an ordinary user has a reserved descriptor. The kernel assigns
    /// the lowest free number, so all lower ones are in use.
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
