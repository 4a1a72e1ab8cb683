public import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// Why there is no connection to the daemon.
public enum ConnectionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of a socket must have 1 to 107 bytes.
    case invalidPath(String)
    /// `code` is the errno.
    case cannotConnect(String, code: Int32)
    /// The connection broke; `code` is the errno.
    case lost(code: Int32)
    /// The daemon closed the connection without an error message: it stopped, or crashed.
    case ended
    /// The daemon closed the connection with an error, such as `overrun`.
    case refused(ErrorMessage)
    /// The daemon sent something that is not a valid message; the value is the first 200 bytes of the line, or
    /// describes what is wrong.
    case notUnderstood(String)
    /// The daemon speaks a protocol that this client would misread.
    case unknownProtocol(Int, server: String)

    public var description: String {
        switch self {
        case .invalidPath(let path): "\(path): \(UnixSocketError.invalidPath)"
        case .cannotConnect(let path, let code):
            "cannot connect to \(path): \(Errno(code))\(Self.advice(code))"
        case .lost(let code): "connection lost: \(Errno(code))"
        case .ended: "the daemon closed the connection"
        case .refused(let error): "the daemon closed the connection: \(error.message)"
        case .notUnderstood(let line): "the daemon sent an invalid message: \(line.escapingControls)"
        case .unknownProtocol(let number, let server):
            "\(server) speaks protocol \(number); this client supports protocol \(Hello.currentProtocol): update "
                + (number > Hello.currentProtocol ? "it" : "gestured")
        }
    }

    /// True if the daemon closed the connection because a request was too long.
    var isTooLongLine: Bool {
        if case .refused(let error) = self { error.errorCode == .lineTooLong } else { false }
    }

    static func notUnderstood(line: some Collection<UInt8>) -> ConnectionFailure {
        .notUnderstood(String(decoding: line.prefix(200), as: UTF8.self) + (line.count > 200 ? "\u{2026}" : ""))
    }

    /// Returns advice after a failure to connect; empty if the errno is clear enough.
    private static func advice(_ code: Int32) -> String {
        switch code {
        case ENOENT, ECONNREFUSED: "; is gestured running?"
        default: ""
        }
    }
}

extension UnixSocket {
    static func connect(to path: String, blocking: Blocking) throws(ConnectionFailure) -> UnixSocket {
        do {
            return try UnixSocket(connectingTo: path, blocking: blocking)
        } catch {
            switch error {
            case .invalidPath: throw .invalidPath(path)
            case .system(let code): throw .cannotConnect(path, code: code.rawValue)
            }
        }
    }
}

/// Why a subscription receives no gestures, or has stopped receiving them. The connection and other subscriptions are
/// not affected.
public enum SubscriptionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The daemon's `hello` lacks this capability.
    case unsupported(String, server: String)
    /// The daemon refused. The message contains the location of the error in the request.
    case refused(ErrorMessage)
    /// Positions are withheld from the app, so its gesture with a region or edges receives nothing. The gesture remains
    /// attached and is recognised as soon as positions are granted: when a focus source reports that the app has the
    /// focus, or when the daemon's configuration grants them.
    case positionsWithheld
    /// The app read events too slowly; see ``GestureEvents``.
    case overrun

    public var description: String {
        switch self {
        case .unsupported(let capability, let server): "\(server) does not support \(capability)"
        case .refused(let error): error.message
        case .positionsWithheld:
            "positions are withheld: a region and edges receive nothing until the app is known to have the focus, or the "
                + "configuration grants positions"
        case .overrun: "more than \(GestureEvents.capacity) unread events"
        }
    }
}

/// Why the daemon did not carry out a single request, such as to play feedback. Nothing else is affected.
public enum RequestFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no connection to the daemon, the connection ended before the answer, or the client is closed.
    case notConnected
    /// The daemon's `hello` lacks this capability. The request was not sent.
    case unsupported(String, server: String)
    /// The daemon refused. The message contains a code and a reason.
    case refused(ErrorMessage)

    public var description: String {
        switch self {
        case .notConnected: "not connected to the daemon"
        case .unsupported(let capability, let server): "\(server) does not support \(capability)"
        case .refused(let error): error.message
        }
    }
}
