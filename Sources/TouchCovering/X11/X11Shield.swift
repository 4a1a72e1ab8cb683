internal import CXCB
internal import DesktopAccess
internal import FocusFollowing
internal import Glibc

/// A window without a picture above all others of an X server. What begins on it reaches no app.
final class X11Shield {
    private let connection: X11Connection
    private let window: xcb_window_t
    private let opcode: UInt8
    private var fingers: Set<UInt32> = []

    /// - Throws: If libxcb or its XInput is not installed, there is no server, or it lacks XInput 2.2.
    init(environment: [String: String]) throws(DesktopFailure) {
        connection = try X11Touches.connect(environment)
        // Its check of the version also tells the server that this client knows touches.
        guard X11Touchscreens(connection) != nil, let input = connection.library.input,
            let data = connection.data(of: input.pointee.id)
        else {
            throw X11Touches.lacksTouches(connection)
        }
        opcode = data.pointee.major_opcode
        let xcb = connection.library.xcb.pointee
        window = xcb.generate_id(connection.connection)
        // The window manager neither moves it nor gives it the focus.
        let values: [UInt32] = [1]
        _ = xcb.create_window(
            connection.connection, 0, window, connection.root, 0, 0, Self.size, Self.size, 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0, XCB_CW_OVERRIDE_REDIRECT.rawValue, values)
        connection.selectInput(X11Touches.touchMask, on: window, of: X11Touches.allMasters)
        _ = xcb.map_window(connection.connection, window)
        _ = xcb.configure_window(
            connection.connection, window, UInt16(XCB_CONFIG_WINDOW_STACK_MODE.rawValue),
            [XCB_STACK_MODE_ABOVE.rawValue])
        connection.wake()
    }

    /// More than any screen.
    private static let size: UInt16 = 32_767

    var descriptor: Int32 { connection.descriptor }
    var isTouched: Bool { !fingers.isEmpty }

    func remove() {
        _ = connection.library.xcb.pointee.destroy_window(connection.connection, window)
        _ = connection.library.xcb.pointee.flush(connection.connection)
        fingers = []
    }

    /// - Returns: True if all fingers that came down on it have lifted.
    /// - Throws: If the server has closed the connection.
    func process() throws(DesktopFailure) -> Bool {
        var hasLifted = false
        while let event = connection.library.xcb.pointee.poll_for_event(connection.connection) {
            defer { free(event) }
            switch X11TouchEvent(event, opcode: opcode) {
            case .began(let id, _, _, _, _): fingers.insert(id)
            case .ended(let id): if fingers.remove(id) != nil, fingers.isEmpty { hasLifted = true }
            default: break
            }
        }
        try connection.check()
        return hasLifted
    }
}
