internal import GestureModel
internal import GestureProtocol

/// Focus sources: connections that say who has the focus, and can take away but not give.
extension Pipeline {
    func greetSource(_ client: Int) {
        guard access.mayTellFocus(clients[client]?.peer) else { return dismiss(client) }
        let server = server
        send(client) { ServerText.appendFocusHello(server: server, to: &$0) }
        tellSubscribers(client)
    }

    /// Turns away those that the rules do not admit any more.
    func dismissSources() {
        for client in clients.indices {
            guard let source = clients[client], source.role == .focusSource, !source.isClosing,
                !access.mayTellFocus(source.peer)
            else { continue }
            dismiss(client)
        }
    }

    private func dismiss(_ client: Int) {
        refuse(
            client,
            RequestError(
                code: .notPermitted, reason: "focusSource",
                message: "access.focusGroup: only members of that group tell who has the focus"))
        clients[client]?.isClosing = true
    }

    func handleFocus(_ line: ArraySlice<UInt8>, _ client: Int, at time: Timestamp) {
        do throws(RequestError) {
            let request = try FocusRequest(line: line)
            switch request {
            case .focus(let statement): take(statement, from: client, at: time)
            case .lock(_, let locked): lock(locked, from: client, at: time)
            case .cancel: cancel(by: client, at: time)
            }
            send(client) { ServerText.appendOK(id: request.id, to: &$0) }
        } catch {
            refuse(client, error)
        }
    }

    private func take(_ statement: FocusStatement, from client: Int, at time: Timestamp) {
        let user = sourceUser(client)
        clients[client]?.tellsFocus = true
        replaceSources(of: user, by: client)
        let before = access.focus.first { $0.user == user }?.window
        set(FocusState(user: user, knowledge: .known(statement.processes), window: statement.window))
        reviewAccess(at: time)
        if before != statement.window { placeWindows() }
        tellAccess(at: time)
    }

    /// A source that goes leaves nobody who knows; one that had told nothing leaves things as they were.
    func forgetSource(_ source: Client, at time: Timestamp) {
        let user = source.peer?.user ?? 0
        if source.tellsFocus { set(FocusState(user: user, knowledge: .lost)) }
        if source.locks, !isLocked(by: user) { access.lockedUsers.removeAll { $0 == user } }
        reviewAccess(at: time)
        if source.tellsFocus { placeWindows() }
        tellAccess(at: time)
    }

    private func sourceUser(_ client: Int) -> UInt32 { clients[client]?.peer?.user ?? 0 }

    private func set(_ state: FocusState) {
        if let index = access.focus.firstIndex(where: { $0.user == state.user }) {
            access.focus[index] = state
        } else {
            access.focus.append(state)
        }
    }

    /// One tells for each user: the newest.
    private func replaceSources(of user: UInt32, by client: Int) {
        for other in clients.indices where other != client {
            guard let source = clients[other], source.tellsFocus, source.peer?.user ?? 0 == user else { continue }
            clients[other]?.tellsFocus = false
            refuse(other, RequestError(code: .replaced, message: "a newer focus source has taken over"))
        }
    }

    // MARK: - Lock and cancel

    private func lock(_ locked: Bool, from client: Int, at time: Timestamp) {
        let user = sourceUser(client)
        clients[client]?.locks = locked
        access.lockedUsers.removeAll { $0 == user }
        if isLocked(by: user) { access.lockedUsers.append(user) }
        reviewAccess(at: time)
        tellAccess(at: time)
    }

    private func isLocked(by user: UInt32) -> Bool {
        clients.contains { client in client.map { $0.locks && $0.peer?.user ?? 0 == user } ?? false }
    }

    // MARK: - Subscribers

    /// Tells the sources whom they can tell of, where that has changed.
    func tellSubscribers() {
        for client in clients.indices where clients[client]?.role == .focusSource { tellSubscribers(client) }
    }

    private func tellSubscribers(_ source: Int) {
        guard clients[source]?.isClosing == false else { return }
        let processes = subscribers(of: sourceUser(source))
        guard clients[source]?.toldSubscribers != processes else { return }
        clients[source]?.toldSubscribers = processes
        send(source) { ServerText.append(subscribers: processes, to: &$0) }
    }

    /// Root's source tells of everybody.
    private func subscribers(of user: UInt32) -> [Int32] {
        var processes: [Int32] = []
        for client in clients {
            guard let client, client.role == .subscriber, let peer = client.peer, user == 0 || peer.user == user,
                !processes.contains(peer.process)
            else { continue }
            processes.append(peer.process)
        }
        return processes.sorted()
    }
}
