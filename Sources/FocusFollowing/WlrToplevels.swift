/// The windows of a compositor, as zwlr_foreign_toplevel_manager_v1 tells of them: its bytes in, requests and the focus
/// out.
///
/// First the compositor's globals are asked for. Once they are known to be all, the manager is bound, and the windows
/// that it tells of until the next answer are those that were there before.
struct WlrToplevels {
    static let interface: StaticString = "zwlr_foreign_toplevel_manager_v1"
    /// The newest whose events are known here. What changed since 1 (full screen, parents) does not matter.
    private static let newestVersion: UInt32 = 3
    /// More are a broken compositor, and would take memory without end.
    static let mostWindows = 10_000

    /// Our objects; the compositor's own begin at 0xFF000000.
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
    /// The last to become so is the last; with several seats there may be more than one.
    private var activated: [UInt32] = []
    /// What is to be sent.
    private(set) var requests: [UInt8]
    private(set) var isBound = false
    private var knowsAllWindows = false

    init() {
        requests =
            WaylandRequest(to: Object.display, 1, Object.registry).bytes
            + WaylandRequest(to: Object.display, 0, Object.globalsEnd).bytes
    }

    /// nil until the windows that were there at the start are known.
    var focus: Focus? {
        guard knowsAllWindows else { return nil }
        guard let window = activated.last.flatMap({ windows[$0] }) else { return .nowhere }
        return .window(FocusedWindow(app: window.app))
    }

    mutating func takeRequests() -> [UInt8] {
        defer { requests = [] }
        return requests
    }

    /// - Throws: where the compositor breaks the protocol, reports an error, or cannot tell of windows.
    mutating func take(_ message: WaylandMessage) throws(WaylandFailure) {
        switch (message.object, message.opcode) {
        case (Object.display, 0): throw try reportedError(message)
        case (Object.display, 1): break  // delete_id: our callbacks' numbers are not used again.
        case (Object.registry, 0): try takeGlobal(message)
        case (Object.registry, 1): break  // global_remove: the manager says `finished` by itself.
        case (Object.globalsEnd, 0) where !isBound: try bind()
        case (Object.manager, 0) where isBound: try open(message)
        case (Object.manager, 1) where isBound: throw WaylandFailure("the compositor stopped telling of its windows")
        case (Object.windowsEnd, 0) where isBound: knowsAllWindows = true
        case (Object.firstOfCompositor..., _): try takeWindowEvent(message)
        default: throw WaylandFailure("event \(message.opcode) of object \(message.object), which was not asked for")
        }
    }

    private func reportedError(_ message: WaylandMessage) throws(WaylandFailure) -> WaylandFailure {
        var arguments = WaylandArguments(of: message)
        let (object, code, text) = (try arguments.word(), try arguments.word(), try arguments.string())
        return WaylandFailure("the compositor reports error \(code) of object \(object): \(text)")
    }

    private mutating func takeGlobal(_ message: WaylandMessage) throws(WaylandFailure) {
        var arguments = WaylandArguments(of: message)
        let (name, interface, version) = (try arguments.word(), try arguments.string(), try arguments.word())
        if manager == nil, interface == WlrToplevels.interface.description { manager = (name, version) }
    }

    private mutating func bind() throws(WaylandFailure) {
        guard let manager else {
            throw WaylandFailure("the compositor does not tell of its windows: it has no \(WlrToplevels.interface)")
        }
        isBound = true
        let bind = WaylandRequest(
            bind: manager.name, of: Object.registry, interface: WlrToplevels.interface,
            version: min(manager.version, WlrToplevels.newestVersion), to: Object.manager)
        requests += bind.bytes + WaylandRequest(to: Object.display, 0, Object.windowsEnd).bytes
    }

    private mutating func open(_ message: WaylandMessage) throws(WaylandFailure) {
        var arguments = WaylandArguments(of: message)
        let window = try arguments.word()
        guard window >= Object.firstOfCompositor, windows[window]?.isClosed ?? true else {
            throw WaylandFailure("a new window has the number \(window), which is not free")
        }
        guard windows.count < WlrToplevels.mostWindows else {
            throw WaylandFailure("more than \(WlrToplevels.mostWindows) windows")
        }
        windows[window] = WlrWindow()
    }

    private mutating func takeWindowEvent(_ message: WaylandMessage) throws(WaylandFailure) {
        let number = message.object
        guard try windows[number]?.take(message) != nil else {
            throw WaylandFailure("event \(message.opcode) of object \(number), which was never told of")
        }
        let isActivated = windows[number]?.isActivated ?? false
        if isActivated != activated.contains(number) {
            if isActivated { activated.append(number) } else { activated.removeAll { $0 == number } }
        }
        if message.opcode == WlrWindow.closed { requests += WaylandRequest(to: number, WlrWindow.destroy).bytes }
    }
}
