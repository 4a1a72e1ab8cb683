/// The focus as a Wayland compositor tells it with zwlr_foreign_toplevel_manager_v1: those built on wlroots, and a few
/// others.
///
/// The protocol tells the app ids of windows, but neither their processes nor where they are.
public final class WlrDesktop: Desktop {
    public let name = "Wayland (wlr-foreign-toplevel-management)"

    private let path: String
    private let socket: WaylandSocket
    private var framer = WaylandFramer()
    private var toplevels = WlrToplevels()
    private var buffer = [UInt8](repeating: 0, count: 16384)
    private var told: Focus?

    /// Connects to the compositor that `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR` name, and asks what it offers.
    ///
    /// - Throws: where none answers within 5 s, or it does not offer the protocol.
    public convenience init(environment: [String: String]) throws(DesktopFailure) {
        try self.init(path: WaylandSocket.path(environment), patience: .seconds(5))
    }

    init(path: String, patience: Duration) throws(DesktopFailure) {
        self.path = path
        do {
            socket = try WaylandSocket(path: path)
        } catch {
            throw DesktopFailure("Wayland socket \(path): \(error)")
        }
        let deadline = ContinuousClock.now + patience
        try naming { () throws(WaylandFailure) in
            try socket.send(toplevels.takeRequests())
            while !toplevels.isBound {
                try socket.wait(until: deadline)
                try takeIn()
            }
        }
    }

    public var descriptor: Int32 { socket.descriptor }

    public func process() throws(DesktopFailure) -> Focus? {
        try naming(takeIn)
        guard let focus = toplevels.focus, focus != told else { return nil }
        told = focus
        return focus
    }

    /// Reads once, so that a compositor that never stops sending cannot hold us; the descriptor tells when there is more.
    private func takeIn() throws(WaylandFailure) {
        guard let count = try socket.receive(into: &buffer) else { return }
        framer.append(buffer[..<count])
        while let message = try framer.next() { try toplevels.take(message) }
        try socket.send(toplevels.takeRequests())
    }

    private func naming(_ work: () throws(WaylandFailure) -> Void) throws(DesktopFailure) {
        do {
            try work()
        } catch {
            throw DesktopFailure("Wayland socket \(path): \(error)")
        }
    }
}
