package import GestureModel
package import GestureProtocol

/// A subscription that passes its messages unchanged to a closure. It lasts until ``end()`` or the end of the client.
package final class MessageSubscription {
    private weak var client: GestureClient?
    private let subscription: ClientSubscription

    fileprivate init(_ client: GestureClient, _ subscription: ClientSubscription) {
        (self.client, self.subscription) = (client, subscription)
    }

    /// The number by which messages name it; nil while the daemon has not accepted it.
    package var number: Int? { subscription.number }

    /// Unsubscribes. No closure is called afterwards.
    package func end() { client?.release(subscription) }
}

extension GestureClient {
    /// Sends a subscription request, on this connection and on later ones.
    ///
    /// - Parameters:
    ///   - request: The client replaces its id.
    ///   - onMessage: Called for each message of a gesture. Every gesture ends: if the connection is lost, the client
    ///     makes the `cancelled` message that the daemon could not deliver.
    ///   - onFailure: Called when the daemon lacks a capability for the request, or refuses it.
    ///   - onPositions: Called with `.withheld` when the gesture receives no events for the sole reason that positions
    ///     are withheld. Called with `.granted` when positions are granted or no longer needed, or the connection ends.
    package func subscribe(
        _ request: SubscribeRequest, onMessage: @escaping (GestureMessage) -> Void,
        onFailure: @escaping (SubscriptionFailure) -> Void, onPositions: @escaping (PositionAccess) -> Void
    ) -> MessageSubscription {
        let receiver = MessageReceiver(onMessage: onMessage, onFailure: onFailure, onPositions: onPositions)
        return MessageSubscription(self, add(request, receiver))
    }
}

private final class MessageReceiver: SubscriptionReceiver {
    private let onMessage: (GestureMessage) -> Void
    private let onFailure: (SubscriptionFailure) -> Void
    private let onPositions: (PositionAccess) -> Void

    init(
        onMessage: @escaping (GestureMessage) -> Void, onFailure: @escaping (SubscriptionFailure) -> Void,
        onPositions: @escaping (PositionAccess) -> Void
    ) {
        (self.onMessage, self.onFailure, self.onPositions) = (onMessage, onFailure, onPositions)
    }

    func receive(_ message: GestureMessage) { onMessage(message) }
    func fail(_ failure: SubscriptionFailure) { onFailure(failure) }
    func accept() {}
    func setPositions(_ positions: PositionAccess) { onPositions(positions) }
    func refuseMove(_ failure: SubscriptionFailure) {}
    func removeDevice(_ id: String?) {}
    func finish() {}
}
