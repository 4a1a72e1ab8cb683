/// One window, zwlr_foreign_toplevel_handle_v1. What is told of it counts from the next `done` on.
struct WlrWindow {
    static let closed: UInt16 = 6
    static let destroy: UInt16 = 7
    /// Of the states.
    private static let activated: UInt32 = 2

    private(set) var app: String?
    private(set) var isActivated = false
    private var nextApp: String?
    private var nextIsActivated = false
    /// Its number may come again, as another window's.
    private(set) var isClosed = false

    mutating func take(_ message: WaylandMessage) throws(WaylandFailure) {
        // What was under way when it was closed.
        guard !isClosed else { return }
        var arguments = WaylandArguments(of: message)
        switch message.opcode {
        case 1: nextApp = try arguments.string()
        case 4: nextIsActivated = try arguments.words().contains(WlrWindow.activated)
        case 5: (app, isActivated) = (nextApp, nextIsActivated)
        case WlrWindow.closed: (isActivated, isClosed) = (false, true)
        case 0, 2, 3, 7: break  // title, outputs, parent
        default: throw WaylandFailure("event \(message.opcode) of window \(message.object) is unknown")
        }
    }
}
