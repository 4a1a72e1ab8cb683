internal import GestureModel
internal import GestureProtocol

/// Sends gesture events to subscribers, and is the only place that writes `gesture` lines. It keeps its buffers, so
/// that an event allocates nothing.
final class EventWriter {
    /// The part of a line that is the same for all subscribers whose encoders have the same format.
    @exclusivity(unchecked) private var tail: [UInt8] = []
    /// What the tail was encoded from if ``isKept``, and its encoder's format and device. Not a composition, whose parts
    /// would be copied at their next change; and not the encoder, because it would be copied for each comparison.
    @exclusivity(unchecked) private var time = Timestamp(microseconds: 0)
    @exclusivity(unchecked) private var phase = GesturePhase.began
    @exclusivity(unchecked) private var value = GestureValue.touch(.init(fingers: 0, tapping: false))
    @exclusivity(unchecked) private var format: GestureEncoder.Format?
    @exclusivity(unchecked) private var device: [UInt8] = []
    /// True if the tail is kept for the groups that follow. A flag, because an optional value is copied to compare it.
    @exclusivity(unchecked) private var isKept = false
    @exclusivity(unchecked) private var keepsTails = false
    @exclusivity(unchecked) private var failures = FailureTexts()
    @exclusivity(unchecked) var explanations = ExplanationWriter()
    /// See ``Pipeline/onLinesQueued``.
    @exclusivity(unchecked) var onLinesQueued: () -> Void = {}
    /// How many lines are queued before ``onLinesQueued`` is called within a step; nil if it is not.
    @exclusivity(unchecked) private var left: Int?
    /// The lines that were queued, and the events that were encoded for them.
    @exclusivity(unchecked) private var lines = 0
    @exclusivity(unchecked) private var encodings = 0

    init() { tail.reserveCapacity(1024) }

    /// Called before the groups of a device handle a step. Different gestures of one step often have the same value, so
    /// with several groups, a tail is kept for the groups that follow.
    ///
    /// - Parameter isCrowd: True to send the lines in batches (``RecognitionGroups/isCrowd``).
    func beginStep(groups: Int, isCrowd: Bool) {
        keepsTails = groups > 1
        left = isCrowd ? EventWriter.batch : nil
    }

    /// Called after the groups have handled the step. Events outside of a step share no tails, and are not sent in
    /// batches.
    func endStep() {
        keepsTails = false
        isKept = false
        left = nil
    }

    /// The lines of so many clients are sent at once, so that the first of a crowd does not wait for the last.
    static let batch = 16

    /// Sends an event of a group to each subscriber that receives the gesture. The event is encoded once for adjacent
    /// subscribers whose encoders have the same format.
    func send(_ event: GestureEvent, to subscribers: some Sequence<Subscriber>) {
        var encoded: GestureEncoder.Format?
        for subscriber in subscribers {
            switch subscriber.receive(event) {
            case .nothing: continue
            case .event(let gesture):
                if encoded != subscriber.encoder.format {
                    encoded = subscriber.encoder.format
                    encode(event, for: subscriber)
                }
                append(event, gesture, to: subscriber)
            case .lateBegan(let gesture):
                encoded = nil
                var began = event
                began.phase = .began
                encode(began, for: subscriber)
                append(began, gesture, to: subscriber)
                guard event.phase == .ended else { continue }
                encode(event, for: subscriber)
                append(event, gesture, to: subscriber)
            }
        }
    }

    /// The cost of all lines so far.
    var work: Work { lines * .line + encodings * .event + explanations.work }

    private func encode(_ event: GestureEvent, for subscriber: Subscriber) {
        if isKept, isTail(of: event, for: subscriber) { return }
        tail.removeAll(keepingCapacity: true)
        encodings &+= 1
        subscriber.encoder.appendTail(of: event, to: &tail, &failures)
        isKept = keepsTails && !event.value.isComposition
        guard isKept else { return }
        (time, phase, value) = (event.time, event.phase, event.value)
        (format, device) = (subscriber.encoder.format, subscriber.encoder.device)
    }

    private func isTail(of event: GestureEvent, for subscriber: Subscriber) -> Bool {
        time == event.time && phase == event.phase && value == event.value && format == subscriber.encoder.format
            && device == subscriber.encoder.device
    }

    /// Queues the line that ends with ``tail``.
    private func append(_ event: GestureEvent, _ gesture: UInt64, to subscriber: Subscriber) {
        lines &+= 1
        let subscription = subscriber.number
        var replaceable: Outbox.Replaceable?
        if case .changed = event.phase {
            replaceable = .init(subscription: subscription, gesture: gesture, parts: event.value.partPhases)
        }
        subscriber.outbox.append(replaceable) {
            GestureEncoder.append(tail, subscription: subscription, gesture: gesture, to: &$0)
        }
        guard let left else { return }
        self.left = left > 1 ? left &- 1 : EventWriter.batch
        if left == 1 { onLinesQueued() }
    }
}

extension GestureValue {
    fileprivate var isComposition: Bool { if case .composition = self { true } else { false } }

    fileprivate var partPhases: UInt64 {
        if case .composition(let tree) = self { tree.phases } else { 0 }
    }
}
