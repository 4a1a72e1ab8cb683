public import GestureProtocol
public import Gestures

/// Why feedback was not felt. Nothing else is harmed by it.
public enum HapticFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no connection to the daemon, it was lost before the answer, or the client is closed.
    case notConnected
    /// The daemon's `hello` lacks the word `haptic`: its configuration does not switch it on. It was not asked.
    case unsupported(server: String)
    /// The daemon's answer, with its code and reason: `unsupported` with `notEnabled`, `noDevice` or `deviceFailed`,
    /// `notPermitted` with `notActive`, or `tooManyHaptics`.
    case refused(ErrorMessage)

    public var description: String {
        switch self {
        case .notConnected: "there is no connection to the daemon"
        case .unsupported(let server): "\(server) does not play haptics"
        case .refused(let error): error.message
        }
    }
}

/// A request without an answer, and who is told of a refusal.
struct PendingHaptic {
    let id: Int64
    let onFailure: ((HapticFailure) -> Void)?
}

extension GestureClient {
    /// Asks the daemon to play `feedback` now, and does not wait: what cannot be played now is not played later.
    ///
    /// - Parameters:
    ///   - feedback: What is to be felt; few devices tell all of it apart.
    ///   - device: The id of the device to prefer, such as that of a message; where it cannot vibrate another does.
    ///   - onFailure: Hears, at most once, why nothing was felt: before this returns where that is known at once, else in
    ///     ``process(at:)``. Not heard where it was played, or the client is let go of.
    public func play(
        _ feedback: SensoryFeedback, device: String? = nil, onFailure: ((HapticFailure) -> Void)? = nil
    ) {
        guard let hello else {
            onFailure?(.notConnected)
            return
        }
        guard hello.capabilities.contains(Hello.hapticCapability) else {
            onFailure?(.unsupported(server: hello.server))
            return
        }
        let id = nextRequest()
        haptics.append(PendingHaptic(id: id, onFailure: onFailure))
        send(.haptic(HapticRequest(id: id, feedback: feedback.haptic, device: device)))
    }

    /// - Parameter failure: nil where it was played.
    func answerHaptic(_ id: Int64, _ failure: HapticFailure?) {
        guard let index = haptics.firstIndex(where: { $0.id == id }) else { return }
        let haptic = haptics.remove(at: index)
        if let failure { haptic.onFailure?(failure) }
    }

    /// The connection is gone, and with it the answers.
    func failHaptics() {
        let unanswered = haptics
        haptics = []
        for haptic in unanswered { haptic.onFailure?(.notConnected) }
    }
}
