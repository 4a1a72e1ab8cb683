internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport

/// The socket of one client.
final class Connection {
    let session: ClientSession
    var source: EventLoop.Source?
    /// When the connection is closed, even if the client has not read what is queued for it.
    var closeTime: Timestamp?
    /// The client has closed the connection.
    private(set) var isBroken = false
    var descriptor: Int32 { socket.descriptor }
    var outbox: Outbox { session.outbox }
    /// True if the connection is to be closed, at once or when the rest is sent.
    var isClosing: Bool { isBroken || outbox.isClosed }

    private let socket: UnixSocket
    private let pipeline: Pipeline
    /// The client has shut down its side, or nothing more is read from it. It may still receive, as `printf … | socat`
    /// does.
    private var isReadingOver = false
    private var isBlocked = false

    init(_ socket: consuming UnixSocket, _ pipeline: Pipeline, _ session: ClientSession) {
        self.socket = socket
        self.pipeline = pipeline
        self.session = session
        // What is in the kernel's buffer cannot be coalesced any more, so the buffer is small.
        var size: Int32 = 64 * 1024
        setsockopt(self.socket.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The loop releases the descriptor before the socket closes it.
    deinit { source = nil }

    /// Reads once per wakeup, so that a client that floods does not delay the others.
    func read() {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            switch try? socket.receive(into: buffer) {
            case .bytes(let count):
                pipeline.receive(
                    UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: session, at: MonotonicClock.now)
                if outbox.isClosed { stopReading() }
            case .nothing: break
            case .end: stopReading()
            case nil: isBroken = true
            }
        }
    }

    /// Sends what is queued, as far as the client accepts it.
    func flush() {
        outbox.flush { bytes in
            do {
                return try socket.send(bytes)
            } catch {
                isBroken = true
                return 0
            }
        }
        if outbox.isEmpty == isBlocked {
            isBlocked.toggle()
            updateSource()
        }
    }

    private func stopReading() {
        isReadingOver = true
        updateSource()
    }

    private func updateSource() {
        source?.watch((isReadingOver ? 0 : EPOLLIN.rawValue) | (isBlocked ? EPOLLOUT.rawValue : 0))
    }
}
