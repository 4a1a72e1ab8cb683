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

    private var cancellation: CancellationReason {
        CancellationReason(name: reason ?? "", failure: failure, failureReason)
    }
}
