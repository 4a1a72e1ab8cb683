internal import GestureModel
internal import LinuxSupport

/// A connection to a compositor: its socket, and the messages in its bytes.
final class WaylandConnection {
    let path: String
    private let socket: FocusSocket
    private var framer = WaylandFramer()

    /// - Throws: An error that names the socket.
    init(path: String) throws(FocusFailure) {
        self.path = path
        socket = try FocusFailure.prefixing("Wayland: \(path)") { () throws(FocusFailure) in
            try FocusSocket(path: path)
        }
    }

    /// The socket to which an app would connect: `WAYLAND_DISPLAY`, in `XDG_RUNTIME_DIR` unless it is an absolute path. Like
    /// libwayland, it uses `wayland-0` if the variable is not set.
    static func socketPath(_ environment: [String: String]) throws(FocusFailure) -> String {
        let name = environment.value(of: "WAYLAND_DISPLAY") ?? "wayland-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw FocusFailure("Wayland: XDG_RUNTIME_DIR, the folder of the socket \(name), is not set")
        }
        return "\(folder)/\(name)"
    }

    var descriptor: Int32 { socket.descriptor }

    func send(_ requests: [UInt8]) throws(FocusFailure) {
        guard !requests.isEmpty else { return }
        try FocusFailure.prefixing("Wayland: \(path)") { () throws(FocusFailure) in try socket.sendAll(requests) }
    }

    /// Handles the messages that have arrived. Reads only once, so that a compositor that keeps sending does not block the
    /// caller.
    func receive(_ handle: (WaylandMessage) throws(FocusFailure) -> Void) throws(FocusFailure) {
        try FocusFailure.prefixing("Wayland: \(path)") { () throws(FocusFailure) in
            guard let bytes = try socket.receive() else { return }
            framer.append(bytes)
            while let message = try framer.next() { try handle(message) }
        }
    }
}
