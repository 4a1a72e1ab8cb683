internal import GestureModel
internal import GestureProtocol
internal import Gestures

/// From messages to the callbacks of a gesture: one set of callbacks for each gesture that is in progress at the same time
/// as another. There may be one on each device, and on one device more: one that goes on in a region that was left, beside
/// the next.
final class CallbackReceiver: SubscriptionReceiver {
    /// Callbacks for a gesture in these bounds, on this device.
    typealias MakeCallbacks = (Region?, DeviceOrigin?) -> GestureCallbacks

    private struct Taken {
        let device: String
        let bounds: Region?
        let callbacks: GestureCallbacks
        /// The gesture in progress; nil where they are free for the device's next in these bounds.
        var gesture: UInt64?
    }

    private let attachment: GestureClient.Attachment
    private let makeCallbacks: MakeCallbacks
    private var taken: [Taken] = []
    private weak var client: GestureClient?

    init(_ attachment: GestureClient.Attachment, _ client: GestureClient, _ makeCallbacks: @escaping MakeCallbacks) {
        self.attachment = attachment
        self.client = client
        self.makeCallbacks = makeCallbacks
    }

    func receive(_ message: GestureMessage) {
        guard let index = message.phase == .began ? free(on: message.device) : index(of: message) else { return }
        taken[index].gesture = message.phase.isTerminal ? nil : message.gesture
        // A callback may have all of them forgotten.
        let callbacks = taken[index].callbacks
        callbacks.deliver([message.event], positions: message.positions)
    }

    func fail(_ failure: SubscriptionFailure) { attachment.fail(failure) }
    func refuseMove(_ failure: SubscriptionFailure) { attachment.refuseMove(failure) }

    func forget(device: String) { taken.removeAll { $0.device == device } }
    func forgetDevices() { taken = [] }

    func finish() {
        forgetDevices()
        attachment.finish()
    }

    private func index(of message: GestureMessage) -> Int? {
        taken.firstIndex { $0.device == message.device && $0.gesture == message.gesture }
    }

    private func free(on device: String) -> Int {
        let bounds = attachment.bounds(on: client?.devices.first { $0.id == device }?.surface)
        let free = taken.firstIndex { $0.device == device && $0.gesture == nil && $0.bounds == bounds }
        if let free { return free }
        // Of bounds that were left.
        taken.removeAll { $0.device == device && $0.gesture == nil }
        taken.append(
            Taken(device: device, bounds: bounds, callbacks: makeCallbacks(bounds, DeviceOrigin(client, device))))
        return taken.count - 1
    }

}
