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
        case "hello": self = .hello(try Hello(line))
        case "ok":
            self = .ok(id: try line["id"].whole(), subscription: try line["subscription"].ifPresent?.count())
        case "error": self = .error(try ErrorMessage(line))
        case "gesture": self = .gesture(try GestureMessage(line))
        case "explanation": self = .explanation(try ExplanationMessage(line))
        case "contacts": self = .contacts(try ContactsMessage(line))
        case "status": self = .status(try StatusMessage(line))
        case "accessChanged": self = .accessChanged(try Access(line["access"]))
        case "subscriptionChanged":
            let subscription = try line["subscription"].count()
            let positions = PositionAccess(exactly: try line["positions"].string())
            self =
                positions.map { .subscriptionChanged(subscription: subscription, positions: $0) }
                ?? .unknown(type: type)
        case "deviceAdded":
            self = try TouchDevice(line["device"]).map(ServerMessage.deviceAdded) ?? .unknown(type: type)
        case "deviceChanged":
            self = try TouchDevice(line["device"]).map(ServerMessage.deviceChanged) ?? .unknown(type: type)
        case "deviceRemoved": self = .deviceRemoved(id: try line["device"].string())
        default: self = .unknown(type: type)
        }
    }

    /// Appends the line, newline included; nothing for an unknown message. The numbers of a gesture are written in the
    /// units that they have.
    public func append(to bytes: inout [UInt8]) {
        let json: JSONValue
        switch self {
        case .hello(let hello): json = hello.json
        case .ok(let id, let subscription):
            json = ["type": "ok", "id": .integer(id), "subscription": subscription.map { JSONValue($0) }]
        case .error(let error): json = error.json
        case .gesture(let message):
            let encoder = GestureEncoder(
                device: message.device, surface: Surface(size: .zero), units: .points, positions: message.positions)
            return encoder.append(message.event, subscription: message.subscription, to: &bytes)
        case .explanation(let message): json = message.json
        case .contacts(let message): json = message.json
        case .status(let message): json = message.json
        case .accessChanged(let access): json = ["type": "accessChanged", "access": access.json]
        case .subscriptionChanged(let subscription, let positions):
            json = [
                "type": "subscriptionChanged", "subscription": JSONValue(subscription),
                "positions": .string(positions.rawValue),
            ]
        case .deviceAdded(let device): json = ["type": "deviceAdded", "device": device.json]
        case .deviceChanged(let device): json = ["type": "deviceChanged", "device": device.json]
        case .deviceRemoved(let id): json = ["type": "deviceRemoved", "device": .string(id)]
        case .unknown: return
        }
        bytes.append(json: json)
        bytes.append(UInt8(ascii: "\n"))
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
