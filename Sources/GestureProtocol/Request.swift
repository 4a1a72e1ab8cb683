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
        case .unsubscribe(let id, _), .move(let id, _, _), .cancel(let id, _), .reload(let id), .status(let id): id
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

// MARK: - Reading

extension Request {
    /// The most values in an array or object: more than the points of a template, so that too many points get a
    /// specific error.
    package static let maximumCount = 512
    /// The most objects in a line: enough for 512 parts, each of which is an object in an object.
    package static let maximumObjects = 2048
    private static let types = ["subscribe", "unsubscribe", "move", "cancel", "haptic", "reload", "status"]

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
            let object = try line.object(type, taking: ["type", "id", "subscription"])
            return .unsubscribe(id: try object["id"].whole(), subscription: try object.subscription())
        case "move":
            let object = try line.object(type, taking: ["type", "id", "subscription", "region"])
            let region = try object["region"].ifPresent.map { (field) throws(RequestError) in try Region(field) }
            return .move(id: try object["id"].whole(), subscription: try object.subscription(), region: region)
        case "cancel":
            let object = try line.object(type, taking: ["type", "id", "device"])
            return .cancel(
                id: try object["id"].whole(), device: try object["device"].ifPresent?.name("a device's id"))
        case "reload": return .reload(id: try line.object(type, taking: ["type", "id"])["id"].whole())
        case "status": return .status(id: try line.object(type, taking: ["type", "id"])["id"].whole())
        case "haptic": return .haptic(try HapticRequest(line))
        default:
            throw RequestError(
                code: .unknownType,
                message: "type \"\(type.shortened)\" is unknown; this daemon takes \(types.joined(separator: ", "))")
        }
    }
}

extension JSONField {
    fileprivate func subscription() throws(RequestError) -> Int {
        Int(try self["subscription"].whole(1...Int64(Int.max), "a whole number above 0"))
    }
}

extension SubscribeRequest {
    fileprivate init(_ line: JSONField) throws(RequestError) {
        let keys = ["type", "id", "gesture", "device", "region", "units", "explain", "scope", "claim"]
        let object = try line.object("subscribe", taking: keys)
        id = try object["id"].whole()
        gesture = try GestureExpression(object["gesture"])
        device = try DeviceFilter(object["device"])
        units = try ValueUnits(object["units"])
        explains = try object["explain"].ifPresent?.flag() ?? false
        (region, regionOrigin) = (nil, .surface)
        if let field = object["region"].ifPresent {
            region = try Region(field, "of")
            regionOrigin = try field["of"].ifPresent?.word() ?? .surface
        }
        scope = try object["scope"].ifPresent?.word() ?? .focused
        claims = try object["claim"].ifPresent?.flag() ?? false
        guard claims, scope == .focused else { return }
        throw RequestError(
            code: .outOfRange, message: #"claim: only subscriptions with "scope":"session" can claim fingers"#)
    }
}

extension DeviceFilter {
    init(_ field: JSONField) throws(RequestError) {
        self = .any
        guard field.isPresent else { return }
        let choice = try field.choice("device", of: ["kind", "id", "name"])
        switch choice.key.exact {
        case "kind":
            self = .kind(try choice.field.quotedWord())
        case "id": self = .id(try choice.field.name())
        default: self = .name(try choice.field.name())
        }
    }
}

extension Region {
    /// - Parameter others: Further keys that are allowed next to those of the rectangle.
    init(_ field: JSONField, _ others: String...) throws(RequestError) {
        let object = try field.object("region", taking: ["x", "y", "width", "height"] + others)
        self.init(
            x: try object["x"].number(), y: try object["y"].number(),
            width: try object["width"].number(.positive), height: try object["height"].number(.positive))
    }
}

extension ValueUnits {
    init(_ field: JSONField) throws(RequestError) {
        switch field.value {
        case nil: self = .points
        case .string(let word) where word.exact == "points": self = .points
        case .string(let word) where word.exact == "millimetres": self = .millimetres
        case .string(let word) where word.exact == "normalized": self = .normalized
        case .object:
            let object = try field.object("units", taking: ["width", "height"])
            let width = try object["width"].number(.mappedLength)
            self = .mapped(width: width, height: try object["height"].number(.mappedLength))
        default:
            let words = #""points", "millimetres", "normalized" or an object of width and height"#
            if case .string = field.value { throw field.expected(words, .outOfRange) }
            throw field.expected(words)
        }
    }
}

// MARK: - Writing

extension Request {
    /// The line to send, newline included. Values that equal a default are omitted.
    public var encoded: [UInt8] { json.line }

    private var json: JSONValue {
        switch self {
        case .subscribe(let request):
            [
                "type": "subscribe", "id": .integer(request.id), "gesture": request.gesture.json,
                "device": request.device.json, "region": request.region?.json(from: request.regionOrigin),
                "units": request.units.json, "explain": request.explains ? true : nil,
                "scope": request.scope == .session ? "session" : nil, "claim": request.claims ? true : nil,
            ]
        case .subscribeToContacts(let request): request.json
        case .unsubscribe(let id, let subscription):
            ["type": "unsubscribe", "id": .integer(id), "subscription": JSONValue(subscription)]
        case .move(let id, let subscription, let region):
            ["type": "move", "id": .integer(id), "subscription": JSONValue(subscription), "region": region?.json()]
        case .cancel(let id, let device):
            ["type": "cancel", "id": .integer(id), "device": device.map(JSONValue.string)]
        case .reload(let id): ["type": "reload", "id": .integer(id)]
        case .status(let id): ["type": "status", "id": .integer(id)]
        case .haptic(let request): request.json
        }
    }
}

extension DeviceFilter {
    var json: JSONValue? {
        switch self {
        case .any: nil
        case .kind(let kind): ["kind": JSONValue(kind)]
        case .id(let id): ["id": .string(id)]
        case .name(let name): ["name": .string(name)]
        }
    }
}

extension Region {
    func json(from origin: RegionOrigin = .surface) -> JSONValue {
        [
            "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
            "of": origin == .window ? "window" : nil,
        ]
    }
}

extension ValueUnits {
    var json: JSONValue? {
        switch self {
        case .points: nil
        case .millimetres: "millimetres"
        case .normalized: "normalized"
        case .mapped(let width, let height): ["width": .number(width), "height": .number(height)]
        }
    }
}

// MARK: - Haptic feedback

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

extension HapticRequest {
    fileprivate init(_ line: JSONField) throws(RequestError) {
        let object = try line.object("haptic", taking: ["type", "id", "feedback", "device"])
        id = try object["id"].whole()
        feedback = try object["feedback"].word(JSONField.quoted(HapticFeedback.allCases.map(\.rawValue)))
        device = try object["device"].ifPresent?.name("a device's id")
    }

    fileprivate var json: JSONValue {
        [
            "type": "haptic", "id": .integer(id), "feedback": JSONValue(feedback),
            "device": device.map(JSONValue.string),
        ]
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
