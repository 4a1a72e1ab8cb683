internal import FoundationEssentials
internal import GestureProtocol

/// What Hyprland tells on its event socket: `NAME>>DATA` lines (Hyprland wiki, IPC).
///
/// An event is no more than the reason to ask: it names the window by its address alone, and its data may hold what an app
/// made up, such as a title.
struct HyprlandEvents {
    /// In bytes. Hyprland cuts the data of an event at 1024.
    private var framer = LineFramer(limit: 64 << 10)

    /// - Returns: Whether another window may have become the active one.
    mutating func receive(_ bytes: [UInt8]) throws(IPCFailure) -> Bool {
        bytes.withUnsafeBytes { framer.append($0) }
        var mayHaveChanged = false
        while let line = framer.next() {
            guard case .line(let line) = line else { throw IPCFailure("it sent a line without end") }
            if line.starts(with: "activewindowv2>>".utf8) { mayHaveChanged = true }
        }
        return mayHaveChanged
    }
}

/// What Hyprland answers to `j/activewindow`: an empty object where no window is active.
struct HyprlandActiveWindow: Decodable {
    static let question = Array("j/activewindow".utf8)

    private var address: String?
    /// Of an X11 window the one that the window claims. 0 or -1 where none is known.
    private var pid: Int32?
    private var `class`: String?

    init(answer: [UInt8]) throws(IPCFailure) {
        // A title may be cut in the middle of a character.
        let text = String(decoding: answer, as: UTF8.self)
        do {
            self = try JSONDecoder().decode(HyprlandActiveWindow.self, from: Data(text.utf8))
        } catch {
            throw IPCFailure("it answered j/activewindow with \(text.prefix(200))")
        }
    }

    var focus: Focus {
        guard address != nil else { return .nowhere }
        return .window(
            FocusedWindow(
                process: pid.flatMap { $0 > 0 ? $0 : nil }, app: `class`.flatMap { $0.isEmpty ? nil : $0 }))
    }
}
