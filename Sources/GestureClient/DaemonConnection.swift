public import GestureProtocol
internal import Glibc

/// A connection to the daemon that blocks: what a command-line tool needs.
public final class DaemonConnection {
    public enum Failure: Error, CustomStringConvertible {
        case pathTooLong(String)
        case cannotConnect(String, code: Int32)
        case lost(code: Int32)
        case ended
        case notUnderstood(String)

        public var description: String {
            switch self {
            case .pathTooLong(let path): "\(path): too long for a socket's path"
            case .cannotConnect(let path, let code): "cannot connect to \(path): \(String(cString: strerror(code)))"
            case .lost(let code): "the connection was lost: \(String(cString: strerror(code)))"
            case .ended: "the daemon ended the connection"
            case .notUnderstood(let line): "the daemon said what is no message: \(line)"
            }
        }
    }

    public static let defaultPath = "/run/gestured/gestured.sock"

    private let descriptor: Int32
    private var framer = LineFramer(limit: 1024 * 1024)

    public init(path: String = DaemonConnection.defaultPath) throws(Failure) {
        var address = sockaddr_un()
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .pathTooLong(path) }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let connected = withUnsafeBytes(of: address) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard connected == 0 else {
            let code = errno
            close(descriptor)
            throw .cannotConnect(path, code: code)
        }
    }

    deinit { close(descriptor) }

    public func send(_ request: Request) throws(Failure) {
        var rest = request.encoded[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .lost(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// The next line, without its newline; nil at the end of the stream.
    public func nextLine() throws(Failure) -> [UInt8]? {
        while true {
            switch framer.next() {
            case .line(let line): return Array(line)
            case .tooLong: throw .notUnderstood("a line without end")
            case nil: guard try readMore() else { return nil }
            }
        }
    }

    private func readMore() throws(Failure) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            // A daemon that was killed with our request unread resets the connection: that is its end, too.
            if count == 0 || count < 0 && errno == ECONNRESET { return false }
            guard count > 0 else { throw .lost(code: errno) }
            buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            return true
        }
    }
}
