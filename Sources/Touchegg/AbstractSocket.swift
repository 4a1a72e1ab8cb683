internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// A Unix socket with a name in the abstract namespace, which has no permissions: every local process can connect to it,
/// and binds it if no other process has.
struct AbstractSocket {
    let name: String
    private var address = sockaddr_un()

    /// - Throws: ENAMETOOLONG if the name is too long.
    init(name: String) throws(Errno) {
        self.name = name
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8)
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { throw Errno(ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Binds the name and listens, without blocking.
    ///
    /// - Throws: EADDRINUSE if another process has bound the name, or another error of the socket.
    func listen() throws(Errno) -> Int32 {
        let listener = try open { bind($0, $1, $2) }
        guard Glibc.listen(listener, 16) == 0 else {
            let code = Errno.current
            close(listener)
            throw code
        }
        return listener
    }

    /// The user of the process that listens (SO_PEERCRED); nil if none does, or it accepts no connection.
    var owner: uid_t? {
        guard let connected = try? open({ connect($0, $1, $2) }) else { return nil }
        defer { close(connected) }
        return PeerBus.user(of: connected)
    }

    private func open(_ attach: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32) throws(Errno) -> Int32 {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .current }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let isAttached = withUnsafeBytes(of: address) { bytes in
            attach(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length) == 0
        }
        guard isAttached else {
            let code = Errno.current
            close(descriptor)
            throw code
        }
        return descriptor
    }
}
