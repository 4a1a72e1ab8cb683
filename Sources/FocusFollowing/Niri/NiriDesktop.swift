public import DesktopAccess
internal import GestureProtocol

/// The focus in niri, from its event stream: the process, the app id and the title. niri does not report a window's
/// position on its screen.
public final class NiriDesktop: Desktop {
    public let name = "niri"

    private let socket: DesktopSocket
    private var conversation = NiriConversation()

    /// Connects to the socket in `NIRI_SOCKET`.
    public init(environment: [String: String]) throws(DesktopFailure) {
        socket = try DesktopSocket(path: environment.value(of: "NIRI_SOCKET", for: "niri"), desktop: "niri")
        try socket.sendAll(NiriConversation.greeting)
    }

    public var descriptor: Int32 { socket.descriptor }

    public func process() throws(DesktopFailure) -> DesktopFocus? {
        try socket.receive { (bytes) throws(DesktopFailure) in try conversation.receive(bytes) }
    }
}

/// The focus from niri's event stream. The stream contains first all windows, and then each change (niri-ipc, `Event`).
struct NiriConversation {
    static let greeting = Array("\"EventStream\"\n".utf8)

    private struct Window {
        /// An opaque 64-bit number.
        var id: JSONValue
        var app: String?
        var title: String?
        /// The process of the window's connection. For an X11 window, that is the X server.
        var process: Int32?
        var isFocused: Bool

        init?(_ window: JSONValue?) {
            guard let window, let id = window["id"], let isFocused = window["is_focused"]?.flag else { return nil }
            (self.id, self.isFocused) = (id, isFocused)
            (app, title, process) = (window["app_id"]?.string, window["title"]?.title, window["pid"]?.process)
        }
    }

    /// In bytes, enough for a line with ten thousand windows.
    private var framer = LineFramer(limit: 4 << 20)
    /// nil until niri has sent the windows.
    private var windows: [JSONValue: Window]?
    private var focused: JSONValue?
    private var lastFocus: DesktopFocus?

    /// - Returns: The focus if it changed.
    mutating func receive(_ bytes: [UInt8]) throws(DesktopFailure) -> DesktopFocus? {
        bytes.withUnsafeBytes { framer.append($0) }
        while let line = framer.next() {
            guard case .line(let line) = line else { throw DesktopFailure("line is too long") }
            try handle(line)
        }
        return windows == nil ? nil : lastFocus.update(focus)
    }

    private var focus: DesktopFocus {
        guard let focused else { return .nowhere }
        let window = windows?[focused]
        return .window(FocusedWindow(process: window?.process, app: window?.app, title: window?.title))
    }

    /// Handles an event. Ignores unknown events, and replies that report no error.
    private mutating func handle(_ line: some Sequence<UInt8>) throws(DesktopFailure) {
        let text = String(decoding: Array(line), as: UTF8.self)
        let invalid = DesktopFailure("invalid event: \(text.prefix(200))")
        guard let event = JSONValue(reply: text.utf8), event.isObject else { throw invalid }
        if let error = event["Err"] { throw DesktopFailure("event stream refused: \(error.string ?? text)") }
        if let list = event["WindowsChanged"]?["windows"]?.elements {
            let windows = list.compactMap(Window.init)
            guard windows.count == list.count else { throw invalid }
            replace(windows)
        }
        if let opened = event["WindowOpenedOrChanged"] {
            guard let window = Window(opened["window"]) else { throw invalid }
            update(window)
        }
        if let id = event["WindowClosed"]?["id"] { remove(id) }
        if let moved = event["WindowFocusChanged"] { focused = moved["id"] }
    }

    private mutating func replace(_ all: [Window]) {
        windows = Dictionary(all.map { ($0.id, $0) }) { $1 }
        focused = all.first(where: \.isFocused)?.id
    }

    private mutating func update(_ window: Window) {
        windows?[window.id] = window
        if window.isFocused {
            focused = window.id
        } else if focused == window.id {
            focused = nil
        }
    }

    private mutating func remove(_ id: JSONValue) {
        windows?[id] = nil
        if focused == id { focused = nil }
    }
}
