/// The windows of a compositor, from the messages of zwlr_foreign_toplevel_manager_v1. It produces requests and the focus.
///
/// It first requests the compositor's globals. When the list is complete, it binds the manager. The windows that arrive
/// until the next `done` callback existed before.
struct WlrToplevels {
    static let interface: StaticString = "zwlr_foreign_toplevel_manager_v1"
    /// The newest version whose events this handles. The additions since version 1 (full screen, parents) do not matter.
    private static let newestVersion: UInt32 = 3
    /// More indicate a broken compositor, and would use unlimited memory.
    static let mostWindows = 10_000

    /// Objects of this client. Those of the compositor begin at 0xFF000000.
    private enum Object {
        static let display: UInt32 = 1
        static let registry: UInt32 = 2
        static let globalsEnd: UInt32 = 3
        static let manager: UInt32 = 4
        static let windowsEnd: UInt32 = 5
        static let firstOfCompositor: UInt32 = 0xFF00_0000
    }

    private var manager: (name: UInt32, version: UInt32)?
    private var windows: [UInt32: WlrWindow] = [:]
    /// In the order of activation. With several seats there may be more than one.
    private var activated: [UInt32] = []
    /// Requests to send.
    private(set) var requests: [UInt8]
    private(set) var isBound = false
    private var knowsAllWindows = false

    init() {
        requests =
            WaylandRequest(to: Object.display, 1, Object.registry).bytes
            + WaylandRequest(to: Object.display, 0, Object.globalsEnd).bytes
    }

    /// nil until the initial list of windows is complete.
    var focus: Focus? {
        guard knowsAllWindows else { return nil }
        guard let window = activated.last.flatMap({ windows[$0] }) else { return .nowhere }
        return .window(FocusedWindow(app: window.app))
    }

    mutating func dequeueRequests() -> [UInt8] {
        defer { requests = [] }
        return requests
    }

    /// - Throws: If the compositor violates the protocol, reports an error, or does not report windows.
    mutating func handle(_ message: WaylandMessage) throws(FocusFailure) {
        switch (message.object, message.opcode) {
        case (Object.display, 0): throw try reportedError(message)
        case (Object.display, 1): break  // delete_id: this client does not reuse ids.
        case (Object.registry, 0): try handleGlobal(message)
        case (Object.registry, 1): break  // global_remove: the manager sends `finished` itself.
        case (Object.globalsEnd, 0) where !isBound: try bind()
        case (Object.manager, 0) where isBound: try open(message)
        case (Object.manager, 1) where isBound: throw FocusFailure("the compositor stopped reporting windows")
        case (Object.windowsEnd, 0) where isBound: knowsAllWindows = true
        case (Object.firstOfCompositor..., _): try handleWindowEvent(message)
        default: throw FocusFailure("unexpected event \(message.opcode) of object \(message.object)")
        }
    }

    private func reportedError(_ message: WaylandMessage) throws(FocusFailure) -> FocusFailure {
        var arguments = WaylandArguments(of: message)
        let (object, code, text) = (try arguments.word(), try arguments.word(), try arguments.string())
        return FocusFailure("the compositor reported error \(code) of object \(object): \(text)")
    }

    private mutating func handleGlobal(_ message: WaylandMessage) throws(FocusFailure) {
        var arguments = WaylandArguments(of: message)
        let (name, interface, version) = (try arguments.word(), try arguments.string(), try arguments.word())
        if manager == nil, interface == WlrToplevels.interface.description { manager = (name, version) }
    }

    private mutating func bind() throws(FocusFailure) {
        guard let manager else {
            throw FocusFailure("the compositor does not support \(WlrToplevels.interface)")
        }
        isBound = true
        let bind = WaylandRequest(
            bind: manager.name, of: Object.registry, interface: WlrToplevels.interface,
            version: min(manager.version, WlrToplevels.newestVersion), to: Object.manager)
        requests += bind.bytes + WaylandRequest(to: Object.display, 0, Object.windowsEnd).bytes
    }

    private mutating func open(_ message: WaylandMessage) throws(FocusFailure) {
        var arguments = WaylandArguments(of: message)
        let window = try arguments.word()
        guard window >= Object.firstOfCompositor, windows[window]?.isClosed ?? true else {
            throw FocusFailure("new window has the id \(window), which is invalid or in use")
        }
        guard windows.count < WlrToplevels.mostWindows else {
            throw FocusFailure("more than \(WlrToplevels.mostWindows) windows")
        }
        windows[window] = WlrWindow()
    }

    private mutating func handleWindowEvent(_ message: WaylandMessage) throws(FocusFailure) {
        let number = message.object
        guard try windows[number]?.handle(message) != nil else {
            throw FocusFailure("event \(message.opcode) of unknown window \(number)")
        }
        let isActivated = windows[number]?.isActivated ?? false
        if isActivated != activated.contains(number) {
            if isActivated { activated.append(number) } else { activated.removeAll { $0 == number } }
        }
        if message.opcode == WlrWindow.closed { requests += WaylandRequest(to: number, WlrWindow.destroy).bytes }
    }
}

/// One window, zwlr_foreign_toplevel_handle_v1. Its changes take effect with the next `done`.
struct WlrWindow {
    static let closed: UInt16 = 6
    static let destroy: UInt16 = 7
    /// One of the values of the event `state`.
    private static let activated: UInt32 = 2

    private(set) var app: String?
    private(set) var isActivated = false
    private var nextApp: String?
    private var nextIsActivated = false
    /// Another window may get the same id.
    private(set) var isClosed = false

    mutating func handle(_ message: WaylandMessage) throws(FocusFailure) {
        // The compositor sent this before it read the `destroy`.
        guard !isClosed else { return }
        var arguments = WaylandArguments(of: message)
        switch message.opcode {
        case 1: nextApp = try arguments.string()
        case 4: nextIsActivated = try arguments.words().contains(WlrWindow.activated)
        case 5: (app, isActivated) = (nextApp, nextIsActivated)
        case WlrWindow.closed: (isActivated, isClosed) = (false, true)
        case 0, 2, 3, 7: break  // title, outputs, parent
        default: throw FocusFailure("unknown event \(message.opcode) of window \(message.object)")
        }
    }
}
