public import GestureModel

extension GestureMessage {
    /// The same step as the daemon's arena emitted it; in points where the subscription's units are.
    public var event: GestureEvent { GestureEvent(gesture: gesture, phase: eventPhase, time: time, value: value) }

    private var eventPhase: GesturePhase {
        switch phase {
        case .began: .began
        case .changed: .changed
        case .ended: .ended
        case .cancelled: .cancelled(cancellation)
        }
    }

    /// A reason, or a failure, that came after this client is kept by its word, or its sentence.
    private var cancellation: CancellationReason {
        let name = reason ?? ""
        guard name == CancellationReason.failed(.other("")).name else { return CancellationReason(name: name) }
        return .failed(failureReason ?? .other(failure ?? ""))
    }
}

extension CancellationReason {
    /// The reason of that ``name`` that has nothing more to say.
    fileprivate init(name: String) {
        let known: [CancellationReason] = [
            .deviceLost, .resynchronised, .unsubscribed, .overrun, .shutdown, .disconnected,
        ]
        self = known.first { $0.name == name } ?? .other(name)
    }
}
