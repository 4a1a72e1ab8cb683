internal import CXCB
internal import DesktopAccess
internal import GestureModel
internal import Glibc

extension X11Connection {
    /// Returns the next event, or nil if no event has arrived.
    ///
    /// - Parameter firstOfRandr: The number of RandR's first event; nil if the server lacks RandR.
    func nextEvent(firstOfRandr: Int32?) -> X11Event? {
        guard let event = library.xcb.pointee.poll_for_event(connection) else { return nil }
        defer { free(event) }
        return X11Event(event, firstOfRandr: firstOfRandr)
    }

    /// Selects those events of a window that are in `mask`; no events if `mask` is empty.
    func select(_ mask: xcb_event_mask_t..., on window: xcb_window_t) {
        let values = [mask.reduce(0) { $0 | $1.rawValue }]
        // If the window has gone, the server sends an error, which arrives as an event and is ignored.
        _ = library.xcb.pointee.change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, values)
        _ = library.xcb.pointee.flush(connection)
    }

    func size(of window: xcb_window_t) -> Vector? {
        let cookie = library.xcb.pointee.get_geometry(connection, window)
        guard let reply = library.xcb.pointee.get_geometry_reply(connection, cookie, nil) else { return nil }
        defer { free(reply) }
        guard reply.pointee.width > 0, reply.pointee.height > 0 else { return nil }
        return Vector(dx: Double(reply.pointee.width), dy: Double(reply.pointee.height))
    }
}

/// The X events that this program uses.
enum X11Event: Equatable {
    case propertyChanged(xcb_atom_t, of: xcb_window_t)
    /// Moved or resized.
    case configured(xcb_window_t)
    case destroyed(xcb_window_t)
    /// An output was turned, moved, added or removed.
    case outputsChanged
    /// Other events, and errors.
    case other

    /// - Parameter firstOfRandr: The number of RandR's first event; nil if the server lacks RandR.
    init(_ event: UnsafePointer<xcb_generic_event_t>, firstOfRandr: Int32?) {
        // The highest bit marks events from other clients, such as a window manager's reports of moves.
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
