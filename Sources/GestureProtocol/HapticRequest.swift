public import GestureModel

/// Requests haptic feedback, once.
public struct HapticRequest: Hashable, Sendable {
    /// A number that the client chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64
    /// The event to signal. The daemon chooses the effect.
    public var feedback: HapticFeedback
    /// The id of the preferred device, such as the device of a gesture. If it cannot vibrate, another device does.
    public var device: String?

    public init(id: Int64, feedback: HapticFeedback, device: String? = nil) {
        self.id = id
        self.feedback = feedback
        self.device = device
    }
}

extension HapticRequest: ProtocolObject {
    static var blank: HapticRequest { HapticRequest(id: 0, feedback: .success) }
    var strictName: String? { "haptic" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("haptic", "Makes a device vibrate once.")
        visitor.requestID(&id)
        visitor.key("feedback", &feedback, Choice(isQuoted: true), "What has happened.")
        visitor.device(&device)
    }
}

/// Why no device vibrated although the request was valid.
public enum HapticRefusal: Hashable, Sendable {
    /// The configuration, the udev rule or the systemd unit does not allow the daemon to write to the device; the text
    /// describes which of them.
    case notEnabled(String)
    /// No device can vibrate.
    case noDevice
    /// The client's user may not receive gestures of `seat0` now: the user is not active, the screen is locked, or the
    /// machine is suspended.
    case notActive
    /// The device failed; the text describes how.
    case failed(String)

    /// Returns the answer to the request with this id: ``ErrorCode/notPermitted`` for ``notActive``, otherwise
    /// ``ErrorCode/unsupported``.
    public func error(id: Int64) -> RequestError {
        let (reason, message) =
            switch self {
            case .notEnabled(let why): ("notEnabled", "not enabled: \(why)")
            case .noDevice: ("noDevice", "no touch device or vibrator has force feedback")
            case .notActive: ("notActive", "only the active user may")
            case .failed(let why): ("deviceFailed", why)
            }
        let code = self == .notActive ? ErrorCode.notPermitted : .unsupported
        return RequestError(id: id, code: code, reason: reason, message: "haptic: \(message)")
    }
}
