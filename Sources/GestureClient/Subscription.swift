internal import GestureModel
internal import GestureProtocol

/// What a subscription's gestures go to: callbacks, or a sequence.
protocol SubscriptionReceiver: AnyObject {
    /// Gets each gesture whole, with the `cancelled` that a lost connection could not bring.
    func receive(_ message: GestureMessage)
    /// The daemon does not recognise it.
    func fail(_ failure: SubscriptionFailure)
    /// It goes on in the region it had.
    func refuseMove(_ failure: SubscriptionFailure)
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

    /// What the app wants; its id is of no account.
    var request: SubscribeRequest
    /// The region that the daemon was last asked for with success; before there is an answer, that it is asked for.
    var region: Region?
    /// Those that have no answer yet, in order.
    var moves: [PendingMove] = []
    let receiver: any SubscriptionReceiver
    var phase = Phase.waiting
    /// Nothing is heard any more; the daemon is told as soon as it can be.
    var isReleased = false
    /// The last message of each gesture in progress. There may be one on each device.
    private(set) var open: [GestureMessage] = []

    /// The last region that the daemon was asked for, and has not refused.
    var toldRegion: Region? {
        guard let last = moves.last else { return region }
        return last.region
    }

    init(_ request: SubscribeRequest, receiver: any SubscriptionReceiver) {
        self.request = request
        self.receiver = receiver
    }

    func receive(_ message: GestureMessage) {
        guard !isReleased else { return }
        let index = open.firstIndex { $0.gesture == message.gesture }
        switch (message.phase, index) {
        case (.began, nil): open.append(message)
        case (.changed, let index?): open[index] = message
        case (.ended, let index?), (.cancelled, let index?): open.remove(at: index)
        default: return
        }
        receiver.receive(message)
    }

    /// The connection is gone: what is in progress is cancelled, as of the last moment that is known.
    func disconnect() {
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
            message.event.phase = .cancelled(reason)
            receiver.receive(message)
        }
    }
}
