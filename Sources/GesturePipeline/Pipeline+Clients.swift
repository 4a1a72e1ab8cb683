public import GestureModel
internal import GestureProtocol

extension Pipeline {
    /// Adds a connection. The client receives `hello`. If there are too many connections, it receives an error, and the
    /// connection is to be closed.
    ///
    /// - Parameter peer: nil for a client in the same process, which is trusted.
    public func connect(_ peer: Peer? = nil, as role: ClientSession.Role = .subscriber) -> ClientSession {
        let user = peer?.user
        let quota =
            sessions.first { $0.peer?.user == user }?.outbox.quota
            ?? OutboxQuota(user: user, limit: limits.outboxPerUser)
        let error = connectionLimitError(for: quota)
        let outbox = Outbox(limit: limits.outbox, quota: quota, overruns: overruns)
        let session = ClientSession(peer, role, outbox, lineLimit: limits.line)
        sessions.append(session)
        if let error { session.send(error) } else { greet(session) }
        return session
    }

    private func greet(_ session: ClientSession) {
        guard session.role == .subscriber else { return greetSource(session) }
        let access = access.access(of: session.peer)
        session.lastSentAccess = access
        let hello = Hello(
            server: server, capabilities: capabilities, devices: devices.map(\.touchDevice), access: access)
        session.send(.hello(hello))
        sendSubscribersIfChanged()
    }

    /// Returns nil if another connection of the user is allowed.
    private func connectionLimitError(for quota: OutboxQuota) -> RequestError? {
        if sessions.count >= limits.clients {
            return RequestError(
                code: .tooManyClients, message: "limits.clients: \(limits.clients) clients are connected already")
        }
        guard quota.isLimited, sessions.count(where: { $0.outbox.quota === quota }) >= limits.clientsPerUser else {
            return nil
        }
        return RequestError(
            code: .tooManyClients,
            message: "limits.clientsPerUser: \(limits.clientsPerUser) clients of this user are connected already")
    }

    /// Removes a connection and its subscriptions.
    ///
    /// - Parameter time: When gestures of other clients end because the connection was their focus source.
    public func disconnect(_ session: ClientSession, at time: Timestamp = Timestamp(microseconds: .min)) {
        guard let index = sessions.firstIndex(where: { $0 === session }) else { return }
        for subscription in subscriptions(of: session) { remove(subscription) }
        hapticCommands.removeAll { $0.session === session }
        reloadCommands.removeAll { $0.session === session }
        session.outbox.close()
        overruns.remove(session.outbox)
        sessions.remove(at: index)
        switch session.role {
        case .subscriber: sendSubscribersIfChanged()
        case .focusSource: removeSource(session, at: time)
        }
    }

    /// Handles bytes of a client, split at any place.
    ///
    /// - Parameter time: When gestures end because of the requests.
    public func receive(_ bytes: UnsafeRawBufferPointer, from session: ClientSession, at time: Timestamp) {
        guard !session.outbox.isClosed else { return }
        session.framer.append(bytes)
        handleLines(of: session, at: time)
    }

    /// Handles the requests of a client, up to one that must be answered before the next.
    func handleLines(of session: ClientSession, at time: Timestamp) {
        while let line = session.nextLine() {
            switch line {
            case .line(let line):
                do throws(RequestError) {
                    switch session.role {
                    case .subscriber: try handle(Request(line: line), from: session, at: time)
                    case .focusSource: try handle(FocusRequest(line: line), from: session, at: time)
                    }
                } catch {
                    session.send(error)
                }
                closeOverrun(at: time)
            case .tooLong:
                cancelGestures(of: session, .disconnected, at: time)
                session.send(
                    RequestError(
                        code: .lineTooLong, message: "limits.line: a request has at most \(limits.line) bytes"))
            }
        }
    }

    // MARK: - Output

    /// Sends a message to every subscriber.
    func broadcast(_ message: ServerMessage) {
        for session in sessions where session.role == .subscriber { session.send(message) }
        // Devices are added and removed without a time: gestures are cancelled at their last event.
        closeOverrun(at: Timestamp(microseconds: .min))
    }

    /// Closes the sessions whose clients do not read: their gestures are cancelled, and they receive an error. Both are
    /// queued beyond the limit, so that there is always room for them.
    ///
    /// Called when all events of a group have been sent: a gesture that the group has ended still receives its last line.
    func closeOverrun(at time: Timestamp) {
        guard !overruns.isEmpty else { return }
        let slow = overruns.sessions(among: sessions)
        overruns.removeAll()
        for session in slow {
            let outbox = session.outbox
            // The end of another client may have been enough for the user's quota.
            guard !outbox.isClosed, outbox.isOverLimit || outbox.quota.isExceeded else { continue }
            cancelGestures(of: session, .overrun, at: time)
            let message =
                outbox.isOverLimit
                ? "limits.outbox: more than \(limits.outbox) bytes waited to be read"
                : "limits.outboxPerUser: more than \(limits.outboxPerUser) bytes waited to be read by this user's clients"
            session.send(RequestError(code: .overrun, message: message))
        }
        // The last lines were queued beyond the limit too.
        overruns.removeAll()
    }
}
