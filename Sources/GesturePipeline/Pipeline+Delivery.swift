internal import GestureModel
internal import GestureRecognition
internal import GestureProtocol

extension Pipeline {
    /// Passes what an arena's last call brought through the gates of its subscribers.
    func deliver(fromTrack track: Int, _ arena: Int) {
        let count = tracks[track].arenas[arena].arena.events.count
        for event in 0..<count {
            let event = tracks[track].arenas[arena].arena.events[event]
            deliver(event, fromTrack: track, arena)
        }
        if !tracks[track].arenas[arena].arena.findings.isEmpty { explain(fromTrack: track, arena) }
        tracks[track].arenas[arena].admitLate()
        if let last = tracks[track].arenas[arena].arena.events.last { cutOverrun(at: last.time) }
    }

    private func deliver(_ event: GestureEvent, fromTrack track: Int, _ arena: Int) {
        // Taken out while they are gone through: the way from the pipeline down to one of many costs more than its line.
        var subscribers: [Subscriber] = []
        swap(&subscribers, &tracks[track].arenas[arena].subscribers)
        var encoded: Int?
        for index in subscribers.indices where subscribers[index].admits(event) {
            if event.phase == .began { begin(&subscribers[index], onTrack: track) }
            if encoded.map({ subscribers[$0].encoder != subscribers[index].encoder }) ?? true {
                tail.removeAll(keepingCapacity: true)
                subscribers[index].encoder.appendTail(of: event, to: &tail, &failures)
                headed = nil
            }
            encoded = index
            send(event, to: subscribers[index])
        }
        headed = nil
        swap(&subscribers, &tracks[track].arenas[arena].subscribers)
        if event.phase == .began, claims(onTrack: track, arena) { begunClaims.append((arena, event.time)) }
    }

    private func begin(_ subscriber: inout Subscriber, onTrack track: Int) {
        subscriber.number = clients[subscriber.client]?.nextGesture() ?? 0
        if subscriber.scope == .focused { tracks[track].noteTold() }
    }

    private func claims(onTrack track: Int, _ arena: Int) -> Bool {
        tracks[track].arenas[arena].subscribers.contains { $0.claims && $0.open != nil }
    }

    private func send(_ event: GestureEvent, to subscriber: Subscriber) {
        // Apps that ask for one gesture and came together have lines that are the same to the last byte.
        if headed?.subscription != subscriber.subscription || headed?.gesture != subscriber.number {
            line.removeAll(keepingCapacity: true)
            GestureEncoder.appendHead(subscription: subscriber.subscription, gesture: subscriber.number, to: &line)
            line.append(contentsOf: tail)
            headed = (subscriber.subscription, subscriber.number)
        }
        let replaceable =
            event.phase == .changed
            ? Outbox.Replaceable(
                subscription: subscriber.subscription, gesture: subscriber.number, parts: event.value.partPhases) : nil
        note(clients[subscriber.client]?.append(replaceable) { $0.append(contentsOf: line) }, subscriber.client)
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
