public import GestureModel
public import GestureProtocol
internal import Gestures

/// A subscription's gestures as a sequence, for who wants no callbacks: ``GestureClient/events(of:in:of:device:units:scope:claims:)``.
///
/// It has one reader, on the client's actor, and goes on through reconnections: what was in progress is `cancelled` with
/// the reason `disconnected`, and the subscription's number in the messages is another one afterwards. It ends when the
/// task that reads is cancelled or the client is closed, and throws where the daemon does not take the subscription. The
/// subscription is taken back when nobody holds the sequence or its iterator any more.
///
/// A reader may be ``capacity`` messages behind. In the second half of that, a `changed` that waits gives way to a newer
/// one of its gesture, as in the daemon. When that is not enough, the subscription is taken back: the reader gets what
/// waits, then `cancelled` with the reason `overrun` for what is in progress, then ``SubscriptionFailure/overrun``.
public struct GestureEvents: AsyncSequence {
    public typealias Element = GestureMessage
    public typealias Failure = SubscriptionFailure

    /// In messages.
    public static let capacity = 256

    let queue: EventQueue

    public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

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

extension GestureClient {
    /// Subscribes to the gestures of an expression, from now on.
    ///
    /// - Parameters:
    ///   - gesture: One that the daemon does not take, such as of a number that is not finite, is a failure. For what is nil
    ///     in it the daemon's configuration holds.
    ///   - region: In `units`; nil for the whole surface. A negative or infinite one, or NaN, traps.
    ///   - origin: Where the region is counted from, as for ``attach(_:to:of:device:scope:claims:onFailure:)``.
    ///   - device: Which devices, those that come later included.
    ///   - units: Of the region and of every value.
    ///   - scope: As for ``attach(_:to:of:device:scope:claims:onFailure:)``, as is `claims`.
    public func events(
        of gesture: GestureExpression, in region: Region? = nil, of origin: RegionOrigin = .surface,
        device: DeviceFilter = .any, units: ValueUnits = .points, scope: SubscriptionScope = .focused,
        claims: Bool = false
    ) -> GestureEvents {
        let request = SubscribeRequest(
            id: 0, gesture: gesture, device: device, region: region, regionOrigin: origin, units: units,
            scope: scope, claims: claims)
        requireSense(in: request)
        let queue = EventQueue(self)
        let subscription = Subscription(request, receiver: EventReceiver(queue))
        queue.subscription = subscription
        add(subscription)
        return GestureEvents(queue: queue)
    }
}
