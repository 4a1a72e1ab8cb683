public import GestureModel
internal import GestureProtocol

extension GestureClient {
    /// Connects where that is due, sends what waits, and takes in all there is to read: callbacks run meanwhile. Never
    /// blocks.
    ///
    /// Called by a callback it does nothing, since the call under way goes on with what there is.
    ///
    /// - Parameter now: The time on CLOCK_MONOTONIC.
    public func process(at now: Timestamp = .now) {
        guard !isProcessing, !isClosed else { return }
        isProcessing = true
        defer { isProcessing = false }
        if socket == nil, nextAttempt <= now { connect(at: now) }
        flush()
        receive(at: now)
    }

    private func connect(at now: Timestamp) {
        do throws(ConnectionFailure) {
            socket = try StreamSocket(path: path, isBlocking: false)
            change(to: .connecting)
        } catch {
            disconnect(error, at: now)
        }
    }

    /// A request is on its way before the call that made it returns, where the socket takes it.
    func send(_ request: Request) {
        output += request.encoded
        flush()
        if wantsWrite { readiness?.wake() }
    }

    /// A connection that takes nothing more is noticed where it is read: the daemon may have said why.
    private func flush() {
        guard let count = try? socket?.send(output[...]) else { return }
        output.removeFirst(count)
    }

    private func receive(at now: Timestamp) {
        do throws(ConnectionFailure) {
            while try receiveMore() { try takeLines() }
        } catch {
            disconnect(error, at: now)
        }
    }

    /// Whether there was anything. Nothing is where a callback has closed the client, either.
    private func receiveMore() throws(ConnectionFailure) -> Bool {
        switch try socket?.receive(into: &buffer) {
        case nil, .nothing: return false
        case .end: throw farewell.map(ConnectionFailure.refused) ?? .ended
        case .bytes(let count):
            buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            return true
        }
    }

    private func takeLines() throws(ConnectionFailure) {
        while let line = framer.next() {
            guard case .line(let bytes) = line else { throw .notUnderstood("a line without end") }
            guard let message = try? ServerMessage(line: Array(bytes)) else {
                throw .notUnderstood(String(decoding: bytes.prefix(200), as: UTF8.self))
            }
            try take(message)
        }
    }

    /// Everything that was received has been delivered.
    private func disconnect(_ failure: ConnectionFailure, at now: Timestamp) {
        drop()
        subscriptions.removeAll { $0.isReleased }
        // All of them before the first callback, or what that takes back would be told to the next daemon.
        for subscription in subscriptions { subscription.phase = .waiting }
        for subscription in subscriptions { subscription.moves = [] }
        for subscription in subscriptions { subscription.disconnect() }
        failRequests()
        nextAttempt = now + backOff.fail()
        // A callback may have closed the client.
        if !isClosed { change(to: .disconnected(failure)) }
        tellAccess()
    }

    /// Forgets all that belongs to the connection.
    func drop() {
        socket = nil
        hello = nil
        farewell = nil
        framer = LineFramer(limit: GestureClient.longestLine)
        output = []
        devices = []
        access = nil
    }
}
