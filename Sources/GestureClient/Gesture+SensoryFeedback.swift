public import Gestures

extension Gesture {
    /// Plays `feedback` on the device of the gesture, when it begins or when it ends with success.
    ///
    ///     LongPressGesture().sensoryFeedback(.start, on: .began).sensoryFeedback(.success, on: .ended)
    ///
    /// It plays if the gesture is attached to a ``GestureClient``, and not if a `GestureRecogniser` runs it. It does not play
    /// for a gesture that failed or was cancelled, nor at a moment that never comes according to ``/Gestures/GestureMilestone``:
    /// the beginning of a tap.
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

/// The device that a gesture comes from.
final class DeviceOrigin: GestureOrigin {
    private(set) weak var client: GestureClient?
    let device: String

    init(_ client: GestureClient?, _ device: String) {
        self.client = client
        self.device = device
    }
}
