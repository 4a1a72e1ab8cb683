internal import GestureModel
internal import LinuxSupport

/// The focus in a Wayland compositor that supports zwlr_foreign_toplevel_manager_v1: those built on wlroots, and some others.
///
/// The protocol reports the app ids of windows, but neither their processes nor their positions.
public final class WlrDesktop: Desktop {
    public let name = "Wayland (wlr-foreign-toplevel-management)"

    private let path: String
    private let socket: FocusSocket
    private var framer = WaylandFramer()
    private var toplevels = WlrToplevels()
    private var lastFocus: Focus?

    /// Connects to the compositor in `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`, and queries its globals.
    ///
    /// - Throws: If the compositor does not answer within 5 s, or does not support the protocol.
    public convenience init(environment: [String: String]) throws(FocusFailure) {
        try self.init(path: WlrDesktop.socketPath(environment), timeout: .milliseconds(5000))
    }

    init(path: String, timeout: Microseconds) throws(FocusFailure) {
        self.path = path
        socket = try FocusFailure.prefixing("Wayland: \(path)") { () throws(FocusFailure) in try FocusSocket(path: path)
        }
        let deadline = MonotonicClock.now + timeout
        try FocusFailure.prefixing("Wayland: \(path)") { () throws(FocusFailure) in
            try socket.sendAll(toplevels.dequeueRequests())
            while !toplevels.isBound {
                guard try isReadable(before: deadline) else { throw FocusFailure("the compositor does not answer") }
                try receive()
            }
        }
    }

    /// The socket to which an app would connect: `WAYLAND_DISPLAY`, in `XDG_RUNTIME_DIR` unless it is an absolute path. Like
    /// libwayland, it uses `wayland-0` if the variable is not set.
    package static func socketPath(_ environment: [String: String]) throws(FocusFailure) -> String {
        let name = environment.value(of: "WAYLAND_DISPLAY") ?? "wayland-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw FocusFailure("Wayland: XDG_RUNTIME_DIR, the folder of the socket \(name), is not set")
        }
        return "\(folder)/\(name)"
    }

    public var descriptor: Int32 { socket.descriptor }

    public func process() throws(FocusFailure) -> Focus? {
        try FocusFailure.prefixing("Wayland: \(path)", receive)
        guard let focus = toplevels.focus, focus != lastFocus else { return nil }
        lastFocus = focus
        return focus
    }

    /// Reads only once, so that a compositor that keeps sending does not block the caller.
    private func receive() throws(FocusFailure) {
        guard let bytes = try socket.receive() else { return }
        framer.append(bytes)
        while let message = try framer.next() { try toplevels.handle(message) }
        let requests = toplevels.dequeueRequests()
        if !requests.isEmpty { try socket.sendAll(requests) }
    }
}
