internal import GestureModel
internal import LinuxSupport
package import SystemdSupport

/// Serves a live page and the daemon's lines to browsers on this machine, at one address with a random token.
///
/// Any process of the machine may connect, so a connection that has not shown the token is kept for a short time only,
/// and of too many the oldest is closed: first of the same user, then of all. A browser sends its request as soon as it
/// has connected, so other users cannot keep it out.
package final class PageServer {
    package struct Failure: Error, CustomStringConvertible {
        let port: UInt16
        let code: Errno

        package var description: String { "cannot serve port \(port): \(code); --port 0 takes a free one" }
    }

    /// The most connections that have not shown the token: of one user, and of all users.
    static let strangerLimits = (ofUser: 16, ofAll: 128)
    /// The most connections that receive lines.
    static let streamLimit = 32
    /// The time without new connections after the process has run out of descriptors.
    private static let pause = Microseconds.milliseconds(100)
    /// For which the last lines wait for browsers that do not read.
    private static let endTimeout = Microseconds.milliseconds(1000)

    /// The page's address, with the token.
    package var address: String { "http://127.0.0.1:\(listener.port)/#\(site.token.text)" }

    private let page: [UInt8]
    private let loop: EventLoop
    private let listener: LoopbackListener
    private let site: PageSite
    private var source: EventLoop.Source?
    /// Created before it is needed: without descriptors, it could not be.
    private var resumption: EventLoop.Source?
    private var timer: EventLoop.Source?
    /// From the oldest.
    private var connections: [BrowserConnection] = []
    private var kept = KeptLines()
    private var onEnd: (() -> Void)?

    /// - Parameter port: 0 for a free one.
    /// - Throws: ``Failure`` if it cannot listen on the port; a `SystemError` if the loop cannot watch the socket.
    package init(page: [UInt8], port: UInt16, on loop: EventLoop) throws {
        (self.page, self.loop) = (page, loop)
        do throws(Errno) { listener = try LoopbackListener(port: port) } catch {
            throw Failure(port: port, code: error)
        }
        site = PageSite(port: listener.port, token: ViewToken())
        // Later than the daemon's lines and the browsers that receive them.
        source = try loop.watch(listener.descriptor, for: .readable, priority: .init(rawValue: 1)) { [weak self] _ in
            self?.accept()
        }
        resumption = try loop.makeTimer { [weak self] in self?.source?.isEnabled = true }
    }

    /// Passes lines, without their newlines, to all browsers that receive them.
    package func append(_ lines: [[UInt8]]) {
        for line in lines {
            let isFrame = Self.frames.contains { line.starts(with: $0) }
            let line = line + [UInt8(ascii: "\n")]
            if !isFrame { kept.append(line) }
            for connection in connections { connection.append(line, mayBeDropped: isFrame) }
        }
        for connection in connections { connection.flush() }
    }

    /// Types of messages without which a page only draws less.
    private static let frames = ["contacts", "gesture", "explanation"].map { Array(#"{"type":"\#($0)""#.utf8) }

    /// Stops listening, and calls `body` when the browsers have received what waits for them, or have not read it for a
    /// second.
    package func end(_ body: @escaping () -> Void) {
        (source, onEnd) = (nil, body)
        timer = try? loop.call(after: Self.endTimeout) { [weak self] in self?.finish() }
        for connection in connections { connection.end() }
        if connections.isEmpty || timer == nil { finish() }
    }

    private func finish() {
        (timer, connections) = (nil, [])
        onEnd?()
        onEnd = nil
    }

    // MARK: - Connections

    private func accept() {
        do {
            guard let accepted = try listener.accept() else { return }
            makeRoom(for: accepted.user)
            connections.append(
                try BrowserConnection(
                    accepted, on: loop, onRequest: { [weak self] in self?.answer($0, $1) },
                    onClosed: { [weak self] in self?.remove($0) }))
        } catch {
            // No descriptor or no memory. The connection stays in the kernel's queue.
            strangers.first?.close()
            source?.isEnabled = false
            resumption?.fire(at: MonotonicClock.now + Self.pause)
        }
    }

    private var strangers: [BrowserConnection] { connections.filter(\.isStranger) }

    /// Closes the oldest connection that counts toward a limit that is reached.
    private func makeRoom(for user: UInt32?) {
        let ofUser = strangers.filter { $0.user == user }
        if ofUser.count >= Self.strangerLimits.ofUser {
            ofUser[0].close()
        } else if strangers.count >= Self.strangerLimits.ofAll {
            strangers[0].close()
        }
    }

    private func answer(_ connection: BrowserConnection, _ result: RequestReader.Result) {
        guard let answer = site.answer(to: result) else { return }
        let head = PageSite.head(answer, page: page)
        switch answer {
        case .page: connection.answer(head + page)
        case .refusal: connection.answer(head)
        case .lines:
            let streams = connections.filter { !$0.isStranger }
            if streams.count >= Self.streamLimit { streams[0].close() }
            connection.stream(head: head, lines: kept.lines)
        }
    }

    private func remove(_ connection: BrowserConnection) {
        connections.removeAll { $0 === connection }
        if onEnd != nil, connections.isEmpty { finish() }
    }
}
