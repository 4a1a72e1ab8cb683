public import DesktopAccess
internal import GestureModel
internal import LinuxSupport

/// The focus in a Wayland compositor that supports zwlr_foreign_toplevel_manager_v1: those built on wlroots, and some
/// others.
///
/// The protocol reports the app ids and titles of windows, but neither their processes nor their positions.
public final class WlrDesktop: Desktop {
    public let name = "Wayland (wlr-foreign-toplevel-management)"

    private let connection: WaylandConnection
    private var toplevels = WlrToplevels()
    private var lastFocus: DesktopFocus?

    /// Connects to the compositor in `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`, and queries its globals.
    ///
    /// - Throws: If the compositor cannot be reached, does not answer within 5 s, or does not support the protocol.
    public convenience init(environment: [String: String]) throws(DesktopFailure) {
        try self.init(path: WaylandConnection.socketPath(environment), timeout: .milliseconds(5000))
    }

    init(path: String, timeout: Microseconds) throws(DesktopFailure) {
        connection = try WaylandConnection(path: path)
        let deadline = MonotonicClock.now + timeout
        try connection.send(toplevels.dequeueRequests())
        while !toplevels.isBound {
            guard try isReadable(before: deadline) else {
                throw DesktopFailure("Wayland: \(path): the compositor does not answer")
            }
            try receive()
        }
    }

    public var descriptor: Int32 { connection.descriptor }

    public func process() throws(DesktopFailure) -> DesktopFocus? {
        try receive()
        return lastFocus.update(toplevels.focus)
    }

    private func receive() throws(DesktopFailure) {
        try connection.receive { (message) throws(DesktopFailure) in try toplevels.handle(message) }
        try connection.send(toplevels.dequeueRequests())
    }
}

/// The windows of a compositor, from the messages of zwlr_foreign_toplevel_manager_v1. Produces requests and the focus.
///
/// This type first requests the compositor's globals. When the list is complete, it binds the manager. The windows that
/// arrive before the next `done` callback are the initial list.
struct WlrToplevels {
    static let interface: StaticString = "zwlr_foreign_toplevel_manager_v1"
    /// The newest version whose events this type handles. The additions since version 1 (full screen, parents) do not
    /// matter.
    private static let newestVersion: UInt32 = 3
    /// The most windows. A compositor with more is broken, and would make this process use unlimited memory.
    static let mostWindows = 10_000

    private enum Object {
        static let manager = WaylandGlobals.Object.firstFree
        static let windowsEnd = WaylandGlobals.Object.firstFree + 1
    }

    private enum ManagerEvent {
        static let toplevel: UInt16 = 0
        static let finished: UInt16 = 1
    }

    private var globals = WaylandGlobals()
    private var windows: [UInt32: WlrWindow] = [:]
    /// The activated windows, in the order of activation. With several seats there may be more than one.
    private var activated: [UInt32] = []
    /// Requests to send.
    private(set) var requests = WaylandGlobals.requests
    private(set) var isBound = false
    private var knowsAllWindows = false

    /// nil until the initial list of windows is complete.
    var focus: DesktopFocus? {
        guard knowsAllWindows else { return nil }
        guard let window = activated.last.flatMap({ windows[$0] }) else { return .nowhere }
        return .window(FocusedWindow(app: window.app, title: window.title))
    }

    mutating func dequeueRequests() -> [UInt8] {
        defer { requests = [] }
        return requests
    }

    /// - Throws: If the compositor violates the protocol, reports an error or too many windows, lacks the interface, or
    ///   stops reporting windows.
    mutating func handle(_ message: WaylandMessage) throws(DesktopFailure) {
        switch (message.object, message.opcode) {
        case (Object.manager, ManagerEvent.toplevel) where isBound: try open(message)
        case (Object.manager, ManagerEvent.finished) where isBound:
            throw DesktopFailure("the compositor stopped reporting windows")
        case (Object.windowsEnd, WaylandGlobals.CallbackEvent.done) where isBound: knowsAllWindows = true
        case (WaylandGlobals.Object.firstOfCompositor..., _): try handleWindowEvent(message)
        // Removed globals are ignored, because a manager that is removed sends `finished` itself.
        default: if try globals.handle(message) == .complete { try bind() }
        }
    }

    private mutating func bind() throws(DesktopFailure) {
        guard let manager = globals.global(WlrToplevels.interface) else {
            throw DesktopFailure("the compositor does not support \(WlrToplevels.interface)")
        }
        isBound = true
        let bind = WaylandGlobals.bind(
            manager, WlrToplevels.interface, upTo: WlrToplevels.newestVersion, to: Object.manager)
        requests += bind.request + WaylandGlobals.sync(Object.windowsEnd)
    }

    private mutating func open(_ message: WaylandMessage) throws(DesktopFailure) {
        var arguments = WaylandArguments(of: message)
        let window = try arguments.word()
        guard window >= WaylandGlobals.Object.firstOfCompositor, windows[window]?.isClosed ?? true else {
            throw DesktopFailure("new window has the id \(window), which is invalid or in use")
        }
        guard windows.count < WlrToplevels.mostWindows else {
            throw DesktopFailure("more than \(WlrToplevels.mostWindows) windows")
        }
        windows[window] = WlrWindow()
    }

    private mutating func handleWindowEvent(_ message: WaylandMessage) throws(DesktopFailure) {
        let number = message.object
        guard try windows[number]?.handle(message) != nil else {
            throw DesktopFailure("event \(message.opcode) of unknown window \(number)")
        }
        let isActivated = windows[number]?.isActivated ?? false
        if isActivated != activated.contains(number) {
            if isActivated { activated.append(number) } else { activated.removeAll { $0 == number } }
        }
        if message.opcode == WlrWindow.Event.closed { requests += WaylandRequest(to: number, WlrWindow.destroy).bytes }
    }
}

/// One window, zwlr_foreign_toplevel_handle_v1. Its changes take effect with the next `done`.
struct WlrWindow {
    enum Event {
        static let title: UInt16 = 0
        static let appID: UInt16 = 1
        static let outputEnter: UInt16 = 2
        static let outputLeave: UInt16 = 3
        static let state: UInt16 = 4
        static let done: UInt16 = 5
        static let closed: UInt16 = 6
        static let parent: UInt16 = 7
    }

    /// The opcode of a request.
    static let destroy: UInt16 = 7
    /// One of the values of the event `state`.
    private static let activated: UInt32 = 2

    private(set) var app: String?
    private(set) var title: String?
    private(set) var isActivated = false
    private var nextApp: String?
    private var nextTitle: String?
    private var nextIsActivated = false
    /// True if the window has closed. A closed window is kept until a new window gets the same id, because events that
    /// the compositor has already sent may still arrive.
    private(set) var isClosed = false

    mutating func handle(_ message: WaylandMessage) throws(DesktopFailure) {
        // The compositor sent the events of a closed window before it read the `destroy`.
        guard !isClosed else { return }
        var arguments = WaylandArguments(of: message)
        switch message.opcode {
        case Event.title: nextTitle = FocusedWindow.cut(try arguments.string())
        case Event.appID: nextApp = try arguments.string()
        case Event.state: nextIsActivated = try arguments.words().contains(WlrWindow.activated)
        case Event.done: (app, title, isActivated) = (nextApp, nextTitle, nextIsActivated)
        case Event.closed: (isActivated, isClosed) = (false, true)
        case Event.outputEnter, Event.outputLeave, Event.parent: break
        default: throw DesktopFailure("unknown event \(message.opcode) of window \(message.object)")
        }
    }
}
