/// The focus as sway tells it on its IPC socket, which is i3's: the process, the app id (or, of an X11 window, its class),
/// and where on its screen the window is. A resize tells no event; the rectangle follows with the next one.
///
/// Not seen: launchers, panels and lockers that take the keyboard without being windows (layer shell, session lock).
public final class SwayDesktop: Desktop {
    public let name = "sway"

    private let path: String
    private let socket: UnixSocket
    private var conversation = I3Conversation()

    /// Connects to the socket that `SWAYSOCK` names.
    public init(environment: [String: String]) throws(DesktopFailure) {
        let path = try environment.path("SWAYSOCK", for: "sway")
        self.path = path
        socket = try DesktopFailure.naming("sway: \(path)") { () throws(IPCFailure) in
            let socket = try UnixSocket(path: path, patience: .none)
            try socket.sendWhole(I3Conversation.greeting)
            return socket
        }
    }

    public var descriptor: Int32 { socket.descriptor }

    public func process() throws(DesktopFailure) -> Focus? {
        try DesktopFailure.naming("\(name): \(path)") { () throws(IPCFailure) in
            guard let bytes = try socket.receiveSome() else { return nil }
            let focus = try conversation.receive(bytes)
            if let question = conversation.takeQuestion() { try socket.sendWhole(question) }
            return focus
        }
    }
}
