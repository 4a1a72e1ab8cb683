internal import CXCB
internal import GestureModel
internal import Glibc

extension X11Connection {
    /// The 32-bit values of a property, at most `limit`; empty where the window has no such property.
    func values(of property: xcb_atom_t, on window: xcb_window_t, limit: Int) -> [UInt32] {
        bytes(of: property, on: window, limit: 4 * limit, format: 32).withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
    }

    /// A property's value, at most `limit` bytes; empty where the window has none of that format (8 or 32 bits).
    func bytes(of property: xcb_atom_t, on window: xcb_window_t, limit: Int, format: UInt8) -> [UInt8] {
        let xcb = library.xcb.pointee
        let anyType = xcb_atom_t(XCB_GET_PROPERTY_TYPE_ANY.rawValue)
        let cookie = xcb.get_property(connection, 0, window, property, anyType, 0, UInt32((limit + 3) / 4))
        guard let reply = xcb.get_property_reply(connection, cookie, nil) else { return [] }
        defer { free(reply) }
        let count = Int(xcb.get_property_value_length(reply))
        // The reply's own length counts what the server sent after its 32 bytes, in fours; trust no other.
        guard reply.pointee.format == format, 0...Int(reply.pointee.length) * 4 ~= count,
            let value = xcb.get_property_value(reply)
        else { return [] }
        return Array(UnsafeRawBufferPointer(start: value, count: count))
    }

    /// Where a window is, in fractions of the root window; it may hang over the edges.
    func rectangle(of window: xcb_window_t) -> Region? {
        guard let screen = size(of: root), let size = size(of: window) else { return nil }
        let xcb = library.xcb.pointee
        let cookie = xcb.translate_coordinates(connection, window, root, 0, 0)
        guard let origin = xcb.translate_coordinates_reply(connection, cookie, nil) else { return nil }
        defer { free(origin) }
        return Region(
            x: Double(origin.pointee.dst_x) / screen.dx, y: Double(origin.pointee.dst_y) / screen.dy,
            width: size.dx / screen.dx, height: size.dy / screen.dy)
    }

    private func size(of window: xcb_window_t) -> Vector? {
        let cookie = library.xcb.pointee.get_geometry(connection, window)
        guard let reply = library.xcb.pointee.get_geometry_reply(connection, cookie, nil) else { return nil }
        defer { free(reply) }
        guard reply.pointee.width > 0, reply.pointee.height > 0 else { return nil }
        return Vector(dx: Double(reply.pointee.width), dy: Double(reply.pointee.height))
    }

    /// Whether the server tells which process a window belongs to: the X-Resource extension 1.2, of 2010.
    func canNameProcesses() -> Bool {
        guard let resources = library.resources?.pointee,
            let extensionData = library.xcb.pointee.get_extension_data(connection, resources.id),
            extensionData.pointee.present != 0
        else { return false }
        let cookie = resources.res_query_version(connection, 1, 2)
        guard let reply = resources.res_query_version_reply(connection, cookie, nil) else { return false }
        defer { free(reply) }
        return (reply.pointee.server_major, reply.pointee.server_minor) >= (1, 2)
    }

    /// The process at the other end of the window's connection, as the kernel told the server.
    func process(of window: xcb_window_t) -> Int32? {
        guard let resources = library.resources?.pointee else { return nil }
        let mask = XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue
        var question = xcb_res_client_id_spec_t(client: window, mask: mask)
        let cookie = resources.res_query_client_ids(connection, 1, &question)
        guard let reply = resources.res_query_client_ids_reply(connection, cookie, nil) else { return nil }
        defer { free(reply) }
        // One answer: client, mask, length of the value in bytes, and the value.
        guard reply.pointee.num_ids > 0, reply.pointee.length >= 4,
            let answer = resources.res_query_client_ids_ids_iterator(reply).data,
            answer.pointee.spec.mask == mask, answer.pointee.length == 4,
            let value = resources.res_client_id_value_value(answer)?.pointee
        else { return nil }
        return Int32(exactly: value)
    }
}
