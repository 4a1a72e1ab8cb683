public import GestureModel
public import GestureProtocol
internal import Gestures

extension GestureClient {
    /// A gesture at work through a ``GestureClient``, which ``GestureClient/attach(_:to:device:onFailure:)`` gives out. It is
    /// at work until ``detach()``, or until the client is closed or let go of, whoever keeps this.
    ///
    /// A subscription hears several devices, and each may have a gesture in progress at the same time. They are not mixed:
    /// callbacks remember each device's gesture by itself, as if there were a recogniser for each. What they share is what the
    /// app gave them: a `@GestureState` has the value that was written last, whichever device's gesture wrote it, and the end
    /// of one device's gesture puts it back until the other's next update. Where that matters, attach to one device.
    public final class Attachment {
        /// In points; nil for the whole surface.
        public private(set) var region: Region?
        public let device: DeviceFilter
        /// Why the daemon does not recognise the gesture; nil while it does, or has not been asked.
        public private(set) var failure: SubscriptionFailure?

        private weak var client: GestureClient?
        /// Callbacks for a gesture in these bounds, on this device.
        typealias MakeCallbacks = (Region?, DeviceOrigin?) -> GestureCallbacks

        private let makeCallbacks: MakeCallbacks
        private let expression: GestureExpression
        private let onFailure: ((SubscriptionFailure) -> Void)?
        /// The present one is the last; those before it are of regions it has left, with gestures that go on.
        private var subscriptions: [Subscription] = []

        init(
            _ client: GestureClient, _ region: Region?, _ device: DeviceFilter,
            makeCallbacks: @escaping MakeCallbacks, onFailure: ((SubscriptionFailure) -> Void)?
        ) {
            self.client = client
            self.region = region
            self.device = device
            self.makeCallbacks = makeCallbacks
            self.onFailure = onFailure
            expression = makeCallbacks(nil, nil).expression
        }

        /// False after ``detach()``, and when the client is closed or gone.
        public var isAttached: Bool { client != nil && subscriptions.last?.isReleased == false }

        /// Goes on in another region. A gesture in progress stays what it is, wherever its fingers are, until it ends; what had
        /// not begun yet is forgotten, and fingers that are down start nothing in the new region.
        ///
        /// Does nothing once detached.
        ///
        /// - Parameter region: In points, as for ``GestureClient/attach(_:to:device:onFailure:)``; nil for the whole surface.
        public func move(to region: Region?) {
            requireRegion(region)
            guard let client, let old = subscriptions.last, !old.isReleased, region != self.region else { return }
            self.region = region
            client.retire(old)
            subscribe(client)
        }

        /// Takes the gesture off: what is in progress is cancelled `unsubscribed` before this returns (or, from one of its own
        /// callbacks, right after that one), and nothing is heard any more.
        public func detach() {
            guard let client else { return }
            let ended = subscriptions
            subscriptions = []
            for subscription in ended where !subscription.isReleased {
                subscription.end(.unsubscribed)
                client.release(subscription)
            }
        }

        func subscribe(_ client: GestureClient) {
            failure = nil
            subscriptions.removeAll { $0.isReleased }
            let subscription = Subscription(
                expression, device: device, region: region, units: .points,
                receiver: CallbackReceiver(self, client, in: region, makeCallbacks))
            subscriptions.append(subscription)
            client.add(subscription)
        }

        func fail(_ failure: SubscriptionFailure) {
            self.failure = failure
            onFailure?(failure)
        }

        /// Lets go of subscriptions that are over, which hold this.
        func finish() { subscriptions.removeAll { $0.isReleased } }
    }
}

@available(*, unavailable)
extension GestureClient.Attachment: Sendable {}
