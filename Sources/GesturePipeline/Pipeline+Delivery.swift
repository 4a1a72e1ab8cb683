internal import GestureModel
internal import GestureRecognition
internal import GestureProtocol

extension Pipeline {
    /// Passes what an arena's last call brought through the gates of its subscribers.
    mutating func deliver(fromTrack track: Int, _ arena: Int) {
        let count = tracks[track].arenas[arena].arena.events.count
        for event in 0..<count {
            let event = tracks[track].arenas[arena].arena.events[event]
            deliver(event, fromTrack: track, arena)
        }
        if !tracks[track].arenas[arena].arena.findings.isEmpty { explain(fromTrack: track, arena) }
        tracks[track].arenas[arena].admitLate()
        if let last = tracks[track].arenas[arena].arena.events.last { cutOverrun(at: last.time) }
    }

    private mutating func deliver(_ event: GestureEvent, fromTrack track: Int, _ arena: Int) {
        var encoded: GestureEncoder?
        var claimer: Int?
        for index in tracks[track].arenas[arena].subscribers.indices {
            guard tracks[track].arenas[arena].subscribers[index].admits(event) else { continue }
            let subscriber = tracks[track].arenas[arena].subscribers[index]
            if event.phase == .began {
                if subscriber.scope == .focused { tracks[track].noteTold() }
                if subscriber.claims { claimer = claimer ?? subscriber.client }
            }
            if encoded != subscriber.encoder {
                tail.removeAll(keepingCapacity: true)
                subscriber.encoder.appendTail(of: event, to: &tail, &failures)
                encoded = subscriber.encoder
            }
            send(event, to: subscriber)
        }
        if let claimer { claim(fromTrack: track, arena, by: claimer, at: event.time) }
    }

    private mutating func send(_ event: GestureEvent, to subscriber: Subscriber) {
        let replaceable =
            event.phase == .changed
            ? Outbox.Replaceable(
                subscription: subscriber.subscription, gesture: event.gesture, parts: event.value.partPhases) : nil
        let queued = clients[subscriber.client]?.append(replaceable) { bytes in
            GestureEncoder.appendHead(subscription: subscriber.subscription, to: &bytes)
            bytes.append(contentsOf: tail)
        }
        note(queued, subscriber.client)
    }
}

extension GestureValue {
    fileprivate var partPhases: UInt64 {
        if case .composition(let tree) = self { tree.phases } else { 0 }
    }
}

extension Subscriber {
    /// Whether the subscriber hears the event, which the gate takes note of.
    fileprivate mutating func admits(_ event: GestureEvent) -> Bool {
        if event.phase == .began {
            guard !isLate, refusal == nil else { return false }
            open = event.gesture
            return true
        }
        guard open == event.gesture else { return false }
        if event.phase.isTerminal { open = nil }
        return true
    }
}
