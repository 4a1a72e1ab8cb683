internal import GestureModel
internal import GestureProtocol

/// Sends gesture events to subscribers, and is the only place that writes `gesture` lines. It keeps its buffers, so
/// that an event allocates nothing.
final class EventWriter {
    /// The part of a line that is the same for all subscribers whose encoders have the same format.
    @exclusivity(unchecked) private var tail: [UInt8] = []
    @exclusivity(unchecked) private var failures = FailureTexts()
    @exclusivity(unchecked) var explanations = ExplanationWriter()
    /// The lines that were queued, and the events that were encoded for them.
    @exclusivity(unchecked) private var lines = 0
    @exclusivity(unchecked) private var encodings = 0
    private let overruns: OverrunList

    // Callbacks for decisions that a device cannot make, and for actions outside of the device. The pipeline sets them.

    /// Closes the sessions whose outboxes have overrun.
    @exclusivity(unchecked) var closeOverrun: (Timestamp) -> Void = { _ in }
    /// True if the claims of the client's gestures affect the clients of all users.
    @exclusivity(unchecked) var trusts: (ClientSession) -> Bool = { _ in false }
    /// True if the client may receive contacts of the device now.
    @exclusivity(unchecked) var mayReceiveContacts: (ContactSubscription, PipelineDevice) -> Bool = { _, _ in false }
    /// Called when the clients that may receive the touches of a device may have changed.
    @exclusivity(unchecked) var onReceiversChanged: () -> Void = {}
    /// Called when a frame arrives from a device that another process had grabbed. That process has thus released it.
    @exclusivity(unchecked) var onOpen: (PipelineDevice) -> Void = { _ in }
    /// Sends the queued lines. Called at the end of each frame. Also called before groups with explanations handle a
    /// frame or a deadline, and before contacts are sent, so that programs that act on gestures do not wait for
    /// programs that only show them.
    @exclusivity(unchecked) var sendQueued: () -> Void = {}

    init(_ overruns: OverrunList) {
        self.overruns = overruns
        tail.reserveCapacity(1024)
    }

    /// Sends an event of a group to each subscriber that receives the gesture. The event is encoded once for adjacent
    /// subscribers whose encoders have the same format.
    func send(_ event: GestureEvent, to subscribers: some Sequence<Subscriber>) {
        var encoded: GestureEncoder?
        for subscriber in subscribers {
            switch subscriber.receive(event) {
            case .nothing: continue
            case .event(let gesture):
                if encoded?.hasFormat(of: subscriber.encoder) != true {
                    encoded = subscriber.encoder
                    encode(event, subscriber.encoder)
                }
                append(event, gesture, to: subscriber)
            case .lateBegan(let gesture):
                encoded = nil
                var began = event
                began.phase = .began
                encode(began, subscriber.encoder)
                append(began, gesture, to: subscriber)
                guard event.phase == .ended else { continue }
                encode(event, subscriber.encoder)
                append(event, gesture, to: subscriber)
            }
        }
    }

    /// The cost of all lines so far.
    var work: Work { lines * .line + encodings * .event + explanations.work }

    private func encode(_ event: GestureEvent, _ encoder: GestureEncoder) {
        tail.removeAll(keepingCapacity: true)
        encodings &+= 1
        encoder.appendTail(of: event, to: &tail, &failures)
    }

    /// Queues the line that ends with ``tail``.
    private func append(_ event: GestureEvent, _ gesture: UInt64, to subscriber: Subscriber) {
        lines &+= 1
        let subscription = subscriber.subscription.number
        let replaceable =
            event.phase == .changed
            ? Outbox.Replaceable(subscription: subscription, gesture: gesture, parts: event.value.partPhases) : nil
        subscriber.session.outbox.append(replaceable) {
            GestureEncoder.appendHead(subscription: subscription, gesture: gesture, to: &$0)
            $0.append(contentsOf: tail)
        }
    }

    /// Closes the sessions whose outboxes have overrun. Called when all events of a group have been sent, so that the
    /// client still receives the last line of a gesture that the group has ended.
    @inline(__always)
    func closeOverrunIfNeeded(at time: Timestamp) { if !overruns.isEmpty { closeOverrun(time) } }
}

extension GestureValue {
    fileprivate var partPhases: UInt64 {
        if case .composition(let tree) = self { tree.phases } else { 0 }
    }
}
