public import GestureProtocol

/// A connection to the daemon that blocks: what a command-line tool needs.
public final class DaemonConnection {
    public static let defaultPath = GestureClient.defaultPath

    private let socket: StreamSocket
    private var framer = LineFramer(limit: GestureClient.longestLine)
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    public init(path: String = DaemonConnection.defaultPath) throws(ConnectionFailure) {
        socket = try StreamSocket(path: path, isBlocking: true)
    }

    public func send(_ request: Request) throws(ConnectionFailure) {
        var rest = request.encoded[...]
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
