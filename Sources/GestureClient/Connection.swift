internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport

/// The client's end of the daemon's socket, which reconnects after each failure. It encodes requests, decodes messages,
/// and matches answers to requests. Never blocks.
final class Connection {
    /// The daemon's answer to a request.
    enum Answer {
        /// With the number of the new subscription, if the request was a `subscribe`.
        case ok(subscription: Int?)
        case error(ErrorMessage)
        /// The connection ended before an answer.
        case disconnected
    }

    /// Longer than any line of the daemon.
    static let longestLine = 1024 * 1024

    /// The daemon's greeting on this connection, with `devices` and `access` kept current; nil until it arrives.
    private(set) var hello: Hello?
    /// Wakes a task in ``GestureClient/GestureClient/run(isolation:)``.
    var readiness: Readiness?

    private let path: String
    private var socket: UnixSocket?
    private let waitDescriptor = WaitDescriptor()
    private var framer = LineFramer(limit: longestLine)
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    /// Bytes of requests that the socket has not accepted.
    private var output: [UInt8] = []
    private var unanswered = UnansweredRequests()
    /// True while requests are collected, to be sent together.
    private var isCollecting = false
    /// The error with which the daemon is about to close the connection.
    private var closingError: ErrorMessage?
    private var attempts = ConnectionAttempts()

    init(path: String) { self.path = path }

    /// Readable when there is work; the same for all connections.
    var descriptor: Int32? { waitDescriptor.descriptor }
    var wantsWrite: Bool { socket != nil && !output.isEmpty }
    /// The time of the next attempt to connect; nil while connected.
    var deadline: Timestamp? { socket == nil ? attempts.next : nil }

    /// Connects if there is no connection and an attempt is due.
    ///
    /// - Returns: True if this call connected.
    func connectIfDue(at now: Timestamp) throws(ConnectionFailure) -> Bool {
        guard socket == nil, attempts.next <= now else { return false }
        socket = try .connect(to: path, blocking: .never)
        return true
    }

    /// Makes the descriptor readable when there is work.
    ///
    /// - Parameter isClosed: True if it must no longer become readable.
    func updateDescriptor(isClosed: Bool) {
        waitDescriptor.open()
        waitDescriptor.watch(socket?.descriptor, forWriting: wantsWrite)
        waitDescriptor.setDeadline(isClosed ? nil : deadline)
    }

    /// Discards everything that belongs to the connection, except requests without an answer.
    ///
    /// - Parameter failure: When the connection failed; nil if the client must not connect again.
    func close(retryAfter failure: Timestamp? = nil) {
        waitDescriptor.watch(nil)
        socket = nil
        hello = nil
        closingError = nil
        framer = LineFramer(limit: Connection.longestLine)
        output = []
        if let failure { attempts.fail(at: failure) }
    }

    /// Answers every pending request with `disconnected`.
    func failRequests() {
        for onAnswer in unanswered.removeAll() { onAnswer(.disconnected) }
    }
}

// MARK: - Requests

extension Connection {
    /// Sends as much of a request as the socket accepts at once; ``flush()`` sends the rest.
    ///
    /// - Parameter makeRequest: Receives the request's id.
    func send(_ makeRequest: (Int64) -> Request, onAnswer: @escaping (Answer) -> Void) {
        output += unanswered.add(makeRequest, onAnswer).encoded
        guard !isCollecting else { return }
        flush()
        waitDescriptor.watch(socket?.descriptor, forWriting: wantsWrite)
    }

    /// Sends the requests that `body` makes together, so that the daemon receives all of them at one time.
    func sendTogether(_ body: () -> Void) {
        isCollecting = true
        body()
        isCollecting = false
        flush()
    }

    /// Sends the waiting bytes of requests. Ignores a broken connection: ``nextMessage()`` reports it, after the
    /// daemon's last messages.
    func flush() {
        guard let count = try? socket?.send(output[...]) else { return }
        output.removeFirst(count)
    }
}

// MARK: - Messages

extension Connection {
    /// Returns the next message; nil if nothing more has arrived. Before it returns a message, it updates ``hello``,
    /// and passes an answer to the closure of its request.
    func nextMessage() throws(ConnectionFailure) -> ServerMessage? {
        while true {
            switch framer.next() {
            case .line(let line):
                guard let message = try? ServerMessage(line: Array(line)), unanswered.canAnswer(message) else {
                    throw .notUnderstood(line: line)
                }
                try handle(message)
                return message
            case .tooLong: throw .notUnderstood("a line that is too long")
            case nil: guard try receive() else { return nil }
            }
        }
    }

    /// - Returns: False if nothing has arrived, or there is no connection.
    private func receive() throws(ConnectionFailure) -> Bool {
        let received: UnixSocket.Received?
        do {
            received = try socket?.receive(into: &buffer)
        } catch {
            throw .lost(code: error.rawValue)
        }
        switch received {
        case nil, .nothing: return false
        case .end: throw closingError.map(ConnectionFailure.refused) ?? .ended
        case .bytes(let count):
            buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            return true
        }
    }

    private func handle(_ message: ServerMessage) throws(ConnectionFailure) {
        switch message {
        case .hello(let hello):
            guard hello.protocol == Hello.currentProtocol else {
                throw .unknownProtocol(hello.protocol, server: hello.server)
            }
            attempts.succeed()
            self.hello = hello
        case .ok(let id, let subscription): unanswered.remove(id)?(.ok(subscription: subscription))
        case .error(let error):
            // The daemon closes the connection after some errors without a request's id. Other such errors concern a
            // device.
            if let id = error.id {
                unanswered.remove(id)?(.error(error))
            } else if error.errorCode?.closesConnection ?? true {
                closingError = error
            }
        case .accessChanged(let access): hello?.access = access
        case .deviceAdded(let device): hello?.devices.append(device)
        case .deviceChanged(let device):
            guard let index = hello?.devices.firstIndex(where: { $0.id == device.id }) else { break }
            hello?.devices[index] = device
        case .deviceRemoved(let id): hello?.devices.removeAll { $0.id == id }
        case .gesture, .explanation, .contacts, .status, .subscriptionChanged, .unknown: break
        }
    }
}

/// The requests that have no answer, in the order in which they were sent.
private struct UnansweredRequests {
    private var lastID: Int64 = 0
    private var requests: [(request: Request, onAnswer: (Connection.Answer) -> Void)] = []

    /// - Returns: The new request.
    mutating func add(
        _ makeRequest: (Int64) -> Request, _ onAnswer: @escaping (Connection.Answer) -> Void
    ) -> Request {
        lastID += 1
        let request = makeRequest(lastID)
        requests.append((request, onAnswer))
        return request
    }

    /// False for the `ok` to a subscription that lacks the subscription's number.
    func canAnswer(_ message: ServerMessage) -> Bool {
        guard case .ok(let id, let number) = message, number ?? 0 < 1 else { return true }
        return !requests.contains { entry in
            switch entry.request {
            case .subscribe, .subscribeToContacts: entry.request.id == id
            default: false
            }
        }
    }

    /// Removes a request when its answer arrives.
    ///
    /// - Returns: The receiver of the answer; nil if there is no such request.
    mutating func remove(_ id: Int64) -> ((Connection.Answer) -> Void)? {
        requests.firstIndex { $0.request.id == id }.map { requests.remove(at: $0).onAnswer }
    }

    mutating func removeAll() -> [(Connection.Answer) -> Void] {
        defer { requests = [] }
        return requests.map(\.onAnswer)
    }
}

/// When to connect to the daemon.
private struct ConnectionAttempts {
    private var backoff = Backoff()
    /// The initial time has always passed, so the first attempt is due at once.
    private(set) var next = Timestamp(microseconds: 0)

    mutating func fail(at time: Timestamp) { next = time + backoff.nextDelay() }

    mutating func succeed() { backoff.reset() }
}
