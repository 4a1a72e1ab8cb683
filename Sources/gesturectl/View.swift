internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GesturePage
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

struct View: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the contacts of a device live in a browser, with what each is taken for and why.",
        discussion: """
            Prints an address of this machine, with a token that only this user sees, and serves it with gesture-view until \
            interrupted. The page can record what it shows, and save it as a report. It needs the right to positions: \
            root has it, and those to whom a [[grant]] gives it.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var subscription: SubscriptionOptions

    @Option(help: ArgumentHelp("The port; 0 is a free one.", valueName: "port"))
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "The program that serves the page. (default: gesture-view next to gesturectl, or in PATH)",
            valueName: "path"),
        completion: .file())
    var server: String?

    func validate() throws { _ = try subscription.requests() }

    func run() throws {
        // With this signal ignored, a write to a server that has ended fails with an error and does not end this
        // process.
        signal(SIGPIPE, SIG_IGN)
        let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGCHLD])
        let daemon = try connection.connect()
        for request in try subscription.requests() { try send(request, to: daemon) }
        let contacts = ContactsRequest(id: 0, device: subscription.deviceFilter, units: .millimetres, scope: .session)
        try daemon.send(.subscribeToContacts(contacts))
        let viewer = try PageServer(server ?? Self.besideThisProgram, port: port)
        try viewer.write(Page().live(title: "gestured, live", standard: subscription.gesture.isEmpty))
        var known: [String] = []
        while true {
            var polled = [daemon.descriptor, signals.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = poll(&polled, 2, -1)
            if polled[1].revents != 0 {
                // gesture-view has already written the reason.
                if signals.read().contains(SIGCHLD) { throw ExitCode.failure }
                return viewer.end()
            }
            guard polled[0].revents != 0 else { continue }
            guard let lines = try daemon.nextLines() else {
                try viewer.write(line: Array(#"{"type":"ended"}"#.utf8))
                viewer.end()
                throw ConnectionFailure.ended
            }
            for line in lines {
                try viewer.write(line: line)
                if line.starts(with: #"{"type":"hello""#.utf8) { try warn(line) }
                for request in try subscription.requests(forDevicesIn: line, &known) { try send(request, to: daemon) }
            }
        }
    }

    /// Warns on the terminal if nothing can be drawn. The page shows the reason as well, but the user may be looking
    /// only at the terminal.
    private func warn(_ line: [UInt8]) throws {
        guard case .hello(let hello) = try DaemonLine.message(line) else { return }
        if let silence = StatusText.silence(hello) { StandardError.writeLine("gesturectl: \(silence)") }
        guard hello.access.positions == .withheld else { return }
        StandardError.writeLine(
            "gesturectl: the daemon withholds positions from this program, so there is nothing to draw; start the view "
                + "as root, or let a [[grant]] with positions = true in /etc/gestured/gestured.toml name this user")
    }

    private func send(_ request: SubscribeRequest, to daemon: DaemonConnection) throws {
        var request = request
        (request.explains, request.scope) = (true, .session)
        try daemon.send(.subscribe(request))
    }

    private static var besideThisProgram: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let own = String(decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let beside = "\(folder)/gesture-view"
        return access(beside, X_OK) == 0 ? beside : "gesture-view"
    }
}

/// gesture-view, which reads the page and the lines from its standard input.
private struct PageServer {
    struct Failure: Error, CustomStringConvertible {
        let program: String
        let code: Errno

        var description: String {
            "cannot start \(program): \(code); make view builds it, and the package gestured-view has it"
        }
    }

    private let process: pid_t
    private let input: Int32

    init(_ program: String, port: UInt16) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(program: program, code: .current) }
        // The child must not inherit the write end, because its input would then stay open after the end of this
        // program.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var launch = ProcessLaunch([program, "\(port)"])
        launch.input = ends[0]
        do throws(Errno) {
            process = try launch.start()
        } catch {
            close(ends[1])
            throw Failure(program: program, code: error)
        }
        input = ends[1]
    }

    func write(_ page: [UInt8]) throws { try write(bytes: Array("\(page.count)\n".utf8) + page) }

    func write(line: [UInt8]) throws { try write(bytes: line + [UInt8(ascii: "\n")]) }

    /// Closes the server's input, and waits until the server has sent the queued bytes and freed the port.
    func end() {
        close(input)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private func write(bytes: [UInt8]) throws {
        do throws(Errno) {
            try bytes.span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try writeAll(bytes, to: input) }
        } catch {
            // gesture-view has already written the reason.
            throw ExitCode.failure
        }
    }
}
