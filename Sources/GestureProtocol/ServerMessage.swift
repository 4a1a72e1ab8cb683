public import GestureModel

/// What the daemon says, as a client decodes it from a line.
///
/// Keys it does not know are passed over and types it does not know are ``unknown(type:)``: a newer daemon may say more.
public enum ServerMessage: Hashable, Sendable {
    /// The first line of every connection.
    case hello(Hello)
    /// A request was carried out; `subscription` is the new number where it was a `subscribe`.
    case ok(id: Int64, subscription: Int?)
    case error(ErrorMessage)
    case gesture(GestureMessage)
    /// To subscriptions that asked for it.
    case explanation(ExplanationMessage)
    /// What the client may have has changed.
    case accessChanged(Access)
    case deviceAdded(TouchDevice)
    /// The whole device as it is now, such as with another availability.
    case deviceChanged(TouchDevice)
    case deviceRemoved(id: String)
    /// A type, or a device kind, that came after this client.
    case unknown(type: String)
}

/// Who the daemon is and what is there.
public struct Hello: Hashable, Sendable {
    /// Moves only with a change that old clients would misread; what is new is a capability.
    public var `protocol`: Int
    /// Name and version, for people and logs.
    public var server: String
    /// What a client may ask for. Check for what you need, never for a version.
    public var capabilities: [String]
    public var devices: [TouchDevice]
    /// What this client may have at the moment.
    public var access: Access

    public static let currentProtocol = 1
    /// Everything this protocol's requests can say.
    public static let allCapabilities = [
        "tap", "longPress", "drag", "swipe", "magnify", "rotate", "simultaneous", "sequence", "exclusive", "race",
        "standard", "edges", "region", "units", "explain", "scope", "claim", "cancel", "move",
    ]
    /// The request `haptic`, where the configuration switches it on. Devices that can vibrate come and go: whether there
    /// is one is in the answer.
    public static let hapticCapability = "haptic"

    public init(
        protocol: Int = Hello.currentProtocol, server: String, capabilities: [String] = Hello.allCapabilities,
        devices: [TouchDevice], access: Access = Access()
    ) {
        self.protocol = `protocol`
        self.server = server
        self.capabilities = capabilities
        self.devices = devices
        self.access = access
    }
}

/// A request was refused, or the connection is about to be closed.
public struct ErrorMessage: Error, Hashable, Sendable, Decodable {
    /// The request's; nil where it could not be read or no request is to blame.
    public var id: Int64?
    /// As it came, since a newer daemon may have more; ``errorCode`` is the one this client knows.
    public var code: String
    /// With some codes: which of their causes it was.
    public var reason: String?
    public var message: String

    public init(id: Int64?, code: String, reason: String? = nil, message: String) {
        self.id = id
        self.code = code
        self.reason = reason
        self.message = message
    }

    public var errorCode: ErrorCode? { ErrorCode(rawValue: code) }
}

/// One step of one gesture, in the units of its subscription.
public struct GestureMessage: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        case began
        case changed
        case ended
        case cancelled
    }

    public var subscription: Int
    public var gesture: UInt64
    public var phase: Phase
    public var time: Timestamp
    /// The device's id.
    public var device: String
    /// Where places are withheld, its way begins at zero and what has none is at zero.
    public var value: GestureValue
    public var positions: Access.Positions
    /// With `cancelled` alone: the name of a `CancellationReason`, or of one that came after this client.
    public var reason: String?
    /// With the reason `failed` alone: what the fingers did, and the limit it broke.
    public var failure: String?
    /// ``failure`` as a value; nil where it came after this client.
    public var failureReason: FailureReason?

    public init(
        subscription: Int, gesture: UInt64, phase: Phase, time: Timestamp, device: String, value: GestureValue,
        positions: Access.Positions = .granted, reason: String? = nil, failure: String? = nil,
        failureReason: FailureReason? = nil
    ) {
        self.subscription = subscription
        self.gesture = gesture
        self.phase = phase
        self.time = time
        self.device = device
        self.value = value
        self.positions = positions
        self.reason = reason
        self.failure = failure
        self.failureReason = failureReason
    }
}
