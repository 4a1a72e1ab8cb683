internal import GestureModel
internal import LinuxSupport
internal import SystemdSupport

/// One connection of a browser: it has one request and one answer, and then it is closed.
final class BrowserConnection {
    private enum State {
        /// Until its request has arrived.
        case waiting(RequestReader)
        /// It receives an answer, and nothing that it sends is read.
        case answering
        /// It receives lines until one of the two sides ends.
        case streaming(LineQueue)
        case closed
    }

    /// For which a browser may wait with its request, or with reading the answer.
    static let timeout = Microseconds.milliseconds(10_000)

    /// The user whose process made the connection; nil if it is not known.
    let user: UInt32?
    /// True until the connection has shown the token.
    var isStranger: Bool { if case .streaming = state { false } else { true } }
    var isClosed: Bool { if case .closed = state { true } else { false } }

    private let socket: UnixSocket
    private var state = State.waiting(RequestReader())
    private var unsent: ArraySlice<UInt8> = []
    private var source: EventLoop.Source?
    private var timer: EventLoop.Source?
    private var events = EventLoop.Events.readable
    /// Called with the connection when its request has arrived.
    private let onRequest: (BrowserConnection, RequestReader.Result) -> Void
    private let onClosed: (BrowserConnection) -> Void

    init(
        _ accepted: consuming LoopbackListener.Accepted, on loop: EventLoop,
        onRequest: @escaping (BrowserConnection, RequestReader.Result) -> Void,
        onClosed: @escaping (BrowserConnection) -> Void
    ) throws(SystemError) {
        user = accepted.user
        socket = accepted.socket
        (self.onRequest, self.onClosed) = (onRequest, onClosed)
        source = try loop.watch(socket.descriptor, for: events) { [weak self] in self?.handle($0) }
        timer = try loop.call(after: Self.timeout) { [weak self] in self?.close() }
    }

    /// Sends a whole answer, after which the connection is closed.
    func answer(_ bytes: [UInt8]) {
        state = .answering
        unsent = bytes[...]
        flush()
    }

    /// Sends the head of an answer, and from now on lines.
    ///
    /// - Parameter lines: The first lines.
    func stream(head: [UInt8], lines: [[UInt8]]) {
        var queue = LineQueue()
        for line in lines { queue.append(line, mayBeDropped: false) }
        state = .streaming(queue)
        timer = nil
        unsent = head[...]
        flush()
    }

    /// Queues a line if this connection receives lines.
    func append(_ line: [UInt8], mayBeDropped: Bool) {
        guard case .streaming(var queue) = state else { return }
        // Moved out, so that the queue's bytes are not copied.
        state = .answering
        queue.append(line, mayBeDropped: mayBeDropped)
        state = .streaming(queue)
    }

    /// Closes the connection when everything queued has been sent.
    func end() {
        guard case .streaming(var queue) = state else { return close() }
        queue.end()
        state = .streaming(queue)
        flush()
    }

    func close() {
        guard !isClosed else { return }
        state = .closed
        // Before the descriptor is closed; the loop holds the source until its handler has returned.
        source?.isEnabled = false
        (source, timer, unsent) = (nil, nil, [])
        onClosed(self)
    }

    /// Sends as much as the browser accepts.
    func flush() {
        while !isClosed {
            if unsent.isEmpty {
                guard refill() else { break }
            }
            do throws(Errno) {
                let count = try socket.send(unsent)
                unsent = unsent.dropFirst(count)
                if count == 0 { break }
            } catch {
                return close()
            }
        }
        watch()
    }

    /// Takes the lines that wait.
    ///
    /// - Returns: False if nothing is to be sent now; closes the connection if nothing more will be.
    private func refill() -> Bool {
        switch state {
        case .streaming(var queue):
            unsent = queue.dequeue()[...]
            let isOver = unsent.isEmpty && queue.hasEnded
            state = .streaming(queue)
            if isOver { close() }
        case .answering: close()
        case .waiting, .closed: break
        }
        return !unsent.isEmpty
    }

    private func watch() {
        let wanted: EventLoop.Events =
            switch state {
            case .waiting: .readable
            case .answering: .writable
            case .streaming: unsent.isEmpty ? .readable : [.readable, .writable]
            case .closed: events
            }
        guard wanted != events else { return }
        events = wanted
        source?.watch(wanted)
    }

    private func handle(_ ready: EventLoop.Events) {
        if ready.hasHungUp { return close() }
        if ready.contains(.readable) { receive() }
        if ready.contains(.writable) { flush() }
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard let received = try? socket.receive(into: &buffer) else { return close() }
        switch (received, state) {
        case (.bytes(let count), .waiting(var reader)):
            // Moved out, so that the reader's bytes are not copied.
            state = .answering
            let result = reader.append(buffer[..<count])
            if result == .incomplete { state = .waiting(reader) } else { onRequest(self, result) }
        case (.nothing, _): break
        // A browser sends nothing behind its only request.
        case (.bytes, _), (.end, _): close()
        }
    }
}
