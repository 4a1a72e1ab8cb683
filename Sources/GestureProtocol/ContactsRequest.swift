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

extension ContactsRequest: ProtocolObject {
    static let blank = ContactsRequest(id: 0)
    var strictName: String? { "subscribe to contacts" }

    /// Keys of a subscription to gestures are refused first, with what is wrong about them.
    init(_ line: JSONField) throws(RequestError) {
        for key in ["gesture", "region", "explain", "claim", "hands"] where line.has(key) {
            throw RequestError(
                code: .unknownField,
                message: "\(key): a subscription to contacts has none; subscribe to gestures apart from it")
        }
        self = try line.object(ContactsRequest.blank)
    }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var contacts: Void = ()
        visitor.type("subscribe", "Requests all contacts of devices.")
        visitor.requestID(&id)
        visitor.key("contacts", &contacts, .constantTrue)
        visitor.optional("device", &device, .devices, standard: .any, "The devices; all without it.")
        visitor.optional("units", &units, .units, standard: .points, "The units of every position.")
        visitor.optional(
            "scope", &scope, Choice(), standard: .focused, "Whether the subscription depends on the focus.")
    }
}

extension FieldKind where Self == Form<Void> {
    fileprivate static var constantTrue: Self { Form(["const": true], JSONField.constantTrue) { true } }
}

extension JSONField {
    fileprivate func constantTrue() throws(RequestError) {
        guard try flag() else {
            throw RequestError(code: .outOfRange, message: "\(path): expected true, or no such key, found false")
        }
    }
}
