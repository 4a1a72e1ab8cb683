import FakeEvdev
import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Glibc
import Testing

/// An app that uses the Swift library, with a daemon.
@Suite("The library with the daemon") struct LibraryTests {
    private func wait(_ client: GestureClient, until condition: () -> Bool) -> Bool {
        let end = Timestamp.now + .seconds(timeout)
        while !condition(), .now < end { client.wait(timeout: .milliseconds(100)) }
        return condition()
    }

    /// A client whose subscription is answered.
    private func client(of daemon: DaemonProcess, _ log: CallbackLog) -> GestureClient {
        let client = GestureClient(path: daemon.socket)
        client.attach(
            DragGesture()
                .onChanged { _ in log.add("changed", isIntermediate: true) }
                .onEnded { _ in log.add("ended") }
                .onCancelled { log.add("cancelled", $0) })
        awaitAnswers(client)
        return client
    }

    /// Waits until all requests are answered: the last is for a region outside of every surface, which is refused.
    private func awaitAnswers(_ client: GestureClient) {
        var isRefused = false
        let last = client.attach(TapGesture(), to: Region(x: -9, y: -9, width: 1, height: 1)) { _ in isRefused = true }
        #expect(wait(client) { isRefused })
        last.detach()
    }

    private func transitions(_ log: CallbackLog) -> [String] { log.entries.filter { !$0.isIntermediate }.map(\.text) }

    @Test func `cancels gestures when the daemon is killed, and connects to the next daemon`() throws {
        let first = try DaemonProcess.withTouchscreen()
        let log = CallbackLog()
        let client = client(of: first, log)
        try first.devices.drag("event5")
        #expect(wait(client) { !log.entries.isEmpty })
        first.program.signal(SIGKILL)
        #expect(first.program.exit() == .signalled(SIGKILL))
        #expect(wait(client) { client.state == .disconnected(.ended) || client.deadline != nil })
        #expect(transitions(log) == ["cancelled disconnected"])
        let second = try DaemonProcess(socket: first.socket) { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        #expect(wait(client) { client.devices.count == 1 })
        awaitAnswers(client)
        try second.devices.flick("event5", id: 2)
        #expect(wait(client) { transitions(log).count == 2 })
        #expect(transitions(log).last == "ended ")
    }

    @Test func `reports that the daemon stops`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let log = CallbackLog()
        let client = client(of: daemon, log)
        try daemon.devices.drag("event5")
        #expect(wait(client) { !log.entries.isEmpty })
        daemon.program.signal(SIGTERM)
        #expect(wait(client) { client.deadline != nil })
        #expect(transitions(log) == ["cancelled shutdown"])
    }

    @Test func `finishes a gesture whose region moves, and begins the next in the new region`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        let log = CallbackLog()
        // The touchscreen is 1890 pt wide; a flick begins at 630.
        let attachment = client.attach(
            DragGesture().onChanged { _ in log.add("changed", isIntermediate: true) }
                .onEnded { _ in log.add("ended") }.onCancelled { log.add("cancelled", $0) },
            to: Region(x: 0, y: 0, width: 900, height: 1000))
        awaitAnswers(client)
        try daemon.devices.drag("event5")
        #expect(wait(client) { !log.entries.isEmpty })
        attachment.move(to: Region(x: 1500, y: 0, width: 300, height: 1000))
        awaitAnswers(client)
        try daemon.devices.lift("event5")
        #expect(wait(client) { transitions(log) == ["ended "] })
        awaitAnswers(client)
        let before = log.entries.count
        try daemon.devices.flick("event5", id: 2)
        awaitAnswers(client)
        #expect(log.entries.count == before)
        attachment.move(to: nil)
        awaitAnswers(client)
        try daemon.devices.flick("event5", id: 3)
        #expect(wait(client) { transitions(log) == ["ended ", "ended "] })
    }

    @Test func `reports a region outside of every surface`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        var failure = ""
        client.attach(DragGesture(), to: Region(x: 5000, y: 0, width: 1, height: 1)) { failure = "\($0)" }
        #expect(wait(client) { !failure.isEmpty })
        #expect(failure.hasPrefix("region: lies outside the surface of event5, which is 1889.8 × 1070.9"))
    }

    @Test func `reports a long press's progress between frames`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        let progress = LongPressProgress()
        client.attach(LongPressGesture(minimumDuration: 3600).tracking(progress))
        awaitAnswers(client)
        try daemon.devices.press("event5")
        #expect(wait(client) { progress.isPressing })
        let deadline = try #require(progress.deadline)
        #expect(abs(progress.fraction(at: deadline + .seconds(-1800)) - 0.5) < 1e-9)
        #expect(progress.fraction(at: deadline + .seconds(-3600)) == 0 && progress.fraction(at: deadline) == 1)
        try daemon.devices.lift("event5")
        #expect(wait(client) { !progress.isPressing })
    }

    @Test func `sends no haptic requests if the daemon has haptics disabled`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = GestureClient(path: daemon.socket)
        awaitAnswers(client)
        var failures: [RequestFailure] = []
        client.play(.start) { failures.append($0) }
        guard case .unsupported? = failures.first else {
            Issue.record("\(failures)")
            return
        }
    }

    /// For other users than root the answer may be that another user is active.
    @Test(.enabled(if: getuid() == 0, "needs root, which is always permitted"))
    func `reports to the requesting gesture that no device plays haptics`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: "[haptics]\nenabled = true\n")
        let client = GestureClient(path: daemon.socket)
        var reasons: [String?] = []
        client.attach(
            LongPressGesture(minimumDuration: 0, maximumDistance: .infinity)
                .sensoryFeedback(.success, on: .ended) { failure in
                    if case .refused(let error) = failure { reasons.append(error.reason) }
                })
        awaitAnswers(client)
        try daemon.devices.press("event5")
        #expect(wait(client) { !reasons.isEmpty })
        #expect(reasons == ["noDevice"])
    }
}
