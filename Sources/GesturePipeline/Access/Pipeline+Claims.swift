internal import GestureModel
internal import GestureProtocol
internal import GestureRecognition

/// What a shell may do to the gestures of others: end them, and take their fingers.
extension Pipeline {
    /// Carries out a client's `cancel`.
    func cancel(
        _ id: Int64, device: String?, _ client: Int, at time: Timestamp
    ) throws(RequestError) {
        guard access.maySubscribeToSession(clients[client]?.peer) else { throw notPermitted("cancel", id) }
        if let device, !tracks.contains(where: { $0.device.id == device }) {
            throw RequestError(id: id, code: .outOfRange, message: "device: there is no device \(device)")
        }
        cancel(by: client, device: device, at: time)
        send(client) { ServerText.appendOK(id: id, to: &$0) }
    }

    /// Cancels what is in progress of the client's user; of everybody where it is trusted.
    func cancel(by client: Int, device: String? = nil, at time: Timestamp) {
        let peer = clients[client]?.peer
        let clients = clients
        let access = access
        interrupt(.requested, at: time) { subscriber, touched in
            guard device == nil || touched.id == device else { return false }
            guard access.refusal(of: peer, on: touched.seat) == nil else { return false }
            return access.trusts(peer) || clients[subscriber.client]?.peer?.user == peer?.user
        }
    }

    func notPermitted(_ what: String, _ id: Int64) -> RequestError {
        RequestError(
            id: id, code: .notPermitted, reason: "session",
            message: "\(what): takes the right to the scope \"session\" (access.sessionScope, grants)")
    }

    /// Takes their fingers from everybody else for the claiming gestures that have just begun. To be called when all arenas
    /// have had the frame: until then some know nothing of the fingers, and begin with them afterwards. Of two that claim
    /// in one frame the one before has them.
    func carryOutClaims(onTrack track: Int) {
        guard !begunClaims.isEmpty else { return }
        for (arena, time) in begunClaims {
            let claimer = tracks[track].arenas[arena].subscribers.first { $0.claims && $0.open != nil }
            guard let claimer else { continue }
            claim(fromTrack: track, arena, by: claimer.client, at: time)
        }
        begunClaims.removeAll(keepingCapacity: true)
    }

    private func claim(fromTrack track: Int, _ arena: Int, by claimer: Int, at time: Timestamp) {
        let claimed = tracks[track].contacts(of: arena)
        for other in tracks[track].arenas.indices {
            let holds = other == arena || claimed.contains { tracks[track].arenas[other].arena.holds($0) }
            guard holds || claimed.contains(where: { tracks[track].arenas[other].arena.sees($0) }) else { continue }
            for index in tracks[track].arenas[other].subscribers.indices {
                let subscriber = tracks[track].arenas[other].subscribers[index]
                // A gesture of other fingers goes on, though the arena has seen these.
                guard subscriber.client != claimer, holds || subscriber.open == nil else { continue }
                end(track, other, index, .outcompeted, at: time)
            }
        }
    }
}
