package import CXCB
internal import GestureModel
internal import Glibc

/// A connection to an X server. Its queries wait for their answers.
///
/// A window may disappear at any time: a query about a window that is gone returns nil.
package final class X11Connection {
    let display: String
    package let root: xcb_window_t
    package let library: X11Library
    package let connection: OpaquePointer
    private(set) lazy var reportsProcesses = canReportProcesses()
    /// nil if the server does not report outputs: it has no RandR 1.3, of 2009.
    private(set) lazy var outputs = X11Randr(self)

    /// - Throws: If there is no server, or it refuses access (`XAUTHORITY` names the file with the key).
    package init(display: String, library: X11Library) throws(FocusFailure) {
        let xcb = library.xcb.pointee
        var screen: Int32 = 0
        guard let connection = xcb.connect(display, &screen) else {
            throw FocusFailure("X11 display \(display): out of memory")
        }
        let error = xcb.connection_has_error(connection)
        guard error == 0, let root = X11Connection.root(of: connection, screen: screen, xcb) else {
            xcb.disconnect(connection)
            throw FocusFailure("X11 display \(display): \(X11Connection.reason(for: error))")
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
        case XCB_CONN_CLOSED_PARSE_ERR: "invalid display name"
        case XCB_CONN_CLOSED_INVALID_SCREEN, 0: "no such screen"
        default: "no X server, or it refused access (XAUTHORITY)"
        }
    }

    var descriptor: Int32 { library.xcb.pointee.get_file_descriptor(connection) }

    /// - Throws: If the server has closed the connection.
    package func check() throws(FocusFailure) {
        guard library.xcb.pointee.connection_has_error(connection) == 0 else {
            throw FocusFailure("X11 display \(display): connection closed")
        }
    }

    /// Returns the next event, or nil if no event has arrived.
    func nextEvent() -> X11Event? {
        guard let event = library.xcb.pointee.poll_for_event(connection) else { return nil }
        defer { free(event) }
        return X11Event(event, firstOfRandr: outputs?.firstEvent)
    }

    /// Makes the descriptor readable, with a query whose answer is discarded.
    func wake() {
        let xcb = library.xcb.pointee
        xcb.discard_reply(connection, xcb.get_input_focus(connection).sequence)
        _ = xcb.flush(connection)
    }

    /// Selects the events of a window; none if `mask` is empty.
    func select(_ mask: xcb_event_mask_t..., on window: xcb_window_t) {
        let values = [mask.reduce(0) { $0 | $1.rawValue }]
        // For a window that is gone, the server sends an error, which arrives as an event and is ignored.
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

// MARK: - Windows

extension X11Connection {
    /// Returns the 32-bit values of a property, at most `limit`; none if the window lacks the property.
    func values(of property: xcb_atom_t, on window: xcb_window_t, limit: Int) -> [UInt32] {
        bytes(of: property, on: window, limit: 4 * limit, format: 32).withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
    }

    /// Returns a property's value, at most `limit` bytes; none if the window lacks a value of that format (8 or 32 bits).
    func bytes(of property: xcb_atom_t, on window: xcb_window_t, limit: Int, format: UInt8) -> [UInt8] {
        let xcb = library.xcb.pointee
        let anyType = xcb_atom_t(XCB_GET_PROPERTY_TYPE_ANY.rawValue)
        let cookie = xcb.get_property(connection, 0, window, property, anyType, 0, UInt32((limit + 3) / 4))
        guard let reply = xcb.get_property_reply(connection, cookie, nil) else { return [] }
        defer { free(reply) }
        let count = Int(xcb.get_property_value_length(reply))
        // Only the reply's own length is reliable: it counts the words that the server sent after its 32 bytes.
        guard reply.pointee.format == format, 0...Int(reply.pointee.length) * 4 ~= count,
            let value = xcb.get_property_value(reply)
        else { return [] }
        return Array(UnsafeRawBufferPointer(start: value, count: count))
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

    /// Returns nil if the server lacks the extension.
    func data(of id: OpaquePointer?) -> UnsafePointer<xcb_query_extension_reply_t>? {
        guard let data = library.xcb.pointee.get_extension_data(connection, id), data.pointee.present != 0 else {
            return nil
        }
        return data
    }

    /// True if the server reports the process of a window: the X-Resource extension 1.2, of 2010.
    private func canReportProcesses() -> Bool {
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
}

// MARK: - Window managers

extension X11Connection {
    var managerExited: FocusFailure { FocusFailure("X11 display \(display): the window manager exited") }

    /// Returns the window of the running window manager. The root window names it, and it names itself: the root's property
    /// alone could be left over from a manager that crashed.
    ///
    /// - Throws: If there is no window manager, or it does not support `_NET_ACTIVE_WINDOW`.
    func managerWindow(_ atoms: X11Atoms) throws(FocusFailure) -> xcb_window_t {
        guard let window = values(of: atoms.supportingWindow, on: root, limit: 1).first, window != 0,
            values(of: atoms.supportingWindow, on: window, limit: 1).first == window
        else {
            try check()
            throw FocusFailure("X11 display \(display): no window manager (_NET_SUPPORTING_WM_CHECK is not set)")
        }
        guard values(of: atoms.supported, on: root, limit: 4096).contains(atoms.activeWindow) else {
            throw FocusFailure("X11 display \(display): the window manager does not support _NET_ACTIVE_WINDOW")
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

/// The functions of libxcb and libxcb-res. They are loaded at the first use, so that a machine without X11 needs neither.
package final class X11Library: @unchecked Sendable {
    package let xcb: UnsafePointer<cxcb>
    /// nil if libxcb-res is not installed.
    let resources: UnsafePointer<cxcb_res>?
    /// nil if libxcb-randr is not installed.
    let randr: UnsafePointer<cxcb_randr>?
    /// nil if libxcb-xinput is not installed.
    let input: UnsafePointer<cxcb_input>?

    package static let installed = Result { () throws(FocusFailure) in
        try X11Library(
            xcb: "libxcb.so.1", resources: "libxcb-res.so.0", randr: "libxcb-randr.so.0", input: "libxcb-xinput.so.0")
    }

    /// - Throws: If the library `xcb` does not exist or lacks a function.
    init(
        xcb: String, resources: String, randr: String = "", input: String = ""
    ) throws(FocusFailure) {
        guard let functions = cxcb_load(xcb) else {
            throw FocusFailure(
                "X11: \(xcb) cannot be loaded; on Debian, install the package libxcb1",
                command: "sudo apt install libxcb1")
        }
        self.xcb = functions
        self.resources = cxcb_res_load(resources)
        // An empty name would be this program.
        self.randr = randr.isEmpty ? nil : cxcb_randr_load(randr)
        self.input = input.isEmpty ? nil : cxcb_input_load(input)
    }

    deinit {
        free(UnsafeMutablePointer(mutating: xcb))
        free(resources.map { UnsafeMutablePointer(mutating: $0) })
        free(randr.map { UnsafeMutablePointer(mutating: $0) })
        free(input.map { UnsafeMutablePointer(mutating: $0) })
    }
}
