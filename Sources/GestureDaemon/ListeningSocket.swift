internal import CSystemd
internal import Glibc

/// The Unix socket that clients connect to: handed over by the service manager, or bound here.
struct ListeningSocket: ~Copyable {
    enum Failure: Error, CustomStringConvertible {
        case pathTooLong(String)
        case notASocket(String)
        case inUse(String, by: String)
        case inheritedOther
        case inheritedSeveral(String)
        /// The default socket's folder is systemd's to make: a daemon started by hand wants a path of its own.
        case noDefault(SystemError)
        case system(SystemError)

        var description: String {
            switch self {
            case .pathTooLong(let path): "\(path): a socket's path has at most \(SocketAddress.longestPath) bytes"
            case .notASocket(let path): "\(path): is there and is no socket; it is left alone"
            case .inUse(let path, let process): "\(path): \(process) listens there already"
            case .inheritedOther: "the service manager's socket is no listening Unix stream socket (ListenStream=)"
            case .inheritedSeveral(let name):
                "the service manager handed over two sockets for \(name); one is served (a single ListenStream=, "
                    + "FileDescriptorName=focus for the focus sources')"
            case .noDefault(let error): "\(error); name another path with --socket"
            case .system(let error): "\(error)"
            }
        }
    }

    let descriptor: Int32
    /// What to remove at the end; nil where the service manager owns the path.
    private let created: (path: String, inode: UInt)?

    /// Takes over a socket that the service manager holds.
    init(inherited: Int32) throws(Failure) {
        guard sd_is_socket_unix(inherited, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else { throw .inheritedOther }
        descriptor = inherited
        created = nil
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Binds a socket of mode 0660. What a daemon that died left at the path is replaced.
    init(path: String) throws(Failure) {
        guard let address = SocketAddress(path: path) else { throw .pathTooLong(path) }
        let lock = FolderLock(around: path)
        try ListeningSocket.makeWay(path, address)
        do throws(SystemError) {
            descriptor = try ListeningSocket.listen(on: path, address)
            var status = stat()
            lstat(path, &status)
            created = (path, status.st_ino)
        } catch {
            throw path == Daemon.defaultSocket ? .noDefault(error) : .system(error)
        }
        _ = consume lock
    }

    private static func listen(on path: String, _ address: SocketAddress) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = try SystemError.checkErrno(socket(AF_UNIX, kind, 0), "create a socket")
        let mask = umask(0o117)
        let result = address.withPointer { bind(descriptor, $0, $1) == 0 ? Glibc.listen(descriptor, 128) : -1 }
        let code = errno
        umask(mask)
        guard result == 0 else {
            close(descriptor)
            throw SystemError(operation: "listen on \(path)", code: code)
        }
        return descriptor
    }

    /// Accepts one client, non-blocking and not inherited by anybody; nil when nobody waits.
    func accept() throws(SystemError) -> Int32? {
        let client = Glibc.accept(descriptor, nil, nil)
        guard client >= 0 else {
            if errno == EAGAIN || errno == EINTR || errno == ECONNABORTED { return nil }
            throw SystemError(operation: "accept a client", code: errno)
        }
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        return client
    }

    /// Removes the path if it is still the socket bound here: another daemon may have taken its place.
    deinit {
        close(descriptor)
        guard let created else { return }
        var status = stat()
        if lstat(created.path, &status) == 0, status.st_ino == created.inode { unlink(created.path) }
    }

    private static func makeWay(_ path: String, _ address: SocketAddress) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        defer { close(probe) }
        // EAGAIN is a listener whose backlog is full: as alive as one that accepts.
        if address.withPointer({ connect(probe, $0, $1) }) == 0 || errno == EAGAIN {
            throw .inUse(path, by: PeerCredentials(of: probe)?.processDescription ?? "another process")
        }
        guard errno == ECONNREFUSED else {
            throw .system(SystemError(operation: "find out who listens on \(path)", code: errno))
        }
        guard unlink(path) == 0 else {
            throw .system(SystemError(operation: "remove the stale socket \(path)", code: errno))
        }
    }
}
