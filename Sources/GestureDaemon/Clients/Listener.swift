internal import CSystemd
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// A listening Unix socket, passed by the service manager or bound here.
final class Listener {
    enum Failure: Error, CustomStringConvertible {
        case invalidPath(String)
        case notASocket(String)
        case inUse(String, by: String)
        case inheritedOther
        /// The variables for passed sockets (LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES) are invalid, or do not match the
        /// open descriptors.
        case inheritedWrong(Errno)
        case inheritedSeveral(String)
        /// The default path cannot be used. systemd creates its folder; a daemon that is started by hand needs another
        /// path.
        case noDefault(SystemError)
        case system(SystemError)

        var description: String {
            switch self {
            case .invalidPath(let path): "\(path): \(UnixSocketError.invalidPath)"
            case .notASocket(let path): "\(path): exists and is not a socket; not replaced"
            case .inUse(let path, let process): "\(path): \(process) is already listening; end it, or name another path"
            case .inheritedOther: "the service manager's socket is not a listening Unix stream socket (ListenStream=)"
            case .inheritedWrong(let code):
                "LISTEN_FDS or LISTEN_FDNAMES: expected how many sockets the service manager passed, and their names: \(code)"
            case .inheritedSeveral(let name):
                "the service manager passed two sockets for \(name); expected one (a single ListenStream=, "
                    + "FileDescriptorName=focus for the focus sources')"
            case .noDefault(let error): "\(error); choose another path with --socket"
            case .system(let error): "\(error)"
            }
        }
    }

    /// The role of its clients.
    let role: ClientSession.Role
    var source: EventLoop.Source?
    var descriptor: Int32 { socket.descriptor }

    private let socket: UnixSocket
    /// The path to remove at the end; nil if the service manager owns it.
    private let created: (path: String, inode: UInt)?

    static let defaultPath = "/run/gestured/gestured.sock"
    /// The service manager's name for the focus sources' socket (FileDescriptorName=). A socket with any other name is
    /// for subscribers.
    private static let focusName = "focus"

    /// Returns the sockets that the service manager passed. All must be served, because a client of a socket that is
    /// not served would wait for ever.
    static func inherited() throws(Failure) -> [Listener] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        defer { free(names) }
        guard count >= 0 else { throw .inheritedWrong(Errno(-count)) }
        var listeners: [Listener] = []
        for index in 0..<Int(count) {
            let name = names?[index]
            defer { free(name) }
            let role: ClientSession.Role = name.map { String(cString: $0) } == focusName ? .focusSource : .subscriber
            guard !listeners.contains(where: { $0.role == role }) else {
                throw .inheritedSeveral(role == .focusSource ? "focus sources" : "subscribers")
            }
            listeners.append(try Listener(inherited: SD_LISTEN_FDS_START + Int32(index), role))
        }
        return listeners
    }

    private init(inherited: Int32, _ role: ClientSession.Role) throws(Failure) {
        guard sd_is_socket_unix(inherited, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else { throw .inheritedOther }
        _ = fcntl(inherited, F_SETFL, fcntl(inherited, F_GETFL) | O_NONBLOCK)
        socket = UnixSocket(adopting: inherited)
        created = nil
        self.role = role
    }

    /// Binds a socket with mode 0660, and replaces one that a dead daemon left behind.
    init(path: String, _ role: ClientSession.Role) throws(Failure) {
        let lock = FolderLock(around: path)
        try Listener.removeStaleSocket(at: path)
        socket = try Listener.bind(path)
        _ = consume lock
        var status = stat()
        lstat(path, &status)
        created = (path, status.st_ino)
        self.role = role
    }

    /// Removes the path, unless another daemon has replaced the socket that was bound here.
    deinit {
        // The loop releases the descriptor before the socket closes it.
        source = nil
        guard let created else { return }
        var status = stat()
        if lstat(created.path, &status) == 0, status.st_ino == created.inode { unlink(created.path) }
    }

    /// Accepts a client. Returns nil if no client is waiting, if the client has already closed, or if a signal
    /// interrupted the call.
    func accept() throws(SystemError) -> UnixSocket? {
        do throws(Errno) {
            return try socket.accept()
        } catch {
            throw SystemError(operation: "accept a client", code: error)
        }
    }

    private static func bind(_ path: String) throws(Failure) -> UnixSocket {
        do throws(UnixSocketError) {
            return try UnixSocket(listeningAt: path, mode: 0o660)
        } catch {
            throw failure(error, "listen on \(path)", path)
        }
    }

    private static func removeStaleSocket(at path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        let process: String?
        do throws(UnixSocketError) {
            let probe = try UnixSocket(connectingTo: path, blocking: .never)
            process = Peer(of: probe.descriptor)?.processDescription
        } catch {
            switch error {
            // The backlog of a live listener is full, so its process is unknown.
            case .system(Errno(EAGAIN)): process = nil
            case .system(Errno(ECONNREFUSED)):
                guard unlink(path) == 0 else {
                    throw .system(SystemError(operation: "remove the stale socket \(path)", code: .current))
                }
                return
            default: throw failure(error, "find out who listens on \(path)", path)
            }
        }
        throw .inUse(path, by: process ?? "another process")
    }

    private static func failure(_ error: UnixSocketError, _ operation: String, _ path: String) -> Failure {
        guard case .system(let code) = error else { return .invalidPath(path) }
        let error = SystemError(operation: operation, code: code)
        return path == defaultPath ? .noDefault(error) : .system(error)
    }
}

/// Keeps two daemons that start at the same time from removing each other's socket. A socket that is being bound
/// refuses connections, like the stale socket of a dead daemon.
///
/// The lock is on the folder itself and leaves no file behind. A process that holds it for more than a second is not a
/// daemon, and the lock is then ignored.
private struct FolderLock: ~Copyable {
    private let descriptor: Int32

    init(around path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        for _ in 0..<100 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(10_000)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
