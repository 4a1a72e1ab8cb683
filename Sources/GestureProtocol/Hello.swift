public import GestureModel

/// The first line of a connection: the daemon's version and capabilities, and the present devices.
public struct Hello: Hashable, Sendable {
    /// The version of the protocol. It changes only if old clients would misread the daemon; a new feature is a new
    /// capability.
    public var `protocol`: Int
    /// Name and version, for people and logs.
    public var server: String
    /// The gestures and requests that the daemon supports. Check for the capability that you need, never for a version.
    public var capabilities: [String]
    /// The present devices, except those of a kind that this client does not know.
    public var devices: [TouchDevice]
    /// What this client may receive at the moment.
    public var access: Access

    /// The version of the protocol that this library reads and writes.
    public static let currentProtocol = 1
    /// All capabilities of this version, except ``hapticCapability``, which depends on the configuration.
    public static let allCapabilities =
        GestureName.allCases.map(\.rawValue) + GestureExpression.Composition.Kind.allCases.map(\.rawValue) + [
            "standard", "edges", "region", "units", "explain", "scope", "claim", "cancel", "move", "status", "contacts",
        ]
    /// The capability of the request `haptic`. The daemon has it if the configuration enables the request. The answer
    /// to a request shows whether a device can vibrate at that time.
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

extension Hello {
    /// Omits devices of a kind that this client does not know.
    init(_ line: JSONField) throws(RequestError) {
        `protocol` = try line["protocol"].count()
        server = try line["server"].string()
        capabilities = try line["capabilities"].strings()
        devices = []
        for field in try line["devices"].elements("an array of devices") {
            if let device = try TouchDevice(field) { devices.append(device) }
        }
        access = try line["access"].ifPresent.map(Access.init) ?? Access()
    }

    var json: JSONValue {
        [
            "type": "hello", "protocol": JSONValue(`protocol`), "server": .string(server),
            "capabilities": .array(capabilities.map { .string($0) }), "devices": .array(devices.map(\.json)),
            "access": access.json,
        ]
    }
}

extension Access {
    /// A word that only a newer daemon knows is read as the known word that grants least.
    init(_ field: JSONField) throws(RequestError) {
        self.init(
            session: Session(exactly: try field["session"].string()) ?? .inactive,
            seats: try field["seats"].strings(), focus: Focus(exactly: try field["focus"].string()) ?? .lost,
            positions: PositionAccess(exactly: try field["positions"].string()) ?? .withheld)
    }

    var json: JSONValue {
        [
            "session": JSONValue(session), "seats": .array(seats.map { .string($0) }), "focus": JSONValue(focus),
            "positions": JSONValue(positions),
        ]
    }
}

/// Sizes are millimetres on the wire.
extension TouchDevice {
    /// Returns nil if this client does not know the device's kind.
    init?(_ field: JSONField) throws(RequestError) {
        guard let kind = TouchDeviceKind(exactly: try field["kind"].string()) else { return nil }
        self.init(
            id: try field["id"].string(), name: try field["name"].string(), node: try field["node"].string(),
            kind: kind, surface: Surface(millimetres: try field["size"].vector()), slots: try field["slots"].count(),
            resolution: try field["resolution"].ifPresent?.vector(),
            assumption: try field["assumption"].ifPresent?.string(),
            availability: try Availability(field), seat: try field["seat"].ifPresent?.string() ?? "seat0",
            output: try field["output"].ifPresent.map(TouchOutput.init))
        off = try field["off"].ifPresent.map { (word) throws(RequestError) in
            OffReason(exactly: try word.string()) ?? .other
        }
        pens = try field["pens"].ifPresent?.strings() ?? []
    }

    var json: JSONValue {
        let (word, reason): (JSONValue, String?) =
            switch availability {
            case .open: ("open", nil)
            case .grabbed: ("grabbed", nil)
            case .unavailable(let reason): ("unavailable", reason)
            }
        return [
            "id": .string(id), "name": .string(name), "node": .string(node), "kind": JSONValue(kind),
            "seat": .string(seat), "size": JSONValue(rounded: surface.millimetres), "slots": JSONValue(slots),
            "resolution": resolution.map { JSONValue(rounded: $0) }, "assumption": assumption.map { .string($0) },
            "availability": word, "reason": reason.map { .string($0) }, "off": off.map { .string($0.rawValue) },
            "pens": pens.isEmpty ? nil : .array(pens.map { .string($0) }), "output": output?.json,
        ]
    }

    /// The object that `hello` lists for the device, as a line of JSON with its newline.
    public var line: [UInt8] { json.line }
}

extension TouchDevice.Availability {
    /// An availability that only a newer daemon knows is read as `unavailable`. Its reason is the daemon's `reason`, or
    /// the unknown word if there is no `reason`.
    fileprivate init(_ device: JSONField) throws(RequestError) {
        let word = try device["availability"].string()
        self =
            switch word.exact {
            case "open": .open
            case "grabbed": .grabbed
            default: .unavailable(reason: try device["reason"].ifPresent?.string() ?? word)
            }
    }
}

extension TouchOutput {
    /// A transform that only a newer daemon knows is read as nil, and a rule that only a newer daemon knows as
    /// `unknown`.
    fileprivate init(_ field: JSONField) throws(RequestError) {
        self.init(
            name: try field["name"].ifPresent?.string(),
            transform: try field["transform"].ifPresent.flatMap { (field) throws(RequestError) in
                OutputTransform(exactly: try field.string())
            }, rule: Rule(exactly: try field["rule"].string()) ?? .unknown)
    }

    fileprivate var json: JSONValue {
        ["name": name.map(JSONValue.string), "transform": transform.map { JSONValue($0) }, "rule": JSONValue(rule)]
    }
}

extension JSONField {
    fileprivate func strings() throws(RequestError) -> [String] {
        try elements("an array of strings").map { (field) throws(RequestError) in try field.string() }
    }
}
