public import DesktopAccess
public import GestureModel
internal import GestureProtocol

/// The focus in sway, from its IPC socket with i3's protocol: the process, the app id (for an X11 window its class),
/// the title, and the window's rectangle on its screen. A resize causes no event, so the rectangle changes with the
/// next event.
///
/// Launchers, panels and lockers that take the keyboard without being windows (layer shell, session lock) are not
/// reported.
public final class SwayDesktop: Desktop {
    public let name = "sway"

    private let socket: DesktopSocket
    private var conversation = I3Conversation()

    /// Connects to the socket in `SWAYSOCK`.
    public init(environment: [String: String]) throws(DesktopFailure) {
        socket = try DesktopSocket(path: environment.value(of: "SWAYSOCK", for: "sway"), desktop: "sway")
        try socket.sendAll(I3Conversation.greeting)
    }

    public var descriptor: Int32 { socket.descriptor }

    public var disabled: [DeviceFilter] { conversation.disabled }

    public func process() throws(DesktopFailure) -> DesktopFocus? {
        let focus = try socket.receive { (bytes) throws(DesktopFailure) in try conversation.receive(bytes) }
        while let request = conversation.dequeueRequest() { try socket.sendAll(request) }
        return focus
    }
}

/// The requests to sway in i3's IPC, and the focus in its answers.
///
/// ```
/// subscribe ──► get_tree ──► tree: the focus
///                  ▲           │ an event that may have changed the focus or the window
///                  └───────────┘
/// ```
///
/// Events do not contain the screen of a window, and do not report that an empty workspace took the focus. So the tree
/// is queried. Only one request is pending at a time, so that many events do not lead to many trees. In the same way,
/// `get_inputs` is sent for the touch devices that are disabled, after a second subscription, to `input`, which i3 and sway
/// before 1.5 refuse.
struct I3Conversation {
    /// Does not subscribe to `output`, which sway 1.7 refuses. Screens that appear or disappear are noticed all the
    /// same, because they move workspaces.
    static let greeting = I3Message(
        kind: I3Message.Kind.subscribe, payload: Array(#"["window","workspace"]"#.utf8)
    ).encoded
    static let treeRequest = I3Message(kind: I3Message.Kind.tree, payload: []).encoded
    static let inputSubscription = I3Message(kind: I3Message.Kind.subscribe, payload: Array(#"["input"]"#.utf8)).encoded
    static let inputsRequest = I3Message(kind: I3Message.Kind.inputs, payload: []).encoded

    private var framer = I3Framer()
    private var isTreePending = false
    private var mayHaveChanged = false
    private var lastFocus: DesktopFocus?
    private var inputs = Inputs.unasked
    /// The touch devices that are disabled.
    private(set) var disabled: [DeviceFilter] = []

    /// What is known of the inputs.
    private enum Inputs {
        /// The subscription to windows and workspaces has no answer yet.
        case unasked
        /// The subscription to inputs is due.
        case due
        case subscribing
        /// `get_inputs` is due.
        case changed
        /// `get_inputs` has no answer yet; whether something has changed since.
        case pending(hasChanged: Bool)
        case known
        /// The desktop reports no inputs.
        case unknown

        var isSubscribing: Bool { if case .subscribing = self { true } else { false } }

        mutating func change() {
            if case .pending = self { self = .pending(hasChanged: true) } else { self = .changed }
        }
    }

    /// - Returns: The focus if it changed.
    mutating func receive(_ bytes: [UInt8]) throws(DesktopFailure) -> DesktopFocus? {
        framer.append(bytes)
        var focus = lastFocus
        while let message = try framer.next() {
            switch message.kind {
            case I3Message.Kind.subscribe where inputs.isSubscribing:
                inputs = JSONValue(reply: message.payload)?["success"]?.flag == true ? .changed : .unknown
            case I3Message.Kind.inputs:
                guard case .pending(let hasChanged) = inputs else { break }
                inputs = hasChanged ? .changed : .known
                disabled = Self.disabled(in: JSONValue(reply: message.payload)) ?? disabled
            case I3Message.Kind.inputEvent: inputs.change()
            case I3Message.Kind.subscribe:
                guard JSONValue(reply: message.payload)?["success"]?.flag == true else {
                    throw DesktopFailure("subscription to window and workspace events refused")
                }
                (mayHaveChanged, inputs) = (true, .due)
            case I3Message.Kind.tree:
                guard let tree = I3Tree(reply: message.payload) else {
                    throw DesktopFailure("invalid answer to get_tree")
                }
                isTreePending = false
                focus = tree.focus
            case I3Message.Kind.windowEvent, I3Message.Kind.workspaceEvent:
                let event = JSONValue(reply: message.payload)
                if let title = newTitle(event) {
                    // A terminal may change its title with every command, which must not cause a query of the tree each
                    // time.
                    if case .window(var window)? = focus {
                        window.title = title
                        focus = .window(window)
                    }
                } else if Self.mayChangeFocus(event) {
                    mayHaveChanged = true
                }
            default: break
            }
        }
        return lastFocus.update(focus)
    }

    /// Returns the request to send now; nil if no request is due.
    mutating func dequeueRequest() -> [UInt8]? {
        if mayHaveChanged, !isTreePending {
            (mayHaveChanged, isTreePending) = (false, true)
            return Self.treeRequest
        }
        switch inputs {
        case .due:
            inputs = .subscribing
            return Self.inputSubscription
        case .changed:
            inputs = .pending(hasChanged: false)
            return Self.inputsRequest
        case .unasked, .subscribing, .pending, .known, .unknown: return nil
        }
    }

    /// Returns the touch devices in an answer to `get_inputs` that send no events; nil if it is not one. Devices of one
    /// name have one setting.
    ///
    /// `disabled_on_external_mouse` does not count: sway does not report whether there is a mouse.
    private static func disabled(in reply: JSONValue?) -> [DeviceFilter]? {
        guard let inputs = reply?.elements else { return nil }
        var disabled: [DeviceFilter] = []
        for input in inputs {
            guard ["touchpad", "touch"].contains(input["type"]?.string),
                input["libinput"]?["send_events"]?.string?.exact == "disabled",
                let name = input["name"]?.string, name.utf8.count <= 255,
                disabled.count < FocusRequest.maximumDevices, !disabled.contains(.name(name))
            else { continue }
            disabled.append(.name(name))
        }
        return disabled
    }

    /// Returns the focused window's new title in an event; nil for other events. Also nil if a tree is due anyway,
    /// because the tree contains the title.
    private func newTitle(_ event: JSONValue?) -> String? {
        guard event?["change"]?.string?.exact == "title", !mayHaveChanged, !isTreePending,
            let container = event?["container"], container["focused"]?.flag == true
        else { return nil }
        return container["name"]?.title ?? ""
    }

    /// True if an event may change the focus. An unknown or unreadable change of a window or workspace counts, too.
    private static func mayChangeFocus(_ event: JSONValue?) -> Bool {
        switch event?["change"]?.string?.exact {
        case "title", "mark", "urgent", "rename": false
        default: true
        }
    }
}

/// A message of the IPC protocol of i3 and sway: `i3-ipc`, the payload's length and type as 32-bit numbers in the
/// machine's byte order, and the payload (i3's ipc.html; sway-ipc(7)).
struct I3Message: Hashable {
    enum Kind {
        static let subscribe: UInt32 = 2
        static let tree: UInt32 = 4
        static let inputs: UInt32 = 100
        /// Events have the highest bit set, replies do not.
        static let workspaceEvent: UInt32 = 0x8000_0000
        static let windowEvent: UInt32 = 0x8000_0003
        static let inputEvent: UInt32 = 0x8000_0015
    }

    static let magic = Array("i3-ipc".utf8)
    static let headerLength = magic.count + 8

    var kind: UInt32
    var payload: [UInt8]

    var encoded: [UInt8] {
        let numbers = [UInt32(payload.count), kind]
        return I3Message.magic + numbers.withUnsafeBytes(Array.init) + payload
    }
}

/// Splits a byte stream into messages.
private struct I3Framer {
    /// In bytes. A tree with a thousand windows has about 2 MB.
    private static let longestPayload = 64 << 20

    private var buffer: [UInt8] = []

    mutating func append(_ bytes: [UInt8]) { buffer += bytes }

    /// Returns the next whole message; nil until all its bytes have arrived.
    mutating func next() throws(DesktopFailure) -> I3Message? {
        guard buffer.count >= I3Message.headerLength else { return nil }
        guard buffer.starts(with: I3Message.magic) else { throw DesktopFailure("message does not start with i3-ipc") }
        let (length, kind) = (
            Int(buffer[...].word(at: I3Message.magic.count)), buffer[...].word(at: I3Message.magic.count + 4)
        )
        guard length <= I3Framer.longestPayload else {
            throw DesktopFailure("message of \(length) bytes is too long")
        }
        let end = I3Message.headerLength + length
        guard buffer.count >= end else { return nil }
        defer { buffer.removeSubrange(..<end) }
        return I3Message(kind: kind, payload: Array(buffer[I3Message.headerLength..<end]))
    }
}

/// The layout tree of sway, from its root.
private struct I3Tree {
    /// `nowhere` if the focused node is not a window but a workspace, or a container with several windows.
    let focus: DesktopFocus

    /// Returns nil if the reply is not a JSON object.
    init?(reply: [UInt8]) {
        guard let root = JSONValue(reply: reply), root.isObject else { return nil }
        focus = I3Tree.focusedWindow(in: root, output: nil).map(DesktopFocus.window) ?? .nowhere
    }

    /// - Parameter output: The node of the screen that contains `node`.
    private static func focusedWindow(in node: JSONValue, output: JSONValue?) -> FocusedWindow? {
        let output = node["type"]?.string?.exact == "output" ? node : output
        if node["focused"]?.flag == true, node["pid"] != nil || node["window"] != nil {
            return FocusedWindow(
                // For an X11 window, the process that the window claims; for a Wayland window, the process of its
                // connection.
                process: node["pid"]?.process,
                // An X11 window has no app id.
                app: node["app_id"]?.string ?? node["window_properties"]?["class"]?.string,
                title: node["name"]?.title, rectangle: rectangle(of: node, on: output?["rect"]?.region),
                output: output?["name"]?.string.map(OutputReference.name))
        }
        for key in ["nodes", "floating_nodes"] {
            for child in node[key]?.elements ?? [] {
                if let window = focusedWindow(in: child, output: output) { return window }
            }
        }
        return nil
    }

    /// Returns the window's rectangle in fractions of its screen.
    private static func rectangle(of node: JSONValue, on output: Region?) -> Region? {
        // `rect` excludes the title bar and includes borders. It is in the common coordinates of all screens.
        guard let outer = node["rect"]?.region, let output, output.width > 0, output.height > 0 else { return nil }
        // `window_rect` excludes borders, and is relative to `rect`. It is zero for a window that was never drawn.
        let inner = node["window_rect"]?.region.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
        return Region(
            x: (outer.x + (inner?.x ?? 0) - output.x) / output.width,
            y: (outer.y + (inner?.y ?? 0) - output.y) / output.height,
            width: (inner ?? outer).width / output.width, height: (inner ?? outer).height / output.height)
    }
}
