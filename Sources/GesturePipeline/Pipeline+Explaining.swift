public import GestureModel
internal import GestureProtocol
internal import GestureRecognition

extension Pipeline {
    /// The device's latest frame, as its recognisers had it: without what is no finger. nil where there is no such device.
    public func frame(of device: DeviceHandle) -> TouchFrame? { index(of: device).flatMap { tracks[$0].frame } }

    /// Tells the subscribers of an arena what its last call decided, and why.
    ///
    /// Gestures come first: an explanation is dropped, and counted in the next, where its reader does not keep up.
    func explain(fromTrack track: Int, _ arena: Int) {
        let device = tracks[track].device.id
        for finding in tracks[track].arenas[arena].arena.findings {
            for index in tracks[track].arenas[arena].subscribers.indices {
                let subscriber = tracks[track].arenas[arena].subscribers[index]
                guard !subscriber.isLate, subscriber.refusal == nil, let client = clients[subscriber.client] else {
                    continue
                }
                guard client.outbox.hasRoom else {
                    tracks[track].arenas[arena].subscribers[index].missed += 1
                    continue
                }
                tracks[track].arenas[arena].subscribers[index].missed = 0
                send(subscriber.client) {
                    ServerText.append(
                        finding, device: device, subscription: subscriber.subscription,
                        tellsPositions: subscriber.encoder.tellsPositions, missed: subscriber.missed,
                        to: &$0)
                }
            }
        }
    }
}
