internal import CXCB
internal import DesktopAccess
internal import GestureModel
internal import Glibc

/// Windows, and the window manager.
extension X11Connection {
    /// Returns the next event, or nil if no event has arrived.
    ///
    /// - Parameter firstOfRandr: The number of RandR's first event; nil if the server lacks it.
    func nextEvent(firstOfRandr: Int32?) -> X11Event? {
        guard let event = library.xcb.pointee.poll_for_event(connection) else { return nil }
        defer { free(event) }
        return X11Event(event, firstOfRandr: firstOfRandr)
    }

    /// Selects the events of a window; none if `mask` is empty.
    func select(_ mask: xcb_event_mask_t..., on window: xcb_window_t) {
        let values = [mask.reduce(0) { $0 | $1.rawValue }]
        // For a window that is gone, the server sends an error, which arrives as an event and is ignored.
        _ = library.xcb.pointee.change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, values)
        _ = library.xcb.pointee.flush(connection)
    }

    /// Returns a window's rectangle, in pixels of the root window. It may extend beyond the edges.
    func rectangle(of window: xcb_window_t) -> Region? {
        guard let size = size(of: window) else { return nil }
        let xcb = library.xcb.pointee
        let cookie = xcb.translate_coordinates(connection, window, root, 0, 0)
        guard let origin = xcb.translate_coordinates_reply(connection, cookie, nil) else { return nil }
        defer { free(origin) }
        return Region(
            x: Double(origin.pointee.dst_x), y: Double(origin.pointee.dst_y), width: size.dx, height: size.dy)
    }

    func size(of window: xcb_window_t) -> Vector? {
        let cookie = library.xcb.pointee.get_geometry(connection, window)
        guard let reply = library.xcb.pointee.get_geometry_reply(connection, cookie, nil) else { return nil }
        defer { free(reply) }
        guard reply.pointee.width > 0, reply.pointee.height > 0 else { return nil }
        return Vector(dx: Double(reply.pointee.width), dy: Double(reply.pointee.height))
    }

    /// True if the server reports the process of a window: the X-Resource extension 1.2, of 2010.
    func canReportProcesses() -> Bool {
        guard let resources = library.resources?.pointee, data(of: resources.id) != nil else { return false }
        let cookie = resources.res_query_version(connection, 1, 2)
        guard let reply = resources.res_query_version_reply(connection, cookie, nil) else { return false }
        defer { free(reply) }
        return (reply.pointee.server_major, reply.pointee.server_minor) >= (1, 2)
    }

    /// Returns the process at the other end of the window's connection, which the server has from the kernel.
    func process(of window: xcb_window_t) -> Int32? {
        guard let resources = library.resources?.pointee else { return nil }
        let mask = XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue
        var query = xcb_res_client_id_spec_t(client: window, mask: mask)
        let cookie = resources.res_query_client_ids(connection, 1, &query)
        guard let reply = resources.res_query_client_ids_reply(connection, cookie, nil) else { return nil }
        defer { free(reply) }
        // One answer: the client, the mask, the length of the value in bytes, and the value.
        guard reply.pointee.num_ids > 0, reply.pointee.length >= 4,
            let answer = resources.res_query_client_ids_ids_iterator(reply).data,
            answer.pointee.spec.mask == mask, answer.pointee.length == 4,
            let value = resources.res_client_id_value_value(answer)?.pointee
        else { return nil }
        return Int32(exactly: value)
    }

    var managerExited: DesktopFailure { DesktopFailure("X11 display \(display): the window manager exited") }

    /// Returns the window of the running window manager. The root window names it, and it names itself: the root's property
    /// alone could be left over from a manager that crashed.
    ///
    /// - Throws: If there is no window manager, or it does not support `_NET_ACTIVE_WINDOW`.
    func managerWindow(_ atoms: X11Atoms) throws(DesktopFailure) -> xcb_window_t {
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

/// An X event, as far as this program uses it.
enum X11Event: Equatable {
    case propertyChanged(xcb_atom_t, of: xcb_window_t)
    /// Moved or resized.
    case configured(xcb_window_t)
    case destroyed(xcb_window_t)
    /// An output was turned, moved, added or removed.
    case outputsChanged
    /// Other events, and errors.
    case other

    /// - Parameter firstOfRandr: The number of RandR's first event; nil if the server lacks it.
    init(_ event: UnsafePointer<xcb_generic_event_t>, firstOfRandr: Int32?) {
        // The highest bit marks events of other clients: window managers report moves that way.
        let type = Int32(event.pointee.response_type & 0x7F)
        let bytes = UnsafeRawPointer(event)
        switch type {
        case XCB_PROPERTY_NOTIFY:
            let event = bytes.load(as: xcb_property_notify_event_t.self)
            self = .propertyChanged(event.atom, of: event.window)
        case XCB_CONFIGURE_NOTIFY: self = .configured(bytes.load(as: xcb_configure_notify_event_t.self).window)
        case XCB_DESTROY_NOTIFY: self = .destroyed(bytes.load(as: xcb_destroy_notify_event_t.self).window)
        default:
            // RandR's first two events are RRScreenChangeNotify and RRNotify.
            let isOfRandr = firstOfRandr.map { $0...$0 + 1 ~= type } ?? false
            self = isOfRandr ? .outputsChanged : .other
        }
    }
}
