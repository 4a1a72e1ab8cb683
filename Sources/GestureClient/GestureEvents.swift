internal import GestureModel
public import GestureProtocol

/// A subscription's gestures as a sequence instead of callbacks: the result of
/// ``GestureClient/events(of:in:relativeTo:device:units:scope:claims:hands:)``.
///
/// It has one reader, on the client's actor, and continues after reconnections: gestures in progress are `cancelled`
/// with the reason `disconnected`, and messages then contain a new subscription number. The sequence ends when the
/// reading task is cancelled or the client is closed, and throws if the daemon refuses the subscription or lacks a
/// capability for it. Releasing the sequence and its iterator unsubscribes.
///
/// At most ``capacity`` messages wait for the reader. When half as many wait, a newer `changed` replaces a waiting one
/// of the same gesture, as in the daemon. If that is not enough, the sequence unsubscribes: the reader receives the
/// waiting messages, then `cancelled` with the reason `overrun` for gestures in progress, then
/// ``SubscriptionFailure/overrun``.
public struct GestureEvents: AsyncSequence {
    public typealias Element = GestureMessage
    public typealias Failure = SubscriptionFailure

    /// The most messages that may wait for the reader.
    public static let capacity = 256

    let queue: EventQueue

    public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

    /// An iterator that returns the sequence's messages one by one, oldest first.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: EventQueue

        public mutating func next() async throws(SubscriptionFailure) -> GestureMessage? {
            try await queue.next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(SubscriptionFailure) -> GestureMessage? {
            try await queue.next(isolation: actor)
        }
    }
}

@available(*, unavailable)
extension GestureEvents: Sendable {}

/// The messages that wait for the reader of a ``GestureEvents``. The reader owns it; the client holds a weak reference.
final class EventQueue {
    var subscription: ClientSubscription?
    private weak var client: GestureClient?
    private var messages: [GestureMessage] = []
    private var isFinished = false
    private var failure: SubscriptionFailure?
    /// Signals a change. Several signals before the reader resumes count as one. Cancelling the task that awaits a
    /// signal ends the stream.
    private let signal = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(_ client: GestureClient) { self.client = client }

    deinit { unsubscribe() }

    func next(isolation: isolated (any Actor)?) async throws(SubscriptionFailure) -> GestureMessage? {
        var iterator = signal.stream.makeAsyncIterator()
        while !Task.isCancelled {
            if !messages.isEmpty { return messages.removeFirst() }
            if let failure {
                self.failure = nil
                throw failure
            }
            if isFinished { return nil }
            client?.runWatch.warnUnlessRun()
            await iterator.next(isolation: isolation)
        }
        finish()
        messages = []
        return nil
    }

    func append(_ message: GestureMessage) {
        guard !isFinished else { return }
        if message.phase == .changed, messages.count >= GestureEvents.capacity / 2 { removeChanged(message.gesture) }
        messages.append(message)
        signal.continuation.yield()
        if messages.count > GestureEvents.capacity { overrun() }
    }

    func finish(_ failure: SubscriptionFailure? = nil) {
        guard !isFinished else { return }
        isFinished = true
        self.failure = failure
        unsubscribe()
        signal.continuation.yield()
    }

    /// Removes the last waiting message of a gesture if it is a `changed`.
    private func removeChanged(_ gesture: UInt64) {
        let last = messages.lastIndex { $0.gesture == gesture }
        if let last, messages[last].phase == .changed { messages.remove(at: last) }
    }

    private func overrun() {
        for var message in subscription?.openGestures ?? [] {
            message.event.phase = .cancelled(.overrun)
            messages.append(message)
        }
        finish(.overrun)
    }

    private func unsubscribe() {
        guard let subscription, !subscription.isReleased else { return }
        client?.release(subscription)
    }
}

/// Passes messages to a queue without retaining it.
final class EventReceiver: SubscriptionReceiver {
    private weak var queue: EventQueue?

    init(_ queue: EventQueue) { self.queue = queue }

    func receive(_ message: GestureMessage) { queue?.append(message) }
    func fail(_ failure: SubscriptionFailure) { queue?.finish(failure) }
    func accept() {}  // A failure ends the sequence, so there is no failure to withdraw.
    func setPositions(_ positions: PositionAccess) {}  // The client's access reports it.
    func refuseMove(_ failure: SubscriptionFailure) {}  // Sequences do not move.
    func removeDevice(_ id: String?) {}
    func finish() { queue?.finish() }
}
