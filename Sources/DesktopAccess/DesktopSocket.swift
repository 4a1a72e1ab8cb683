internal import Glibc
package import LinuxSupport

/// A socket of a desktop or of gestured. Its errors name the desktop and the path.
package struct DesktopSocket: ~Copyable {
    /// The desktop's name, if any, and the path, for errors.
    private let name: String
    private let socket: UnixSocket
    private static let readSize = 16 * 1024

    /// - Parameter desktop: nil for gestured's socket.
    package init(path: String, desktop: String? = nil, blocking: UnixSocket.Blocking = .never) throws(DesktopFailure) {
        let name = desktop.map { "\($0): \(path)" } ?? path
        let socket: UnixSocket
        do {
            socket = try UnixSocket(connectingTo: path, blocking: blocking)
        } catch {
            throw DesktopFailure("\(name): \(error)")
        }
        // Together, because Swift 6.2 compiles no throw between them.
        self.name = name
        self.socket = socket
    }

    package var descriptor: Int32 { socket.descriptor }

    /// - Returns: The number of bytes that the peer accepted; 0 if it accepts none at present.
    package func send(_ bytes: ArraySlice<UInt8>) throws(DesktopFailure) -> Int {
        do {
            return try socket.send(bytes)
        } catch {
            throw DesktopFailure("\(name): \(DesktopFailure(error))")
        }
    }

    /// Sends a short request. If there is no room for it, throws an error: the peer stopped reading long ago.
    package func sendAll(_ bytes: [UInt8]) throws(DesktopFailure) {
        guard try send(bytes[...]) == bytes.count else { throw DesktopFailure("\(name): requests are not accepted") }
    }

    /// Calls `handle` with the bytes that have arrived.
    ///
    /// - Returns: The result of `handle`; nil if nothing has arrived.
    /// - Throws: If the socket fails or the stream has ended, and every error of `handle`.
    package func receive<Value>(
        _ handle: ([UInt8]) throws(DesktopFailure) -> Value?
    ) throws(DesktopFailure) -> Value? {
        try DesktopFailure.prefixing(name) { () throws(DesktopFailure) in
            guard let bytes = try read() else { return nil }
            guard !bytes.isEmpty else { throw .closed }
            return try handle(bytes)
        }
    }

    /// Receives an answer that ends with the stream, and calls `handle` with it. Blocks.
    ///
    /// - Throws: If the socket fails, the answer does not arrive in time or reaches `limit` bytes, and every error of
    ///   `handle`.
    package func receiveAll<Value>(
        limit: Int, _ handle: ([UInt8]) throws(DesktopFailure) -> Value
    ) throws(DesktopFailure) -> Value {
        try DesktopFailure.prefixing(name) { () throws(DesktopFailure) in
            var answer: [UInt8] = []
            while answer.count < limit {
                guard let bytes = try read() else { throw DesktopFailure("no answer in time") }
                if bytes.isEmpty { return try handle(answer) }
                answer += bytes
            }
            throw DesktopFailure("answer is too long")
        }
    }

    /// - Returns: An empty array at the end of the stream; nil if nothing has arrived.
    private func read() throws(DesktopFailure) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Self.readSize)
        do {
            switch try socket.receive(into: &buffer) {
            case .bytes(let count): return Array(buffer[..<count])
            case .nothing: return nil
            case .end: return []
            }
        } catch {
            throw DesktopFailure(error)
        }
    }
}
