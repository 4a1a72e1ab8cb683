public import GestureModel
internal import GestureProtocol

extension Pipeline {
    /// Takes in a connection: it is sent `hello`, or, where there are too many, an error and then nothing more.
    ///
    /// - Parameter peer: nil for whoever runs the pipeline, who may have everything.
    public func connect(_ peer: Peer? = nil, as role: Role = .subscriber) -> ClientHandle {
        let account = account(of: peer?.user)
        let refusal = crowd(in: account)
        let index = clients.firstIndex { $0 == nil } ?? clients.count
        if index == clients.count { clients.append(nil) }
        clients[index] = Client(peer, role, account: account, limits)
        accounts[account].clients += 1
        if let refusal { refuse(index, refusal) } else { greet(index, role) }
        return ClientHandle(index: index)
    }

    private func greet(_ client: Int, _ role: Role) {
        guard role == .subscriber else { return greetSource(client) }
        let access = access.access(of: clients[client]?.peer)
        clients[client]?.access = access
        let hello = Hello(server: server, capabilities: capabilities, devices: devices, access: access)
        send(client) { ServerText.append(hello, to: &$0) }
        tellSubscribers()
    }

    /// Why there can be no other connection; nil where there can.
    private func crowd(in account: Int) -> RequestError? {
        if clients.count(where: { $0 != nil }) >= limits.clients {
            let message = "limits.clients: \(limits.clients) clients are connected already"
            return RequestError(code: .tooManyClients, message: message)
        }
        guard accounts[account].isLimited, accounts[account].clients >= limits.clientsPerUser else { return nil }
        let message = "limits.clientsPerUser: \(limits.clientsPerUser) clients of this user are connected already"
        return RequestError(code: .tooManyClients, message: message)
    }

    private func account(of user: UInt32?) -> Int {
        if let known = accounts.firstIndex(where: { $0.user == user && $0.clients > 0 }) { return known }
        let free = accounts.firstIndex { $0.clients == 0 } ?? accounts.count
        if free == accounts.count { accounts.append(Account(user: user)) } else { accounts[free] = Account(user: user) }
        return free
    }

    /// The connection is gone. What it had subscribed to is forgotten; nobody else notices.
    ///
    /// - Parameter time: When, for gestures of others that end through it: a focus source was the last to know.
    public func disconnect(_ client: ClientHandle, at time: Timestamp = Timestamp(microseconds: .min)) {
        guard let gone = clients[client.index] else { return }
        for subscription in gone.subscriptions { detach(client.index, subscription) }
        // Its number is the next client's, who is not to be cut for it.
        overrun.removeAll { $0 == client.index }
        hapticCommands.removeAll { $0.client == client }
        reloadCommands.removeAll { $0.client == client }
        accounts[gone.account].clients -= 1
        accounts[gone.account].subscriptions -= gone.subscriptions.count
        accounts[gone.account].waiting -= gone.accounted
        clients[client.index] = nil
        switch gone.role {
        case .subscriber: tellSubscribers()
        case .focusSource: forgetSource(gone, at: time)
        }
    }

    /// Takes bytes a client sent, cut anywhere.
    ///
    /// - Parameter time: When they came, for gestures that end through them.
    public func receive(_ bytes: UnsafeRawBufferPointer, from client: ClientHandle, at time: Timestamp) {
        guard clients[client.index]?.isClosing == false else { return }
        clients[client.index]?.framer.append(bytes)
        handleLines(of: client, at: time)
    }

    /// Handles what is there of a client's requests, up to one that must be answered before the next.
    func handleLines(of client: ClientHandle, at time: Timestamp) {
        while clients[client.index]?.takesRequests == true, let line = clients[client.index]?.framer.next() {
            switch line {
            case .line(let line):
                if clients[client.index]?.role == .focusSource {
                    handleFocus(line, client.index, at: time)
                } else {
                    handle(line, client.index, at: time)
                }
                cutOverrun(at: time)
            case .tooLong:
                cancelOpen(client.index, .disconnected, at: time)
                let message = "limits.line: a request has at most \(limits.line) bytes"
                refuse(client.index, RequestError(code: .lineTooLong, message: message))
            }
        }
    }

    /// Whether the client is to be cut once nothing waits for it any more.
    public func isClosing(_ client: ClientHandle) -> Bool { clients[client.index]?.isClosing ?? true }

    public func hasOutput(_ client: ClientHandle) -> Bool { clients[client.index]?.outbox.isEmpty == false }

    /// Hands what waits for a client to `write`, which says how many bytes it took.
    @discardableResult
    public func flush(_ client: ClientHandle, _ write: (UnsafeRawBufferPointer) -> Int) -> Flushed {
        let flushed = clients[client.index]?.flush(write) ?? Flushed(hasOutput: false, isClosing: true)
        if flushed.hasOutput || flushed.wasSlow { account(for: client.index) }
        return flushed
    }

    /// How a client stands after ``flush(_:_:)``. To ask for it by itself costs as much as the flush.
    public struct Flushed: Sendable {
        /// See ``hasOutput(_:)``.
        public let hasOutput: Bool
        /// See ``isClosing(_:)``.
        public let isClosing: Bool
        /// Something of its was left over before.
        var wasSlow = false
    }

    /// Adds up what waits for the user's clients that do not keep up. One that does not answers for all of them when it is
    /// too much.
    private func account(for client: Int) {
        guard let slow = clients[client] else { return }
        let waiting = slow.isClosing ? 0 : slow.outbox.count
        accounts[slow.account].waiting += waiting - slow.accounted
        clients[client]?.accounted = waiting
        if waiting > 0, isOverdrawn(slow.account), !overrun.contains(client) { overrun.append(client) }
    }

    private func isOverdrawn(_ account: Int) -> Bool {
        accounts[account].isLimited && accounts[account].waiting > limits.outboxPerUser
    }

    /// Calls `body` with every client that has had something queued since the last time.
    public func forEachPending(_ body: (inout Pipeline, ClientHandle) -> Void) {
        guard !pending.isEmpty else { return }
        var pipeline = self
        var index = 0
        while index < pending.count {
            let client = pending[index]
            index += 1
            // A client that has gone since is passed over.
            guard clients[client]?.endPending() == true else { continue }
            body(&pipeline, ClientHandle(index: client))
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// The client takes bytes again: what waits for it is pending.
    public func note(_ client: ClientHandle) { note(client.index) }

    func note(_ client: Int) {
        if clients[client]?.beginPending() == true { pending.append(client) }
    }

    func send(_ client: Int, _ write: (inout [UInt8]) -> Void) {
        note(clients[client]?.append(nil, write), client)
    }

    /// Remembers what is to be done about a client that something was queued for.
    func note(_ queued: Client.Queued?, _ client: Int) {
        guard let queued else { return }
        if queued.isFirst { pending.append(client) }
        if queued.isOverrun, !overrun.contains(client) { overrun.append(client) }
    }

    func broadcast(_ write: (inout [UInt8]) -> Void) {
        for client in clients.indices where clients[client]?.role == .subscriber { send(client, write) }
        // Devices come without a time; what is open ends when it was last heard of.
        cutOverrun(at: Timestamp(microseconds: .min))
    }

    /// Tells the client what was wrong, and cuts it where that cannot be mended.
    func refuse(_ client: Int, _ error: RequestError) {
        send(client) { ServerText.append(error, to: &$0) }
        if error.code.closesConnection { clients[client]?.isClosing = true }
    }

    /// Where a client does not read, what it has open is cancelled, it is told, and cut. The room for that is beyond the
    /// limit, so that it is there when the limit is reached.
    ///
    /// To be called when no arena's events are half delivered: what an arena has ended already has its last line to come.
    func cutOverrun(at time: Timestamp) {
        guard !overrun.isEmpty else { return }
        let slow = overrun
        overrun.removeAll(keepingCapacity: true)
        for client in slow {
            guard let late = clients[client], !late.isClosing else { continue }
            // Another one's end may have been enough for the user.
            guard late.outbox.isOverrun || isOverdrawn(late.account) else { continue }
            cancelOpen(client, .overrun, at: time)
            refuse(client, RequestError(code: .overrun, message: overrunMessage(clients[client])))
            account(for: client)
        }
        // Those last lines were over the limit, too.
        overrun.removeAll(keepingCapacity: true)
    }

    private func overrunMessage(_ client: Client?) -> String {
        client?.outbox.isOverrun == true
            ? "limits.outbox: more than \(limits.outbox) bytes waited to be read"
            : "limits.outboxPerUser: more than \(limits.outboxPerUser) bytes waited to be read by this user's clients"
    }
}
