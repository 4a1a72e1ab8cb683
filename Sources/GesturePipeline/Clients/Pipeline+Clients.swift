public import GestureModel
public import GestureProtocol

extension Pipeline {
    /// Adds a connection. The client receives `hello`. A focus source that the rules forbid receives an error instead,
    /// and its outbox is closed.
    ///
    /// - Parameter peer: nil for a client in the same process, which is trusted.
    /// - Throws: `tooManyClients`. The connection must be closed after the error is written.
    public func connect(
        _ peer: Peer? = nil, as role: ClientSession.Role = .subscriber
    ) throws(RequestError) -> ClientSession {
        work += .connection
        let session = try sessions.open(peer, as: role, isReserved: access.hasReservedPlace(peer))
        greet(session)
        return session
    }

    /// Counts work that the caller does for clients.
    public func count(_ work: Work) { self.work += work }

    private func greet(_ session: ClientSession) {
        guard session.role == .subscriber else { return greetSource(session) }
        let access = access.access(of: session.peer)
        session.lastSentAccess = access
        let hello = Hello(
            server: greeting.server, capabilities: capabilities,
            devices: devices.map { description(of: $0, for: session) },
            access: access)
        let line = greeting.line(of: hello)
        session.outbox.append { $0 += line }
        addSubscriber(session)
    }

    /// Removes a connection and its subscriptions.
    ///
    /// - Parameter time: The time at which gestures of other clients end if the connection was their focus source.
    public func disconnect(_ session: ClientSession, at time: Timestamp = Timestamp(microseconds: .min)) {
        guard sessions.contains(session) else { return }
        work += .connection
        let ended = session.subscriptions.removeAll()
        end(ended.gestures) { $0.session === session }
        for subscription in ended.contacts { end(subscription) }
        commands.removeAll(of: session)
        sessions.close(session)
        switch session.role {
        case .subscriber: removeSubscriber(session)
        case .focusSource: removeSource(session, at: time)
        }
        endPausesOfAbsentUsers(at: time)
    }

    // MARK: - Requests

    /// Adds received bytes of a client. They may be split at any position. ``serve(at:_:)`` handles the requests in
    /// them.
    public func receive(_ bytes: UnsafeRawBufferPointer, from session: ClientSession) {
        guard !session.outbox.isClosed else { return }
        work += .receipt + bytes.count / 16 * .scan
        session.receive(bytes)
        awaitTurn(session)
    }

    /// Handles bytes of a client and all waiting requests, for a caller whose clients need no turns.
    ///
    /// - Parameter time: The time at which gestures end because of the requests.
    public func receive(_ bytes: UnsafeRawBufferPointer, from session: ClientSession, at time: Timestamp) {
        receive(bytes, from: session)
        while let session = sessions.turns.next(at: nil) {
            sessions.turns.finish(session, visit(session, at: time, upTo: .turn))
        }
    }

    /// True if requests wait for their turn.
    public var hasRequests: Bool { !sessions.turns.isEmpty }

    /// When ``serve(at:_:)`` handles a request; nil if no requests wait. In the past, unless each user with requests
    /// has used up its share of the processor.
    public var nextTurn: Timestamp? { sessions.turns.nextTime }

    /// Handles requests of the clients in turn until they have cost `budget`. The last request may exceed it. Requests
    /// of a user who has used up its share of the processor are left.
    ///
    /// - Parameter time: The time at which gestures end because of the requests.
    /// - Returns: The cost of the handled requests.
    public func serve(at time: Timestamp, _ budget: Work = .turn) -> Work {
        let start = work
        while work < start + budget, let session = sessions.turns.next(at: time) {
            let cost = visit(session, at: time, upTo: start + budget - work)
            session.account.owner.spend(cost, at: time)
            sessions.turns.finish(session, cost)
        }
        return work - start
    }

    /// Handles several requests of one client, so that their answers are sent together.
    ///
    /// - Returns: Their cost.
    private func visit(_ session: ClientSession, at time: Timestamp, upTo budget: Work) -> Work {
        let start = work
        noticeHangUp(of: session)
        repeat {
            handleNext(of: session, at: time)
        } while session.isReady && work - start < min(.visit, budget)
        return work - start
    }

    /// Handles requests of one client immediately, until they have cost ``Work/turn``. Used for changes of access,
    /// which must not wait for the client's turn. Further requests of the client wait for its turn.
    public func serve(_ session: ClientSession, at time: Timestamp) {
        sessions.turns.remove(session)
        noticeHangUp(of: session)
        let start = work
        while session.isReady, work < start + .turn { handleNext(of: session, at: time) }
        awaitTurn(session)
    }

    /// Finds out whether a client has closed its socket. Called when the client's turn comes, and when the kernel
    /// reports a hang-up.
    ///
    /// Most of the waiting requests of a client that has closed concern only the client itself and are dropped.
    /// Otherwise a flood of requests would keep the daemon busy for seconds after its sender has left.
    public func noticeHangUp(of session: ClientSession) {
        guard !session.hasHungUp else { return }
        work += .query
        guard !session.isConnected() else { return }
        // A second `cancel` in a row changes nothing. Of the reports of a source, the last counts.
        session.requests.hangUp(session.role == .subscriber ? .visit : .turn)
    }

    /// False if the line is no request whose effect outlives its connection: `cancel`, `pause` or `resume`, or `outputs`
    /// from a focus source. Looks at the bytes, because a client may leave thousands of requests behind. Every other
    /// line is read.
    private func mayOutliveConnection(_ line: ArraySlice<UInt8>, of role: ClientSession.Role) -> Bool {
        // Escapes can spell every word differently.
        if line.contains(UInt8(ascii: "\\")) || line.containsBytes("\"cancel\"") { return true }
        return switch role {
        case .subscriber: line.containsBytes("\"pause\"") || line.containsBytes("\"resume\"")
        case .focusSource: line.containsBytes("\"outputs\"")
        }
    }

    func awaitTurn(_ session: ClientSession) {
        if session.isReady, session.requests.wait != .turn { sessions.turns.append(session) }
    }

    private func handleNext(of session: ClientSession, at time: Timestamp) {
        let start = work
        guard let line = session.requests.next() else { return }
        if session.hasHungUp, case .line(let line) = line, !mayOutliveConnection(line, of: session.role) {
            work += .scan + line.count / 4 * .bytes
            return
        }
        work += .request
        if case .line(let line) = line { work += .reading(line) }
        session.account.countRequest()
        defer { session.requests.count(work - start) }
        switch line {
        case .line(let line):
            answer(line, from: session, at: time)
            closeOverrunIfNeeded(at: time)
        case .tooLong:
            cancelGestures(of: session, .disconnected, at: time)
            session.send(
                RequestError(
                    code: .lineTooLong, message: "limits.line: a request has at most \(sessions.limits.line) bytes"))
        }
    }

    /// Carries out one request. A refusal has the request's id.
    private func answer(_ line: ArraySlice<UInt8>, from session: ClientSession, at time: Timestamp) {
        var id: Int64?
        do throws(RequestError) {
            switch session.role {
            case .subscriber:
                let request = try Request(line: line)
                id = request.id
                try handle(request, from: session, at: time)
            case .focusSource:
                let request = try FocusRequest(line: line)
                id = request.id
                try handle(request, from: session, at: time)
            }
        } catch {
            var error = error
            error.id = id ?? error.id
            session.send(error)
        }
    }

    // MARK: - Overrun

    /// Closes the sessions whose clients do not read. Their gestures are cancelled, and the clients receive an error.
    /// The cancellations and the error are queued beyond the limit, so that there is always room for them.
    ///
    /// During recognition, called only when all events of a group have been sent, so that the client still receives the
    /// last line of a gesture that the group has ended.
    @inline(__always)
    func closeOverrunIfNeeded(at time: Timestamp) { if !sessions.overruns.isEmpty { closeOverrun(at: time) } }

    private func closeOverrun(at time: Timestamp) {
        let overruns = sessions.overruns
        let slow = overruns.sessions(among: sessions.all)
        overruns.removeAll()
        for session in slow {
            // Closing another client may already have brought the user below its limit.
            guard !session.outbox.isClosed, let error = session.outbox.overrun else { continue }
            cancelGestures(of: session, .overrun, at: time)
            session.send(error)
        }
        // Lines that were queued beyond the limit may have added their outboxes to the list again.
        overruns.removeAll()
    }
}

extension ArraySlice<UInt8> {
    /// True if the word is in the line. A simple search suffices, because a word begins with a quote that recurs only
    /// at its end.
    fileprivate func containsBytes(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            var matched = 0
            for byte in self {
                if byte == word[matched] {
                    matched += 1
                    if matched == word.count { return true }
                } else {
                    matched = byte == word[0] ? 1 : 0
                }
            }
            return false
        }
    }
}

/// The daemon's first line to a client.
struct Greeting {
    /// The daemon's name and version, such as `gestured 0.2.0`.
    let server: String
    // Kept, because most clients receive the same line, and encoding it was half the work of a connection.
    private var lastHello: Hello?
    private var lastLine: [UInt8] = []

    init(server: String) { self.server = server }

    /// Returns the line of a `hello`.
    mutating func line(of hello: Hello) -> [UInt8] {
        if hello != lastHello {
            lastHello = hello
            lastLine = []
            ServerMessage.hello(hello).append(to: &lastLine)
        }
        return lastLine
    }
}
