public import GestureModel
internal import GestureProtocol

/// Focus sources: connections that report the focused window. They can withhold gestures from clients. They can grant
/// positions to the focused app, and thus the gestures that need positions, but nothing else.
extension Pipeline {
    func greetSource(_ session: ClientSession) {
        guard access.mayReportFocus(session.peer) else { return refuseSource(session) }
        session.send(FocusMessage.hello(protocol: Hello.currentProtocol, server: greeting.server))
        send(subscribers.processes(of: session.reportedUser), to: session)
    }

    /// Closes the focus sources that the rules no longer permit.
    func closeForbiddenSources() {
        for session in sessions.all
        where session.role == .focusSource && !session.outbox.isClosed && !access.mayReportFocus(session.peer) {
            refuseSource(session)
        }
    }

    private func refuseSource(_ session: ClientSession) {
        session.send(
            RequestError(
                code: .notPermitted, reason: "focusSource",
                message: "access.focusGroup: only members of that group may report the focus"))
        session.outbox.close()
    }

    func handle(_ request: FocusRequest, from source: ClientSession, at time: Timestamp) throws(RequestError) {
        switch request {
        case .focus(let statement): try setFocus(statement, from: source, at: time)
        case .outputs(let statement): try setOutputs(statement, from: source, at: time)
        case .lock(_, let isLocked): setLock(isLocked, from: source, at: time)
        case .disabled(_, let devices): try disable(devices, from: source, at: time)
        case .cancel: cancelGestures(by: source, at: time)
        }
        source.send(.ok(id: request.id, subscription: nil))
    }

    // MARK: - Focus

    private func setFocus(
        _ statement: FocusStatement, from source: ClientSession, at time: Timestamp
    ) throws(RequestError) {
        let user = source.reportedUser
        let processes = Set(statement.processes)
        // Charges for twice the count, because the capacity of a set may be that large.
        try source.report.chargeFocus(256 + processes.count * 2 * MemoryLayout<Int32>.size)
        work += statement.processes.count * .number
        source.report.isLatest = true
        replaceOtherSources(by: source)
        let before = access.focus.first { $0.user == user }
        access.setFocus(
            of: user,
            FocusState(
                source: source.peer, knowledge: .known(processes), window: statement.window, output: statement.output))
        let hasMoved = before?.window != statement.window || before?.output?.exact != statement.output?.exact
        applyReport(of: user, at: time, hasMovedWindow: hasMoved)
    }

    /// Closes the source that reported the user's focus until now: only the newest source reports it.
    private func replaceOtherSources(by newest: ClientSession) {
        for source in sessions.all
        where source !== newest && source.report.isLatest && source.reportedUser == newest.reportedUser {
            source.report.isLatest = false
            source.send(RequestError(code: .replaced, message: "a newer focus source has taken over"))
        }
    }

    /// Called when a focus source has disconnected. Removes its lock, switches the devices on that it had disabled, and
    /// removes its outputs unless these outlive the connection. If the user's current focus came from this source, marks the focus as lost, or removes it.
    func removeSource(_ source: ClientSession, at time: Timestamp) {
        if outputs.remove(source, keepingReport: access.outlivesConnection(source.peer), isOfMany: access.seats != nil)
        {
            reviewOutputs(at: time)
        }
        if !source.report.disabled.devices.isEmpty { reviewDisabled(at: time) }
        guard source.report.isLatest || source.report.isLocked else { return }
        let user = source.reportedUser
        if source.report.isLatest {
            access.setFocus(of: user, keepsLostFocus(of: source.peer) ? .lost(source.peer) : nil)
        }
        if source.report.isLocked { _ = updateLock(of: user) }
        applyReport(of: user, at: time, hasMovedWindow: source.report.isLatest)
    }

    /// True if the loss of the focus must be remembered. If the focus were removed instead, apps without the focus
    /// would receive gestures, as they do before the first report.
    private func keepsLostFocus(of peer: Peer?) -> Bool {
        guard let peer else { return true }
        return access.outlivesConnection(peer) || subscribers.hasConnections(ofUser: peer.user)
    }

    /// Called when a user has no client left. Removes the user's lost focus if it need not be remembered, so that
    /// nothing is kept for a user without a session.
    private func removeLostFocus(of user: UInt32) {
        guard let state = access.focus.first(where: { $0.user == user }), case .lost = state.knowledge,
            !keepsLostFocus(of: state.source)
        else { return }
        access.setFocus(of: user, nil)
    }

    /// Applies a change of a user's focus or lock. If the focused window has moved, also moves the regions whose origin
    /// is a window. Root's focus applies to users without a focus of their own.
    func applyReport(of user: UInt32, at time: Timestamp, hasMovedWindow: Bool = false) {
        func isAffected(_ peer: Peer?) -> Bool { user == 0 || peer?.user == user }
        reviewAccess(at: time, ofUser: user == 0 ? nil : user)
        if hasMovedWindow {
            for session in sessions.all where isAffected(session.peer) {
                for subscription in session.subscriptions.gestures where subscription.request.regionOrigin == .window {
                    regroup(subscription)
                }
            }
        }
        sendAccessIfChanged(at: time, of: isAffected)
    }

    /// Called when a process that connected has ended. Its connections no longer belong to an app: they are open only
    /// because another process has copies of them. They lose the focus, and a new process with the same number does not
    /// restore it.
    public func endProcess(_ process: Int32, at time: Timestamp) {
        work += sessions.all.count * .scan
        for session in sessions.all where session.role == .subscriber && session.peer?.process == process {
            let before = access.access(of: session.peer)
            removeSubscriber(session)
            session.endProcess()
            guard access.access(of: session.peer) != before, let user = session.user else { continue }
            applyReport(of: user, at: time)
        }
    }

    // MARK: - Lock

    private func setLock(_ isLocked: Bool, from source: ClientSession, at time: Timestamp) {
        source.report.isLocked = isLocked
        if updateLock(of: source.reportedUser) { applyReport(of: source.reportedUser, at: time) }
    }

    /// Derives a user's screen lock from the reports of all the user's sources. Returns true if the lock has changed.
    private func updateLock(of user: UInt32) -> Bool {
        work += sessions.all.count * .scan
        let wasLocked = access.lockedUsers.contains(user)
        let isLocked = sessions.all.contains { $0.report.isLocked && $0.reportedUser == user }
        guard isLocked != wasLocked else { return false }
        if isLocked { access.lockedUsers.append(user) } else { access.lockedUsers.removeAll { $0 == user } }
        // The user's apps do not receive the touch in progress, whether the lock begins or ends.
        for device in devices { device.withholdTouch(fromAppsOf: user) }
        return true
    }

    // MARK: - Subscribers

    /// Counts a connection of a process. If it is the first, informs the focus sources.
    func addSubscriber(_ session: ClientSession) {
        if let peer = session.peer, subscribers.add(peer) { sendSubscribers(of: peer.user) }
    }

    /// Records that a connection of a process has ended. If the process has no other connection, informs the focus
    /// sources. If the user has no other connection, also removes the user's lost focus if it need not be remembered.
    func removeSubscriber(_ session: ClientSession) {
        guard let peer = session.peer, subscribers.remove(peer) else { return }
        if !subscribers.hasConnections(ofUser: peer.user) { removeLostFocus(of: peer.user) }
        sendSubscribers(of: peer.user)
    }

    /// Sends the processes of subscribers to the focus sources of a user and to those of root: to each source the
    /// processes whose focus it can report. The processes are collected once for all sources of a user.
    private func sendSubscribers(of user: UInt32) {
        for reporter in user == 0 ? [0] : [0, user] {
            let sources = sessions.sources(of: reporter, &work)
            guard !sources.isEmpty else { continue }
            let processes = subscribers.processes(of: reporter)
            work += sources.count * processes.count * .number
            for source in sources { send(processes, to: source) }
        }
    }

    private func send(_ processes: [Int32], to source: ClientSession) {
        guard !source.outbox.isClosed, source.report.setProcesses(processes) else { return }
        source.send(.subscribers(processes))
    }
}
