internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import Glibc

/// One client's socket.
final class Connection {
    let session: ClientSession
    var source: EventLoop.Source?
    /// When it is cut whether or not it has read what waits for it.
    var end: Timestamp?
    /// The other end is gone.
    private(set) var isBroken = false

    private let descriptor: Int32
    /// The client has shut down its side; it may still listen, as a shell's `printf … | socat` does.
    private var isReadOver = false
    private var isBlocked = false

    init(_ descriptor: Int32, _ session: ClientSession) {
        self.descriptor = descriptor
        self.session = session
        // What the kernel holds can no longer be coalesced, so it holds little.
        var size: Int32 = 64 * 1024
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        source = nil
        close(descriptor)
    }

    /// What poll(2) waits with for room to write.
    var writable: pollfd { pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0) }

    /// One read a wakeup, so that a client that floods waits its turn like everybody else.
    func read(into pipeline: Pipeline) {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 {
                pipeline.receive(
                    UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: session, at: MonotonicClock.now)
                if outbox.isClosed { stopReading() }
            } else if count == 0 {
                stopReading()
            } else if errno != EAGAIN && errno != EINTR {
                isBroken = true
            }
        }
    }

    var outbox: Outbox { session.outbox }

    /// True if it is to be closed, at once or when the rest is written.
    var isClosing: Bool { isBroken || outbox.isClosed }

    func flush() {
        outbox.flush { bytes in
            let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count < 0 && errno != EAGAIN && errno != EINTR { isBroken = true }
            return max(count, 0)
        }
        guard outbox.isEmpty == isBlocked else { return }
        isBlocked.toggle()
        watch()
    }

    private func stopReading() {
        isReadOver = true
        watch()
    }

    private func watch() {
        source?.watch((isReadOver ? 0 : EPOLLIN.rawValue) | (isBlocked ? EPOLLOUT.rawValue : 0))
    }
}
