public import GestureModel

/// A message of a focus source, a process that reports which window has the focus. Focus sources have their own socket.
public enum FocusRequest: Hashable, Sendable {
    /// States which app now has the focus, and where its window is.
    case focus(FocusStatement)
    /// States the user's outputs, and which devices belong to them.
    case outputs(OutputStatement)
    /// A screen locker that does not report to logind has locked or unlocked the screen. The lock ends with the
    /// connection.
    case lock(id: Int64, locked: Bool)
    /// States the touch devices that the desktop has disabled: nothing begins on them. They are on again when the
    /// connection ends.
    case disabled(id: Int64, devices: [DeviceFilter])
    /// Cancels gestures in progress; see ``/GestureModel/CancellationReason/requested``.
    case cancel(id: Int64)

    /// A number that the focus source chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64 {
        switch self {
        case .focus(let statement): statement.id
        case .outputs(let statement): statement.id
        case .lock(let id, _), .disabled(let id, _), .cancel(let id): id
        }
    }
}

/// The app that has the focus now.
public struct FocusStatement: Hashable, Sendable {
    /// A number that the focus source chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64
    /// The subscribers' processes that belong to the window with the focus; empty if no window has the focus, or if the
    /// app of that window is not a subscriber.
    public var processes: [Int32]
    /// The desktop's name for the app, for people.
    public var app: String?
    /// The window's rectangle, in fractions 0…1 of its output; nil if it is not known.
    public var window: Region?
    /// The output of ``window``; nil if the desktop has only one output, or does not report the window's output.
    public var output: String?

    public init(
        id: Int64, processes: [Int32], app: String? = nil, window: Region? = nil, output: String? = nil
    ) {
        self.id = id
        self.processes = processes
        self.app = app
        self.window = window
        self.output = output
    }

    /// Compares the texts by their bytes, because desktops choose them and Swift's `==` would normalise them.
    public static func == (one: FocusStatement, other: FocusStatement) -> Bool {
        one.id == other.id && one.processes == other.processes && one.app?.exact == other.app?.exact
            && one.window == other.window && one.output?.exact == other.output?.exact
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(processes)
    }
}

extension FocusRequest {
    /// The most values in an array or object, and so the most processes in a request.
    fileprivate static let maximumCount = 1024
    private static let types = ["focus", "outputs", "lock", "disabled", "cancel"]
    /// The most devices in a request, more than a desktop disables.
    public static let maximumDevices = 64

    /// Reads one line, as strictly as a client's request.
    ///
    /// - Parameter line: Without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        self = try JSONField.request(line, atMost: FocusRequest.maximumCount, FocusRequest.read)
    }

    private static func read(_ line: JSONField) throws(RequestError) -> FocusRequest {
        let type = try line["type"].string(JSONField.quoted(types))
        switch type.exact {
        case "focus": return .focus(try line.object(FocusStatement.blank))
        case "outputs": return .outputs(try line.object(OutputStatement.blank))
        case "lock":
            let request = try line.object(LockStatement())
            return .lock(id: request.id, locked: request.locked)
        case "disabled":
            let request = try line.object(DisabledStatement())
            return .disabled(id: request.id, devices: request.devices)
        case "cancel": return .cancel(id: try line.object(PlainRequest.cancel).id)
        default:
            throw RequestError(
                code: .unknownType,
                message: "type \"\(type.shortened)\" is unknown; the focus socket takes "
                    + types.joined(separator: ", "))
        }
    }

    /// The line to send, newline included.
    public var encoded: [UInt8] {
        switch self {
        case .focus(let statement): statement.json.line
        case .outputs(let statement): statement.json.line
        case .lock(let id, let locked): LockStatement(id: id, locked: locked).json.line
        case .disabled(let id, let devices): DisabledStatement(id: id, devices: devices).json.line
        case .cancel(let id): PlainRequest.cancel.json(id)
        }
    }

    /// The schema of each request, with its type.
    package static var schemas: [(String, JSONValue)] {
        [
            ("focus", FocusStatement.blank.schema), ("outputs", OutputStatement.blank.schema),
            ("lock", LockStatement().schema), ("disabled", DisabledStatement().schema),
            ("cancel", PlainRequest.cancel.schema),
        ]
    }

    /// The schemas of objects in requests, with the names to which ``schemas`` refers.
    package static var definitions: [(String, JSONValue)] {
        [("output", Output.blank.schema), ("deviceOutput", DeviceOutput.blank.schema)]
    }
}

extension FocusStatement: ProtocolObject {
    fileprivate static var blank: FocusStatement { FocusStatement(id: 0, processes: []) }
    var strictName: String? { "focus" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("focus", "States which app has the focus.")
        visitor.requestID(&id)
        visitor.key(
            "processes", &processes, .processes(FocusRequest.maximumCount),
            "The subscribers' processes that have the focus.")
        visitor.optional("app", &app, Text(most: 4096), "The desktop's name for the app.")
        visitor.optional("window", &window, Object(Region.blank, "region"), "In fractions 0…1 of its output.")
        visitor.optional("output", &output, Text.name, "The output that shows the window.")
    }
}

private struct LockStatement: ProtocolObject {
    var id: Int64 = 0
    var locked = false
    var strictName: String? { "lock" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("lock", "States whether the screen is locked.")
        visitor.requestID(&id)
        visitor.key("locked", &locked, .flag)
    }
}

private struct DisabledStatement: ProtocolObject {
    var id: Int64 = 0
    var devices: [DeviceFilter] = []
    var strictName: String? { "disabled" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("disabled", "States the touch devices that the desktop has disabled.")
        visitor.requestID(&id)
        visitor.key(
            "devices", &devices, List(.devices, "an array of devices", atMost: FocusRequest.maximumDevices),
            "All that are disabled now.")
    }
}

extension PlainRequest {
    fileprivate static let cancel = PlainRequest(
        type: "cancel", meaning: "Cancels the gestures in progress of the user.")
}

extension FieldKind where Self == List<ProcessNumber> {
    fileprivate static func processes(_ most: Int? = nil) -> Self {
        List(ProcessNumber(), "an array of process numbers", atMost: most)
    }
}

private struct ProcessNumber: FieldKind {
    func read(_ field: JSONField) throws(RequestError) -> Int32 { Int32(try field.whole(1...Int(Int32.max))) }
    func json(_ process: Int32) -> JSONValue { JSONValue(process) }
    var schema: JSONValue { .whole(1, Int64(Int32.max)) }
}

/// A message of the daemon to a focus source.
public enum FocusMessage: Hashable, Sendable {
    /// The first line of a connection that the daemon accepts.
    case hello(protocol: Int, server: String, capabilities: [String] = FocusMessage.allCapabilities)
    /// The processes that are connected as subscribers and whose focus the source can report, ascending.
    case subscribers([Int32])
    /// The request with this id was carried out.
    case ok(id: Int64)
    /// A request was rejected, or the connection is about to be closed.
    case error(ErrorMessage)
    /// A type that only a newer daemon knows.
    case unknown(type: String)

    /// The requests that this version's daemon takes, and `window`.
    public static let allCapabilities = ["focus", "window", "outputs", "lock", "cancel", "disabled"]

    /// Reads one line, without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        let line = try JSONField.line(line)
        let type = try line["type"].string()
        switch type.exact {
        case "hello":
            let greeting = try line.object(FocusGreeting())
            self = .hello(
                protocol: greeting.number, server: greeting.server, capabilities: greeting.capabilities)
        case "subscribers": self = .subscribers(try line.object(SubscriberList()).processes)
        case "ok": self = .ok(id: try line.object(RequestAnswer()).id)
        case "error": self = .error(try line.object(ErrorMessage.blank))
        default: self = .unknown(type: type)
        }
    }

    /// Appends the line, newline included; nothing for an unknown message.
    public func append(to bytes: inout [UInt8]) {
        let json: JSONValue
        switch self {
        case .hello(let number, let server, let capabilities):
            json = FocusGreeting(number: number, server: server, capabilities: capabilities).json
        case .subscribers(let processes): json = SubscriberList(processes: processes).json
        case .ok(let id): json = RequestAnswer(id: id).json
        case .error(let error): json = error.json
        case .unknown: return
        }
        bytes += json.line
    }

    /// The schema of each message, with its type.
    package static var schemas: [(String, JSONValue)] {
        [
            ("hello", FocusGreeting().schema), ("subscribers", SubscriberList().schema), ServerMessage.ok,
            ServerMessage.error,
        ]
    }
}

private struct FocusGreeting: ProtocolObject {
    var number = 0
    var server = ""
    var capabilities = FocusMessage.allCapabilities

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.greeting(&number, &server)
        visitor.key("capabilities", &capabilities, List.texts.ifAbsent([]), Hello.capabilitiesMeaning)
    }
}

private struct SubscriberList: ProtocolObject {
    var processes: [Int32] = []

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("subscribers", "The processes of the user's clients.")
        visitor.key("processes", &processes, .processes())
    }
}

// MARK: - Outputs

/// A focus source's report of the user's outputs.
public struct OutputStatement: Hashable, Sendable {
    /// A number that the focus source chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64
    /// All outputs in use, with distinct names. Empty if no output is left.
    public var outputs: [Output]
    /// The devices whose output the desktop knows.
    public var devices: [DeviceOutput]

    public init(id: Int64, outputs: [Output], devices: [DeviceOutput] = []) {
        self.id = id
        self.outputs = outputs
        self.devices = devices
    }

    /// The most outputs or devices in a request, more than any desktop has.
    public static let maximumCount = 64
}

/// The desktop's own assignment of a device to an output.
public struct DeviceOutput: Hashable, Sendable {
    /// The devices to which the assignment applies. `.any` is sent as all touchscreens, because a touchpad has no
    /// output.
    public var device: DeviceFilter
    /// The output's name. The output need not be in use.
    public var output: String

    public init(device: DeviceFilter, output: String) {
        self.device = device
        self.output = output
    }

    /// Compares the names by their bytes, because focus sources choose them and Swift's `==` would normalise them.
    public static func == (one: DeviceOutput, other: DeviceOutput) -> Bool {
        one.device == other.device && one.output.exact == other.output.exact
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(output.exact)
    }
}

extension OutputStatement: ProtocolObject {
    fileprivate static var blank: OutputStatement { OutputStatement(id: 0, outputs: []) }
    var strictName: String? { "outputs" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("outputs", "States which outputs are in use.")
        visitor.requestID(&id)
        visitor.key("outputs", &outputs, DistinctOutputs())
        visitor.optional(
            "devices", &devices,
            List(
                Object(DeviceOutput.blank, "deviceOutput"), "an array of devices and outputs",
                atMost: Self.maximumCount),
            standard: [], "The desktop's assignments of devices.")
    }
}

/// Outputs with distinct names.
private struct DistinctOutputs: FieldKind {
    private let list = List(Object(Output.blank, "output"), "an array of outputs", atMost: OutputStatement.maximumCount)

    func read(_ field: JSONField) throws(RequestError) -> [Output] {
        let outputs = try list.read(field)
        for (index, output) in outputs.enumerated()
        where outputs[..<index].contains(where: { $0.name.exact == output.name.exact }) {
            throw RequestError(
                code: .outOfRange,
                message: "\(field.path)[\(index)].name: expected another name, "
                    + "\"\(output.name.shortened)\" is there twice")
        }
        return outputs
    }
    func json(_ outputs: [Output]) -> JSONValue { list.json(outputs) }
    var schema: JSONValue { list.schema }
}

extension Output: ProtocolObject {
    fileprivate static var blank: Output { Output(name: "", place: .blank) }
    var strictName: String? { "an output" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var (ownScale, ownTransform, builtIn) = (Optional(scale), Optional(transform), Optional(isBuiltIn))
        visitor.key("name", &name, Text(least: 1, most: 255), "The connector.")
        visitor.key("x", &place.x, Number(.desktopPosition))
        visitor.key("y", &place.y, Number(.desktopPosition))
        visitor.key("width", &place.width, Number(.desktopLength))
        visitor.key("height", &place.height, Number(.desktopLength))
        visitor.optional("scale", &ownScale, Number(.desktopLength))
        visitor.optional("transform", &ownTransform, Choice())
        visitor.optional("builtIn", &builtIn, .flag)
        (scale, transform) = (ownScale ?? 1, ownTransform ?? .normal)
        isBuiltIn = builtIn ?? Output.isBuiltIn(name)
    }
}

extension DeviceOutput: ProtocolObject {
    fileprivate static var blank: DeviceOutput { DeviceOutput(device: .any, output: "") }
    var strictName: String? { "a device" }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.key("device", &device, .devices)
        visitor.key("output", &output, Text.name)
    }
}
