internal import GestureModel
internal import GestureProtocol
internal import Gestures

/// From messages to the callbacks of a gesture: one set of callbacks for each device, made when its first gesture begins.
final class CallbackReceiver: SubscriptionReceiver {
    private let attachment: GestureClient.Attachment
    private let makeCallbacks: GestureClient.Attachment.MakeCallbacks
    private var callbacks: [(device: String, callbacks: GestureCallbacks)] = []
    private weak var client: GestureClient?
    private let region: Region?

    init(
        _ attachment: GestureClient.Attachment, _ client: GestureClient, in region: Region?,
        _ makeCallbacks: @escaping GestureClient.Attachment.MakeCallbacks
    ) {
        self.attachment = attachment
        self.client = client
        self.region = region
        self.makeCallbacks = makeCallbacks
    }

    func receive(_ message: GestureMessage) { callbacks(of: message.device).deliver([message.event]) }

    func fail(_ failure: SubscriptionFailure) { attachment.fail(failure) }

    func forget(device: String) { callbacks.removeAll { $0.device == device } }
    func forgetDevices() { callbacks = [] }

    func finish() {
        forgetDevices()
        attachment.finish()
    }

    private func callbacks(of device: String) -> GestureCallbacks {
        if let known = callbacks.first(where: { $0.device == device }) { return known.callbacks }
        let surface = client?.devices.first { $0.id == device }?.surface
        let new = makeCallbacks(region ?? surface?.bounds, DeviceOrigin(client, device))
        callbacks.append((device, new))
        return new
    }
}
