package import CXCB
internal import Glibc

/// A connection to an X server. Its queries wait for their answers.
///
/// A window may disappear at any time. A query about such a window returns nil or an empty array.
package final class X11Connection {
    package let display: String
    package let root: xcb_window_t
    package let library: X11Library
    package let connection: OpaquePointer

    /// - Throws: If there is no such server or screen, or the server refuses access (`XAUTHORITY` names the file with
    ///   the key).
    package init(display: String, library: X11Library) throws(DesktopFailure) {
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
        case XCB_CONN_CLOSED_PARSE_ERR: "invalid display name"
        case XCB_CONN_CLOSED_INVALID_SCREEN, 0: "no such screen"
        default: "no X server, or it refused access (XAUTHORITY)"
        }
    }

    package var descriptor: Int32 { library.xcb.pointee.get_file_descriptor(connection) }

    /// - Throws: If the server has closed the connection.
    package func check() throws(DesktopFailure) {
        guard library.xcb.pointee.connection_has_error(connection) == 0 else {
            throw DesktopFailure("X11 display \(display): connection closed")
        }
    }

    /// Makes the descriptor readable by sending a query whose answer is discarded.
    package func wake() {
        let xcb = library.xcb.pointee
        xcb.discard_reply(connection, xcb.get_input_focus(connection).sequence)
        _ = xcb.flush(connection)
    }

    package func atom(_ name: String) -> xcb_atom_t {
        let cookie = library.xcb.pointee.intern_atom(connection, 0, UInt16(name.utf8.count), name)
        guard let reply = library.xcb.pointee.intern_atom_reply(connection, cookie, nil) else { return 0 }
        defer { free(reply) }
        return reply.pointee.atom
    }

    /// Returns at most `limit` 32-bit values of a property; an empty array if the window lacks the property.
    package func values(of property: xcb_atom_t, on window: xcb_window_t, limit: Int) -> [UInt32] {
        bytes(of: property, on: window, limit: 4 * limit, format: 32).withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
    }

    /// Returns at most `limit` bytes, rounded up to a multiple of 4, of a property's value; an empty array if the
    /// window lacks a value of this format (8 or 32 bits).
    package func bytes(of property: xcb_atom_t, on window: xcb_window_t, limit: Int, format: UInt8) -> [UInt8] {
        let xcb = library.xcb.pointee
        let anyType = xcb_atom_t(XCB_GET_PROPERTY_TYPE_ANY.rawValue)
        let cookie = xcb.get_property(connection, 0, window, property, anyType, 0, UInt32((limit + 3) / 4))
        guard let reply = xcb.get_property_reply(connection, cookie, nil) else { return [] }
        defer { free(reply) }
        let count = Int(xcb.get_property_value_length(reply))
        // Only the length in the reply's header is reliable. It counts the words after the 32 bytes of the header.
        guard reply.pointee.format == format, 0...Int(reply.pointee.length) * 4 ~= count,
            let value = xcb.get_property_value(reply)
        else { return [] }
        return Array(UnsafeRawBufferPointer(start: value, count: count))
    }

    /// Returns the data of an extension; nil if the server lacks the extension.
    package func data(of id: OpaquePointer?) -> UnsafePointer<xcb_query_extension_reply_t>? {
        guard let data = library.xcb.pointee.get_extension_data(connection, id), data.pointee.present != 0 else {
            return nil
        }
        return data
    }
}
