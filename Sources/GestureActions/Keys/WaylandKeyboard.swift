internal import DesktopAccess
internal import CXKB
internal import FocusFollowing
internal import GestureModel
internal import Glibc
internal import LinuxSupport

/// A virtual keyboard (zwp_virtual_keyboard_v1) with the keymap of the user's layout.
final class WaylandKeyboard: Keyboard {
    private enum Object {
        static let seat = WaylandGlobals.Object.firstFree
        static let manager = seat + 1
        static let keyboard = seat + 2
        /// Only one callback waits at a time. So its id is used again after each answer.
        static let callback = seat + 3
    }

    /// Opcodes of zwp_virtual_keyboard_manager_v1 and zwp_virtual_keyboard_v1.
    private enum Request {
        static let createKeyboard: UInt16 = 0
        static let keymap: UInt16 = 0
        static let key: UInt16 = 1
        static let modifiers: UInt16 = 2
    }

    /// wl_keyboard's keymap format for XKB's text, and its states of a key.
    private static let xkbText: UInt32 = 1
    private static let released: UInt32 = 0
    private static let pressed: UInt32 = 1

    private static let seat: StaticString = "wl_seat"
    private static let manager: StaticString = "zwp_virtual_keyboard_manager_v1"

    private let path: String
    private let socket: UnixSocket
    private let keymap: Keymap
    /// The compositor releases these keys when the connection ends.
    private var held: [KeyCombination.Modifier] = []
    private var framer = WaylandFramer()
    private var globals = WaylandGlobals()
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// - Throws: If the compositor cannot be reached, does not answer, or does not support virtual keyboards.
    init(environment: [String: String], _ keymap: Keymap) throws(ActionFailure) {
        self.keymap = keymap
        do {
            path = try WaylandConnection.socketPath(environment)
            socket = try UnixSocket(connectingTo: path, blocking: .upTo(seconds: 2))
        } catch {
            throw ActionFailure("Wayland: \(error)")
        }
        try send(WaylandGlobals.requests)
        try wait(for: WaylandGlobals.Object.globalsEnd)
        guard let seat = globals.global(Self.seat), let manager = globals.global(Self.manager) else {
            throw ActionFailure("\(path): the compositor takes no keys: it lacks \(Self.manager)")
        }
        try send(WaylandGlobals.bind(seat, Self.seat, upTo: 1, to: Object.seat).request)
        try send(WaylandGlobals.bind(manager, Self.manager, upTo: 1, to: Object.manager).request)
        try send(WaylandRequest(to: Object.manager, Request.createKeyboard, Object.seat, Object.keyboard).bytes)
        try sendKeymap()
        try waitForCompositor()
    }

    private func sendKeymap() throws(ActionFailure) {
        let text = Array(keymap.text.utf8) + [0]
        let file = text.withUnsafeBytes { bytes in bytes.baseAddress.map { cxkb_memory_file($0, bytes.count) } ?? -1 }
        guard file >= 0 else { throw ActionFailure("no memory for the keymap: \(Errno.current)") }
        defer { close(file) }
        // The descriptor is passed along with the bytes.
        let request = WaylandRequest(to: Object.keyboard, Request.keymap, Self.xkbText, UInt32(text.count)).bytes
        let sent = request.withUnsafeBytes { bytes in
            bytes.baseAddress.map { cxkb_send(socket.descriptor, $0, bytes.count, file) } ?? -1
        }
        guard sent == request.count else { throw ActionFailure("\(path): \(Errno.current)") }
    }

    func check(_ keys: KeyCombination) throws(ActionFailure) { _ = try keymap.key(for: keys) }

    func press(_ keys: KeyCombination) throws(ActionFailure) {
        let key = try keymap.key(for: keys)
        let time = UInt32(truncatingIfNeeded: MonotonicClock.now.microseconds / 1000)
        // Wayland uses evdev's keycodes, which are 8 below XKB's.
        let code = key.code - 8
        let heldMask = try keymap.mask(of: held)
        try send(
            WaylandRequest(to: Object.keyboard, Request.modifiers, key.modifiers | heldMask, 0, 0, 0).bytes
                + WaylandRequest(to: Object.keyboard, Request.key, time, code, Self.pressed).bytes
                + WaylandRequest(to: Object.keyboard, Request.key, time, code, Self.released).bytes
                + WaylandRequest(to: Object.keyboard, Request.modifiers, heldMask, 0, 0, 0).bytes)
        try waitForCompositor()
    }

    /// Presses the modifiers' own keys as well, because window switchers wait for their release.
    func hold(_ modifiers: [KeyCombination.Modifier]) throws(ActionFailure) {
        guard modifiers != held else { return }
        let time = UInt32(truncatingIfNeeded: MonotonicClock.now.microseconds / 1000)
        var bytes: [UInt8] = []
        for (changed, state) in [
            (held.filter { !modifiers.contains($0) }, Self.released),
            (modifiers.filter { !held.contains($0) }, Self.pressed),
        ] {
            for modifier in changed {
                let key = try keymap.key(for: KeyCombination(modifier))
                bytes += WaylandRequest(to: Object.keyboard, Request.key, time, key.code - 8, state).bytes
            }
        }
        bytes += WaylandRequest(to: Object.keyboard, Request.modifiers, try keymap.mask(of: modifiers), 0, 0, 0).bytes
        held = modifiers
        try send(bytes)
        try waitForCompositor()
    }

    private func send(_ bytes: [UInt8]) throws(ActionFailure) {
        do throws(Errno) {
            guard try socket.send(bytes[...]) == bytes.count else { throw Errno(EAGAIN) }
        } catch {
            throw ActionFailure("\(path): \(error)")
        }
    }

    /// Waits until the compositor has handled all requests and reported errors.
    private func waitForCompositor() throws(ActionFailure) {
        try send(WaylandGlobals.sync(Object.callback))
        try wait(for: Object.callback)
    }

    /// Waits for the answer to a sync request.
    private func wait(for callback: UInt32) throws(ActionFailure) {
        do {
            while true {
                while let message = try framer.next() {
                    if message.object == callback { return }
                    if message.object < WaylandGlobals.Object.firstFree { _ = try globals.handle(message) }
                }
                guard case .bytes(let count) = try socket.receive(into: &buffer) else {
                    throw ActionFailure("\(path): the compositor does not answer")
                }
                framer.append(buffer[..<count])
            }
        } catch let failure as ActionFailure {
            throw failure
        } catch {
            throw ActionFailure("\(path): \(error)")
        }
    }
}
