internal import Glibc
internal import LinuxSupport

/// A TCP socket that listens on 127.0.0.1 alone.
struct LoopbackListener: ~Copyable {
    let port: UInt16
    var descriptor: Int32 { socket.descriptor }

    /// Accepting, sending and receiving are the same for every stream socket.
    private let socket: UnixSocket
    private let sockets: SocketTable

    /// - Parameter port: 0 for a free one.
    init(port: UInt16) throws(Errno) {
        let socket = try Self.open(port)
        // Together, because Swift 6.2 compiles no throw between them.
        self.port = UInt16(bigEndian: Self.name(of: socket.descriptor, getsockname).sin_port)
        self.socket = socket
        sockets = SocketTable()
    }

    /// With a long queue: a connection that does not fit is tried again after a second only.
    private static func open(_ port: UInt16) throws(Errno) -> UnixSocket {
        let descriptor = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .current }
        let socket = UnixSocket(adopting: descriptor)
        // Connections of a view that has just ended do not keep its port from the next one.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout.size(ofValue: isOn)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let isBound = withUnsafeBytes(of: address) { bytes in
            bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count)) == 0
        }
        guard isBound, listen(descriptor, 1024) == 0 else { throw .current }
        return socket
    }

    /// Accepts a browser, without blocking.
    ///
    /// - Returns: The connection and the user whose process made it; nil if none waits. The user is nil if the kernel
    ///   does not say, or the process has closed the connection.
    func accept() throws(Errno) -> Accepted? {
        guard let client = try socket.accept() else { return nil }
        let user = sockets.user(
            of: Self.name(of: client.descriptor, getpeername),
            connectedTo: Self.name(of: client.descriptor, getsockname))
        return Accepted(socket: client, user: user)
    }

    struct Accepted: ~Copyable {
        let socket: UnixSocket
        let user: UInt32?
    }

    private static func name(
        of descriptor: Int32,
        _ look: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
    ) -> sockaddr_in {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        withUnsafeMutableBytes(of: &address) { bytes in
            _ = look(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        return address
    }
}

/// The kernel's table of sockets, sock_diag(7): SO_PEERCRED does not exist for TCP.
private struct SocketTable: ~Copyable {
    // linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h are not declared to Swift.
    private static let family: Int32 = 16
    private static let diagnostics: Int32 = 4
    private static let byFamily: UInt16 = 20
    private static let request: UInt16 = 1
    private static let established: UInt8 = 1

    /// -1 on a kernel without the table.
    private let descriptor = Glibc.socket(
        family, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), diagnostics)

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the user of the socket with this address that is connected to `other`; nil if there is none.
    func user(of address: sockaddr_in, connectedTo other: sockaddr_in) -> UInt32? {
        var message: [UInt8] = []
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { message += $0 } }
        append(UInt32(72))
        append(Self.byFamily)
        append(Self.request)
        append(UInt64(0))
        message += [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0]
        append(UInt32.max)
        append(address.sin_port)
        append(other.sin_port)
        for end in [address, other] {
            append(end.sin_addr.s_addr)
            message += [UInt8](repeating: 0, count: 12)
        }
        append(UInt32(0))
        append(UInt64.max)
        guard send(descriptor, message, message.count, 0) == message.count else { return nil }
        var answer = [UInt8](repeating: 0, count: 1024)
        let count = recv(descriptor, &answer, answer.count, 0)
        // The header has 16 bytes. In the message, the state is the second byte, and the user is behind the addresses
        // and three numbers. The kernel no longer knows the user of a connection that its process has closed.
        guard count >= 84 else { return nil }
        return answer.withUnsafeBytes { bytes in
            guard bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self) == Self.byFamily,
                bytes[17] == Self.established
            else { return nil }
            return bytes.loadUnaligned(fromByteOffset: 80, as: UInt32.self)
        }
    }
}
