import DesktopAccess
import Foundation
import Glibc

/// A compositor that keeps what a client asks for and shows nothing, on a thread of its own.
final class CompositorStandIn: @unchecked Sendable {
    /// What it does with the next surface.
    enum Conduct {
        case shows
        /// It closes the surface, as when its output goes.
        case closes
        /// It reports an error, after which it ends the connection.
        case refuses
        case hangsUp
    }

    let folder: String
    private let listener: Int32
    // Of the thread, and read by the test while it holds the condition.
    private let changed = NSCondition()
    private var connection: Int32 = -1
    private var surfaces: [UInt32] = []
    private var accepted = 0
    private var conduct = Conduct.shows

    private static let interfaces = [
        "wl_compositor", "wl_shm", "wp_viewporter", "zwlr_layer_shell_v1", "wl_seat", "wl_output",
    ]

    init() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compositor-\(UUID())").path
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/wayland-0".utf8.prefix(107)) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = withUnsafeBytes(of: address) { bytes in
            bind(listener, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        precondition(bound == 0 && listen(listener, 4) == 0)
        (self.folder, self.listener) = (folder, listener)
        Thread.detachNewThread { [weak self, listener] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                self?.serve(connection)
                close(connection)
            }
            // Not by the owner: another socket would get its number while this thread still accepts.
            close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    var environment: [String: String] { ["WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": folder] }

    /// How many surfaces are shown, and how many connections there have been.
    var state: (surfaces: Int, connections: Int) { changed.withLock { (surfaces.count, accepted) } }

    func setConduct(_ new: Conduct) { changed.withLock { conduct = new } }

    /// Ends the connection, as a compositor that crashes.
    func hangUp() { _ = changed.withLock { shutdown(connection, Int32(SHUT_RDWR)) } }

    /// Waits until there are as many surfaces; false if that takes longer than the slowest machine needs.
    func has(_ count: Int) -> Bool {
        changed.withLock {
            let limit = Date(timeIntervalSinceNow: 120)
            while surfaces.count != count { guard changed.wait(until: limit) else { return false } }
            return true
        }
    }

    private func update(_ change: () -> Void) {
        changed.withLock {
            change()
            changed.broadcast()
        }
    }

    private func serve(_ connection: Int32) {
        update { (self.connection, accepted) = (connection, accepted + 1) }
        var (framer, output) = (WaylandFramer(), UInt32(0))
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 {
            framer.append(buffer[..<count])
            while let message = try? framer.next() { answer(message, &output) }
        }
        update { (self.connection, surfaces) = (-1, []) }
    }

    private func answer(_ message: WaylandMessage, _ output: inout UInt32) {
        func word(_ index: Int) -> UInt32 { message.arguments[(4 * index)...].word(at: 0) }
        switch (message.object, message.opcode) {
        case (1, 1):
            for (name, interface) in Self.interfaces.enumerated() {
                send(2, 0, Self.words(UInt32(name)) + Self.text(interface) + Self.words(9))
            }
        case (1, 0): send(word(0), 0, Self.words(1))
        case (2, 0) where word(0) == 5:
            // It is the last word of a binding.
            output = word(message.arguments.count / 4 - 1)
            send(output, 0, Self.words(0, 0, 100, 60, 0) + Self.text("") + Self.text("") + Self.words(0))
            send(output, 1, Self.words(1, 1000, 600, 60))
            send(output, 4, Self.text("DP-1"))
            send(output, 2, [])
        // zwlr_layer_shell_v1.get_layer_surface has the surface, the output and the layer, and the name of the client.
        case (_, 0) where message.arguments.count == 4 * 4 + 4 + 12 && word(2) == output: add(word(0))
        case (_, 7): update { surfaces.removeAll { $0 == message.object } }
        default: break
        }
    }

    private func add(_ surface: UInt32) {
        update { surfaces.append(surface) }
        switch changed.withLock({ conduct }) {
        case .shows: send(surface, 0, Self.words(1, 30, 600))
        case .closes: send(surface, 1, [])
        case .refuses: send(1, 0, Self.words(surface, 2) + Self.text("no surfaces today"))
        case .hangsUp: hangUp()
        }
    }

    private func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [UInt8]) {
        let bytes = Self.words(object, UInt32(8 + arguments.count) << 16 | UInt32(opcode)) + arguments
        _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private static func words(_ words: UInt32...) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

    private static func text(_ text: String) -> [UInt8] {
        words(UInt32(text.utf8.count + 1)) + Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
    }
}
