public import GestureModel

/// Requests haptic feedback, once.
public struct HapticRequest: Hashable, Sendable {
    /// The number of the client's choice that the daemon's `ok` or `error` repeats.
    public var id: Int64
    /// What has happened. The daemon chooses the effect.
    public var feedback: HapticFeedback
    /// The id of the device to prefer, such as the one that a gesture came from. Where it cannot vibrate another does.
    public var device: String?

    public init(id: Int64, feedback: HapticFeedback, device: String? = nil) {
        self.id = id
        self.feedback = feedback
        self.device = device
    }
}

extension HapticRequest {
    init(_ line: JSONField) throws(RequestError) {
        let object = try line.object("haptic", taking: ["type", "id", "feedback", "device"])
        id = try object["id"].whole()
        feedback = try object["feedback"].word(JSONField.quoted(HapticFeedback.allCases.map(\.rawValue)))
        device = try object["device"].ifPresent?.name("a device's id")
    }

    var json: JSONValue {
        [
            "type": "haptic", "id": .integer(id), "feedback": JSONValue(feedback),
            "device": device.map(JSONValue.string),
        ]
    }
}

/// Why no device vibrated although the request was valid.
public enum HapticRefusal: Hashable, Sendable {
    /// The administrator has not let the daemon write to devices, or not in every place where that is needed.
    case notEnabled(String)
    /// No device can vibrate.
    case noDevice
    /// The client's user is not the one who is active on the seat.
    case notActive
    /// The device failed; the text describes how.
    case failed(String)

    /// The answer to the request with this id: ``ErrorCode/notPermitted`` if the user is not active, else
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
