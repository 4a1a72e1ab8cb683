internal import FoundationEssentials
internal import GestureProtocol

/// The focus in niri, from its event stream: the process and the app id. niri does not report a window's position on its
/// screen.
public final class NiriDesktop: Desktop {
    public let name = "niri"

    private let path: String
    private let socket: FocusSocket
    private var conversation = NiriConversation()

    /// Connects to the socket in `NIRI_SOCKET`.
    public init(environment: [String: String]) throws(FocusFailure) {
        let path = try environment.value(of: "NIRI_SOCKET", for: "niri")
        self.path = path
        socket = try FocusFailure.prefixing("niri: \(path)") { () throws(FocusFailure) in
            let socket = try FocusSocket(path: path)
            try socket.sendAll(NiriConversation.greeting)
            return socket
        }
    }

    public var descriptor: Int32 { socket.descriptor }

    public func process() throws(FocusFailure) -> Focus? {
        try FocusFailure.prefixing("niri: \(path)") { () throws(FocusFailure) in
            guard let bytes = try socket.receive() else { return nil }
            return try conversation.receive(bytes)
        }
    }
}

/// The focus in niri's event stream, which contains all windows first, then each change (niri-ipc, `Event`).
struct NiriConversation {
    static let greeting = Array("\"EventStream\"\n".utf8)

    private struct Window: Decodable {
        var id: UInt64
        var app_id: String?
        /// The process that connected: for an X11 window, the X server.
        var pid: Int32?
        var is_focused: Bool
    }

    /// A line has one of these members. Replies and unknown events have none.
    private struct Line: Decodable {
        struct Windows: Decodable {
            var windows: [Window]
        }
        struct OneWindow: Decodable {
            var window: Window
        }
        struct Identifier: Decodable {
            var id: UInt64?
        }

        var Err: String?
        var WindowsChanged: Windows?
        var WindowOpenedOrChanged: OneWindow?
        var WindowClosed: Identifier?
        var WindowFocusChanged: Identifier?
    }

    /// In bytes: a line with ten thousand windows.
    private var framer = LineFramer(limit: 4 << 20)
    /// nil until niri has sent them.
    private var windows: [UInt64: Window]?
    private var focused: UInt64?
    private var lastFocus: Focus?

    /// - Returns: The focus if it changed.
    mutating func receive(_ bytes: [UInt8]) throws(FocusFailure) -> Focus? {
        bytes.withUnsafeBytes { framer.append($0) }
        while let line = framer.next() {
            guard case .line(let line) = line else { throw FocusFailure("line is too long") }
            try handle(Array(line))
        }
        guard windows != nil, focus != lastFocus else { return nil }
        lastFocus = focus
        return focus
    }

    private var focus: Focus {
        guard let focused else { return .nowhere }
        let window = windows?[focused]
        return .window(FocusedWindow(process: window?.pid, app: window?.app_id))
    }

    private mutating func handle(_ bytes: [UInt8]) throws(FocusFailure) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else {
            throw FocusFailure("invalid event: \(text.prefix(200))")
        }
        if let error = line.Err { throw FocusFailure("event stream refused: \(error)") }
        if let all = line.WindowsChanged { replace(all.windows) }
        if let one = line.WindowOpenedOrChanged { update(one.window) }
        if let closed = line.WindowClosed, let id = closed.id { remove(id) }
        if let moved = line.WindowFocusChanged { focused = moved.id }
    }

    private mutating func replace(_ all: [Window]) {
        windows = Dictionary(all.map { ($0.id, $0) }) { $1 }
        focused = all.first(where: \.is_focused)?.id
    }

    private mutating func update(_ window: Window) {
        windows?[window.id] = window
        if window.is_focused {
            focused = window.id
        } else if focused == window.id {
            focused = nil
        }
    }

    private mutating func remove(_ id: UInt64) {
        windows?[id] = nil
        if focused == id { focused = nil }
    }
}
