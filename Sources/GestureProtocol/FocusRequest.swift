public import GestureModel

/// What a focus source says, on a socket that takes nothing else.
public enum FocusRequest: Hashable, Sendable {
    case focus(FocusStatement)
    /// A locker that does not tell logind has locked the screen, or not any more. Holds while the connection does.
    case lock(id: Int64, locked: Bool)
    /// Cancels what is in progress.
    case cancel(id: Int64)

    public var id: Int64 {
        switch self {
        case .focus(let statement): statement.id
        case .lock(let id, _), .cancel(let id): id
        }
    }

    static let types = ["focus", "lock", "cancel"]
}

/// Who has the focus now.
public struct FocusStatement: Hashable, Sendable {
    public var id: Int64
    /// Which of the subscribers' processes belong to the window that has the focus; none where no window has it, or
    /// another's.
    public var processes: [Int32]
    /// What the desktop calls the app, for people.
    public var app: String?
    /// The window's place, in fractions 0…1 of the screen's surface.
    public var window: Region?

    public init(id: Int64, processes: [Int32], app: String? = nil, window: Region? = nil) {
        self.id = id
        self.processes = processes
        self.app = app
        self.window = window
    }
}

extension FocusRequest {
    /// Reads one line, as strictly as a client's.
    ///
    /// - Parameter line: Without its newline.
    public init(line: some Sequence<UInt8>) throws(RequestError) {
        let line = RequestField(path: "", value: try JSONReader.read([UInt8](line)))
        guard case .object(let members) = line.value else { throw line.expected("an object") }
        let object = RequestObject(path: "", members: members)
        do {
            self = try FocusRequest.read(line, type: object["type"])
        } catch {
            throw RequestError(id: try? Request.id(of: object), code: error.code, message: error.message)
        }
    }

    private static func read(_ line: RequestField, type: RequestField) throws(RequestError) -> FocusRequest {
        switch try type.string("one of " + types.map { "\"\($0)\"" }.joined(separator: ", ")) {
        case "focus": return .focus(try FocusStatement(line))
        case "lock":
            let object = try line.object("lock", taking: ["type", "id", "locked"])
            return .lock(id: try Request.id(of: object), locked: try object["locked"].truth())
        case "cancel": return .cancel(id: try Request.id(of: try line.object("cancel", taking: ["type", "id"])))
        case let type:
            throw RequestError(
                code: .unknownType,
                message: "type \"\(type.shortened)\" is unknown; the focus socket takes "
                    + types.joined(separator: ", "))
        }
    }

    /// The line to send, newline included.
    public var encoded: [UInt8] {
        var line: [UInt8] = []
        switch self {
        case .focus(let statement): line.append(statement)
        case .lock(let id, let locked):
            line.append(#"{"type":"lock","id":"#)
            line.append(id)
            line.append(locked ? #","locked":true"# : #","locked":false"#)
        case .cancel(let id):
            line.append(#"{"type":"cancel","id":"#)
            line.append(id)
        }
        line.append("}\n")
        return line
    }
}

extension FocusStatement {
    fileprivate init(_ line: RequestField) throws(RequestError) {
        let object = try line.object("focus", taking: ["type", "id", "processes", "app", "window"])
        id = try Request.id(of: object)
        processes = []
        let list = object["processes"]
        guard case .array(let values) = list.value else { throw list.expected("an array of process numbers") }
        for (index, value) in values.enumerated() {
            let process = RequestField(path: "\(list.path)[\(index)]", value: value)
            processes.append(Int32(try process.whole(1...Int(Int32.max))))
        }
        app = object["app"].isPresent ? try object["app"].string("a string") : nil
        window = object["window"].isPresent ? try Region(object["window"]) : nil
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ statement: FocusStatement) {
        append(#"{"type":"focus","id":"#)
        append(statement.id)
        append(#","processes":"#)
        append(list: statement.processes) { bytes, process in bytes.append(Int64(process)) }
        if let app = statement.app {
            append(#","app":"#)
            append(quoted: app)
        }
        guard let window = statement.window else { return }
        append(#","window":{"x":"#)
        append(exactly: window.x)
        append(#","y":"#)
        append(exactly: window.y)
        append(#","width":"#)
        append(exactly: window.width)
        append(#","height":"#)
        append(exactly: window.height)
        append("}")
    }
}
