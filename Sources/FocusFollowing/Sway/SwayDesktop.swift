internal import GestureProtocol

/// The focus in sway, from its IPC socket, which speaks i3's protocol: the process, the app id (for an X11 window its class),
/// the title, and the window's rectangle on its screen. A resize causes no event, so the rectangle changes with the next event.
///
/// It does not see launchers, panels and lockers that take the keyboard without being windows (layer shell, session lock).
public final class SwayDesktop: Desktop {
    public let name = "sway"

    private let path: String
    private let socket: FocusSocket
    private var conversation = I3Conversation()

    /// Connects to the socket in `SWAYSOCK`.
    public init(environment: [String: String]) throws(FocusFailure) {
        let path = try environment.value(of: "SWAYSOCK", for: "sway")
        self.path = path
        socket = try FocusFailure.prefixing("sway: \(path)") { () throws(FocusFailure) in
            let socket = try FocusSocket(path: path)
            try socket.sendAll(I3Conversation.greeting)
            return socket
        }
    }

    public var descriptor: Int32 { socket.descriptor }

    public func process() throws(FocusFailure) -> Focus? {
        try FocusFailure.prefixing("sway: \(path)") { () throws(FocusFailure) in
            guard let bytes = try socket.receive() else { return nil }
            let focus = try conversation.receive(bytes)
            if let request = conversation.dequeueRequest() { try socket.sendAll(request) }
            return focus
        }
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
/// An event contains less than the tree: neither the screen of a window, nor that an empty workspace took the focus. Only one
/// request is pending at a time, so that many events do not lead to many trees.
struct I3Conversation {
    /// Does not subscribe to `output`, which sway 1.7 refuses. Screens that appear or disappear move workspaces.
    static let greeting = I3Message(
        kind: I3Message.Kind.subscribe, payload: Array(#"["window","workspace"]"#.utf8)
    ).encoded
    static let treeRequest = I3Message(kind: I3Message.Kind.tree, payload: []).encoded

    private var framer = I3Framer()
    private var isTreePending = false
    private var mayHaveChanged = false
    private var lastFocus: Focus?

    /// - Returns: The focus if it changed.
    mutating func receive(_ bytes: [UInt8]) throws(FocusFailure) -> Focus? {
        framer.append(bytes)
        var focus = lastFocus
        while let message = try framer.next() {
            switch message.kind {
            case I3Message.Kind.subscribe:
                guard JSONValue(reply: message.payload)?["success"]?.flag == true else {
                    throw FocusFailure("subscription to window and workspace events refused")
                }
                mayHaveChanged = true
            case I3Message.Kind.tree:
                guard let tree = I3Tree(reply: message.payload) else {
                    throw FocusFailure("invalid answer to get_tree")
                }
                isTreePending = false
                focus = tree.focus
            case I3Message.Kind.windowEvent, I3Message.Kind.workspaceEvent:
                let event = JSONValue(reply: message.payload)
                if let title = newTitle(event) {
                    // A terminal may change its title with every command, which must not lead to a tree each.
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
        guard focus != lastFocus else { return nil }
        lastFocus = focus
        return focus
    }

    /// Returns the request to send now.
    mutating func dequeueRequest() -> [UInt8]? {
        guard mayHaveChanged, !isTreePending else { return nil }
        (mayHaveChanged, isTreePending) = (false, true)
        return Self.treeRequest
    }

    /// The focused window's title, if an event changes it; nil if a tree is due, which has it.
    private func newTitle(_ event: JSONValue?) -> String? {
        guard event?["change"]?.string == "title", !mayHaveChanged, !isTreePending,
            let container = event?["container"], container["focused"]?.flag == true
        else { return nil }
        return container["name"]?.title ?? ""
    }

    /// True for unknown and unreadable changes of windows and workspaces.
    private static func mayChangeFocus(_ event: JSONValue?) -> Bool {
        switch event?["change"]?.string {
        case "title", "mark", "urgent", "rename": false
        default: true
        }
    }
}
