/// The focus as niri tells it on its event stream: the process and the app id. niri does not tell where on its screen a
/// window is.
public final class NiriDesktop: Desktop {
    public let name = "niri"

    private let path: String
    private let socket: UnixSocket
    private var conversation = NiriConversation()

    /// Connects to the socket that `NIRI_SOCKET` names.
    public init(environment: [String: String]) throws(DesktopFailure) {
        let path = try environment.path("NIRI_SOCKET", for: name)
        self.path = path
        socket = try DesktopFailure.naming("niri: \(path)") { () throws(IPCFailure) in
            let socket = try UnixSocket(path: path, patience: .none)
            try socket.sendWhole(NiriConversation.greeting)
            return socket
        }
    }

    public var descriptor: Int32 { socket.descriptor }

    public func process() throws(DesktopFailure) -> Focus? {
        try DesktopFailure.naming("niri: \(path)") { () throws(IPCFailure) in
            try socket.receiveSome().flatMap { (bytes) throws(IPCFailure) in try conversation.receive(bytes) }
        }
    }
}
