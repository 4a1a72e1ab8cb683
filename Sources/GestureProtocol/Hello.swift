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
            "standard", "edges", "region", "units", "explain", "scope", "claim", "cancel", "pause", "move", "status",
            "contacts", "path", "hands",
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

extension Hello: ProtocolObject {
    static var blank: Hello { Hello(server: "", devices: []) }

    /// Omits devices of a kind that this client does not know.
    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var present: [TouchDevice?] = devices
        visitor.greeting(&`protocol`, &server)
        visitor.key("capabilities", &capabilities, .texts, Hello.capabilitiesMeaning)
        visitor.key("devices", &present, List(.device, "an array of devices"))
        visitor.key("access", &access, Object(Access(), "access").ifAbsent(Access()))
        devices = present.compactMap { $0 }
    }

    static let capabilitiesMeaning: StaticString = "What a client may request."
}

extension ObjectVisitor {
    /// Visits the keys with which the daemon greets on either socket.
    mutating func greeting(_ number: inout Int, _ server: inout String) {
        type("hello", "The first line of a connection.")
        key("protocol", &number, Count(from: 1), "Changes only if old clients would misread the daemon.")
        key("server", &server, Text(), "Name and version.")
    }
}

/// A word that only a newer daemon knows is read as the known word that grants least.
extension Access: ProtocolObject {
    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.key("session", &session, KnownWord(unknown: .inactive))
        visitor.key("seats", &seats, .texts)
        visitor.key("focus", &focus, KnownWord(unknown: .lost))
        visitor.key("positions", &positions, KnownWord(unknown: .withheld))
    }
}

/// Sizes are millimetres on the wire.
extension TouchDevice: ProtocolObject {
    static var blank: TouchDevice {
        TouchDevice(
            id: "", name: "", node: "", kind: .touchpad, surface: Surface(size: .zero), slots: 0, resolution: nil)
    }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var (size, availabilityWord, reason) = (surface.millimetres, availability.word, availability.reason)
        var withPens = pens.isEmpty ? nil : pens
        visitor.key("id", &id, Text())
        visitor.key("name", &name, Text())
        visitor.key("node", &node, Text())
        visitor.key("kind", &kind, KnownWord(unknown: .touchpad))
        visitor.key("seat", &seat, Text().ifAbsent("seat0"))
        visitor.optional("path", &path, Text(), "Where it is plugged in: udev's ID_PATH.")
        visitor.key("size", &size, .vector, "Millimetres.")
        visitor.key("slots", &slots, Count(from: 0))
        visitor.optional(
            "resolution", &resolution, .vector, "Device units per millimetre; absent if assumed.")
        visitor.optional("assumption", &assumption, Text(), "What was overridden, and by which source.")
        visitor.key("availability", &availabilityWord, Text(known: ["open", "grabbed", "unavailable"]))
        visitor.optional("reason", &reason, Text(), "Why the device is unavailable.")
        visitor.optional(
            "off", &off, KnownWord(unknown: .other, hidesUnknown: true),
            "Why the device starts nothing although it is open.")
        visitor.optional(
            "pressurePad", &isPressurePad, .flag, standard: false,
            "Whether pressure clicks, as no button moves under it.")
        visitor.optional("pens", &withPens, .texts, "The ids of pens near which touches are ignored.")
        visitor.optional("output", &output, Object(TouchOutput.blank, "touchOutput"))
        surface = Surface(millimetres: size)
        availability = Availability(availabilityWord, reason: reason)
        pens = withPens ?? []
    }

    /// The object that `hello` lists for the device, as a line of JSON with its newline.
    public var line: [UInt8] { json.line }
}

extension FieldKind where Self == Form<TouchDevice?> {
    static var device: Self { Form(.reference("device"), JSONField.device) { $0?.json ?? .null } }
}

extension JSONField {
    /// Returns nil if this client does not know the device's kind.
    fileprivate func device() throws(RequestError) -> TouchDevice? {
        TouchDeviceKind(exactly: try self["kind"].string()) == nil ? nil : try object(TouchDevice.blank)
    }
}

extension TouchDevice.Availability {
    fileprivate var word: String {
        switch self {
        case .open: "open"
        case .grabbed: "grabbed"
        case .unavailable: "unavailable"
        }
    }

    fileprivate var reason: String? { if case .unavailable(let reason) = self { reason } else { nil } }

    /// An availability that only a newer daemon knows is read as `unavailable`. Its reason is the daemon's `reason`, or
    /// the unknown word if there is no `reason`.
    fileprivate init(_ word: String, reason: String?) {
        self =
            switch word.exact {
            case "open": .open
            case "grabbed": .grabbed
            default: .unavailable(reason: reason ?? word)
            }
    }
}

/// A transform that only a newer daemon knows is read as nil, and a rule that only a newer daemon knows as `unknown`.
extension TouchOutput: ProtocolObject {
    static var blank: TouchOutput { TouchOutput(name: nil, transform: nil, rule: .unknown) }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var known: Reported<OutputTransform>? = transform.map { .known($0) }
        visitor.optional("name", &name, Text(), "The connector.")
        visitor.optional("transform", &known, OpenWord())
        visitor.key("rule", &rule, KnownWord(unknown: .unknown), "Why it is this output.")
        transform = known?.value
    }
}

extension Hello: CustomStringConvertible {
    /// `gestured 0.2.0 with 2 devices`
    public var description: String {
        "\(server) with \(devices.count == 1 ? "1 device" : "\(devices.count) devices")"
    }
}
