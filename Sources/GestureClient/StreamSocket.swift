internal import Glibc

/// A connected Unix stream socket, closed when it is let go of.
struct StreamSocket: ~Copyable {
    let descriptor: Int32

    /// Connects. A Unix socket's `connect` is over at once either way; where the listener's queue is full it waits, or
    /// fails with EAGAIN where `isBlocking` is false.
    init(path: String, isBlocking: Bool) throws(ConnectionFailure) {
        var address = sockaddr_un()
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .pathTooLong(path) }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let flags = isBlocking ? SOCK_CLOEXEC.rawValue : SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
        let connected = withUnsafeBytes(of: address) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard connected == 0 else {
            let code = errno
            close(descriptor)
            throw .cannotConnect(path, code: code)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// How many bytes were taken; 0 where a socket that does not block takes none now.
    func send(_ bytes: ArraySlice<UInt8>) throws(ConnectionFailure) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            case let code: throw .lost(code: code)
            }
        }
    }

    enum Received {
        case bytes(Int)
        /// Nothing is there now; only where the socket does not block.
        case nothing
        case end
    }

    func receive(into buffer: inout [UInt8]) throws(ConnectionFailure) -> Received {
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            // A daemon that was killed with our request unread resets the connection: that is its end, too.
            case ECONNRESET: return .end
            case let code: throw .lost(code: code)
            }
        }
    }
}
