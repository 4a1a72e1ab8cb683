public import GestureModel
internal import GestureProtocol

extension Pipeline {
    /// Who may have what. What it takes away is cancelled at once.
    public func setRules(_ rules: AccessRules, at time: Timestamp) {
        access.rules = rules
        dismissSources()
        reviewAccess(at: time)
        tellAccess(at: time)
    }

    /// Who sits where. Gestures of whoever had a seat and has it no longer are cancelled `sessionInactive`, also where the
    /// same user goes on in another session; a session that was locked cancels `locked`.
    ///
    /// - Parameters:
    ///   - seats: nil where nobody knows (no logind): whoever may connect receives, or the members of a group.
    ///   - users: Those who have a session, or nil where that is not known. What a focus source had told of another's focus
    ///     is forgotten.
    public func setSeats(_ seats: [Seat]?, users: [UInt32]? = nil, at time: Timestamp) {
        let before = access.seats ?? []
        access.seats = seats
        if let users { access.focus.removeAll { !users.contains($0.user) && $0.user != 0 } }
        reviewAccess(at: time)
        for seat in before {
            let after = seats?.first { $0.name == seat.name }
            guard after?.session != seat.session else { continue }
            interrupt(.sessionInactive, at: time) { _, device in device.seat == seat.name }
        }
        for seat in seats ?? [] where seat.isLocked && before.first(where: { $0.name == seat.name })?.isLocked != true {
            interrupt(.locked, at: time) { _, device in device.seat == seat.name }
        }
        tellAccess(at: time)
    }

    /// Another virtual terminal is shown, where nobody knows of sessions: what is in progress is cancelled
    /// `sessionInactive`, and fingers that are down start nothing.
    public func switchTerminal(at time: Timestamp) {
        interrupt(.sessionInactive, at: time) { _, _ in true }
    }

    /// The machine is about to sleep: nobody gets anything until ``resume(at:)``.
    public func suspend(at time: Timestamp) {
        for index in tracks.indices { cancelAll(onTrack: index, .suspended, at: time) }
        access.isSuspended = true
        reviewAccess(at: time)
        tellAccess(at: time)
    }

    /// The machine is awake. The devices' contacts are to be told anew, since nobody knows what fingers did meanwhile.
    public func resume(at time: Timestamp) {
        access.isSuspended = false
        reviewAccess(at: time)
        tellAccess(at: time)
    }

    /// Whether a client's user may act on the machine's own devices.
    public func mayAct(_ client: ClientHandle) -> Bool {
        access.refusal(of: clients[client.index]?.peer, on: Seat.defaultName) == nil
    }
}
