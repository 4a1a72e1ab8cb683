public import GestureModel
internal import GestureProtocol
public import Gestures

extension GestureClient {
    /// A gesture that ``GestureClient/attach(_:to:relativeTo:device:scope:claims:hands:onFailure:)`` attached. It stays
    /// attached until ``detach()``, or until the client is closed or released, even if this handle is released.
    ///
    /// Several devices may each have a gesture in progress at the same time. Callbacks treat each device as if it had
    /// its own recogniser. But the devices share the app's state: a `@GestureState` has the last value that any
    /// device's gesture wrote, and the end of one device's gesture resets it until the next update of another. Where
    /// that matters, attach the gesture to one device.
    public final class Attachment: Detachable {
        /// The region of the last attachment or move, in points; nil for the whole surface. After a refused move it is
        /// the previous region again.
        public private(set) var region: Region?
        /// The devices whose gestures the attachment receives: present ones, and ones that are added later.
        public let device: DeviceFilter
        /// Why the subscription receives no gestures; nil if it has not failed since the gesture was attached or last
        /// moved. It becomes nil again when another daemon accepts the subscription. After `positionsWithheld` it
        /// becomes nil when positions are granted or the connection ends.
        public private(set) var failure: SubscriptionFailure?

        private weak var client: GestureClient?
        private let onFailure: ((SubscriptionFailure) -> Void)?
        /// Retains this object until the subscription ends.
        private var subscription: ClientSubscription?
        /// Makes callbacks for gestures with given bounds on a surface of a given size and a device; nil after the subscription has ended.
        private var makeCallbacks: MakeCallbacks?
        private var instances: [Instance] = []

        typealias MakeCallbacks = (Region?, Vector?, DeviceOrigin) -> GestureCallbacks

        /// The callbacks for one gesture at a time. Each device may have one instance, and after a move another one for
        /// a gesture that continues in an old region.
        private struct Instance {
            let device: String
            let bounds: Region?
            let callbacks: GestureCallbacks
            /// The gesture in progress; nil if the device's next gesture with these bounds may use the callbacks.
            var gesture: UInt64?
        }

        init(
            _ client: GestureClient, _ device: DeviceFilter, _ onFailure: ((SubscriptionFailure) -> Void)?,
            _ makeCallbacks: @escaping MakeCallbacks
        ) {
            self.client = client
            self.device = device
            self.onFailure = onFailure
            self.makeCallbacks = makeCallbacks
        }

        /// False after ``detach()``, and after the client is closed or released.
        public var isAttached: Bool { client != nil && subscription?.isReleased == false }

        /// Continues in another region. Until it ends, a gesture in progress keeps the region in which its fingers
        /// touched. Fingers that are down start no gesture in the new region.
        ///
        /// If the daemon refuses (the region lies outside every surface, or the daemon lacks `move`), the old region
        /// stays in force: `onFailure` receives the reason, ``failure`` stays nil and ``region`` returns to the old
        /// one. If the subscription itself was refused, or the daemon lacks a capability for it, a move to another
        /// region subscribes again.
        ///
        /// Does nothing after ``detach()``, or if the region is the same.
        ///
        /// - Parameter region: In points, from the same corner as the attached region; nil for the whole surface. nil
        ///   traps if the corner is the window's. A negative or infinite region, or one with NaN, traps.
        public func move(to region: Region?) {
            guard let client, let subscription, !subscription.isReleased else { return requireRegion(region) }
            subscription.validate(region)
            guard region != self.region else { return }
            self.region = region
            failure = nil
            withExtendedLifetime(client) { subscription.move(to: region) }
        }

        /// Detaches. Before this method returns, it cancels the gesture in progress as `unsubscribed`. If one of the
        /// gesture's own callbacks calls this method, the gesture is cancelled right after that callback.
        public func detach() {
            guard let client, let subscription, !subscription.isReleased else { return }
            self.subscription = nil
            subscription.end(.unsubscribed)
            client.release(subscription)
        }

        func start(_ subscription: ClientSubscription) {
            region = subscription.request.region
            self.subscription = subscription
        }
    }
}

@available(*, unavailable)
extension GestureClient.Attachment: Sendable {}

// MARK: - Messages

extension GestureClient.Attachment: SubscriptionReceiver {
    func receive(_ message: GestureMessage) {
        guard let index = message.phase == .began ? idleInstance(on: message.device) : index(of: message) else {
            return
        }
        instances[index].gesture = message.phase.isTerminal ? nil : message.gesture
        // Moved into a local variable: a callback may clear `instances`.
        let callbacks = instances[index].callbacks
        callbacks.deliver([message.event], positions: message.positions)
    }

    func fail(_ failure: SubscriptionFailure) {
        self.failure = failure
        notify(failure)
    }

    func accept() { failure = nil }

    func setPositions(_ positions: PositionAccess) {
        switch positions {
        case .withheld: fail(.positionsWithheld)
        case .granted: if failure == .positionsWithheld { failure = nil }
        }
    }

    func refuseMove(_ failure: SubscriptionFailure) {
        region = subscription?.request.region
        notify(failure)
    }

    private func notify(_ failure: SubscriptionFailure) {
        if let onFailure { onFailure(failure) } else { client?.report("a gesture receives nothing: \(failure)") }
    }

    func removeDevice(_ id: String?) { instances.removeAll { id == nil || $0.device == id } }

    /// Releases the subscription, which has ended, and the gesture.
    func finish() {
        subscription = nil
        makeCallbacks = nil
    }

    private func index(of message: GestureMessage) -> Int? {
        instances.firstIndex { $0.device == message.device && $0.gesture == message.gesture }
    }

    private func idleInstance(on device: String) -> Int? {
        let surface = surface(of: device)
        let bounds = bounds(on: surface)
        let idle = instances.firstIndex { $0.device == device && $0.gesture == nil && $0.bounds == bounds }
        if let idle { return idle }
        // The idle instances on this device have the bounds of earlier regions, and are not needed again.
        instances.removeAll { $0.device == device && $0.gesture == nil }
        guard let callbacks = makeCallbacks?(bounds, surface?.size, DeviceOrigin(client, device)) else { return nil }
        instances.append(Instance(device: device, bounds: bounds, callbacks: callbacks))
        return instances.count - 1
    }

    private func surface(of device: String) -> Surface? { client?.devices.first { $0.id == device }?.surface }

    /// Returns the rectangle to which the anchors of a new gesture are relative; nil for a region of the window, whose
    /// position the app does not know.
    private func bounds(on surface: Surface?) -> Region? {
        guard let subscription, subscription.request.regionOrigin == .surface else { return nil }
        return subscription.region ?? surface?.bounds
    }
}

extension Gesture {
    /// Plays `feedback` on the device of the gesture when the gesture begins, or when it ends with success.
    ///
    ///     LongPressGesture().sensoryFeedback(.start, on: .began).sensoryFeedback(.success, on: .ended)
    ///
    /// The feedback plays only if the gesture is attached to a ``GestureClient``, not if a `GestureRecogniser` runs it.
    /// It does not play for a gesture that failed or was cancelled, nor at the beginning of a tap, which
    /// ``/Gestures/GestureMilestone`` never reports.
    ///
    /// - Parameter onFailure: As for ``GestureClient/play(_:device:onFailure:)``.
    public func sensoryFeedback(
        _ feedback: SensoryFeedback, on milestone: GestureMilestone, onFailure: ((RequestFailure) -> Void)? = nil
    ) -> some Gesture<Value> {
        onMilestone { reached, origin in
            guard reached == milestone, let origin = origin as? DeviceOrigin else { return }
            origin.client?.play(feedback, device: origin.device, onFailure: onFailure)
        }
    }
}

/// The device on which a gesture is made.
final class DeviceOrigin: GestureOrigin {
    private(set) weak var client: GestureClient?
    let device: String

    init(_ client: GestureClient?, _ device: String) {
        self.client = client
        self.device = device
    }
}
