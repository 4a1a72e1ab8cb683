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
        // Taken out while they are gone through: the way from the pipeline down to one of many costs more than its line.
        var subscribers: [Subscriber] = []
        swap(&subscribers, &tracks[track].arenas[arena].subscribers)
        defer { swap(&subscribers, &tracks[track].arenas[arena].subscribers) }
        var encoded: Int?
        for index in subscribers.indices where subscribers[index].admits(event) {
            if encoded.map({ subscribers[$0].encoder != subscribers[index].encoder }) ?? true {
                tail.removeAll(keepingCapacity: true)
                subscribers[index].encoder.appendTail(of: event, to: &tail, &failures)
                headed = nil
            }
            encoded = index
            send(event, to: subscribers[index].client, subscribers[index].subscription)
        }
        headed = nil
    }

    private mutating func send(_ event: GestureEvent, to client: Int, _ subscription: Int) {
        // Most apps call their subscription 1: their lines are the same to the last byte.
        if headed != subscription {
            line.removeAll(keepingCapacity: true)
            GestureEncoder.appendHead(subscription: subscription, to: &line)
            line.append(contentsOf: tail)
            headed = subscription
        }
        let replaceable =
            event.phase == .changed
            ? Outbox.Replaceable(
                subscription: subscription, gesture: event.gesture, parts: event.value.partPhases) : nil
        note(clients[client]?.append(replaceable) { $0.append(contentsOf: line) }, client)
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
            guard !isLate else { return false }
            open = event.gesture
            return true
        }
        guard open == event.gesture else { return false }
        if event.phase.isTerminal { open = nil }
        return true
    }
}
