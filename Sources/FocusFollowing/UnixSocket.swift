internal import Glibc

/// A connected Unix stream socket, closed when it is let go of.
struct UnixSocket: ~Copyable {
    let descriptor: Int32

    enum Patience {
        /// Nothing waits.
        case none
        /// Each connecting, sending and receiving takes at most so many seconds.
        case seconds(Int)
    }

    init(path: String, patience: Patience) throws(IPCFailure) {
        var address = sockaddr_un()
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw IPCFailure("the path is too long for a socket")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = Self.open(patience)
        let connected = withUnsafeBytes(of: address) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard connected == 0 else {
            let code = errno
            close(descriptor)
            throw IPCFailure(code: code)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func open(_ patience: Patience) -> Int32 {
        guard case .seconds(let seconds) = patience else {
            return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
        }
        return descriptor
    }

    /// - Returns: How many bytes were taken; 0 where none are taken now.
    func send(_ bytes: [UInt8]) throws(IPCFailure) -> Int {
        while true {
            let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            case EPIPE, ECONNRESET: throw .ended
            case let code: throw IPCFailure(code: code)
            }
        }
    }

    /// Requests so short that a peer with no room for one has long stopped reading.
    func sendWhole(_ bytes: [UInt8]) throws(IPCFailure) {
        guard try send(bytes) == bytes.count else { throw IPCFailure("it takes no requests") }
    }

    enum Received {
        case bytes([UInt8])
        /// Nothing came in the time there was.
        case nothing
        case end
    }

    func receive() throws(IPCFailure) -> Received {
        while true {
            var code: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, count in
                let read = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                code = errno
                count = max(0, read)
                if read >= 0 { code = 0 }
            }
            switch code {
            case 0: return bytes.isEmpty ? .end : .bytes(bytes)
            case EINTR: continue
            case EAGAIN: return .nothing
            // A peer that was killed with our request unread resets the connection: that is its end, too.
            case ECONNRESET: return .end
            default: throw IPCFailure(code: code)
            }
        }
    }
}

extension UnixSocket {
    /// What has come of a stream that should not end; nil where nothing has.
    func receiveSome() throws(IPCFailure) -> [UInt8]? {
        switch try receive() {
        case .bytes(let bytes): return bytes
        case .nothing: return nil
        case .end: throw .ended
        }
    }
}

/// What is wrong with a connection, or with what came over it. Whoever knows the socket adds its name.
struct IPCFailure: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let ended = IPCFailure("it ended the connection")

    /// `code` is an errno.
    init(code: Int32) { description = String(cString: strerror(code)) }
}
