import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite("gesturectl status, reload, cancel and lock") struct StatusTests {
    private func run(_ daemon: DaemonProcess, _ command: String, _ arguments: String...) -> Program {
        Program("gesturectl", [command, "--socket", daemon.socket] + arguments)
    }

    @Test func `status prints what this program receives, and why`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try DaemonProcess(["--focus-socket", directory.path("focus")]) {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.add(.touchpad, as: "event6", .touchpad)
        }
        let hello = try daemon.connect().next("hello")
        let status = run(daemon, "status")
        #expect(status.exit() == .exited(0))
        let lines = status.outputLines
        #expect(lines.first == "server        \(hello.text("server") ?? ""), protocol 1")
        #expect(lines.contains("focus         unknown: no focus source; all apps of this user receive"))
        let missing = lines.firstIndex { $0.hasPrefix("missing       ") } ?? 0
        // Enabled if it is installed, else installed.
        let command = lines[missing + 1].drop { $0 == " " }
        #expect(command.hasPrefix("$ systemctl --user ") || command.hasPrefix("$ sudo apt install ./gestured-desktop"))
        #expect(lines.allSatisfy { $0.count <= 80 || $0.contains("$ ") }, "\(status.output)")
        #expect(lines.contains { $0.hasPrefix("desktop       ") })
        #expect(lines.contains("positions     granted"))
        #expect(lines.contains("devices       event5  Fake Touchscreen (touchscreen, 300 × 170 mm, 10 slots)"))
        #expect(lines.last == "              event6  Fake Touchpad (touchpad, 104 × 69 mm, 5 slots)")
        #expect(lines.contains { $0.hasPrefix("session       ") } && lines.contains { $0.contains("tap, longPress") })

        let source = try TestClient(directory.path("focus"))
        #expect(try source.request("focus", #""processes":[]"#).type == "ok")
        let unfocused = run(daemon, "status")
        #expect(unfocused.exit() == .exited(0))
        #expect(unfocused.output.contains("focus         unfocused: another app is focused"))

        let json = run(daemon, "status", "--json")
        #expect(json.exit() == .exited(0))
        #expect(json.outputLines.count == 1 && json.output.hasPrefix(#"{"type":"hello","protocol":1"#))
    }

    @Test func `reload reports success, or the mistakes with status 1`() throws {
        let daemon = try DaemonProcess()
        _ = try daemon.client()
        let good = run(daemon, "reload")
        #expect(good.exit() == .exited(0))
        #expect(good.output == "ok\n")
        try daemon.configure("[tap]\nmaximumDuration = far\nmaximumDelay = -1\nmaximumDistance = 0\n")
        let bad = run(daemon, "reload")
        #expect(bad.exit() == .exited(1))
        #expect(bad.output.isEmpty && bad.errorLines.count == 1)
        #expect(
            bad.errors.hasPrefix("gesturectl: badConfiguration: \(daemon.configurationFile):2: tap.maximumDuration: "))
        #expect(bad.errors.hasSuffix("; and 2 more mistakes\n"))
    }

    @Test func `cancel ends gestures in progress, on one device or on all`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        let other = run(daemon, "cancel", "--device", "event9")
        #expect(other.exit() == .exited(1))
        #expect(other.errors == "gesturectl: outOfRange: device: there is no device event9\n")
        #expect(try client.queued().transitions.isEmpty)
        let cancel = run(daemon, "cancel", "--device", "event5")
        #expect(cancel.exit() == .exited(0))
        #expect(cancel.output == "ok\n")
        #expect(try client.gesture().transitions == ["cancelled requested"])
        try daemon.devices.lift("event5")
        try daemon.devices.drag("event5", id: 2)
        #expect(try client.next("gesture").phase == "began")
        #expect(run(daemon, "cancel").exit() == .exited(0))
        #expect(try client.gesture().transitions == ["cancelled requested"])
    }

    @Test func `the monitor's default scope is session`() throws {
        let monitor = Program("gesturectl", ["monitor", "--scope", "window"])
        #expect(monitor.exit() == .exited(2))
        #expect(monitor.errors.contains("window is not one of focused, session"))
    }

    // MARK: - Lock

    @Test func `lock runs the locker without gestured, with a warning`() throws {
        let lock = Program(
            "gesturectl", ["lock", "--socket", "/no/such/socket", "sh", "-c", "echo locked; exit 3", "--socket"])
        #expect(lock.exit() == .exited(3))
        #expect(lock.output == "locked\n")
        #expect(
            lock.errorLines == [
                "gesturectl: cannot connect to /no/such/socket: No such file or directory (ENOENT); is gestured running?",
                "gesturectl: gestures are not blocked until gestured can be informed of the lock",
            ])
    }

    @Test func `lock reports the lock to a gestured that starts later, and to one that restarts`() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.path("focus")
        let lock = Program("gesturectl", ["lock", "--socket", socket, "--", "sleep", "60"])
        for _ in 0..<2 {
            let daemon = try SilentListener(socket)
            #expect(try #require(daemon.nextLine()) == #"{"type":"lock","id":1,"locked":true}"#)
        }
        lock.signal(SIGTERM)
        #expect(lock.exit() == .exited(128 + SIGTERM))
    }

    @Test(arguments: [("no-such-locker", 127), ("/dev/null", 126)] as [(String, Int32)])
    func `lock names a locker that cannot be run, with a shell's status`(_ command: String, _ status: Int32) {
        let lock = Program("gesturectl", ["lock", command])
        #expect(lock.exit() == .exited(status))
        #expect(lock.errorLines.count == 1 && lock.errors.hasPrefix("gesturectl: cannot run \(command): "))
    }

    @Test(arguments: [[], ["--"], ["--socket", "/tmp/x"]])
    func `lock rejects a missing command`(_ arguments: [String]) {
        let lock = Program("gesturectl", ["lock"] + arguments)
        #expect(lock.exit() == .exited(2))
        #expect(lock.errorLines.count == 1)
    }
}

/// Listens and accepts one connection, without sending anything.
private final class SilentListener {
    private let listener: Int32
    private let path: String

    init(_ path: String) throws {
        self.path = path
        listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        listen(listener, 1)
    }

    deinit {
        close(listener)
        unlink(path)
    }

    /// The first line of the first connection, which it then closes.
    func nextLine() -> String? {
        guard isReadable(listener) else { return nil }
        let client = accept(listener, nil, nil)
        defer { close(client) }
        guard isReadable(client) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(client, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first.map(
            String.init)
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, Int32(timeout * 1000)) > 0
    }
}
