public import GestureProtocol
internal import Glibc

/// Why there is no connection to the daemon, or no longer.
public enum ConnectionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A socket's path has at most 107 bytes.
    case pathTooLong(String)
    /// `code` is the errno.
    case cannotConnect(String, code: Int32)
    /// It broke while it was used; `code` is the errno.
    case lost(code: Int32)
    /// The daemon closed the connection without a word: it stopped, or died.
    case ended
    /// The daemon closed the connection and said why, such as `overrun`.
    case refused(ErrorMessage)
    /// The daemon sent a line that is no message: its first 200 bytes.
    case notUnderstood(String)
    /// The daemon speaks a protocol that this client would misread.
    case unknownProtocol(Int, server: String)

    public var description: String {
        switch self {
        case .pathTooLong(let path): "\(path): too long for a socket's path"
        case .cannotConnect(let path, let code):
            "cannot connect to \(path): \(String(cString: strerror(code)))\(Self.advice(code))"
        case .lost(let code): "the connection was lost: \(String(cString: strerror(code)))"
        case .ended: "the daemon ended the connection"
        case .refused(let error): "the daemon ended the connection: \(error.message)"
        case .notUnderstood(let line): "the daemon said what is no message: \(line)"
        case .unknownProtocol(let number, let server):
            "\(server) speaks protocol \(number); this client knows \(Hello.currentProtocol)"
        }
    }

    /// What to do about a failure to connect; empty where the errno says it all.
    private static func advice(_ code: Int32) -> String {
        switch code {
        case ENOENT, ECONNREFUSED: "; is gestured running?"
        default: ""
        }
    }
}
