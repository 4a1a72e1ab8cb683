public import GestureProtocol

/// A connection to the daemon that blocks: what a command-line tool needs. It hears lines as they are, recognises none of
/// them, and does not connect again.
public final class DaemonConnection {
    /// ``GestureClient/defaultPath``, where gestured listens.
    public static let defaultPath = GestureClient.defaultPath

    private let socket: StreamSocket
    private var framer = LineFramer(limit: GestureClient.longestLine)
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    /// Connects, and waits where the daemon's queue of connections is full.
    ///
    /// - Parameter path: Of at most 107 bytes.
    public init(path: String = DaemonConnection.defaultPath) throws(ConnectionFailure) {
        socket = try StreamSocket(path: path, isBlocking: true)
    }

    /// Returns when the socket has taken the whole request, which may be before the daemon has read it.
    public func send(_ request: Request) throws(ConnectionFailure) { try send(request.encoded) }

    /// The same, on a connection to the socket for focus sources.
    public func send(_ request: FocusRequest) throws(ConnectionFailure) { try send(request.encoded) }

    /// Readable when ``nextLine()`` may have something; not to be read or closed.
    public var descriptor: Int32 { socket.descriptor }

    private func send(_ bytes: [UInt8]) throws(ConnectionFailure) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try socket.send(rest)) }
    }

    /// The next line, without its newline; nil at the end of the stream.
    public func nextLine() throws(ConnectionFailure) -> [UInt8]? {
        while true {
            switch framer.next() {
            case .line(let line): return Array(line)
            case .tooLong: throw .notUnderstood("a line without end")
            case nil: guard try readMore() else { return nil }
            }
        }
    }

    private func readMore() throws(ConnectionFailure) -> Bool {
        guard case .bytes(let count) = try socket.receive(into: &buffer) else { return false }
        buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        return true
    }
}
