internal import GestureModel
internal import GestureProtocol

/// What waits for the reader of a ``GestureEvents``. Held by the reader; the client only knows where it is.
final class EventQueue {
    private weak var client: GestureClient?
    var subscription: Subscription?
    private var messages: [GestureMessage] = []
    private var isFinished = false
    private var failure: SubscriptionFailure?
    /// Says that there is something new; more than once is no more than once. Ends with the task that waits for it.
    private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(_ client: GestureClient) { self.client = client }

    deinit { unsubscribe() }

    func next(isolation: isolated (any Actor)?) async throws(SubscriptionFailure) -> GestureMessage? {
        var iterator = news.stream.makeAsyncIterator()
        while !Task.isCancelled {
            if !messages.isEmpty { return messages.removeFirst() }
            if let failure {
                self.failure = nil
                throw failure
            }
            if isFinished { return nil }
            await iterator.next(isolation: isolation)
        }
        finish()
        messages = []
        return nil
    }

    func append(_ message: GestureMessage) {
        guard !isFinished else { return }
        if message.phase == .changed, messages.count >= GestureEvents.capacity / 2 { removeChanged(message) }
        messages.append(message)
        news.continuation.yield()
        if messages.count > GestureEvents.capacity { overrun() }
    }

    func finish(_ failure: SubscriptionFailure? = nil) {
        guard !isFinished else { return }
        isFinished = true
        self.failure = failure
        unsubscribe()
        news.continuation.yield()
    }

    /// The last that waits of this gesture, where it is a `changed`.
    private func removeChanged(_ message: GestureMessage) {
        let last = messages.lastIndex { $0.gesture == message.gesture }
        if let last, messages[last].phase == .changed { messages.remove(at: last) }
    }

    private func overrun() {
        isFinished = true
        failure = .overrun
        for var message in subscription?.open ?? [] {
            message.event.phase = .cancelled(.overrun)
            messages.append(message)
        }
        unsubscribe()
    }

    private func unsubscribe() {
        guard let subscription, !subscription.isReleased else { return }
        client?.release(subscription)
    }
}

final class EventReceiver: SubscriptionReceiver {
    private weak var queue: EventQueue?

    init(_ queue: EventQueue) { self.queue = queue }

    func receive(_ message: GestureMessage) { queue?.append(message) }
    func fail(_ failure: SubscriptionFailure) { queue?.finish(failure) }
    /// Sequences are not moved.
    func refuseMove(_ failure: SubscriptionFailure) {}
    func forget(device: String) {}
    func forgetDevices() {}
    func finish() { queue?.finish() }
}
