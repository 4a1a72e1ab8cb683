public import Gestures

extension Gesture {
    /// Plays `feedback` on the device that the gesture comes from, when it begins or when it ends with success.
    ///
    ///     LongPressGesture().sensoryFeedback(.start, on: .began).sensoryFeedback(.success, on: .ended)
    ///
    /// It is felt where the gesture is attached to a ``GestureClient``, and nothing happens where a `GestureRecogniser`
    /// has taken it up. Nothing is played for a gesture that failed or was cancelled, nor for what ``/Gestures/GestureMilestone`` says
    /// never comes: the beginning of a tap.
    ///
    /// - Parameter onFailure: as for ``GestureClient/play(_:device:onFailure:)``.
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
