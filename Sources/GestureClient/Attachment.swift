public import GestureModel
internal import GestureProtocol
internal import Gestures

extension GestureClient {
    /// A gesture at work through a ``GestureClient``, which
    /// ``GestureClient/attach(_:to:of:device:scope:claims:onFailure:)`` gives out. It is at work until ``detach()``, or until
    /// the client is closed or let go of, whoever keeps this.
    ///
    /// A subscription hears several devices, and each may have a gesture in progress at the same time. They are not mixed:
    /// callbacks remember each device's gesture by itself, as if there were a recogniser for each. What they share is what the
    /// app gave them: a `@GestureState` has the value that was written last, whichever device's gesture wrote it, and the end
    /// of one device's gesture puts it back until the other's next update. Where that matters, attach to one device.
    public final class Attachment {
        /// Where it was attached or moved to last, in points; nil for the whole surface. A refused move puts it back.
        public private(set) var region: Region?
        public let device: DeviceFilter
        /// Why the daemon does not recognise the gesture; nil while it does, or has not been asked.
        public private(set) var failure: SubscriptionFailure?

        private weak var client: GestureClient?
        private let onFailure: ((SubscriptionFailure) -> Void)?
        /// Holds this until it is over.
        private var subscription: Subscription?

        init(_ client: GestureClient, _ device: DeviceFilter, _ onFailure: ((SubscriptionFailure) -> Void)?) {
            self.client = client
            self.device = device
            self.onFailure = onFailure
        }

        /// False after ``detach()``, and when the client is closed or gone.
        public var isAttached: Bool { client != nil && subscription?.isReleased == false }

        /// Goes on in another region. A gesture stays with the region in which its fingers came down, wherever they are,
        /// until it ends; fingers that are down start nothing in the new region.
        ///
        /// Where the daemon does not do it (no surface has any part of the region, or it cannot `move`), the old region stays
        /// in force: `onFailure` hears why, ``failure`` stays nil and ``region`` is the old one again. Where it did not
        /// recognise the gesture at all, it is asked for anew.
        ///
        /// Does nothing once detached.
        ///
        /// - Parameter region: In points, from the same corner as the region it was attached to; nil for the whole surface,
        ///   which traps where the corner is the window's.
        public func move(to region: Region?) {
            guard let client, let subscription, !subscription.isReleased else { return requireRegion(region) }
            requireRegion(region, of: subscription.request.regionOrigin)
            guard region != self.region else { return }
            self.region = region
            failure = nil
            client.move(subscription, to: region)
        }

        /// Takes the gesture off: what is in progress is cancelled `unsubscribed` before this returns (or, from one of its own
        /// callbacks, right after that one), and nothing is heard any more.
        public func detach() {
            guard let client, let subscription, !subscription.isReleased else { return }
            self.subscription = nil
            subscription.end(.unsubscribed)
            client.release(subscription)
        }

        func subscribe(_ subscription: Subscription) {
            region = subscription.request.region
            self.subscription = subscription
            client?.add(subscription)
        }

        /// What the start of a gesture that begins now is a share of; nil for a region of the window, since nobody tells an
        /// app where that is.
        func bounds(on surface: Surface?) -> Region? {
            guard let subscription, subscription.request.regionOrigin == .surface else { return nil }
            return subscription.region ?? surface?.bounds
        }

        func fail(_ failure: SubscriptionFailure) {
            self.failure = failure
            onFailure?(failure)
        }

        func refuseMove(_ failure: SubscriptionFailure) {
            region = subscription?.request.region
            onFailure?(failure)
        }

        /// Lets go of the subscription, which is over.
        func finish() { subscription = nil }
    }
}

@available(*, unavailable)
extension GestureClient.Attachment: Sendable {}
