public import GestureModel
internal import GestureProtocol
internal import Gestures

extension GestureClient {
    /// A gesture that ``GestureClient/attach(_:to:of:device:scope:claims:onFailure:)`` attached. It stays attached until
    /// ``detach()``, or until the client is closed or released, even if this handle is released.
    ///
    /// Several devices may each have a gesture in progress at the same time. Callbacks keep the devices apart, as if each had
    /// its own recogniser. But the devices share the app's state: a `@GestureState` has the value that was written last,
    /// by any device, and the end of one device's gesture resets it until the next update of another. Where that matters,
    /// attach the gesture to one device.
    public final class Attachment {
        /// The region of the last attachment or move, in points; nil for the whole surface. A refused move restores it.
        public private(set) var region: Region?
        /// The devices whose gestures the attachment receives: those present, and those that come later.
        public let device: DeviceFilter
        /// Why the daemon does not recognise the gesture; nil while it does, or before its answer. `positionsWithheld` is nil
        /// again when positions are granted, or the connection ends.
        public private(set) var failure: SubscriptionFailure?

        private weak var client: GestureClient?
        private let onFailure: ((SubscriptionFailure) -> Void)?
        /// Retains this object until the subscription ends.
        private var subscription: Subscription?

        init(_ client: GestureClient, _ device: DeviceFilter, _ onFailure: ((SubscriptionFailure) -> Void)?) {
            self.client = client
            self.device = device
            self.onFailure = onFailure
        }

        /// False after ``detach()``, and after the client is closed or released.
        public var isAttached: Bool { client != nil && subscription?.isReleased == false }

        /// Continues in another region. A gesture in progress stays with the region in which its fingers touched, wherever
        /// they move, until it ends; fingers that are down start nothing in the new region.
        ///
        /// If the daemon refuses (the region lies outside every surface, or the daemon lacks `move`), the old region stays in
        /// force: `onFailure` receives the reason, ``failure`` stays nil and ``region`` is the old one again. If the daemon
        /// did not recognise the gesture at all, this subscribes again.
        ///
        /// Does nothing after ``detach()``.
        ///
        /// - Parameter region: In points, from the same corner as the attached region; nil for the whole surface, which traps
        ///   if the corner is the window's.
        public func move(to region: Region?) {
            guard let client, let subscription, !subscription.isReleased else { return requireRegion(region) }
            subscription.validate(region)
            guard region != self.region else { return }
            self.region = region
            failure = nil
            withExtendedLifetime(client) { subscription.move(to: region) }
        }

        /// Cancels the gesture in progress as `unsubscribed` and detaches, before this returns. Called by one of the
        /// gesture's own callbacks, it cancels right after that callback.
        public func detach() {
            guard let client, let subscription, !subscription.isReleased else { return }
            self.subscription = nil
            subscription.end(.unsubscribed)
            client.release(subscription)
        }

        func start(_ subscription: Subscription) {
            region = subscription.request.region
            self.subscription = subscription
        }

        /// The rectangle to which anchors of a gesture that begins now are relative; nil for a region of the window, whose
        /// position the app does not know.
        func bounds(on surface: Surface?) -> Region? {
            guard let subscription, subscription.request.regionOrigin == .surface else { return nil }
            return subscription.region ?? surface?.bounds
        }

        func fail(_ failure: SubscriptionFailure) {
            self.failure = failure
            onFailure?(failure)
        }

        func setPositions(_ positions: PositionAccess) {
            switch positions {
            case .withheld: fail(.positionsWithheld)
            case .granted: if failure == .positionsWithheld { failure = nil }
            }
        }

        func refuseMove(_ failure: SubscriptionFailure) {
            region = subscription?.request.region
            onFailure?(failure)
        }

        /// Releases the subscription, which has ended.
        func finish() { subscription = nil }
    }
}

@available(*, unavailable)
extension GestureClient.Attachment: Sendable {}
