public import GestureModel

/// A message of the daemon to a client.
///
/// A newer daemon may send further keys and types. A client ignores unknown keys, and reads unknown types as
/// ``unknown(type:)``.
public enum ServerMessage: Hashable, Sendable {
    /// The first line of a connection that the daemon accepts.
    case hello(Hello)
    /// A request was carried out; `subscription` is the new number if the request was a `subscribe`.
    case ok(id: Int64, subscription: Int?)
    /// A request was rejected, a subscription could not be extended to an added device, or the connection is about to
    /// be closed.
    case error(ErrorMessage)
    /// One step of a gesture of a subscription.
    case gesture(GestureMessage)
    /// An explanation for a subscription that requested explanations.
    case explanation(ExplanationMessage)
    /// A frame of a subscription to contacts.
    case contacts(ContactsMessage)
    /// The answer to ``Request/status(id:)``.
    case status(StatusMessage)
    /// The client's access has changed.
    case accessChanged(Access)
    /// `.withheld`: the client receives nothing of a subscription, for the sole reason that positions are withheld.
    /// `.granted`: positions are granted, or no longer needed. Sent only for subscriptions to contacts, and for
    /// subscriptions to gestures with a region or edges.
    case subscriptionChanged(subscription: Int, positions: PositionAccess)
    /// A device was added.
    case deviceAdded(TouchDevice)
    /// A device has changed, for example in its availability. The value is the whole device.
    case deviceChanged(TouchDevice)
    /// The device with this id is no longer present.
    case deviceRemoved(id: String)
    /// A message with a type, a device kind or a word for positions that only a newer daemon knows.
    case unknown(type: String)
}

extension ServerMessage {
    /// The deepest nesting of arrays and objects in a line, as in the clients for C and Python: more than any line of
    /// the daemon has.
    private static let maximumDepth = 64

    /// Reads one line, without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        let line = try JSONField.line(line, JSONReader.Bounds(depth: ServerMessage.maximumDepth))
        let type = try line["type"].string()
        switch type.exact {
        case "hello": self = .hello(try line.object(Hello.blank))
        case "ok":
            let answer = try line.object(RequestAnswer())
            self = .ok(id: answer.id, subscription: answer.subscription)
        case "error": self = .error(try line.object(ErrorMessage.blank))
        case "gesture": self = .gesture(try line.object(GestureMessage.blank))
        case "explanation": self = .explanation(try line.object(ExplanationMessage.blank))
        case "contacts": self = .contacts(try line.object(ContactsMessage.blank))
        case "status": self = .status(try line.object(StatusMessage.blank))
        case "accessChanged": self = .accessChanged(try line.object(AccessChange()).access)
        case "subscriptionChanged":
            let change = try line.object(PositionChange())
            self =
                change.positions.value.map { .subscriptionChanged(subscription: change.subscription, positions: $0) }
                ?? .unknown(type: type)
        case "deviceAdded":
            self = try line.object(DeviceChange.added).device.map(ServerMessage.deviceAdded) ?? .unknown(type: type)
        case "deviceChanged":
            self = try line.object(DeviceChange.changed).device.map(ServerMessage.deviceChanged) ?? .unknown(type: type)
        case "deviceRemoved": self = .deviceRemoved(id: try line.object(DeviceRemoval()).device)
        default: self = .unknown(type: type)
        }
    }

    /// Appends the line, newline included; nothing for an unknown message. The numbers of a gesture are written in the
    /// units that they have.
    public func append(to bytes: inout [UInt8]) {
        let json: JSONValue
        switch self {
        case .hello(let hello): json = hello.json
        case .ok(let id, let subscription): json = RequestAnswer(id: id, subscription: subscription).json
        case .error(let error): json = error.json
        case .gesture(let message):
            let encoder = GestureEncoder(
                device: message.device, surface: Surface(size: .zero), units: .points, positions: message.positions)
            return encoder.append(message.event, subscription: message.subscription, to: &bytes)
        case .explanation(let message): json = message.json
        case .contacts(let message): json = message.json
        case .status(let message): json = message.json
        case .accessChanged(let access): json = AccessChange(access: access).json
        case .subscriptionChanged(let subscription, let positions):
            json = PositionChange(subscription: subscription, positions: .known(positions)).json
        case .deviceAdded(let device): json = DeviceChange.added.json(of: device)
        case .deviceChanged(let device): json = DeviceChange.changed.json(of: device)
        case .deviceRemoved(let id): json = DeviceRemoval(device: id).json
        case .unknown: return
        }
        bytes.append(json: json)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The schema of each message, with its type.
    package static var schemas: [(String, JSONValue)] {
        let gesture = GestureMessage.blank.schema
            .with("if", ["properties": ["phase": ["const": "cancelled"]]])
            .with("then", ["required": ["reason"]])
        return [
            ("hello", Hello.blank.schema), ok, error, ("gesture", gesture),
            ("explanation", ExplanationMessage.blank.schema), ("contacts", ContactsMessage.blank.schema),
            ("status", StatusMessage.blank.schema), ("accessChanged", AccessChange().schema),
            ("subscriptionChanged", PositionChange().schema), ("deviceAdded", DeviceChange.added.schema),
            ("deviceChanged", DeviceChange.changed.schema), ("deviceRemoved", DeviceRemoval().schema),
        ]
    }

    static var ok: (String, JSONValue) { ("ok", RequestAnswer().schema) }
    static var error: (String, JSONValue) { ("error", ErrorMessage.blank.schema) }

    /// The schemas of objects in messages, with the names to which ``schemas`` refers.
    package static var definitions: [(String, JSONValue)] {
        [
            ("device", TouchDevice.blank.schema),
            ("touchOutput", TouchOutput.blank.schema),
            ("access", Access().schema), ("resourceUsage", ResourceUse().schema), ("closingCodes", ErrorCode.closing),
        ]
    }
}

// MARK: - Short messages

/// A request was carried out.
struct RequestAnswer: ProtocolObject {
    var id: Int64 = 0
    var subscription: Int?

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("ok", "A request was carried out.")
        visitor.key("id", &id, .requestID)
        visitor.optional("subscription", &subscription, Count(from: 1), "The number of the new subscription.")
    }
}

private struct AccessChange: ProtocolObject {
    var access = Access()

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("accessChanged", "What the client may receive has changed.")
        visitor.key("access", &access, Object(Access(), "access"))
    }
}

private struct PositionChange: ProtocolObject {
    var subscription = 0
    var positions = Reported.known(PositionAccess.granted)

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("subscriptionChanged", "A subscription is silent because positions are withheld, or no longer is.")
        visitor.key("subscription", &subscription, Count(from: 1))
        visitor.key("positions", &positions, OpenWord())
    }
}

private struct DeviceChange: ProtocolObject {
    var type: StaticString
    var meaning: StaticString
    /// nil if this client does not know the device's kind.
    var device: TouchDevice?

    static let added = DeviceChange(type: "deviceAdded", meaning: "A device is present that was not before.")
    static let changed = DeviceChange(type: "deviceChanged", meaning: "The whole device as it is now.")

    func json(of device: TouchDevice) -> JSONValue {
        var change = self
        change.device = device
        return change.json
    }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type(type, meaning)
        visitor.key("device", &device, .device)
    }
}

private struct DeviceRemoval: ProtocolObject {
    var device = ""

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("deviceRemoved", "A device is no longer present.")
        visitor.key("device", &device, Text(), "The id of the device.")
    }
}

/// A word from a daemon that may be newer than its client.
public enum Reported<Value> {
    /// A value that this client knows.
    case known(Value)
    /// The word as the daemon spelled it. An unknown failure is the word `failed` with the daemon's text in brackets.
    case unknown(String)

    /// The known value; nil if only a newer daemon knows the word.
    public var value: Value? { if case .known(let value) = self { value } else { nil } }
}

extension Reported: Equatable where Value: Equatable {}
extension Reported: Hashable where Value: Hashable {}
extension Reported: Sendable where Value: Sendable {}

extension Reported: CustomStringConvertible where Value == CancellationReason {
    /// The daemon's word, with the failure in brackets: `failed (moved 14.2 pt > 10 pt)`.
    public var description: String {
        switch self {
        case .known(.failed(let failure)): "failed (\(failure))"
        case .known(let reason): reason.name
        case .unknown(let text): text
        }
    }
}

extension Reported where Value: CaseIterable & RawRepresentable<String> {
    init(word: String) { self = Value(exactly: word).map(Reported.known) ?? .unknown(word) }

    /// The word as the daemon spelled it.
    public var word: String {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let word): word
        }
    }
}
