internal import CXKB
package import GestureModel
internal import Glibc
internal import LinuxSupport

/// A connection to a compositor. It splits the compositor's bytes into messages.
package final class WaylandConnection {
    private let socket: DesktopSocket
    private var framer = WaylandFramer()

    /// - Throws: An error that names the socket.
    package init(path: String) throws(DesktopFailure) {
        socket = try DesktopSocket(path: path, desktop: "Wayland")
    }

    /// Returns the path of the socket to which apps connect: `WAYLAND_DISPLAY`, in `XDG_RUNTIME_DIR` unless it is an
    /// absolute path. As in libwayland, the default is `wayland-0`.
    package static func socketPath(_ environment: [String: String]) throws(DesktopFailure) -> String {
        let name = environment.value(of: "WAYLAND_DISPLAY") ?? "wayland-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw DesktopFailure("Wayland: XDG_RUNTIME_DIR, the folder of the socket \(name), is not set")
        }
        return "\(folder)/\(name)"
    }

    package var descriptor: Int32 { socket.descriptor }

    package func send(_ requests: [UInt8]) throws(DesktopFailure) {
        guard !requests.isEmpty else { return }
        try socket.sendAll(requests)
    }

    /// Sends requests that pass a file of `size` zero bytes in memory, of which one is `wl_shm.create_pool`.
    package func send(_ requests: [UInt8], withMemoryOf size: Int) throws(DesktopFailure) {
        let zeros = [UInt8](repeating: 0, count: size)
        let file = zeros.withUnsafeBytes { bytes in bytes.baseAddress.map { cxkb_memory_file($0, size) } ?? -1 }
        guard file >= 0 else { throw DesktopFailure("Wayland: no memory for a surface: \(Errno.current)") }
        defer { close(file) }
        let sent = requests.withUnsafeBytes { bytes in
            bytes.baseAddress.map { cxkb_send(descriptor, $0, bytes.count, file) } ?? -1
        }
        guard sent == requests.count else { throw DesktopFailure("Wayland: \(Errno.current)") }
    }

    /// Returns true when there is something to read, and false if that does not happen in time.
    package func isReadable(before deadline: Timestamp) throws(DesktopFailure) -> Bool {
        do {
            return try ReadyDescriptors.wait(for: descriptor, until: deadline)
        } catch {
            throw DesktopFailure("Wayland: \(error)")
        }
    }

    /// Handles the messages that have arrived. Reads only once, so that a compositor that keeps sending does not block
    /// the caller.
    package func receive(_ handle: (WaylandMessage) throws(DesktopFailure) -> Void) throws(DesktopFailure) {
        _ = try socket.receive { (bytes) throws(DesktopFailure) -> Void? in
            framer.append(bytes)
            while let message = try framer.next() { try handle(message) }
            return ()
        }
    }
}
