internal import Glibc
internal import LinuxSupport

/// A socket of a desktop or of gestured, whose errors are ``FocusFailure``s without the socket's name.
struct FocusSocket: ~Copyable {
    private let socket: UnixSocket
    private static let readSize = 16 * 1024

    init(path: String, blocking: UnixSocket.Blocking = .never) throws(FocusFailure) {
        do {
            socket = try UnixSocket(connectingTo: path, blocking: blocking)
        } catch {
            throw FocusFailure("\(error)")
        }
    }

    var descriptor: Int32 { socket.descriptor }

    /// - Returns: How many bytes the peer accepted; 0 if none at present.
    func send(_ bytes: ArraySlice<UInt8>) throws(FocusFailure) -> Int {
        do {
            return try socket.send(bytes)
        } catch {
            throw FocusFailure(error)
        }
    }

    /// Sends a short request. A peer without room for it has stopped reading long ago.
    func sendAll(_ bytes: [UInt8]) throws(FocusFailure) {
        guard try send(bytes[...]) == bytes.count else { throw FocusFailure("requests are not accepted") }
    }

    /// - Returns: nil if nothing has arrived.
    /// - Throws: ``FocusFailure/closed`` at the end of the stream.
    func receive() throws(FocusFailure) -> [UInt8]? {
        let bytes = try read()
        guard bytes?.isEmpty != true else { throw .closed }
        return bytes
    }

    /// Receives an answer that ends with the stream. Blocks.
    func receiveAll(limit: Int) throws(FocusFailure) -> [UInt8] {
        var answer: [UInt8] = []
        while answer.count < limit {
            guard let bytes = try read() else { throw FocusFailure("no answer in time") }
            if bytes.isEmpty { return answer }
            answer += bytes
        }
        throw FocusFailure("answer is too long")
    }

    /// - Returns: Nothing at the end of the stream; nil if nothing has arrived.
    private func read() throws(FocusFailure) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Self.readSize)
        do {
            switch try socket.receive(into: &buffer) {
            case .bytes(let count): return Array(buffer[..<count])
            case .nothing: return nil
            case .end: return []
            }
        } catch {
            throw FocusFailure(error)
        }
    }
}
