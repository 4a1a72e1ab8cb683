public import GestureModel

/// Requests all contacts of devices, frame by frame, including those that the daemon rejects.
///
/// Nothing is sent while positions are withheld from the client.
public struct ContactsRequest: Hashable, Sendable {
    /// A number that the client chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64
    /// The devices whose contacts are sent.
    public var device: DeviceFilter
    /// The units of every position.
    public var units: ValueUnits
    /// Whether the subscription depends on the focus.
    public var scope: SubscriptionScope

    public init(
        id: Int64, device: DeviceFilter = .any, units: ValueUnits = .points, scope: SubscriptionScope = .focused
    ) {
        self.id = id
        self.device = device
        self.units = units
        self.scope = scope
    }
}

extension ContactsRequest {
    private static let keys = ["type", "id", "contacts", "device", "units", "scope"]

    init(_ line: JSONField) throws(RequestError) {
        for key in ["gesture", "region", "explain", "claim"] where line.has(key) {
            throw RequestError(
                code: .unknownField,
                message: "\(key): a subscription to contacts has none; subscribe to gestures apart from it")
        }
        let object = try line.object("subscribe to contacts", taking: ContactsRequest.keys)
        id = try object["id"].whole()
        guard try object["contacts"].flag() else {
            throw RequestError(code: .outOfRange, message: "contacts: expected true, or no such key, found false")
        }
        device = try DeviceFilter(object["device"])
        units = try ValueUnits(object["units"])
        scope = try object["scope"].ifPresent?.word() ?? .focused
    }

    var json: JSONValue {
        [
            "type": "subscribe", "id": .integer(id), "contacts": true, "device": device.json, "units": units.json,
            "scope": scope == .session ? "session" : nil,
        ]
    }
}
