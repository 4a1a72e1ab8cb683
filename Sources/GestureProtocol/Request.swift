public import GestureModel

/// What a client asks of the daemon. Every request carries an id of the client's choice, which its `ok` or `error` repeats.
public enum Request: Hashable, Sendable {
    case subscribe(SubscribeRequest)
    /// Takes a subscription back; its open gestures are cancelled `unsubscribed` before the `ok`.
    case unsubscribe(id: Int64, subscription: Int)
    /// Moves a subscription's region; nil is the whole surface. Gestures in progress go on with the region in which they
    /// began.
    case move(id: Int64, subscription: Int, region: Region?)
    /// Cancels what is in progress on a device, or on all; see ``CancellationReason/requested``.
    case cancel(id: Int64, device: String?)
    /// Makes a device vibrate.
    case haptic(HapticRequest)
    /// Reads the configuration anew.
    case reload(id: Int64)

    public var id: Int64 {
        switch self {
        case .subscribe(let request): request.id
        case .unsubscribe(let id, _), .move(let id, _, _), .cancel(let id, _), .reload(let id): id
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
    /// What ``region`` is counted from.
    public var regionOrigin: RegionOrigin
    /// Of the region and of every value; thresholds are points whatever it says.
    public var units: ValueUnits
    /// Whether it is told what was decided of each gesture, and why (``ServerMessage/explanation(_:)``).
    public var explains: Bool
    public var scope: SubscriptionScope
    /// Whether the fingers of its gestures are its own: when one begins, what others have begun with them is cancelled
    /// ``CancellationReason/outcompeted``. With the scope `session` alone.
    public var claims: Bool

    public init(
        id: Int64, gesture: GestureExpression, device: DeviceFilter = .any, region: Region? = nil,
        regionOrigin: RegionOrigin = .surface, units: ValueUnits = .points, explains: Bool = false,
        scope: SubscriptionScope = .focused, claims: Bool = false
    ) {
        self.id = id
        self.gesture = gesture
        self.device = device
        self.region = region
        self.regionOrigin = regionOrigin
        self.units = units
        self.explains = explains
        self.scope = scope
        self.claims = claims
    }
}

/// When a subscription receives, beyond what its user may.
public enum SubscriptionScope: String, Hashable, Sendable, CaseIterable {
    /// While its app has the focus, or nobody knows who has it.
    case focused
    /// Whoever has the focus: for shells and window managers.
    case session
}

/// Where the top left corner of a region's coordinates is.
public enum RegionOrigin: String, Hashable, Sendable, CaseIterable {
    case surface
    /// The app's window, where a focus source tells its place. The region is inactive while none does.
    case window
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
