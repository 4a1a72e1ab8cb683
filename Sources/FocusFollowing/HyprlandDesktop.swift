internal import Glibc

/// The focus as Hyprland tells it: events on one socket, and on another the answer to which window is active. The process
/// and the class; moves and resizes tell no event, so no rectangle.
public final class HyprlandDesktop: Desktop {
    public let name = "Hyprland"

    private let folder: String
    private let events: UnixSocket
    private var conversation = HyprlandEvents()
    private var told: Focus?

    /// In bytes: far more than one window's description.
    private static let longestAnswer = 1 << 20

    /// Connects to the instance that `HYPRLAND_INSTANCE_SIGNATURE` names, in the folder `hypr` of `XDG_RUNTIME_DIR`.
    public init(environment: [String: String]) throws(DesktopFailure) {
        let signature = try environment.path("HYPRLAND_INSTANCE_SIGNATURE", for: name)
        // What Hyprland itself takes where the variable is not set.
        let runtime = environment.value("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let folder = "\(runtime)/hypr/\(signature)"
        self.folder = folder
        events = try DesktopFailure.naming("Hyprland: \(folder)/.socket2.sock") { () throws(IPCFailure) in
            try UnixSocket(path: "\(folder)/.socket2.sock", patience: .none)
        }
    }

    public var descriptor: Int32 { events.descriptor }

    /// The first call asks without an event. An answer may take a second.
    public func process() throws(DesktopFailure) -> Focus? {
        let mayHaveChanged = try DesktopFailure.naming("Hyprland: \(folder)/.socket2.sock") { () throws(IPCFailure) in
            guard let bytes = try events.receiveSome() else { return false }
            return try conversation.receive(bytes)
        }
        guard mayHaveChanged || told == nil else { return nil }
        let focus = try DesktopFailure.naming("Hyprland: \(folder)/.socket.sock", ask)
        guard focus != told else { return nil }
        told = focus
        return focus
    }

    /// A connection for each question: Hyprland reads a request until its end and meanwhile does nothing else, so one that is
    /// left open freezes every window.
    private func ask() throws(IPCFailure) -> Focus {
        let socket = try UnixSocket(path: "\(folder)/.socket.sock", patience: .seconds(1))
        try socket.sendWhole(HyprlandActiveWindow.question)
        var answer: [UInt8] = []
        while answer.count < Self.longestAnswer {
            switch try socket.receive() {
            case .bytes(let bytes): answer += bytes
            case .nothing: throw IPCFailure("it did not answer within a second")
            case .end: return try HyprlandActiveWindow(answer: answer).focus
            }
        }
        throw IPCFailure("its answer has no end")
    }
}
