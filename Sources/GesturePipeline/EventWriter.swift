internal import GestureModel
internal import GestureProtocol

/// Writes `gesture` lines to outboxes. It keeps its buffers, so that nothing is allocated for an event.
final class EventWriter {
    /// The part of a line that subscribers with the same encoder share.
    @exclusivity(unchecked) private var tail: [UInt8] = []
    /// The encoder of ``tail``; nil before an event is encoded.
    @exclusivity(unchecked) private var encoder: GestureEncoder?
    @exclusivity(unchecked) private var failures = FailureTexts()

    init() { tail.reserveCapacity(1024) }

    /// Removes the event that is encoded.
    func beginEvent() { encoder = nil }

    func write(_ event: GestureEvent, gesture: UInt64, for subscriber: Subscriber) {
        if encoder != subscriber.encoder {
            encoder = subscriber.encoder
            tail.removeAll(keepingCapacity: true)
            subscriber.encoder.appendTail(of: event, to: &tail, &failures)
        }
        let subscription = subscriber.subscription.number
        let replaceable =
            event.phase == .changed
            ? Outbox.Replaceable(subscription: subscription, gesture: gesture, parts: event.value.partPhases) : nil
        subscriber.session.outbox.append(replaceable) {
            GestureEncoder.appendHead(subscription: subscription, gesture: gesture, to: &$0)
            $0.append(contentsOf: tail)
        }
    }
}

extension GestureValue {
    fileprivate var partPhases: UInt64 {
        if case .composition(let tree) = self { tree.phases } else { 0 }
    }
}
