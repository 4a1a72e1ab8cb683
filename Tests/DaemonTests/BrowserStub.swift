import Glibc

/// A TCP connection to 127.0.0.1, which sends what a test wants.
final class BrowserStub {
    private let descriptor: Int32
    private(set) var received = ""
    private(set) var hasEnded = false

    /// nil if nothing listens on the port.
    init?(_ port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let isConnected = withUnsafeBytes(of: address) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count)) == 0
        }
        guard descriptor >= 0, isConnected else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// - Returns: False if the other end has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads until the condition holds or the other end has closed the connection.
    @discardableResult
    func reads(until condition: (BrowserStub) -> Bool) -> Bool {
        while !condition(self) {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard !hasEnded, poll(&polled, 1, Int32(timeout * 1000)) > 0 else { return false }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &buffer, buffer.count)
            hasEnded = count <= 0
            received += String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }
        return true
    }

    /// The first line of the answer, when it is complete.
    var status: String {
        reads { $0.hasEnded }
        return received.split(separator: "\r\n").first.map(String.init) ?? ""
    }
}
