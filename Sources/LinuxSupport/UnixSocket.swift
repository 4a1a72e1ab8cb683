internal import Glibc

/// Why a Unix socket cannot be connected or bound.
public enum UnixSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path is empty, longer than ``UnixSocket/maximumPathLength``, or contains a NUL.
    case invalidPath
    case system(Errno)

    public var description: String {
        switch self {
        case .invalidPath: "a socket's path has 1 to \(UnixSocket.maximumPathLength) bytes and no NUL"
        case .system(let code): "\(code)"
        }
    }
}

/// A Unix stream socket that owns its descriptor. Children do not inherit it (SOCK_CLOEXEC).
public struct UnixSocket: ~Copyable {
    public let descriptor: Int32

    /// The time for which connecting, sending and receiving may block.
    public enum Blocking: Hashable, Sendable {
        case never
        case always
        /// Each call returns after at most this number of seconds (SO_RCVTIMEO, SO_SNDTIMEO).
        case upTo(seconds: Int)
    }

    public enum Received: Hashable, Sendable {
        case bytes(Int)
        /// The peer sent nothing within the time for which a call may block.
        case nothing
        /// The peer has closed or reset the connection.
        case end
    }

    /// The longest path, in bytes. `sun_path` has 108 bytes, and the last must be NUL.
    public static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Takes ownership of an open socket.
    public init(adopting descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to a listener.
    ///
    /// If the listener's backlog is full, a blocking socket waits. A non-blocking socket waits, too, but only 50 ms,
    /// and then throws EAGAIN. It waits because waiting sockets are served in order. If it only retried, all other
    /// sockets could overtake it.
    public init(connectingTo path: String, blocking: Blocking) throws(UnixSocketError) {
        do throws(UnixSocketError) {
            descriptor = try Self.open(path, blocking) { connect($0, $1, $2) }
        } catch .system(Errno(EAGAIN)) where blocking == .never {
            descriptor = try Self.open(path, .always) { descriptor, address, length in
                Self.setTimeout(timeval(tv_sec: 0, tv_usec: 50_000), of: descriptor)
                return connect(descriptor, address, length)
            }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
    }

    /// Binds a path and listens on it, without blocking. The path must not exist.
    public init(listeningAt path: String, mode: UInt32, backlog: Int32 = 256) throws(UnixSocketError) {
        descriptor = try Self.open(path, .never) { descriptor, address, length in
            // Linux gives the file the descriptor's mode without the bits of the umask, so the file never has more
            // permissions than `mode`. The umask itself is not changed, because all threads share it.
            guard fchmod(descriptor, mode) == 0, bind(descriptor, address, length) == 0, chmod(path, mode) == 0 else {
                return -1
            }
            return listen(descriptor, backlog)
        }
    }

    /// - Parameter attach: Connects or binds the descriptor; returns 0 or sets `errno`.
    private static func open(
        _ path: String, _ blocking: Blocking, _ attach: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws(UnixSocketError) -> Int32 {
        let address = try SocketAddress(path)
        let flags = blocking == .never ? SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue : SOCK_CLOEXEC.rawValue
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
        guard descriptor >= 0 else { throw .system(.current) }
        if case .upTo(let seconds) = blocking { setTimeout(timeval(tv_sec: seconds, tv_usec: 0), of: descriptor) }
        guard address.withPointer({ attach(descriptor, $0, $1) }) == 0 else {
            let code = Errno.current
            close(descriptor)
            throw .system(code)
        }
        return descriptor
    }

    private static func setTimeout(_ timeout: timeval, of descriptor: Int32) {
        var timeout = timeout
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout.size(ofValue: timeout)))
        }
    }

    /// Accepts a client as a non-blocking socket.
    ///
    /// - Returns: nil if no client is waiting, if the client has already closed, or if a signal interrupted the call.
    public func accept() throws(Errno) -> UnixSocket? {
        let client = Glibc.accept(descriptor, nil, nil)
        guard client >= 0 else {
            let code = Errno.current
            if [EAGAIN, EINTR, ECONNABORTED].contains(code.rawValue) { return nil }
            throw code
        }
        // accept4 is not declared to Swift.
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        return UnixSocket(adopting: client)
    }

    /// Sends as many bytes as the peer accepts within the time for which a call may block.
    ///
    /// - Returns: The number of bytes sent; 0 also if the kernel currently has no memory for them.
    /// - Throws: EPIPE or ECONNRESET if the peer has closed the connection. The call raises no SIGPIPE.
    public func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
        while true {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return count }
            let code = Errno.current
            switch code.rawValue {
            case EINTR: continue
            case EAGAIN, ENOBUFS, ENOMEM: return 0
            default: throw code
            }
        }
    }

    public func send(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try bytes.span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try send(bytes) }
    }

    /// Receives as many bytes from the peer as fit into the buffer.
    ///
    /// The kernel closes descriptors that the peer passes.
    public func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Received {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            let code = Errno.current
            switch code.rawValue {
            case EINTR: continue
            case EAGAIN: return .nothing
            // A peer that is killed with unread input resets the connection.
            case ECONNRESET: return .end
            default: throw code
            }
        }
    }

    public func receive(into buffer: inout [UInt8]) throws(Errno) -> Received {
        var elements = buffer.mutableSpan
        var bytes = elements.mutableBytes
        return try bytes.withUnsafeMutableBytes { (buffer) throws(Errno) in try receive(into: buffer) }
    }
}

/// A `sockaddr_un` with a path.
private struct SocketAddress {
    private var address = sockaddr_un()

    init(_ path: String) throws(UnixSocketError) {
        let bytes = path.utf8
        guard 1...UnixSocket.maximumPathLength ~= bytes.count, !bytes.contains(0) else { throw .invalidPath }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
        withUnsafeBytes(of: address) { bytes in
            body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
    }
}
