internal import CXCB
internal import GestureModel

/// The focus as an X11 window manager tells it: `_NET_ACTIVE_WINDOW` on the root window (EWMH 1.5).
///
/// The process is the one that the server sees at the other end of the window's connection (X-Resource), since
/// `_NET_WM_PID` is what the app says of itself; the app is the class of `WM_CLASS`. The rectangle is of the window
/// without its frame, in fractions of the root window, which spans all monitors; it may reach beyond 0…1 where the window
/// hangs over an edge, and is told anew when the window moves.
///
/// Not seen: menus and lockers that take the keyboard without becoming the active window. Questions wait for the
/// server's answers, so a client that grabs the server holds ``process()`` up.
public final class X11Desktop: Desktop {
    public let name = "X11"

    private let connection: X11Connection
    private let atoms: X11Atoms
    /// The window manager's own, there as long as it runs.
    private let managerWindow: xcb_window_t
    private var activeWindow: xcb_window_t = 0
    private var mayHaveChanged = true
    private var told: Focus?

    /// Connects to the display that `DISPLAY` names.
    ///
    /// - Throws: where libxcb is not installed, no server answers, or no window manager tells the active window.
    public convenience init(environment: [String: String]) throws(DesktopFailure) {
        guard let display = environment["DISPLAY"], !display.isEmpty else {
            throw DesktopFailure("X11: DISPLAY is not set")
        }
        try self.init(display: display, library: X11Library.installed.get())
    }

    init(display: String, library: X11Library) throws(DesktopFailure) {
        connection = try X11Connection(display: display, library: library)
        atoms = X11Atoms(connection)
        managerWindow = try connection.managerWindow(atoms)
        connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY, on: managerWindow)
        connection.select(XCB_EVENT_MASK_PROPERTY_CHANGE, XCB_EVENT_MASK_STRUCTURE_NOTIFY, on: connection.root)
        // It may have gone before its end was asked for.
        guard try connection.managerWindow(atoms) == managerWindow else { throw connection.managerEnded }
        connection.wake()
    }

    public var descriptor: Int32 { connection.descriptor }

    public func process() throws(DesktopFailure) -> Focus? {
        var focus = told
        try takeInEvents()
        while mayHaveChanged {
            mayHaveChanged = false
            focus = currentFocus()
            // Waiting for answers may have brought events, of which the descriptor no longer tells.
            try takeInEvents()
        }
        guard focus != told else { return nil }
        told = focus
        return focus
    }

    private func takeInEvents() throws(DesktopFailure) {
        while let event = connection.nextEvent() {
            switch event {
            case .propertyChanged(atoms.activeWindow, of: connection.root): mayHaveChanged = true
            case .configured(connection.root), .configured(activeWindow): mayHaveChanged = true
            case .destroyed(managerWindow): throw connection.managerEnded
            case .destroyed(activeWindow):
                // The next window may get the same number, and is then to be asked for its events again. And not every
                // window manager (openbox, for the last window) says that none is active any more.
                activeWindow = 0
                mayHaveChanged = true
            case .propertyChanged, .configured, .destroyed, .other: break
            }
        }
        try connection.check()
    }

    private func currentFocus() -> Focus {
        follow(connection.values(of: atoms.activeWindow, on: connection.root, limit: 1).first ?? 0)
        guard activeWindow != 0 else { return .nowhere }
        var window = FocusedWindow(process: process(of: activeWindow), app: app(of: activeWindow))
        // Asked for last: with an answer, the window was there for the other questions, too. Without, it has vanished.
        window.rectangle = connection.rectangle(of: activeWindow)
        return window.rectangle == nil ? .nowhere : .window(window)
    }

    /// Moves and resizes of the active window are asked for before its place is, so that none is missed.
    private func follow(_ window: xcb_window_t) {
        guard window != activeWindow else { return }
        if activeWindow != 0 { connection.select(on: activeWindow) }
        if window != 0 { connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY, on: window) }
        activeWindow = window
    }

    private func process(of window: xcb_window_t) -> Int32? {
        if connection.namesProcesses { return connection.process(of: window) }
        let claimed = connection.values(of: atoms.process, on: window, limit: 1).first
        return claimed.flatMap { Int32(exactly: $0) }
    }

    private func app(of window: xcb_window_t) -> String? {
        // Longer than any class in use.
        let value = connection.bytes(of: xcb_atom_t(XCB_ATOM_WM_CLASS.rawValue), on: window, limit: 1024, format: 8)
        return X11WindowClass(value)?.name
    }
}
