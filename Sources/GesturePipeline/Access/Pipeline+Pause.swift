internal import GestureModel
internal import GestureProtocol

/// A user who receives no gestures until the end of the pause.
struct Pause {
    /// nil for the clients in the same process.
    let user: UInt32?
    /// nil if only a request ends the pause.
    let end: Timestamp?
}

/// Pauses of users. A pause ends at the request `resume`, at its time, and with the user's last session. Where sessions
/// are not known, and for a trusted user without one, it ends with the user's last connection.
extension Pipeline {
    /// Cancels the gestures of the client's user with `paused`. The user receives none until the pause ends. A later
    /// pause replaces an earlier one.
    func pause(
        _ id: Int64, for duration: Microseconds?, from session: ClientSession, at time: Timestamp
    ) throws(RequestError) {
        try checkMayPause(session, "pause")
        guard keepsPause(of: session.user) else {
            throw RequestError(
                code: .notPermitted, reason: "notActive",
                message: "pause: this user has no session that could be paused")
        }
        let user = session.user
        let wasPaused = access.pauses.contains { $0.user == user }
        access.pauses.removeAll { $0.user == user }
        access.pauses.append(Pause(user: session.user, end: duration.map { time + $0 }))
        if !wasPaused { applyPause(of: session.user, at: time) }
        session.send(.ok(id: id, subscription: nil))
    }

    /// Ends a pause of the client's user. Does nothing without one.
    func resume(_ id: Int64, from session: ClientSession, at time: Timestamp) throws(RequestError) {
        try checkMayPause(session, "resume")
        endPauses(at: time) { $0.user == session.user }
        session.send(.ok(id: id, subscription: nil))
    }

    private func checkMayPause(_ session: ClientSession, _ request: String) throws(RequestError) {
        guard access.maySubscribeToSession(session.peer) else { throw RequestError(needsSessionScope: request) }
    }

    /// The time at which the next pause ends; nil if none ends by itself.
    var nextResumption: Timestamp? { access.pauses.lazy.compactMap(\.end).min() }

    /// Ends the pauses whose time is over.
    func expirePauses(upTo time: Timestamp) {
        endPauses(at: time) { pause in pause.end.map { $0 <= time } ?? false }
    }

    /// Ends the pauses of users who have left. Called when a connection or a session has ended.
    func endPausesOfAbsentUsers(at time: Timestamp) { endPauses(at: time) { !keepsPause(of: $0.user) } }

    private func keepsPause(of user: UInt32?) -> Bool {
        if let user, let users = access.sessionUsers, users.contains(user) || !access.rules.trusts(user) {
            return users.contains(user)
        }
        return sessions.all.contains { $0.user == user && $0.role == .subscriber }
    }

    private func endPauses(at time: Timestamp, _ isEnding: (Pause) -> Bool) {
        // Decided before the list changes, because the decision may read it.
        let pauses = access.pauses
        let ended = pauses.filter(isEnding)
        guard !ended.isEmpty else { return }
        access.pauses = pauses.filter { pause in !ended.contains { $0.user == pause.user } }
        for pause in ended { applyPause(of: pause.user, at: time) }
    }

    private func applyPause(of user: UInt32?, at time: Timestamp) {
        guard let user else {
            for device in devices { device.withholdTouch() }
            reviewAccess(at: time)
            return sendAccessIfChanged(at: time)
        }
        // The user's apps do not receive the touch in progress, whether the pause begins or ends.
        for device in devices { device.withholdTouch(fromAppsOf: user) }
        applyReport(of: user, at: time)
    }
}
