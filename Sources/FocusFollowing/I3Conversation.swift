internal import FoundationEssentials

/// What is said to sway in i3's IPC, and what is made of what it says.
///
/// ```
/// subscribe ──► get_tree ──► tree: the focus
///                  ▲           │ an event that may have moved the focus, or the window
///                  └───────────┘
/// ```
///
/// An event says less than the tree: not which screen a window is on, nor that an empty workspace took the focus away. One
/// request at a time is under way, so a storm of events costs no storm of trees.
struct I3Conversation {
    private struct Success: Decodable {
        var success: Bool
    }

    private struct Event: Decodable {
        var change: String
    }

    /// Screens that come and go move workspaces; sway 1.7 refuses a list that has `output` in it.
    static let greeting = I3Message(
        kind: I3Message.Kind.subscribe, payload: Array(#"["window","workspace"]"#.utf8)
    ).encoded
    static let question = I3Message(kind: I3Message.Kind.tree, payload: []).encoded

    private var framer = I3Framer()
    private var isAsking = false
    private var mayHaveChanged = false
    private var told: Focus?

    /// - Returns: The focus where it changed.
    mutating func receive(_ bytes: [UInt8]) throws(IPCFailure) -> Focus? {
        framer.append(bytes)
        var latest = told
        while let message = try framer.next() {
            switch message.kind {
            case I3Message.Kind.subscribe:
                guard Self.decode(Success.self, message)?.success == true else {
                    throw IPCFailure("it refused to tell of windows and workspaces")
                }
                mayHaveChanged = true
            case I3Message.Kind.tree:
                guard let tree = Self.decode(I3Tree.self, message) else {
                    throw IPCFailure("it answered get_tree with what is no tree")
                }
                isAsking = false
                latest = tree.focus
            default: if Self.mayChangeFocus(message) { mayHaveChanged = true }
            }
        }
        guard latest != told else { return nil }
        told = latest
        return latest
    }

    /// What is to be sent now.
    mutating func takeQuestion() -> [UInt8]? {
        guard mayHaveChanged, !isAsking else { return nil }
        (mayHaveChanged, isAsking) = (false, true)
        return Self.question
    }

    /// A word that is not known, or not readable, may.
    private static func mayChangeFocus(_ message: I3Message) -> Bool {
        switch message.kind {
        case I3Message.Kind.windowEvent, I3Message.Kind.workspaceEvent:
            switch decode(Event.self, message)?.change {
            // A terminal may change its title with every command.
            case "title", "mark", "urgent", "rename": false
            default: true
            }
        default: false
        }
    }

    /// Titles of X11 windows may be no UTF-8, which would make the whole tree unreadable.
    private static func decode<T: Decodable>(_ type: T.Type, _ message: I3Message) -> T? {
        try? JSONDecoder().decode(type, from: Data(String(decoding: message.payload, as: UTF8.self).utf8))
    }
}
