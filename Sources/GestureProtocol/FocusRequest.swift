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
    /// Cancels gestures in progress; see ``/GestureModel/CancellationReason/requested``.
    case cancel(id: Int64)

    /// A number that the focus source chooses, repeated in the daemon's `ok` or `error`.
    public var id: Int64 {
        switch self {
        case .focus(let statement): statement.id
        case .outputs(let statement): statement.id
        case .lock(let id, _), .cancel(let id): id
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
    private static let maximumCount = 1024
    private static let types = ["focus", "outputs", "lock", "cancel"]

    /// Reads one line, as strictly as a client's request.
    ///
    /// - Parameter line: Without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        self = try JSONField.request(line, atMost: FocusRequest.maximumCount, FocusRequest.read)
    }

    private static func read(_ line: JSONField) throws(RequestError) -> FocusRequest {
        let type = try line["type"].string(JSONField.quoted(types))
        switch type.exact {
        case "focus":
            let object = try line.object(type, taking: ["type", "id", "processes", "app", "window", "output"])
            return .focus(
                FocusStatement(
                    id: try object["id"].whole(), processes: try object["processes"].processes(),
                    app: try object["app"].ifPresent?.string("a string", atMost: 4096),
                    window: try object["window"].ifPresent.map { (field) throws(RequestError) in try Region(field) },
                    output: try object["output"].ifPresent?.name()))
        case "outputs": return .outputs(try OutputStatement(line))
        case "lock":
            let object = try line.object(type, taking: ["type", "id", "locked"])
            return .lock(id: try object["id"].whole(), locked: try object["locked"].flag())
        case "cancel": return .cancel(id: try line.object(type, taking: ["type", "id"])["id"].whole())
        default:
            throw RequestError(
                code: .unknownType,
                message: "type \"\(type.shortened)\" is unknown; the focus socket takes "
                    + types.joined(separator: ", "))
        }
    }

    /// The line to send, newline included.
    public var encoded: [UInt8] {
        let json: JSONValue =
            switch self {
            case .focus(let statement):
                [
                    "type": "focus", "id": .integer(statement.id), "processes": .processes(statement.processes),
                    "app": statement.app.map(JSONValue.string), "window": statement.window?.json(),
                    "output": statement.output.map(JSONValue.string),
                ]
            case .outputs(let statement): statement.json
            case .lock(let id, let locked): ["type": "lock", "id": .integer(id), "locked": .bool(locked)]
            case .cancel(let id): ["type": "cancel", "id": .integer(id)]
            }
        return json.line
    }
}

/// A message of the daemon to a focus source.
public enum FocusMessage: Hashable, Sendable {
    /// The first line of a connection that the daemon accepts.
    case hello(protocol: Int, server: String)
    /// The processes that are connected as subscribers and whose focus the source can report, ascending.
    case subscribers([Int32])
    /// The request with this id was carried out.
    case ok(id: Int64)
    /// A request was rejected, or the connection is about to be closed.
    case error(ErrorMessage)
    /// A type that only a newer daemon knows.
    case unknown(type: String)

    /// Reads one line, without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        let line = try JSONField.line(line)
        let type = try line["type"].string()
        switch type.exact {
        case "hello":
            self = .hello(protocol: try line["protocol"].count(), server: try line["server"].string())
        case "subscribers": self = .subscribers(try line["processes"].processes())
        case "ok": self = .ok(id: try line["id"].whole())
        case "error": self = .error(try ErrorMessage(line))
        default: self = .unknown(type: type)
        }
    }

    /// Appends the line, newline included; nothing for an unknown message.
    public func append(to bytes: inout [UInt8]) {
        let json: JSONValue
        switch self {
        case .hello(let number, let server):
            json = [
                "type": "hello", "protocol": JSONValue(number), "server": .string(server),
                "capabilities": ["focus", "window", "outputs", "lock", "cancel"],
            ]
        case .subscribers(let processes): json = ["type": "subscribers", "processes": .processes(processes)]
        case .ok(let id): json = ["type": "ok", "id": .integer(id)]
        case .error(let error): json = error.json
        case .unknown: return
        }
        bytes += json.line
    }
}

extension JSONField {
    fileprivate func processes() throws(RequestError) -> [Int32] {
        try elements("an array of process numbers").map { (field) throws(RequestError) in
            Int32(try field.whole(1...Int(Int32.max)))
        }
    }
}

extension JSONValue {
    fileprivate static func processes(_ processes: [Int32]) -> JSONValue { .array(processes.map { JSONValue($0) }) }
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

    /// The largest number in a position or size. No desktop is nearly as large, and differences of such numbers are
    /// still exact to a thousandth of a pixel.
    package static let largestNumber = 1e6

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

extension OutputStatement {
    fileprivate init(_ line: JSONField) throws(RequestError) {
        let object = try line.object("outputs", taking: ["type", "id", "outputs", "devices"])
        id = try object["id"].whole()
        (outputs, devices) = ([], [])
        for field in try object["outputs"].few("an array of outputs") {
            let output = try Output(field)
            guard !outputs.contains(where: { $0.name.exact == output.name.exact }) else {
                throw RequestError(
                    code: .outOfRange,
                    message: "\(field.path).name: expected another name, \"\(output.name.shortened)\" is there twice")
            }
            outputs.append(output)
        }
        for field in try object["devices"].ifPresent?.few("an array of devices and outputs") ?? [] {
            devices.append(try DeviceOutput(field))
        }
    }

    fileprivate var json: JSONValue {
        [
            "type": "outputs", "id": .integer(id), "outputs": .array(outputs.map(\.json)),
            "devices": devices.isEmpty ? nil : .array(devices.map(\.json)),
        ]
    }
}

extension Output {
    fileprivate init(_ field: JSONField) throws(RequestError) {
        let object = try field.object(
            "an output", taking: ["name", "x", "y", "width", "height", "scale", "transform", "builtIn"])
        let name = try object["name"].name()
        guard !name.isEmpty else { throw object["name"].expected("a name", .outOfRange) }
        self.init(
            name: name,
            place: Region(
                x: try object["x"].coordinate(), y: try object["y"].coordinate(),
                width: try object["width"].length(), height: try object["height"].length()),
            scale: try object["scale"].ifPresent?.length() ?? 1,
            transform: try object["transform"].ifPresent?.word() ?? .normal,
            isBuiltIn: try object["builtIn"].ifPresent?.flag())
    }

    fileprivate var json: JSONValue {
        [
            "name": .string(name), "x": .number(place.x), "y": .number(place.y), "width": .number(place.width),
            "height": .number(place.height), "scale": .number(scale), "transform": JSONValue(transform),
            "builtIn": .bool(isBuiltIn),
        ]
    }
}

extension DeviceOutput {
    fileprivate init(_ field: JSONField) throws(RequestError) {
        let object = try field.object("a device", taking: ["device", "output"])
        guard object["device"].isPresent else { throw object["device"].expected("an object of kind, id or name") }
        self.init(device: try DeviceFilter(object["device"]), output: try object["output"].name())
    }

    fileprivate var json: JSONValue { ["device": device.json ?? ["kind": "touchscreen"], "output": .string(output)] }
}

extension JSONField {
    fileprivate func coordinate() throws(RequestError) -> Double {
        let number = try number()
        guard abs(number) <= OutputStatement.largestNumber else {
            throw expected("a number from -1000000 to 1000000", .outOfRange)
        }
        return number
    }

    fileprivate func length() throws(RequestError) -> Double {
        let number = try number()
        guard number >= 0.001, number <= OutputStatement.largestNumber else {
            throw expected("a number from 0.001 to 1000000", .outOfRange)
        }
        return number
    }

    fileprivate func few(_ words: String) throws(RequestError) -> [JSONField] {
        let elements = try elements(words)
        guard elements.count <= OutputStatement.maximumCount else {
            throw RequestError(
                code: .outOfRange,
                message: "\(path): expected at most \(OutputStatement.maximumCount) elements, found \(elements.count)")
        }
        return elements
    }
}
