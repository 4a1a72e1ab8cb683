import Foundation
import Glibc

/// The service manager's end of sd_notify(3).
final class NotifySocket {
    let path: String
    private let descriptor: Int32
    private let directory = try! TemporaryDirectory()

    init() {
        path = directory.path("notify")
        descriptor = unixSocket(SOCK_DGRAM.rawValue, boundTo: path)
    }

    deinit { close(descriptor) }

    /// The assignments of the next message, such as `READY=1`; nil if none arrives in time.
    func next(within seconds: Double = timeout) -> [String]? {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, Int32(seconds * 1000)) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = max(0, read(descriptor, &buffer, buffer.count))
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits for a message with this assignment; false if none arrives in time.
    func receives(_ assignment: String) -> Bool {
        while let message = next() { if message.contains(assignment) { return true } }
        return false
    }
}

/// Binds a socket as another program than the daemon would.
func unixSocket(_ kind: __socket_type.RawValue, boundTo path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(kind | SOCK_CLOEXEC.rawValue), 0)
    let code = withUnsafeBytes(of: address) { bytes in
        bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, 110)
    }
    precondition(code == 0, "cannot bind \(path)")
    return descriptor
}
