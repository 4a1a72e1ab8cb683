internal import CXCB

/// What of an X event is of use here.
enum X11Event: Equatable {
    case propertyChanged(xcb_atom_t, of: xcb_window_t)
    /// Moved or resized.
    case configured(xcb_window_t)
    case destroyed(xcb_window_t)
    /// Any other, and errors.
    case other

    init(_ event: UnsafePointer<xcb_generic_event_t>) {
        // The highest bit says that another client sent the event: window managers tell of moves that way.
        let type = Int32(event.pointee.response_type & 0x7F)
        let bytes = UnsafeRawPointer(event)
        switch type {
        case XCB_PROPERTY_NOTIFY:
            let event = bytes.load(as: xcb_property_notify_event_t.self)
            self = .propertyChanged(event.atom, of: event.window)
        case XCB_CONFIGURE_NOTIFY: self = .configured(bytes.load(as: xcb_configure_notify_event_t.self).window)
        case XCB_DESTROY_NOTIFY: self = .destroyed(bytes.load(as: xcb_destroy_notify_event_t.self).window)
        default: self = .other
        }
    }
}
