internal import CXCB
internal import Glibc

/// A connection to an X server. Its questions wait for their answers.
///
/// Everything but the connection itself may vanish at any time: a question about a window that is no more has the
/// answer nil.
final class X11Connection {
    let display: String
    let root: xcb_window_t
    let library: X11Library
    let connection: OpaquePointer
    private(set) lazy var namesProcesses = canNameProcesses()

    /// - Throws: where no server answers, or it does not let us in (the `XAUTHORITY` of this process tells the key).
    init(display: String, library: X11Library) throws(DesktopFailure) {
        let xcb = library.xcb.pointee
        var screen: Int32 = 0
        guard let connection = xcb.connect(display, &screen) else {
            throw DesktopFailure("X11 display \(display): out of memory")
        }
        let error = xcb.connection_has_error(connection)
        guard error == 0, let root = X11Connection.root(of: connection, screen: screen, xcb) else {
            xcb.disconnect(connection)
            throw DesktopFailure("X11 display \(display): \(X11Connection.reason(for: error))")
        }
        (self.display, self.library, self.connection, self.root) = (display, library, connection, root)
    }

    deinit { library.xcb.pointee.disconnect(connection) }

    private static func root(of connection: OpaquePointer, screen: Int32, _ xcb: cxcb) -> xcb_window_t? {
        guard let setup = xcb.get_setup(connection) else { return nil }
        var screens = xcb.setup_roots_iterator(setup)
        for _ in 0..<max(screen, 0) where screens.rem > 0 { xcb.screen_next(&screens) }
        return screens.rem > 0 ? screens.data?.pointee.root : nil
    }

    private static func reason(for error: Int32) -> String {
        switch error {
        case XCB_CONN_CLOSED_PARSE_ERR: "that is no display's name"
        case XCB_CONN_CLOSED_INVALID_SCREEN, 0: "it has no such screen"
        default: "no X server answers there, or it refuses us (XAUTHORITY)"
        }
    }

    var descriptor: Int32 { library.xcb.pointee.get_file_descriptor(connection) }

    /// - Throws: where the server has gone.
    func check() throws(DesktopFailure) {
        guard library.xcb.pointee.connection_has_error(connection) == 0 else {
            throw DesktopFailure("X11 display \(display): the server ended the connection")
        }
    }

    /// The next event that has arrived; nil when there is none.
    func nextEvent() -> X11Event? {
        guard let event = library.xcb.pointee.poll_for_event(connection) else { return nil }
        defer { free(event) }
        return X11Event(event)
    }

    /// Makes the descriptor become readable, by a question whose answer nobody waits for.
    func wake() {
        let xcb = library.xcb.pointee
        xcb.discard_reply(connection, xcb.get_input_focus(connection).sequence)
        _ = xcb.flush(connection)
    }

    /// Asks for a window's events; none at all where `mask` is empty.
    func select(_ mask: xcb_event_mask_t..., on window: xcb_window_t) {
        let values = [mask.reduce(0) { $0 | $1.rawValue }]
        // A window that has vanished answers with an error, which arrives as an event and is passed over.
        _ = library.xcb.pointee.change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, values)
        _ = library.xcb.pointee.flush(connection)
    }

    func atom(_ name: String) -> xcb_atom_t {
        let cookie = library.xcb.pointee.intern_atom(connection, 0, UInt16(name.utf8.count), name)
        guard let reply = library.xcb.pointee.intern_atom_reply(connection, cookie, nil) else { return 0 }
        defer { free(reply) }
        return reply.pointee.atom
    }
}
