internal import GestureModel
internal import GestureProtocol

/// What a subscription's gestures go to: callbacks, or a sequence.
protocol SubscriptionReceiver: AnyObject {
    /// Gets each gesture whole, with the `cancelled` that a lost connection could not bring.
    func receive(_ message: GestureMessage)
    /// The daemon does not recognise it.
    func fail(_ failure: SubscriptionFailure)
    /// The device is gone; another one may come by its name.
    func forget(device: String)
    func forgetDevices()
    /// Nothing more comes. What was in progress has been cancelled.
    func finish()
}

/// One thing asked of the daemon, anew on each connection.
///
///     waiting ──► asked ──► active
///        ▲          └──► refused
///        └──── a connection that ends, from everywhere
final class Subscription {
    enum Phase: Equatable {
        /// For a connection.
        case waiting
        /// The request of this id has no answer yet.
        case asked(Int64)
        /// The daemon's number for it.
        case active(Int)
        case refused
    }

    let gesture: GestureExpression
    let device: DeviceFilter
    let region: Region?
    let units: ValueUnits
    let receiver: any SubscriptionReceiver
    var phase = Phase.waiting
    /// A moved attachment's old region: only what had begun there is still heard.
    var isRetiring = false
    /// Nothing is heard any more; the daemon is told as soon as it can be.
    var isReleased = false
    /// The last message of each gesture in progress. There may be one on each device.
    private(set) var open: [GestureMessage] = []

    init(
        _ gesture: GestureExpression, device: DeviceFilter, region: Region?, units: ValueUnits,
        receiver: any SubscriptionReceiver
    ) {
        self.gesture = gesture
        self.device = device
        self.region = region
        self.units = units
        self.receiver = receiver
    }

    var capabilities: [String] {
        gesture.capabilities + (region == nil ? [] : ["region"]) + (units == .points ? [] : ["units"])
    }

    func request(_ id: Int64) -> SubscribeRequest {
        SubscribeRequest(id: id, gesture: gesture, device: device, region: region, units: units)
    }

    func receive(_ message: GestureMessage) {
        guard !isReleased else { return }
        let index = open.firstIndex { $0.gesture == message.gesture }
        switch (message.phase, index) {
        case (.began, nil):
            guard !isRetiring else { return }
            open.append(message)
        case (.changed, let index?): open[index] = message
        case (.ended, let index?), (.cancelled, let index?): open.remove(at: index)
        default: return
        }
        receiver.receive(message)
    }

    /// The connection is gone: what is in progress is cancelled, as of the last moment that is known.
    func disconnect() {
        // Nothing can begin in a region that was left.
        guard !isRetiring else { return end(.disconnected) }
        cancelOpen(.disconnected)
        receiver.forgetDevices()
    }

    /// The device is gone. Its gestures have been cancelled, and would be heard of no more if they had not.
    func forget(device: String) {
        cancelOpen(.deviceLost) { $0.device == device }
        receiver.forget(device: device)
    }

    /// There will be nothing more for the receiver.
    func end(_ reason: CancellationReason) {
        guard !isReleased else { return }
        isReleased = true
        cancelOpen(reason)
        receiver.finish()
    }

    private func cancelOpen(_ reason: CancellationReason, where isCancelled: (GestureMessage) -> Bool = { _ in true }) {
        let cancelled = open.filter(isCancelled)
        open.removeAll(where: isCancelled)
        for var message in cancelled {
            message.phase = .cancelled
            message.reason = reason.name
            receiver.receive(message)
        }
    }
}
