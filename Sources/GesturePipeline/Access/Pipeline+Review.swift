internal import GestureModel
internal import GestureProtocol

/// What makes a change of access felt: gates close first, in the order of devices and subscriptions, then each client is
/// told what it has now.
extension Pipeline {
    /// Closes the gates of those who may not receive any more, which cancels what they have open, and opens those of who may
    /// now.
    func reviewAccess(at time: Timestamp) {
        for track in tracks.indices {
            for arena in tracks[track].arenas.indices {
                for index in tracks[track].arenas[arena].subscribers.indices {
                    review(track, arena, index, at: time)
                }
            }
        }
        cutOverrun(at: time)
    }

    private func review(_ track: Int, _ arena: Int, _ index: Int, at time: Timestamp) {
        let subscriber = tracks[track].arenas[arena].subscribers[index]
        let peer = clients[subscriber.client]?.peer
        let refusal = access.refusal(
            of: peer, on: tracks[track].device.seat, subscriber.scope, needsPositions: subscriber.needsPositions)
        let tellsPositions = access.mayKnowPositions(peer)
        var isFresh = false
        if let refusal, subscriber.refusal == nil {
            end(track, arena, index, refusal, at: time)
        } else if let before = subscriber.refusal, before != refusal {
            isFresh = before == .focusChanged && refusal == nil && tracks[track].isFresh(arena, at: time)
            // Fingers that were down before it came, or behind a lock, stay another's however young they are.
            if !isFresh { tracks[track].arenas[arena].delay(index) }
        }
        tracks[track].arenas[arena].subscribers[index].refusal = refusal
        tracks[track].arenas[arena].tell(positions: tellsPositions, index, isFresh: isFresh)
    }

    /// Cancels what a subscriber has open, for a reason that recognition knows nothing of; fingers that are down start
    /// nothing for it. Neither the recogniser nor another subscriber notices.
    func end(
        _ track: Int, _ arena: Int, _ index: Int, _ reason: CancellationReason, at time: Timestamp
    ) {
        cancelOpen(track, arena, index, reason, at: time)
        tracks[track].arenas[arena].delay(index)
    }

    /// Ends what is in progress of those subscribers that `isMeant` names.
    func interrupt(
        _ reason: CancellationReason, at time: Timestamp, of isMeant: (Subscriber, TouchDevice) -> Bool
    ) {
        for track in tracks.indices {
            for arena in tracks[track].arenas.indices {
                for index in tracks[track].arenas[arena].subscribers.indices
                where isMeant(tracks[track].arenas[arena].subscribers[index], tracks[track].device) {
                    end(track, arena, index, reason, at: time)
                }
            }
        }
        cutOverrun(at: time)
    }

    /// Tells each client what it may have, where that is not what it was last told, and each focus source whom it can tell
    /// of.
    func tellAccess(at time: Timestamp) {
        for client in clients.indices {
            guard let known = clients[client]?.access else { continue }
            let access = access.access(of: clients[client]?.peer)
            guard access != known else { continue }
            clients[client]?.access = access
            send(client) { ServerText.appendAccessChanged(access, to: &$0) }
        }
        cutOverrun(at: time)
    }
}
