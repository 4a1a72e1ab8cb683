internal import GestureModel
internal import GestureProtocol
internal import Gestures

/// Runs a gesture's callbacks on messages, with separate callbacks for each gesture in progress. Each device may have one,
/// and a second one that continues in the region before a move.
final class CallbackReceiver: SubscriptionReceiver {
    /// Makes callbacks for a gesture with these bounds on this device.
    typealias MakeCallbacks = (Region?, DeviceOrigin?) -> GestureCallbacks

    private struct Instance {
        let device: String
        let bounds: Region?
        let callbacks: GestureCallbacks
        /// The gesture in progress; nil if the device's next gesture with these bounds may use the callbacks.
        var gesture: UInt64?
    }

    private let attachment: GestureClient.Attachment
    private let makeCallbacks: MakeCallbacks
    private var instances: [Instance] = []
    private weak var client: GestureClient?

    init(_ attachment: GestureClient.Attachment, _ client: GestureClient, _ makeCallbacks: @escaping MakeCallbacks) {
        self.attachment = attachment
        self.client = client
        self.makeCallbacks = makeCallbacks
    }

    func receive(_ message: GestureMessage) {
        guard let index = message.phase == .began ? idleInstance(on: message.device) : index(of: message) else {
            return
        }
        instances[index].gesture = message.phase.isTerminal ? nil : message.gesture
        // Moved into a local variable: a callback may clear `instances`.
        let callbacks = instances[index].callbacks
        callbacks.deliver([message.event], positions: message.positions)
    }

    func fail(_ failure: SubscriptionFailure) { attachment.fail(failure) }
    func setPositions(_ positions: PositionAccess) { attachment.setPositions(positions) }
    func refuseMove(_ failure: SubscriptionFailure) { attachment.refuseMove(failure) }

    func removeDevice(_ id: String?) { instances.removeAll { id == nil || $0.device == id } }

    func finish() { attachment.finish() }

    private func index(of message: GestureMessage) -> Int? {
        instances.firstIndex { $0.device == message.device && $0.gesture == message.gesture }
    }

    private func idleInstance(on device: String) -> Int {
        let bounds = attachment.bounds(on: client?.devices.first { $0.id == device }?.surface)
        let idle = instances.firstIndex { $0.device == device && $0.gesture == nil && $0.bounds == bounds }
        if let idle { return idle }
        // Idle instances on this device have the bounds of a former region.
        instances.removeAll { $0.device == device && $0.gesture == nil }
        instances.append(
            Instance(device: device, bounds: bounds, callbacks: makeCallbacks(bounds, DeviceOrigin(client, device))))
        return instances.count - 1
    }
}
