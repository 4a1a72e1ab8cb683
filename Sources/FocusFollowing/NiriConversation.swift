internal import FoundationEssentials
internal import GestureProtocol

/// What niri tells on its event stream: all windows first, then each change (niri-ipc, `Event`).
struct NiriConversation {
    static let greeting = Array("\"EventStream\"\n".utf8)

    private struct Window: Decodable {
        var id: UInt64
        var app_id: String?
        /// The one that connected: of an X11 window the X server's.
        var pid: Int32?
        var is_focused: Bool
    }

    /// One of them is there. Replies and events that are not known have none.
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

    /// In bytes: a line that tells of ten thousand windows.
    private var framer = LineFramer(limit: 4 << 20)
    /// Nil until they have been told.
    private var windows: [UInt64: Window]?
    private var focused: UInt64?
    private var told: Focus?

    /// - Returns: The focus where it changed.
    mutating func receive(_ bytes: [UInt8]) throws(IPCFailure) -> Focus? {
        bytes.withUnsafeBytes { framer.append($0) }
        while let line = framer.next() {
            guard case .line(let line) = line else { throw IPCFailure("it sent a line without end") }
            try take(Array(line))
        }
        guard windows != nil, focus != told else { return nil }
        told = focus
        return focus
    }

    private var focus: Focus {
        guard let focused else { return .nowhere }
        let window = windows?[focused]
        return .window(FocusedWindow(process: window?.pid, app: window?.app_id))
    }

    private mutating func take(_ bytes: [UInt8]) throws(IPCFailure) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Replies such as "Handled" by itself are no objects; neither are they of interest.
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else {
            throw IPCFailure("it sent what is no event: \(text.prefix(200))")
        }
        if let error = line.Err { throw IPCFailure("it refused its event stream: \(error)") }
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
