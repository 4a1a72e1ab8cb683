internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import Glibc

/// The listening sockets and the connections made to them.
final class Clients {
    private unowned let daemon: Daemon
    private var listeners: [Listener]
    private var connections: [Connection] = []
    /// Connections with output that was queued since the last flush.
    private var pending: [Connection] = []
    /// When the first of those who were told why is cut.
    private var nextCut: Timestamp?
    /// When the listeners, one of which failed, are tried again.
    private var nextAttempt: Timestamp?
    private var failureLog = RateLimit(burst: 1, interval: .milliseconds(30_000))

    /// - Parameters:
    ///   - path: Where to listen; nil takes what the service manager handed over, or else ``Daemon/defaultSocket``.
    ///   - focusPath: Where to listen for focus sources; nil takes what the service manager handed over, or else nowhere.
    init(of daemon: Daemon, at path: String?, focusPath: String?) throws {
        self.daemon = daemon
        listeners = path == nil ? try Listener.inherited() : []
        if !listeners.contains(where: { $0.role == .subscriber }) {
            listeners.append(Listener(try ListeningSocket(path: path ?? Daemon.defaultSocket), .subscriber))
        }
        if let focusPath {
            listeners.removeAll { $0.role == .focusSource }
            listeners.append(Listener(try ListeningSocket(path: focusPath), .focusSource))
        }
        for listener in listeners {
            listener.source = try daemon.loop.watch(listener.socket.descriptor, for: EPOLLIN.rawValue) {
                [unowned self, unowned listener] _ in
                accept(listener)
            }
        }
    }

    /// When ``expire(at:)`` is due; nil while all is well.
    var nextTime: Timestamp? {
        guard let nextCut else { return nextAttempt }
        return nextAttempt.map { min($0, nextCut) } ?? nextCut
    }

    /// Writes what is queued, as far as each client takes it.
    func flush() {
        while !pending.isEmpty {
            for connection in pending { connection.flush() }
            let closing = pending.filter(\.isClosing)
            pending.removeAll(keepingCapacity: true)
            // A client that leaves may change what others are sent.
            for connection in closing {
                if connection.isBroken || connection.outbox.isEmpty {
                    close(connection)
                } else {
                    giveTime(connection)
                }
            }
        }
    }

    /// Writes what waits until everybody has it, or until `time`: whoever reads slowly hears the end as well.
    func finish(by time: Timestamp) {
        flush()
        while true {
            let waiting = connections.filter { !$0.outbox.isEmpty }
            let left = (time - MonotonicClock.now).count
            guard !waiting.isEmpty, left > 0 else { return }
            var polled = waiting.map(\.writable)
            poll(&polled, nfds_t(polled.count), Int32(left / 1000 + 1))
            pending.append(contentsOf: waiting)
            flush()
        }
    }

    /// Does what ``nextTime`` stood for.
    func expire(at time: Timestamp) {
        if let nextAttempt, nextAttempt <= time { listenAgain() }
        if let nextCut, nextCut <= time { cutOverdue(at: time) }
    }

    /// Cuts those who were told why and did not read it in time.
    private func cutOverdue(at time: Timestamp) {
        nextCut = nil
        for connection in connections {
            guard let end = connection.end else { continue }
            if end <= time {
                close(connection)
            } else {
                nextCut = nextCut.map { min($0, end) } ?? end
            }
        }
    }

    private func accept(_ listener: Listener) {
        do {
            while let descriptor = try listener.socket.accept() { try add(descriptor, listener.role) }
        } catch {
            pause(error)
        }
        daemon.settle()
    }

    /// Whoever waits keeps a listener ready: out of descriptors they are left alone until one is free here, and for a
    /// second where others have them all.
    private func pause(_ error: SystemError) {
        for listener in listeners { listener.source?.isEnabled = false }
        nextAttempt = MonotonicClock.now + .milliseconds(1000)
        guard failureLog.pass(at: MonotonicClock.now) != nil else { return }
        Log.error("\(error); \(connections.count) clients are connected")
    }

    private func listenAgain() {
        guard nextAttempt != nil else { return }
        nextAttempt = nil
        for listener in listeners { listener.source?.isEnabled = true }
    }

    private func add(_ descriptor: Int32, _ role: ClientSession.Role) throws(SystemError) {
        guard let peer = PeerCredentials(of: descriptor)?.peer else {
            Glibc.close(descriptor)
            return Log.error("a client that the kernel does not name was turned away")
        }
        let connection = Connection(descriptor, daemon.pipeline.connect(peer, as: role))
        connections.append(connection)
        connection.outbox.onOutput = { [unowned self, unowned connection] in pending.append(connection) }
        do {
            connection.source = try daemon.loop.watch(descriptor, for: EPOLLIN.rawValue) {
                [unowned self, unowned connection] bits in
                take(connection, bits)
            }
        } catch {
            close(connection)
            throw error
        }
    }

    private func take(_ connection: Connection, _ bits: UInt32) {
        if bits & EPOLLIN.rawValue != 0 { read(connection) }
        if bits & EPOLLOUT.rawValue != 0 { pending.append(connection) }
        if bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 || connection.isBroken {
            close(connection)
        }
        daemon.settle()
    }

    private func read(_ connection: Connection) {
        connection.read(into: daemon.pipeline)
        // What is answered lets the client's next requests through, which may be of the other kind.
        while performHaptic() || reload() {}
    }

    private func performHaptic() -> Bool {
        guard let command = daemon.pipeline.nextHaptic() else { return false }
        let refusal = daemon.haptics?.perform(command, isActive: daemon.pipeline.mayAct(command.session))
        daemon.pipeline.answer(command, refusal, at: MonotonicClock.now)
        return true
    }

    private func reload() -> Bool {
        guard let command = daemon.pipeline.nextReload() else { return false }
        let mistakes = daemon.reload()
        daemon.pipeline.answer(command, mistakes: mistakes, at: MonotonicClock.now)
        return true
    }

    private func close(_ connection: Connection) {
        daemon.pipeline.disconnect(connection.session, at: MonotonicClock.now)
        connections.removeAll { $0 === connection }
        pending.removeAll { $0 === connection }
        daemon.hasFreeDescriptor = true
        listenAgain()
    }

    private func giveTime(_ connection: Connection) {
        guard connection.end == nil else { return }
        let end = MonotonicClock.now + .milliseconds(1000)
        connection.end = end
        nextCut = nextCut.map { min($0, end) } ?? end
    }
}
