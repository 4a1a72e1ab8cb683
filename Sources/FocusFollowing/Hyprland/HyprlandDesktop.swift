public import DesktopAccess
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// The focus in Hyprland, which sends events on one socket and answers queries for the active window on another. It
/// reports the process, the class, and the title at the time when the window became active. Moves and resizes cause no
/// event, so there is no rectangle.
public final class HyprlandDesktop: Desktop {
    public let name = "Hyprland"

    private let folder: String
    private let events: DesktopSocket
    private var parser = HyprlandEvents()
    private var lastFocus: DesktopFocus?

    /// In bytes, far more than the description of one window.
    private static let longestAnswer = 1 << 20

    /// Connects to the instance in `HYPRLAND_INSTANCE_SIGNATURE`, in the folder `hypr` of `XDG_RUNTIME_DIR`.
    public init(environment: [String: String]) throws(DesktopFailure) {
        let signature = try environment.value(of: "HYPRLAND_INSTANCE_SIGNATURE", for: "Hyprland")
        // Hyprland itself uses this path if the variable is not set.
        let runtime = environment.value(of: "XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        folder = "\(runtime)/hypr/\(signature)"
        events = try DesktopSocket(path: "\(folder)/.socket2.sock", desktop: "Hyprland")
    }

    public var descriptor: Int32 { events.descriptor }

    /// Processes events, and queries the focus if another window may have become active. The first call queries it
    /// without an event. An answer may take up to a second.
    public func process() throws(DesktopFailure) -> DesktopFocus? {
        let mayHaveChanged = try events.receive { (bytes) throws(DesktopFailure) in try parser.receive(bytes) }
        guard mayHaveChanged == true || lastFocus == nil else { return nil }
        return lastFocus.update(try queryFocus())
    }

    /// Queries the focus over a new connection. Hyprland reads a request until its end and does nothing else meanwhile,
    /// so an open connection would freeze every window.
    private func queryFocus() throws(DesktopFailure) -> DesktopFocus {
        let socket = try DesktopSocket(
            path: "\(folder)/.socket.sock", desktop: "Hyprland", blocking: .upTo(seconds: 1))
        try socket.sendAll(HyprlandActiveWindow.request)
        return try socket.receiveAll(limit: Self.longestAnswer) { (answer) throws(DesktopFailure) in
            try HyprlandActiveWindow(answer: answer).focus
        }
    }
}

/// The events of Hyprland's event socket: lines of the form `NAME>>DATA` (Hyprland wiki, IPC).
///
/// An event only triggers a query. Its data is not used: it does not describe the window, but contains the window's
/// address, or text that an app chooses, such as a title.
struct HyprlandEvents {
    /// In bytes. Hyprland truncates the data of an event to 1024 bytes.
    private var framer = LineFramer(limit: 64 << 10)

    /// - Returns: True if another window may have become active.
    mutating func receive(_ bytes: [UInt8]) throws(DesktopFailure) -> Bool {
        bytes.withUnsafeBytes { framer.append($0) }
        var mayHaveChanged = false
        while let line = framer.next() {
            guard case .line(let line) = line else { throw DesktopFailure("line is too long") }
            if line.starts(with: "activewindowv2>>".utf8) { mayHaveChanged = true }
        }
        return mayHaveChanged
    }
}

/// Hyprland's answer to `j/activewindow`: an empty object if no window is active.
struct HyprlandActiveWindow {
    static let request = Array("j/activewindow".utf8)

    let focus: DesktopFocus

    init(answer: [UInt8]) throws(DesktopFailure) {
        guard let window = JSONValue(reply: answer), window.isObject else {
            throw DesktopFailure(
                "invalid answer to j/activewindow: \(String(decoding: answer, as: UTF8.self).prefix(200))")
        }
        guard window["address"] != nil else {
            focus = .nowhere
            return
        }
        // For an X11 window, `pid` is the process that the window itself claims.
        let app = window["class"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        focus = .window(FocusedWindow(process: window["pid"]?.process, app: app, title: window["title"]?.title))
    }
}
