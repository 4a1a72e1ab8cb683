internal import GestureProtocol
public import Gestures

extension GestureClient {
    /// Asks the daemon to play `feedback` now, and does not wait: what cannot be played now is not played later.
    ///
    /// - Parameters:
    ///   - feedback: What is to be felt; few devices tell all of it apart.
    ///   - device: The id of the device to prefer, such as that of a message; where it cannot vibrate another does.
    ///   - onFailure: Hears, at most once, why nothing was felt: before this returns where that is known at once, else in
    ///     ``process(at:)``. `unsupported` comes from a daemon whose configuration does not switch haptics on. It refuses
    ///     with `unsupported` and `notEnabled`, `noDevice` or `deviceFailed`, with `notPermitted` and `notActive`, or with
    ///     `tooManyHaptics`. Not heard where it was played, or the client is let go of.
    public func play(
        _ feedback: SensoryFeedback, device: String? = nil, onFailure: ((RequestFailure) -> Void)? = nil
    ) {
        send(needing: Hello.hapticCapability, onFailure: onFailure) {
            .haptic(HapticRequest(id: $0, feedback: feedback.haptic, device: device))
        }
    }
}
