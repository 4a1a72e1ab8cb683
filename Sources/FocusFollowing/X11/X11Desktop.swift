public import DesktopAccess
internal import CXCB
internal import GestureModel
internal import Glibc

/// The focus on X11, from the window manager: `_NET_ACTIVE_WINDOW` on the root window (EWMH 1.5).
///
/// The process is the peer of the window's connection, as reported by the server (X-Resource), because an app sets
/// `_NET_WM_PID` itself. That property is used only without X-Resource. The app is the class of `WM_CLASS`, and the
/// title is `_NET_WM_NAME` or else `WM_NAME`. The rectangle is that of the window without its frame, in fractions of
/// the output that shows the largest part of it. It may extend beyond 0…1, and changes when the window moves.
///
/// Menus and lockers that take the keyboard without becoming the active window are not reported. Queries wait for the
/// server's answers, so a client that grabs the server blocks ``process()``.
public final class X11Desktop: Desktop {
    public let name = "X11"

    private let connection: X11Connection
    private let atoms: X11Atoms
    /// nil if outputs are not reported, because the server lacks RandR 1.3 (of 2009) or libxcb-randr is not installed.
    private let randr: X11Randr?
    private lazy var reportsProcesses = connection.canReportProcesses()
    /// A window of the window manager, which exists as long as the window manager runs.
    private let managerWindow: xcb_window_t
    /// The outputs' rectangles, in pixels of the root window.
    private var layout = OutputLayout()
    private var activeWindow: xcb_window_t = 0
    private var mayHaveChanged = true
    private var lastFocus: DesktopFocus?

    /// Connects to the display in `DISPLAY`.
    ///
    /// - Throws: If libxcb is not installed, there is no server, or no window manager reports the active window.
    public convenience init(environment: [String: String]) throws(DesktopFailure) {
        try self.init(display: environment.value(of: "DISPLAY", for: "X11"), library: X11Library.installed.get())
    }

    init(display: String, library: X11Library) throws(DesktopFailure) {
        connection = try X11Connection(display: display, library: library)
        atoms = X11Atoms(connection)
        managerWindow = try connection.managerWindow(atoms)
        connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY, on: managerWindow)
        connection.select(XCB_EVENT_MASK_PROPERTY_CHANGE, XCB_EVENT_MASK_STRUCTURE_NOTIFY, on: connection.root)
        // The window manager may have exited before its events were selected.
        guard try connection.managerWindow(atoms) == managerWindow else { throw connection.managerExited }
        randr = X11Randr(connection)
        randr?.selectChanges()
        readOutputs()
        connection.wake()
    }

    public var descriptor: Int32 { connection.descriptor }

    public func process() throws(DesktopFailure) -> DesktopFocus? {
        var focus = lastFocus
        try handleEvents()
        while mayHaveChanged {
            mayHaveChanged = false
            focus = currentFocus()
            // libxcb may have read events while it waited for answers. The descriptor is no longer readable for these
            // events.
            try handleEvents()
        }
        return lastFocus.update(focus)
    }

    private func handleEvents() throws(DesktopFailure) {
        while let event = connection.nextEvent(firstOfRandr: randr?.firstEvent) {
            switch event {
            case .propertyChanged(atoms.activeWindow, of: connection.root): mayHaveChanged = true
            case .outputsChanged, .configured(connection.root):
                readOutputs()
                mayHaveChanged = true
            case .propertyChanged(atoms.title, of: activeWindow), .propertyChanged(X11Atoms.oldTitle, of: activeWindow):
                mayHaveChanged = true
            case .configured(activeWindow): mayHaveChanged = true
            case .destroyed(managerWindow): throw connection.managerExited
            case .destroyed(activeWindow):
                // Another window may get the same id, and then its events must be selected. Also, not every window
                // manager (openbox, for the last window) reports that no window is active.
                activeWindow = 0
                mayHaveChanged = true
            case .propertyChanged, .configured, .destroyed, .other: break
            }
        }
        try connection.check()
    }

    private func currentFocus() -> DesktopFocus {
        follow(connection.values(of: atoms.activeWindow, on: connection.root, limit: 1).first ?? 0)
        guard activeWindow != 0 else { return .nowhere }
        var window = FocusedWindow(
            process: process(of: activeWindow), app: app(of: activeWindow), title: title(of: activeWindow))
        // Queried last: if the server answers, the window still existed for the other queries.
        guard let root = connection.size(of: connection.root), let rectangle = connection.rectangle(of: activeWindow)
        else { return .nowhere }
        locate(rectangle, on: root, &window)
        return .window(window)
    }

    /// Sets the window's output and its rectangle there. If no output matches, for example without RandR, the rectangle
    /// is in fractions of the root window.
    private func locate(_ rectangle: Region, on root: Vector, _ window: inout FocusedWindow) {
        let output = layout.name(of: .place(rectangle))
        window.output = output.map(OutputReference.name)
        let place = output.flatMap(layout.place) ?? Region(x: 0, y: 0, width: root.dx, height: root.dy)
        window.rectangle = Region(
            x: (rectangle.x - place.x) / place.width, y: (rectangle.y - place.y) / place.height,
            width: rectangle.width / place.width, height: rectangle.height / place.height)
    }

    private func readOutputs() { if let randr { _ = layout.update(randr.read()) } }

    public func outputs(environment: [String: String]) throws(DesktopFailure) -> any OutputSource {
        try X11Outputs(environment: environment)
    }

    /// Selects the events for moves, resizes and titles of the window that becomes active, and no events of the
    /// previous one. Called before the queries, so that no change is missed.
    private func follow(_ window: xcb_window_t) {
        guard window != activeWindow else { return }
        if activeWindow != 0 { connection.select(on: activeWindow) }
        if window != 0 {
            connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY, XCB_EVENT_MASK_PROPERTY_CHANGE, on: window)
        }
        activeWindow = window
    }

    private func process(of window: xcb_window_t) -> Int32? {
        if reportsProcesses { return connection.process(of: window) }
        let claimed = connection.values(of: atoms.process, on: window, limit: 1).first
        return claimed.flatMap { Int32(exactly: $0) }
    }

    private func app(of window: xcb_window_t) -> String? {
        // No class in use has 1024 bytes.
        let value = connection.bytes(of: xcb_atom_t(XCB_ATOM_WM_CLASS.rawValue), on: window, limit: 1024, format: 8)
        return X11WindowClass(value)?.name
    }

    private func title(of window: xcb_window_t) -> String? {
        // `WM_NAME` of an old app may be in Latin-1 or another encoding. The pattern of an action then matches only the
        // ASCII characters of the title.
        for atom in [atoms.title, X11Atoms.oldTitle] {
            let bytes = connection.bytes(of: atom, on: window, limit: 1024, format: 8)
            if !bytes.isEmpty { return FocusedWindow.cut(String(decoding: bytes, as: UTF8.self)) }
        }
        return nil
    }
}

/// The server's numbers for the names of properties.
struct X11Atoms {
    let activeWindow: xcb_atom_t
    let supportingWindow: xcb_atom_t
    let supported: xcb_atom_t
    let process: xcb_atom_t
    let title: xcb_atom_t
    static let oldTitle = xcb_atom_t(XCB_ATOM_WM_NAME.rawValue)

    init(_ connection: X11Connection) {
        activeWindow = connection.atom("_NET_ACTIVE_WINDOW")
        supportingWindow = connection.atom("_NET_SUPPORTING_WM_CHECK")
        supported = connection.atom("_NET_SUPPORTED")
        process = connection.atom("_NET_WM_PID")
        title = connection.atom("_NET_WM_NAME")
    }
}

/// The class of a window's `WM_CLASS`, such as `Firefox` (ICCCM 4.1.2.5).
struct X11WindowClass: Equatable {
    let name: String

    /// Returns nil if there is no class.
    ///
    /// - Parameter property: The instance and the class, each with a zero at the end. Some apps omit the last zero.
    init?(_ property: [UInt8]) {
        let strings = property.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard strings.count >= 2, !strings[1].isEmpty else { return nil }
        // ICCCM requires Latin-1, but text that is valid UTF-8 most likely is UTF-8.
        let latin1 = String(String.UnicodeScalarView(strings[1].map(Unicode.Scalar.init)))
        name = String(validating: strings[1], as: UTF8.self) ?? latin1
    }
}

/// Windows, and the window manager.
extension X11Connection {
    /// Returns a window's rectangle, in pixels of the root window. It may extend beyond the edges.
    fileprivate func rectangle(of window: xcb_window_t) -> Region? {
        guard let size = size(of: window) else { return nil }
        let xcb = library.xcb.pointee
        let cookie = xcb.translate_coordinates(connection, window, root, 0, 0)
        guard let origin = xcb.translate_coordinates_reply(connection, cookie, nil) else { return nil }
        defer { free(origin) }
        return Region(
            x: Double(origin.pointee.dst_x), y: Double(origin.pointee.dst_y), width: size.dx, height: size.dy)
    }

    /// Returns true if the server reports the process of a window, with the X-Resource extension 1.2 of 2010.
    fileprivate func canReportProcesses() -> Bool {
        guard let resources = library.resources?.pointee, data(of: resources.id) != nil else { return false }
        let cookie = resources.res_query_version(connection, 1, 2)
        guard let reply = resources.res_query_version_reply(connection, cookie, nil) else { return false }
        defer { free(reply) }
        return (reply.pointee.server_major, reply.pointee.server_minor) >= (1, 2)
    }

    /// Returns the process at the other end of the window's connection. The server learns the process from the kernel.
    fileprivate func process(of window: xcb_window_t) -> Int32? {
        guard let resources = library.resources?.pointee else { return nil }
        let mask = XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue
        var query = xcb_res_client_id_spec_t(client: window, mask: mask)
        let cookie = resources.res_query_client_ids(connection, 1, &query)
        guard let reply = resources.res_query_client_ids_reply(connection, cookie, nil) else { return nil }
        defer { free(reply) }
        // The reply contains one answer: the client, the mask, the length of the value in bytes, and the value.
        guard reply.pointee.num_ids > 0, reply.pointee.length >= 4,
            let answer = resources.res_query_client_ids_ids_iterator(reply).data,
            answer.pointee.spec.mask == mask, answer.pointee.length == 4,
            let value = resources.res_client_id_value_value(answer)?.pointee
        else { return nil }
        return Int32(exactly: value)
    }

    fileprivate var managerExited: DesktopFailure {
        DesktopFailure("X11 display \(display): the window manager exited")
    }

    /// Returns the window of the running window manager. The properties of the root window and of that window itself
    /// must both name it, because the root's property alone could be left over from a manager that crashed.
    ///
    /// - Throws: If there is no window manager, or it does not support `_NET_ACTIVE_WINDOW`.
    fileprivate func managerWindow(_ atoms: X11Atoms) throws(DesktopFailure) -> xcb_window_t {
        guard let window = values(of: atoms.supportingWindow, on: root, limit: 1).first, window != 0,
            values(of: atoms.supportingWindow, on: window, limit: 1).first == window
        else {
            try check()
            throw DesktopFailure("X11 display \(display): no window manager (_NET_SUPPORTING_WM_CHECK is not set)")
        }
        guard values(of: atoms.supported, on: root, limit: 4096).contains(atoms.activeWindow) else {
            throw DesktopFailure("X11 display \(display): the window manager does not support _NET_ACTIVE_WINDOW")
        }
        return window
    }
}
