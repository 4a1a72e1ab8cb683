internal import GestureModel
internal import LinuxSupport

/// The focus in a Wayland compositor that supports zwlr_foreign_toplevel_manager_v1: those built on wlroots, and some others.
///
/// The protocol reports the app ids and titles of windows, but neither their processes nor their positions.
public final class WlrDesktop: Desktop {
    public let name = "Wayland (wlr-foreign-toplevel-management)"

    private let connection: WaylandConnection
    private var toplevels = WlrToplevels()
    private var lastFocus: Focus?

    /// Connects to the compositor in `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`, and queries its globals.
    ///
    /// - Throws: If the compositor does not answer within 5 s, or does not support the protocol.
    public convenience init(environment: [String: String]) throws(FocusFailure) {
        try self.init(path: WlrDesktop.socketPath(environment), timeout: .milliseconds(5000))
    }

    init(path: String, timeout: Microseconds) throws(FocusFailure) {
        connection = try WaylandConnection(path: path)
        let deadline = MonotonicClock.now + timeout
        try connection.send(toplevels.dequeueRequests())
        while !toplevels.isBound {
            guard try isReadable(before: deadline) else {
                throw FocusFailure("Wayland: \(path): the compositor does not answer")
            }
            try receive()
        }
    }

    /// The socket to which an app would connect.
    package static func socketPath(_ environment: [String: String]) throws(FocusFailure) -> String {
        try WaylandConnection.socketPath(environment)
    }

    public var descriptor: Int32 { connection.descriptor }

    public func process() throws(FocusFailure) -> Focus? {
        try receive()
        guard let focus = toplevels.focus, focus != lastFocus else { return nil }
        lastFocus = focus
        return focus
    }

    private func receive() throws(FocusFailure) {
        try connection.receive { (message) throws(FocusFailure) in try toplevels.handle(message) }
        try connection.send(toplevels.dequeueRequests())
    }
}
