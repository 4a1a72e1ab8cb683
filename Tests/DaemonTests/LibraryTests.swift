import FakeEvdev
import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Glibc
import Testing

/// An app of the Swift library's with a daemon.
@Suite struct LibraryTests {
    private func wait(_ client: GestureClient, until condition: () -> Bool) -> Bool {
        let end = Timestamp.now + .seconds(patience)
        while !condition(), .now < end { client.wait(timeout: .milliseconds(100)) }
        return condition()
    }

    /// A client that is subscribed: requests are answered in order.
    private func client(of daemon: DaemonProcess, _ log: CallbackLog) -> GestureClient {
        let client = GestureClient(path: daemon.socket)
        client.attach(
            DragGesture()
                .onChanged { _ in log.add("changed", isIntermediate: true) }
                .onEnded { _ in log.add("ended") }
                .onCancelled { log.add("cancelled", $0) })
        settle(client)
        return client
    }

    /// Waits until all that was asked has been answered: a region outside of everything is refused last.
    private func settle(_ client: GestureClient) {
        var isRefused = false
        let last = client.attach(TapGesture(), to: Region(x: -9, y: -9, width: 1, height: 1)) { _ in isRefused = true }
        #expect(wait(client) { isRefused })
        last.detach()
    }

    private func turns(_ log: CallbackLog) -> [String] { log.entries.filter { !$0.isIntermediate }.map(\.text) }

    @Test func `a daemon that is killed cancels what is in progress, and the next one is found`() throws {
        let first = try DaemonProcess.withTouchscreen()
        let log = CallbackLog()
        let client = client(of: first, log)
        try first.devices.drag("event5")
        #expect(wait(client) { !log.entries.isEmpty })
        first.program.signal(SIGKILL)
        #expect(first.program.exit() == .signalled(SIGKILL))
        #expect(wait(client) { client.state == .disconnected(.ended) || client.deadline != nil })
        #expect(turns(log) == ["cancelled disconnected"])
        let second = try DaemonProcess(socket: first.socket) { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        #expect(wait(client) { client.devices.count == 1 })
        settle(client)
        try second.devices.flick("event5", id: 2)
        #expect(wait(client) { turns(log).count == 2 })
        #expect(turns(log).last == "ended ")
    }

    @Test func `a daemon that stops says so`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let log = CallbackLog()
        let client = client(of: daemon, log)
        try daemon.devices.drag("event5")
        #expect(wait(client) { !log.entries.isEmpty })
        daemon.program.signal(SIGTERM)
        #expect(wait(client) { client.deadline != nil })
        #expect(turns(log) == ["cancelled shutdown"])
    }

    @Test func `a gesture that is moved away from goes on, and the next begins where it was moved to`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        let log = CallbackLog()
        // The touchscreen is 1890 pt wide; a flick begins at 630.
        let attachment = client.attach(
            DragGesture().onChanged { _ in log.add("changed", isIntermediate: true) }
                .onEnded { _ in log.add("ended") }.onCancelled { log.add("cancelled", $0) },
            to: Region(x: 0, y: 0, width: 900, height: 1000))
        settle(client)
        try daemon.devices.drag("event5")
        #expect(wait(client) { !log.entries.isEmpty })
        attachment.move(to: Region(x: 1500, y: 0, width: 300, height: 1000))
        settle(client)
        try daemon.devices.lift("event5")
        #expect(wait(client) { turns(log) == ["ended "] })
        settle(client)
        let before = log.entries.count
        try daemon.devices.flick("event5", id: 2)
        settle(client)
        #expect(log.entries.count == before)
        attachment.move(to: nil)
        settle(client)
        try daemon.devices.flick("event5", id: 3)
        #expect(wait(client) { turns(log) == ["ended ", "ended "] })
    }

    @Test func `a region beside every surface is refused by name`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        var failure = ""
        client.attach(DragGesture(), to: Region(x: 5000, y: 0, width: 1, height: 1)) { failure = "\($0)" }
        #expect(wait(client) { !failure.isEmpty })
        #expect(failure.hasPrefix("region: lies outside the surface of event5, which is 1889.8 × 1070.9"))
    }

    @Test func `a long press tells its progress while nothing comes`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        let progress = LongPressProgress()
        client.attach(LongPressGesture(minimumDuration: 3600).tracking(progress))
        settle(client)
        try daemon.devices.press("event5")
        #expect(wait(client) { progress.isPressing })
        let deadline = try #require(progress.deadline)
        #expect(abs(progress.fraction(at: deadline + .seconds(-1800)) - 0.5) < 1e-9)
        #expect(progress.fraction(at: deadline + .seconds(-3600)) == 0 && progress.fraction(at: deadline) == 1)
        try daemon.devices.lift("event5")
        #expect(wait(client) { !progress.isPressing })
    }

    @Test func `a daemon whose haptics are off is not asked to play`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        settle(client)
        var failures: [RequestFailure] = []
        client.play(.start) { failures.append($0) }
        guard case .unsupported? = failures.first else {
            Issue.record("\(failures)")
            return
        }
    }

    /// Anybody but root may be told first that somebody else is active.
    @Test(.enabled(if: getuid() == 0, "needs root, who may always"))
    func `a daemon that has nothing to play with says so to the gesture that asked`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: "[haptics]\nenabled = true\n")
        let client = GestureClient(path: daemon.socket)
        var reasons: [String?] = []
        client.attach(
            LongPressGesture(minimumDuration: 0, maximumDistance: .infinity)
                .sensoryFeedback(.success, on: .ended) { failure in
                    if case .refused(let error) = failure { reasons.append(error.reason) }
                })
        settle(client)
        try daemon.devices.press("event5")
        #expect(wait(client) { !reasons.isEmpty })
        #expect(reasons == ["noDevice"])
    }
}
