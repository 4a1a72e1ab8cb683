public import GestureModel

/// What a client asks of the daemon. Every request carries an id of the client's choice, which its `ok` or `error` repeats.
public enum Request: Hashable, Sendable {
    case subscribe(SubscribeRequest)
    /// Takes a subscription back; its open gestures are cancelled `unsubscribed` before the `ok`.
    case unsubscribe(id: Int64, subscription: Int)
    /// Makes a device vibrate.
    case haptic(HapticRequest)

    public var id: Int64 {
        switch self {
        case .subscribe(let request): request.id
        case .unsubscribe(let id, _): id
        case .haptic(let request): request.id
        }
    }
}

/// Asks for the gestures of one expression.
public struct SubscribeRequest: Hashable, Sendable {
    public var id: Int64
    public var gesture: GestureExpression
    public var device: DeviceFilter
    /// In ``units``; nil is the whole surface.
    public var region: Region?
    /// Of the region and of every value; thresholds are points whatever it says.
    public var units: ValueUnits
    /// Whether it is told what was decided of each gesture, and why (``ServerMessage/explanation(_:)``).
    public var explains: Bool

    public init(
        id: Int64, gesture: GestureExpression, device: DeviceFilter = .any, region: Region? = nil,
        units: ValueUnits = .points, explains: Bool = false
    ) {
        self.id = id
        self.gesture = gesture
        self.device = device
        self.region = region
        self.units = units
        self.explains = explains
    }
}

/// Which devices a subscription hears: those present, and those that come later.
public enum DeviceFilter: Hashable, Sendable {
    case any
    case kind(TouchDeviceKind)
    /// The id that `hello` and `deviceAdded` give, such as `event5`.
    case id(String)
    /// The whole name, as the device gives it.
    case name(String)

    public func matches(_ device: TouchDevice) -> Bool {
        switch self {
        case .any: true
        case .kind(let kind): device.kind == kind
        case .id(let id): device.id == id
        case .name(let name): device.name == name
        }
    }
}
