internal import DesktopAccess
internal import CXCB
internal import FocusFollowing
internal import Glibc

/// Presses keys on an X server through the extension XTEST. Each press and each check opens a connection. So the
/// current keymap is used, and an idle service reads no events.
struct XTestKeyboard: Keyboard {
    private let display: String
    private let names: XKBLibrary

    init(display: String, _ names: XKBLibrary) { (self.display, self.names) = (display, names) }

    func check(_ keys: KeyCombination) throws(ActionFailure) { _ = try XTestConnection(display, names).codes(of: keys) }

    func press(_ keys: KeyCombination) throws(ActionFailure) { try XTestConnection(display, names).press(keys) }
}

private final class XTestConnection {
    private let x11: X11Connection
    private let test: UnsafePointer<cxcb_test>
    private let names: XKBLibrary
    /// The key for each keysym. A key without shift is preferred. Among several such keys, the key with the lowest
    /// keycode is chosen.
    private var keys: [UInt32: (code: UInt8, needsShift: Bool)] = [:]

    /// The functions of libxcb-xtest, which stay loaded and do not change.
    private nonisolated(unsafe) static let functions = Result { () throws(ActionFailure) in
        guard let functions = cxcb_test_load("libxcb-xtest.so.0") else {
            throw ActionFailure("libxcb-xtest.so.0 cannot be loaded; on Debian, install the package libxcb-xtest0")
        }
        return functions
    }

    init(_ display: String, _ names: XKBLibrary) throws(ActionFailure) {
        self.names = names
        test = try Self.functions.get()
        do throws(DesktopFailure) {
            x11 = try X11Connection(display: display, library: X11Library.installed.get())
        } catch {
            throw ActionFailure("\(error)")
        }
        let version = test.pointee.test_get_version(x11.connection, 2, 2)
        guard let reply = test.pointee.test_get_version_reply(x11.connection, version, nil) else {
            throw ActionFailure("X11 display \(display): the server lacks the extension XTEST")
        }
        free(reply)
        readKeys()
    }

    private func readKeys() {
        let xcb = x11.library.xcb.pointee
        guard let setup = xcb.get_setup(x11.connection)?.pointee, setup.min_keycode <= setup.max_keycode else { return }
        // Fewer than 256, because keycodes begin at 8 (X11 core protocol, section 5).
        guard let count = UInt8(exactly: Int(setup.max_keycode) - Int(setup.min_keycode) + 1) else { return }
        let cookie = xcb.get_keyboard_mapping(x11.connection, setup.min_keycode, count)
        guard let reply = xcb.get_keyboard_mapping_reply(x11.connection, cookie, nil) else { return }
        defer { free(reply) }
        let columns = Int(reply.pointee.keysyms_per_keycode)
        guard let keysyms = xcb.get_keyboard_mapping_keysyms(reply), columns > 0,
            Int(reply.pointee.length) >= columns * Int(count)
        else { return }
        for level in 0..<min(columns, 2) {
            for index in 0..<Int(count) {
                let keysym = keysyms[index * columns + level]
                if keysym != 0, keys[keysym] == nil { keys[keysym] = (setup.min_keycode + UInt8(index), level == 1) }
            }
        }
    }

    /// Returns the keys to press, the modifiers first.
    func codes(of keys: KeyCombination) throws(ActionFailure) -> [UInt8] {
        guard let key = self.keys[try names.keysym(keys.key)] else {
            throw ActionFailure("the keymap has no key \(keys.key)")
        }
        let modifiers = keys.modifiers + (key.needsShift && !keys.modifiers.contains(.shift) ? [.shift] : [])
        var codes: [UInt8] = []
        for modifier in modifiers {
            guard let code = self.keys[try names.keysym(modifier.keysym)]?.code else {
                throw ActionFailure("the keymap has no modifier \(modifier.rawValue)")
            }
            codes.append(code)
        }
        return codes + [key.code]
    }

    func press(_ keys: KeyCombination) throws(ActionFailure) {
        let codes = try codes(of: keys)
        for code in codes { send(code, XCB_KEY_PRESS) }
        for code in codes.reversed() { send(code, XCB_KEY_RELEASE) }
        // The answer comes after the server has handled the keys.
        let xcb = x11.library.xcb.pointee
        free(xcb.get_input_focus_reply(x11.connection, xcb.get_input_focus(x11.connection), nil))
        do throws(DesktopFailure) { try x11.check() } catch { throw ActionFailure("\(error)") }
    }

    private func send(_ code: UInt8, _ type: Int32) {
        _ = test.pointee.test_fake_input(x11.connection, UInt8(type), code, 0, x11.root, 0, 0, 0)
    }
}
