internal import DesktopAccess
internal import CXCB
internal import FocusFollowing
internal import Glibc
internal import LinuxSupport

/// Presses keys on an X server through the extension XTEST. Each press and each check opens a connection. So the
/// current keymap is used, and an idle service reads no events.
final class XTestKeyboard: Keyboard {
    private let display: String
    private let names: XKBLibrary
    private var held: [KeyCombination.Modifier] = []
    /// Releases the held keys if this process dies.
    private var guardian: XTestGuardian?

    init(display: String, _ names: XKBLibrary) { (self.display, self.names) = (display, names) }

    func check(_ keys: KeyCombination) throws(ActionFailure) { _ = try XTestConnection(display, names).codes(of: keys) }

    func press(_ keys: KeyCombination) throws(ActionFailure) {
        var keys = keys
        keys.modifiers.removeAll(where: held.contains)
        try XTestConnection(display, names).press(keys)
    }

    func hold(_ modifiers: [KeyCombination.Modifier]) throws(ActionFailure) {
        guard modifiers != held else { return }
        let connection = try XTestConnection(display, names)
        try connection.send(held.filter { !modifiers.contains($0) }, XCB_KEY_RELEASE)
        let codes = try connection.codes(of: modifiers)
        let earlier = guardian
        guardian = codes.isEmpty ? nil : try XTestGuardian(display, codes)
        earlier?.dismiss()
        try connection.send(modifiers.filter { !held.contains($0) }, XCB_KEY_PRESS)
        held = modifiers
    }
}

/// A process that releases keys when this process dies. An X server does not: it keeps them pressed.
private final class XTestGuardian {
    private let process: pid_t
    private let pipe: Int32

    init(_ display: String, _ codes: [UInt8]) throws(ActionFailure) {
        let ends: PipeEnds
        do throws(Errno) { ends = try PipeEnds() } catch { throw ActionFailure("keys not held: \(error)") }
        defer { close(ends.reader) }
        var launch = ProcessLaunch(
            ["/proc/self/exe", "actions", "guard-keys", "--display", display] + codes.map { "\($0)" })
        (launch.isInBackground, launch.input) = (true, ends.reader)
        do throws(Errno) {
            process = try launch.start()
        } catch {
            close(ends.writer)
            throw ActionFailure("keys not held: no process to release them: \(error)")
        }
        pipe = ends.writer
    }

    /// Ends the process. Called when the keys were released.
    func dismiss() {
        var byte: UInt8 = 1
        _ = write(pipe, &byte, 1)
        close(pipe)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
}

/// Releases the keys of a service that has died. For the command `gesturectl actions guard-keys`.
package enum HeldKeys {
    /// Waits for the end of the standard input, and then releases keys. A byte before the end means that they were
    /// released already. Run by the process that ``XTestGuardian`` starts.
    package static func guardKeys(_ codes: [UInt8], display: String) throws(ActionFailure) {
        // systemd ends what remains of a service that has died, while the keys are still down.
        signal(SIGTERM, SIG_IGN)
        var byte: UInt8 = 0
        var count: Int
        repeat { count = read(0, &byte, 1) } while count < 0 && errno == EINTR
        if count > 0 { return }
        try XTestConnection(display, XKBLibrary.installed.get()).release(codes)
    }
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
        return try codes(of: modifiers) + [key.code]
    }

    func codes(of modifiers: [KeyCombination.Modifier]) throws(ActionFailure) -> [UInt8] {
        var codes: [UInt8] = []
        for modifier in modifiers {
            guard let code = self.keys[try names.keysym(modifier.keysym)]?.code else {
                throw ActionFailure("the keymap has no modifier \(modifier.rawValue)")
            }
            codes.append(code)
        }
        return codes
    }

    /// - Parameter type: `XCB_KEY_PRESS` or `XCB_KEY_RELEASE`.
    func send(_ modifiers: [KeyCombination.Modifier], _ type: Int32) throws(ActionFailure) {
        for code in try codes(of: modifiers) { send(code, type) }
        try finish()
    }

    func release(_ codes: [UInt8]) throws(ActionFailure) {
        for code in codes { send(code, XCB_KEY_RELEASE) }
        try finish()
    }

    func press(_ keys: KeyCombination) throws(ActionFailure) {
        let codes = try codes(of: keys)
        for code in codes { send(code, XCB_KEY_PRESS) }
        for code in codes.reversed() { send(code, XCB_KEY_RELEASE) }
        try finish()
    }

    private func finish() throws(ActionFailure) {
        // The answer comes after the server has handled the keys.
        let xcb = x11.library.xcb.pointee
        free(xcb.get_input_focus_reply(x11.connection, xcb.get_input_focus(x11.connection), nil))
        do throws(DesktopFailure) { try x11.check() } catch { throw ActionFailure("\(error)") }
    }

    private func send(_ code: UInt8, _ type: Int32) {
        _ = test.pointee.test_fake_input(x11.connection, UInt8(type), code, 0, x11.root, 0, 0, 0)
    }
}
