internal import CXCB
internal import GestureModel

/// What an X server reports about touches.
enum X11TouchEvent: Hashable {
    /// - Parameters:
    ///   - stamp: The server's time, in milliseconds.
    ///   - movesPointer: True if apps that know no touches receive a click.
    case began(id: UInt32, device: UInt16, position: Point, stamp: UInt32, movesPointer: Bool)
    /// The touch is over for this client, which has rejected it, or whose finger has lifted.
    case ended(id: UInt32)
    /// The finger has lifted. Reported also for touches that another client receives.
    case lifted(id: UInt32, stamp: UInt32)
    /// Devices have come or gone, or are on or off.
    case devicesChanged
    /// A window of this client has moved.
    case moved(window: UInt32)

    /// Returns nil for every other event, and for one that is too short.
    ///
    /// - Parameters:
    ///   - event: An event of at least 32 bytes, and, if it is of an extension, of as many as it says.
    ///   - opcode: XInput's.
    init?(_ event: UnsafeRawPointer, opcode: UInt8) {
        let header = event.loadUnaligned(as: xcb_generic_event_t.self)
        if Int32(header.response_type & 0x7F) == XCB_CONFIGURE_NOTIFY {
            self = .moved(window: event.loadUnaligned(as: xcb_configure_notify_event_t.self).window)
            return
        }
        guard Int32(header.response_type & 0x7F) == XCB_GE_GENERIC else { return nil }
        let generic = event.loadUnaligned(as: xcb_ge_generic_event_t.self)
        guard generic.extension == opcode else { return nil }
        switch Int32(generic.event_type) {
        case XCB_INPUT_TOUCH_BEGIN:
            guard generic.hasSize(of: xcb_input_touch_begin_event_t.self) else { return nil }
            let touch = event.loadUnaligned(as: xcb_input_touch_begin_event_t.self)
            let position = Point(x: Double(touch.root_x) / 65536, y: Double(touch.root_y) / 65536)
            self = .began(
                id: touch.detail, device: touch.sourceid, position: position, stamp: touch.time,
                movesPointer: touch.flags & XCB_INPUT_TOUCH_EVENT_FLAGS_TOUCH_EMULATING_POINTER.rawValue != 0)
        // The beginnings of these two are the same.
        case XCB_INPUT_TOUCH_END:
            self = .ended(id: event.loadUnaligned(as: xcb_input_raw_touch_begin_event_t.self).detail)
        case XCB_INPUT_RAW_TOUCH_END:
            let touch = event.loadUnaligned(as: xcb_input_raw_touch_begin_event_t.self)
            self = .lifted(id: touch.detail, stamp: touch.time)
        case XCB_INPUT_HIERARCHY: self = .devicesChanged
        default: return nil
        }
    }
}

extension xcb_ge_generic_event_t {
    /// libxcb inserts a word after the first 32 bytes, from which the length counts.
    fileprivate func hasSize<Event>(of: Event.Type) -> Bool {
        UInt64(length) * 4 + 36 >= UInt64(MemoryLayout<Event>.size)
    }
}
