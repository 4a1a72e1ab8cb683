internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// The socket of one client.
///
/// ```
///                 the outbox was closed                    a call failed
///     open ────────────────────────────► draining(until:)        │
///       │                                       │ all was sent,  ▼
///       │                                       │ or it is time  broken
///       └──── the client has closed ────────────┴───────┬────────┘
///                                                       ▼
///                                                    closed
/// ```
///
/// The stored properties that a line uses are `@exclusivity(unchecked)`, like those of ``Pipeline``.
final class ClientConnection {
    enum State: Equatable {
        case open
        /// The remaining bytes are sent until this time. Nothing is read.
        case draining(until: Timestamp)
        /// A call failed, so nothing can be read or sent.
        case broken
        /// The connection was removed. It may still be in a list.
        case closed
    }

    /// How the client's bytes are handled.
    private enum Input {
        case read
        /// Nothing is read, because requests wait for their turn.
        case wait
        /// Like ``wait``. Nothing is read afterwards either, because the input has ended.
        case waitOnly
        /// Nothing more is read. The client may still receive, as `printf … | socat` does.
        case end

        var waits: Bool { self == .wait || self == .waitOnly }
    }

    /// How the bytes for the client are handled.
    private enum Sending {
        case send
        /// The socket's buffer is full.
        case wait
        /// Sending has failed. Later bytes are discarded, because a client could read them as the rest of a partial
        /// line.
        case discard
    }

    let session: ClientSession
    var source: EventLoop.Source?
    @exclusivity(unchecked) private(set) var state = State.open { didSet { updateSource() } }
    private var input = Input.read { didSet { updateSource() } }
    @exclusivity(unchecked) private var output = Sending.send { didSet { if output != oldValue { updateSource() } } }
    var descriptor: Int32 { socket.descriptor }
    var outbox: Outbox { session.outbox }
    /// True while nothing is read because requests wait for their turn.
    var isPaused: Bool { input.waits }
    /// True if the connection is to be closed, at once or when the remaining bytes are sent.
    var isClosing: Bool { state == .broken || outbox.isClosed }
    /// True if the connection can be closed now: nothing can be sent, or everything that the client sent before closing
    /// has been handled.
    var isDone: Bool { state == .broken || state == .open && input == .end && session.hasHungUp }
    /// When the connection is closed even if bytes remain; nil if it is not draining.
    var closeTime: Timestamp? { if case .draining(let time) = state { time } else { nil } }

    private let socket: UnixSocket
    private let pipeline: Pipeline
    /// Bytes read since the client closed. They are limited, because the kernel may hold hundreds of kilobytes of
    /// requests.
    private var lastCount = 0

    private static let lastBytes = 64 * 1024

    init(_ socket: consuming UnixSocket, _ pipeline: Pipeline, _ session: ClientSession) {
        self.socket = socket
        self.pipeline = pipeline
        self.session = session
        let descriptor = self.socket.descriptor
        session.isConnected = { !ClientConnection.hasHungUp(descriptor) }
        // The kernel's buffer is small, because lines in it can no longer be coalesced.
        var size: Int32 = 64 * 1024
        setsockopt(self.socket.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The loop releases the descriptor before the socket closes it.
    deinit { source = nil }

    /// Reads once, so that a client that floods does not delay the others.
    func read() {
        guard input == .read, state == .open else { return }
        guard !outbox.isClosed, !session.ignoresBytes else { return input = .end }
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            switch try? socket.receive(into: buffer) {
            case .bytes(let count):
                pipeline.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: session)
                if session.hasHungUp { lastCount += count }
                if lastCount >= ClientConnection.lastBytes { input = .end }
            case .nothing: break
            case .end: input = .end
            case nil: state = .broken
            }
        }
    }

    /// Reads nothing until ``resume()``.
    func pause() {
        switch input {
        case .read: input = .wait
        case .end: input = .waitOnly
        case .wait, .waitOnly: break
        }
    }

    func resume() {
        switch input {
        case .wait: input = .read
        case .waitOnly: input = .end
        case .read, .end: break
        }
    }

    /// Sends as many queued bytes as the client accepts.
    func flush() {
        var hasFailed = output == .discard
        outbox.flush { bytes in
            // If sending fails, the client has closed. Its earlier bytes are still handled; the end of its input closes
            // the connection.
            if !hasFailed, let count = try? socket.send(bytes) { return count }
            hasFailed = true
            return bytes.count
        }
        output = hasFailed ? .discard : outbox.isEmpty ? .send : .wait
    }

    /// Sends the remaining bytes until `time`.
    func drain(until time: Timestamp) { state = .draining(until: time) }

    func close() {
        state = .closed
        source = nil
    }

    private static func hasHungUp(_ descriptor: Int32) -> Bool {
        // A hang-up and an error are always reported.
        var polled = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    private func updateSource() {
        guard state != .closed else { return }
        // The source is disabled while requests wait for their turn and no bytes wait to be sent. If it were enabled,
        // the kernel would keep reporting a client that has closed, whatever events are watched.
        let isEnabled = !input.waits || output == .wait
        // A disabled source keeps its events, so that no system call is needed to enable it again.
        if isEnabled {
            var events: EventLoop.Events = state == .open && input == .read ? .readable : []
            if output == .wait { events.insert(.writable) }
            source?.watch(events)
        }
        source?.isEnabled = isEnabled
    }
}

extension Peer {
    /// Queries the process at the other end of a Unix socket. Returns nil if the kernel does not report it.
    init?(of descriptor: Int32) {
        var credentials = csystemd_peer()
        var length = socklen_t(MemoryLayout<csystemd_peer>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, credentials.pid > 0 else {
            return nil
        }
        self.init(
            user: credentials.uid, process: credentials.pid,
            groups: [credentials.gid] + Peer.supplementaryGroups(of: descriptor))
    }

    /// Returns no groups if the kernel does not report them, or if the user is in more than 1024 groups. The kernel
    /// allows 65,536 (NGROUPS_MAX).
    private static func supplementaryGroups(of descriptor: Int32) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 1024)
        var length = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
        guard getsockopt(descriptor, SOL_SOCKET, Int32(CSYSTEMD_SO_PEERGROUPS), &groups, &length) == 0 else {
            return []
        }
        return Array(groups[..<(Int(length) / MemoryLayout<gid_t>.stride)])
    }

    /// `gestured (process 4711)`, or the number alone if the name cannot be read.
    var processDescription: String {
        guard let name = try? FileContents.read("/proc/\(process)/comm"), name.count > 1 else {
            return "process \(process)"
        }
        return "\(String(decoding: name.dropLast(), as: UTF8.self)) (process \(process))"
    }
}
