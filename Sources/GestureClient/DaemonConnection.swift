public import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// A blocking connection to the daemon, for command-line tools. It returns lines undecoded and does not reconnect.
public final class DaemonConnection {
    /// The socket on which gestured listens.
    public static let defaultPath = GestureClient.defaultPath

    private let socket: UnixSocket
    private var framer = LineFramer(limit: Connection.longestLine)
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    /// Connects. Waits while the daemon's queue of connections is full.
    ///
    /// - Parameter path: At most 107 bytes.
    public init(path: String = DaemonConnection.defaultPath) throws(ConnectionFailure) {
        socket = try .connect(to: path, blocking: .always)
    }

    /// Sends a request. Returns when the socket has accepted the whole request, possibly before the daemon reads it. If
    /// the daemon has closed the connection, ``nextLine()`` reports that, after the daemon's last lines.
    public func send(_ request: Request) throws(ConnectionFailure) { try send(request.encoded) }

    /// Sends a request on a connection to the socket for focus sources.
    public func send(_ request: FocusRequest) throws(ConnectionFailure) { try send(request.encoded) }

    /// Readable when bytes have arrived that no call has received. One call of ``nextLine()`` may receive several
    /// lines: further calls return these although the descriptor is not readable. Do not read or close it.
    public var descriptor: Int32 { socket.descriptor }

    private func send(_ bytes: [UInt8]) throws(ConnectionFailure) {
        do {
            var rest = bytes[...]
            while !rest.isEmpty { rest = rest.dropFirst(try socket.send(rest)) }
        } catch {
            // Not thrown: the daemon's last line explains why it closed the connection.
            guard error.rawValue != EPIPE, error.rawValue != ECONNRESET else { return }
            throw .lost(code: error.rawValue)
        }
    }

    /// Returns the next line, without its newline; nil at the end of the stream.
    public func nextLine() throws(ConnectionFailure) -> [UInt8]? {
        while true {
            switch framer.next() {
            case .line(let line): return Array(line)
            case .tooLong: throw .notUnderstood("a line that is too long")
            case nil: guard try receive() else { return nil }
            }
        }
    }

    /// Waits until bytes have arrived, and returns the lines that are complete, without their newlines; nil at the end
    /// of the stream.
    package func nextLines() throws(ConnectionFailure) -> [[UInt8]]? {
        guard try receive() else { return nil }
        var lines: [[UInt8]] = []
        while let line = framer.next() {
            guard case .line(let line) = line else { throw .notUnderstood("a line that is too long") }
            lines.append(Array(line))
        }
        return lines
    }

    /// - Returns: False at the end of the stream.
    private func receive() throws(ConnectionFailure) -> Bool {
        do {
            guard case .bytes(let count) = try socket.receive(into: &buffer) else { return false }
            buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            return true
        } catch {
            throw .lost(code: error.rawValue)
        }
    }
}
