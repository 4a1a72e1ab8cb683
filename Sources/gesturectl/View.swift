internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GesturePage
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

struct View: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the contacts of a device live in a browser, with what each is taken for and why.",
        discussion: """
            Prints an address of this machine, with a token that only this user sees, and serves it until interrupted. The \
            page can record what it shows, and save it as a report. It needs the right to positions: root has it, and \
            those to whom a [[grant]] gives it.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var subscription: SubscriptionOptions

    @Option(help: ArgumentHelp("The port; 0 is a free one.", valueName: "port"))
    var port: UInt16 = 0

    func validate() throws { _ = try subscription.requests() }

    func run() throws {
        subscription.warnOfDirections()
        let daemon = try connection.connect()
        for request in try subscription.requests() { try send(request, to: daemon) }
        let contacts = ContactsRequest(id: 0, device: subscription.deviceFilter, units: .millimetres, scope: .session)
        try daemon.send(.subscribeToContacts(contacts))
        let loop = try EventLoop()
        let page = Page().live(title: "gestured, live", standard: subscription.gesture.isEmpty)
        let server = try PageServer(page: page, port: port, on: loop)
        var failure: (any Error)?
        var known: [String] = []
        // Released when the view ends: nothing more is read.
        var sources: [EventLoop.Source] = []
        func end(_ error: (any Error)? = nil) {
            failure = error
            sources = []
            server.end { loop.exit(0) }
        }
        sources = try [SIGINT, SIGTERM, SIGHUP].map { try loop.watch(signal: $0) { end() } }
        sources.append(
            try loop.watch(daemon.descriptor, for: .readable) { _ in
                do {
                    guard let lines = try daemon.nextLines() else {
                        server.append([Array(#"{"type":"ended"}"#.utf8)])
                        throw ConnectionFailure.ended
                    }
                    server.append(lines)
                    for line in lines {
                        if line.starts(with: #"{"type":"hello""#.utf8) { try warn(line) }
                        for request in try subscription.requests(forDevicesIn: line, &known) {
                            try send(request, to: daemon)
                        }
                    }
                } catch {
                    end(error)
                }
            })
        StandardOutput.line(server.address)
        _ = try loop.run()
        if let failure { throw failure }
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
}
