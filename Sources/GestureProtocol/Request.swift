public import GestureModel

/// A client's request to the daemon. Every request has an id that the client chooses, and that the `ok` or `error`
/// repeats.
public enum Request: Hashable, Sendable {
    /// Requests the gestures of one expression; the `ok` has the subscription's number.
    case subscribe(SubscribeRequest)
    /// Requests all contacts of devices, frame by frame; the `ok` has the subscription's number.
    case subscribeToContacts(ContactsRequest)
    /// Ends a subscription; its open gestures are cancelled with `unsubscribed` before the `ok`.
    case unsubscribe(id: Int64, subscription: Int)
    /// Moves a subscription's region; nil is the whole surface. Gestures in progress keep the region in which they
    /// began.
    case move(id: Int64, subscription: Int, region: Region?)
    /// Cancels gestures in progress on a device, or on all devices; see ``/GestureModel/CancellationReason/requested``.
    case cancel(id: Int64, device: String?)
    /// Pauses the gestures of the client's user: until ``resume(id:)``, or for a time; see
    /// ``/GestureModel/Access/Session-swift.enum/paused``.
    case pause(id: Int64, duration: Microseconds?)
    /// Ends a pause of the client's user.
    case resume(id: Int64)
    /// Makes a device vibrate.
    case haptic(HapticRequest)
    /// Reads the configuration again.
    case reload(id: Int64)
    /// Requests the resource use of the connection and its user; the answer is ``ServerMessage/status(_:)``.
    case status(id: Int64)

    /// A number that the client chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64 {
        switch self {
        case .subscribe(let request): request.id
        case .subscribeToContacts(let request): request.id
        case .unsubscribe(let id, _), .move(let id, _, _), .cancel(let id, _), .pause(let id, _), .resume(let id),
            .reload(let id), .status(let id):
            id
        case .haptic(let request): request.id
        }
    }
}

/// Requests the gestures of one expression.
public struct SubscribeRequest: Hashable, Sendable {
    /// A number that the client chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64
    /// The expression to recognise.
    public var gesture: GestureExpression
    /// The devices on which to recognise it.
    public var device: DeviceFilter
    /// The region inside which contacts must begin, in ``units``; nil is the whole surface.
    public var region: Region?
    /// The origin of ``region``.
    public var regionOrigin: RegionOrigin
    /// The units of the region and of every value. Thresholds are always points.
    public var units: ValueUnits
    /// Whether the daemon sends why each gesture was recognised or not (``ServerMessage/explanation(_:)``).
    public var explains: Bool
    /// Whether the subscription depends on the focus.
    public var scope: SubscriptionScope
    /// Whether the subscription's gestures claim their fingers. When such a gesture begins, other clients of the same
    /// user lose these fingers: their gestures with these fingers are cancelled with
    /// ``/GestureModel/CancellationReason/outcompeted``, and no new ones begin. A claim of root, or of the user who
    /// runs gestured, affects the clients of all users. Requires the scope `session`.
    public var claims: Bool
    /// Whether all fingers make the gesture together, or each hand alone.
    public var hands: Hands

    public init(
        id: Int64, gesture: GestureExpression, device: DeviceFilter = .any, region: Region? = nil,
        regionOrigin: RegionOrigin = .surface, units: ValueUnits = .points, explains: Bool = false,
        scope: SubscriptionScope = .focused, claims: Bool = false, hands: Hands = .together
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
        self.hands = hands
    }
}

// MARK: - Reading

extension Request {
    /// The most values in an array or object: more than the points of a template, so that too many points get a
    /// specific error.
    package static let maximumCount = 512
    /// The most objects in a line: enough for 512 parts, each of which is an object in an object.
    package static let maximumObjects = 2048
    private static let types = [
        "subscribe", "unsubscribe", "move", "cancel", "pause", "resume", "haptic", "reload", "status",
    ]

    /// Reads one line, strictly: a request is understood completely or rejected.
    ///
    /// - Parameter line: Without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        self = try JSONField.request(line, atMost: Request.maximumCount, Request.read)
    }

    private static func read(_ line: JSONField) throws(RequestError) -> Request {
        let type = try line["type"].string(JSONField.quoted(types))
        switch type.exact {
        case "subscribe":
            return line.has("contacts")
                ? .subscribeToContacts(try ContactsRequest(line)) : .subscribe(try SubscribeRequest(line))
        case "unsubscribe":
            let request = try line.object(Unsubscription())
            return .unsubscribe(id: request.id, subscription: request.subscription)
        case "move":
            let request = try line.object(Move())
            return .move(id: request.id, subscription: request.subscription, region: request.region)
        case "cancel":
            let request = try line.object(Cancellation())
            return .cancel(id: request.id, device: request.device)
        case "pause":
            let request = try line.object(PauseRequest())
            return .pause(id: request.id, duration: request.seconds.map { .seconds($0) })
        case "resume": return .resume(id: try line.object(PlainRequest.resume).id)
        case "reload": return .reload(id: try line.object(PlainRequest.reload).id)
        case "status": return .status(id: try line.object(PlainRequest.status).id)
        case "haptic": return .haptic(try line.object(HapticRequest.blank))
        default:
            throw RequestError(
                code: .unknownType,
                message: "type \"\(type.shortened)\" is unknown; this daemon takes \(types.joined(separator: ", "))")
        }
    }

    /// The line to send, newline included. Values that equal a default are omitted.
    public var encoded: [UInt8] {
        switch self {
        case .subscribe(let request): request.json.line
        case .subscribeToContacts(let request): request.json.line
        case .unsubscribe(let id, let subscription): Unsubscription(id: id, subscription: subscription).json.line
        case .move(let id, let subscription, let region):
            Move(id: id, subscription: subscription, region: region).json.line
        case .cancel(let id, let device): Cancellation(id: id, device: device).json.line
        case .pause(let id, let duration): PauseRequest(id: id, seconds: duration?.seconds).json.line
        case .resume(let id): PlainRequest.resume.json(id)
        case .reload(let id): PlainRequest.reload.json(id)
        case .status(let id): PlainRequest.status.json(id)
        case .haptic(let request): request.json.line
        }
    }

    /// The schema of each request, with its name.
    package static var schemas: [(String, JSONValue)] {
        [
            ("subscribe", SubscribeRequest.schema), ("subscribeToContacts", ContactsRequest.blank.schema),
            ("unsubscribe", Unsubscription().schema), ("move", Move().schema), ("cancel", Cancellation().schema),
            ("pause", PauseRequest().schema), ("resume", PlainRequest.resume.schema),
            ("status", PlainRequest.status.schema), ("reload", PlainRequest.reload.schema),
            ("haptic", HapticRequest.blank.schema),
        ]
    }

    /// The schemas of objects in requests, with the names to which ``schemas`` refers.
    package static var definitions: [(String, JSONValue)] {
        let devices: [(String, JSONValue)] = [
            ("kind", .words(TouchDeviceKind.self)), ("id", Text.name.schema), ("name", Text.name.schema),
            ("path", Text.name.schema),
        ]
        return [
            ("requestID", .whole(.min, .max)), ("region", Region.blank.schema), ("deviceFilter", .choice(devices)),
            ("units", .any(of: [.words(["points", "millimetres", "normalized"]), MappedSize().schema])),
        ]
    }
}

// MARK: - Keys

extension ObjectVisitor {
    mutating func requestID(_ id: inout Int64) {
        key("id", &id, .requestID, "A number of the client's choice, which the answer repeats.")
    }

    fileprivate mutating func subscription(_ subscription: inout Int) {
        key("subscription", &subscription, .subscription, "The number in the answer to `subscribe`.")
    }

    mutating func device(_ device: inout String?) {
        optional("device", &device, Text.device, "The id of a device.")
    }
}

extension FieldKind where Self == Form<Int> {
    fileprivate static var subscription: Self {
        Form(.whole(1, .max), JSONField.subscription) { JSONValue($0) }
    }
}

extension JSONField {
    fileprivate func subscription() throws(RequestError) -> Int {
        Int(try whole(1...Int64(Int.max), "a whole number above 0"))
    }
}

extension SubscribeRequest: ProtocolObject {
    private static var blank: SubscribeRequest { SubscribeRequest(id: 0, gesture: .tap(.init())) }
    var strictName: String? { "subscribe" }

    fileprivate init(_ line: JSONField) throws(RequestError) {
        self = try line.object(SubscribeRequest.blank)
        guard claims, scope == .focused else { return }
        throw RequestError(
            code: .outOfRange, message: #"claim: only subscriptions with "scope":"session" can claim fingers"#)
    }

    fileprivate static var schema: JSONValue {
        blank.schema
            .with("if", ["properties": ["claim": ["const": true]], "required": ["claim"]])
            .with("then", ["properties": ["scope": ["const": "session"]], "required": ["scope"]])
    }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var placed = region.map { PlacedRegion(region: $0, origin: regionOrigin) }
        visitor.type("subscribe", "Requests the gestures of an expression.")
        visitor.requestID(&id)
        visitor.key("gesture", &gesture, .expression)
        visitor.optional("device", &device, .devices, standard: .any, "The devices; all without it.")
        visitor.optional(
            "region", &placed, Object(PlacedRegion()),
            "Only contacts that begin inside count. In the subscription's units.")
        visitor.optional("units", &units, .units, standard: .points, "The units of the region and of every value.")
        visitor.optional("explain", &explains, .flag, standard: false, "Whether to send explanations as well.")
        visitor.optional(
            "scope", &scope, Choice(), standard: .focused, "Whether the subscription depends on the focus.")
        visitor.optional(
            "claim", &claims, .flag, standard: false,
            "Whether the gesture takes its fingers from other clients. Needs the scope session.")
        visitor.optional(
            "hands", &hands, Choice(), standard: .together,
            "Whether all fingers make the gesture together, or each hand alone, 200 mm from the others.")
        (region, regionOrigin) = (placed?.region, placed?.origin ?? regionOrigin)
    }
}

private struct Unsubscription: ProtocolObject {
    var id: Int64 = 0
    var subscription = 0
    var strictName: String? { "unsubscribe" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("unsubscribe", "Ends a subscription. Its open gestures are cancelled before the answer.")
        visitor.requestID(&id)
        visitor.subscription(&subscription)
    }
}

private struct Move: ProtocolObject {
    var id: Int64 = 0
    var subscription = 0
    var region: Region?
    var strictName: String? { "move" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("move", "Moves a subscription's region; without `region` to the whole surface.")
        visitor.requestID(&id)
        visitor.subscription(&subscription)
        visitor.optional("region", &region, Object(Region.blank, "region"), "In the subscription's units.")
    }
}

private struct Cancellation: ProtocolObject {
    var id: Int64 = 0
    var device: String?
    var strictName: String? { "cancel" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("cancel", "Cancels the gestures in progress of the client's user.")
        visitor.requestID(&id)
        visitor.device(&device)
    }
}

private struct PauseRequest: ProtocolObject {
    var id: Int64 = 0
    /// nil for a pause without an end.
    var seconds: Double?
    var strictName: String? { "pause" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("pause", "Pauses the gestures of the client's user, until `resume` or for a time.")
        visitor.requestID(&id)
        visitor.optional("seconds", &seconds, Number(.pause), "How long; without it, until `resume`.")
    }
}

/// A request that has only an id.
struct PlainRequest: ProtocolObject {
    let type: StaticString
    let meaning: StaticString
    var id: Int64 = 0
    var strictName: String? { "\(type)" }

    fileprivate static let resume = PlainRequest(
        type: "resume", meaning: "Ends a pause of the client's user.")
    fileprivate static let reload = PlainRequest(type: "reload", meaning: "Reads the configuration again.")
    fileprivate static let status = PlainRequest(
        type: "status", meaning: "Requests what the connection and its user have used.")

    func json(_ id: Int64) -> [UInt8] {
        PlainRequest(type: type, meaning: meaning, id: id).json.line
    }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type(type, meaning)
        visitor.requestID(&id)
    }
}

// MARK: - Devices, regions and units

extension FieldKind where Self == Form<GestureExpression> {
    fileprivate static var expression: Self { Form(.reference("expression"), JSONField.expression, \.json) }
}

extension FieldKind where Self == Form<DeviceFilter> {
    static var devices: Self { Form(.reference("deviceFilter"), JSONField.devices, \.json) }
}

extension JSONField {
    fileprivate func expression() throws(RequestError) -> GestureExpression { try GestureExpression(self) }

    fileprivate func devices() throws(RequestError) -> DeviceFilter {
        guard isPresent else { throw expected("an object of kind, id, name or path") }
        let choice = try choice("device", of: ["kind", "id", "name", "path"])
        switch choice.key.exact {
        case "kind": return .kind(try choice.field.quotedWord())
        case "id": return .id(try choice.field.name())
        case "name": return .name(try choice.field.name())
        default: return .path(try choice.field.name())
        }
    }
}

extension DeviceFilter {
    /// Any device is sent as all touchscreens, because only the assignment of an output is sent with any.
    fileprivate var json: JSONValue {
        switch self {
        case .any: ["kind": "touchscreen"]
        case .kind(let kind): ["kind": JSONValue(kind)]
        case .id(let id): ["id": .string(id)]
        case .name(let name): ["name": .string(name)]
        case .path(let path): ["path": .string(path)]
        }
    }
}

extension Region: ProtocolObject {
    static let blank = Region(x: 0, y: 0, width: 1, height: 1)
    var strictName: String? { "region" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.key("x", &x, Number())
        visitor.key("y", &y, Number())
        visitor.key("width", &width, Number(.positive))
        visitor.key("height", &height, Number(.positive))
    }
}

private struct PlacedRegion: ProtocolObject {
    var region = Region.blank
    var origin = RegionOrigin.surface
    var strictName: String? { "region" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        region.visit(&visitor)
        visitor.optional("of", &origin, Choice(), standard: .surface, "Where the region's origin is.")
    }
}

/// The size to which a surface is scaled.
private struct MappedSize: ProtocolObject {
    var width = 1.0
    var height = 1.0
    var strictName: String? { "units" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.key("width", &width, Number(.mappedLength))
        visitor.key("height", &height, Number(.mappedLength))
    }
}

extension FieldKind where Self == Form<ValueUnits> {
    static var units: Self { Form(.reference("units"), JSONField.units, \.json) }
}

extension ValueUnits {
    fileprivate var json: JSONValue {
        switch self {
        case .points: "points"
        case .millimetres: "millimetres"
        case .normalized: "normalized"
        case .mapped(let width, let height): MappedSize(width: width, height: height).json
        }
    }
}

extension JSONField {
    fileprivate func units() throws(RequestError) -> ValueUnits {
        let words = #""points", "millimetres", "normalized" or an object of width and height"#
        switch value {
        case .string(let word) where word.exact == "points": return .points
        case .string(let word) where word.exact == "millimetres": return .millimetres
        case .string(let word) where word.exact == "normalized": return .normalized
        case .string: throw expected(words, .outOfRange)
        case .object:
            let size = try object(MappedSize())
            return .mapped(width: size.width, height: size.height)
        default: throw expected(words)
        }
    }
}
