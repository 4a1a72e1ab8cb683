import FakeEvdev
import Foundation
import Glibc
import Testing
import TouchInput

/// By SIGHUP or by request.
@Suite("Reloading the configuration") struct ReloadTests {
    /// The taps of these tests last 40 ms.
    private static let impatient = "[tap]\nmaximumDuration = 0.03\n"

    // MARK: - Ways to reload

    @Test func `by SIGHUP changes the thresholds of existing subscriptions`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: Self.impatient)
        let client = try daemon.client(#"{"tap":{}}"#)
        let patient = try daemon.client(#"{"tap":{"maximumDuration":1}}"#)
        try daemon.devices.tap("event5")
        #expect(try patient.gesture().phases == ["began", "ended"])
        #expect(try client.queued().isEmpty)
        try daemon.configure("")
        daemon.program.signal(SIGHUP)
        #expect(daemon.logs("configuration: reloaded"))
        try daemon.devices.tap("event5", id: 2)
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(try patient.gesture().phases == ["began", "ended"])
    }

    @Test func `is reported to the service manager when it begins and ends`() throws {
        let manager = NotifySocket()
        let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(manager.receives("READY=1"))
        let start = monotonicMicroseconds()
        daemon.program.signal(SIGHUP)
        let reloading = try #require(manager.next())
        #expect(reloading.first == "RELOADING=1")
        let time = reloading.first { $0.hasPrefix("MONOTONIC_USEC=") }.flatMap { Int64($0.dropFirst(15)) }
        #expect((start...monotonicMicroseconds()).contains(try #require(time)))
        #expect(manager.next() == ["READY=1", "STATUS=Serving gestures"])

        try daemon.configure("[tap]\nspeed = 1\n")
        daemon.program.signal(SIGHUP)
        #expect(manager.next()?.first == "RELOADING=1")
        let ready = try #require(manager.next())
        #expect(ready.first == "READY=1")
        #expect(ready.last?.hasPrefix("STATUS=Serving gestures; configuration not reloaded: ") == true)
        #expect(ready.last?.contains("gestured.toml:2: tap.speed: unknown key") == true)
    }

    @Test func `ends in the file's last state if reloads arrive faster than they finish`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        for turn in 0..<50 {
            try daemon.configure(turn % 2 == 0 ? Self.impatient : "[limits]\nsubscriptions = 1\n")
            daemon.program.signal(SIGHUP)
            daemon.program.signal(SIGHUP)
        }
        // A file that is read while it is written may be empty. Another signal follows.
        #expect(
            try eventually {
                let other = try daemon.client(#"{"tap":{}}"#)
                return try other.request("subscribe", #""gesture":{"tap":{}}"#).text("code") == "tooManySubscriptions"
            })
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(daemon.program.exit(within: 0) == nil)
    }

    @Test func `answers all of several requests in one write, and those between them`() throws {
        let daemon = try DaemonProcess(configuration: "[haptics]\nenabled = true\n")
        let client = try daemon.client()
        let requests = [
            #"{"type":"reload","id":1}"#, #"{"type":"haptic","id":2,"feedback":"light"}"#, #"{"type":"reload","id":3}"#,
            #"{"type":"cancel","id":4}"#,
        ]
        #expect(client.write(Array((requests.joined(separator: "\n") + "\n").utf8)))
        for id in 1...4 { #expect(try client.next()?.number("id") == Double(id)) }
    }

    @Test func `by SIGHUP stops a daemon whose terminal has closed`() throws {
        let directory = try TemporaryDirectory()
        let devices = try FakeDeviceTree()
        let file = try directory.file("gestured.toml", "")
        var (terminal, inside): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        #expect(openpty(&terminal, &inside, &name, nil, nil) == 0)
        for end in [terminal, inside] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let arguments = ["--config", file, "--socket", directory.path("socket")]
        let program = Program(
            "/usr/bin/setsid", ["--ctty", BuildProducts.path("gestured")] + arguments,
            environment: devices.environment,
            input: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
        let client = try TestClient(directory.path("socket"))
        #expect(try client.next("hello").type == "hello")
        program.signal(SIGHUP)
        #expect(eventually { program.errors.contains("configuration: reloaded") })
        close(inside)
        close(terminal)
        #expect(program.exit() == .exited(0))
        #expect(try client.readToEnd().isEmpty)
        #expect(access(directory.path("socket"), F_OK) != 0)
    }

    // MARK: - Invalid files

    @Test func `with mistakes keeps the previous configuration and reports them`() throws {
        let daemon = try DaemonProcess.withTouchscreen(configuration: Self.impatient)
        let client = try daemon.client(#"{"tap":{}}"#)
        try daemon.configure("[tap]\nmaximumDuration = 1\nspeed = 1\n[limits]\nclients = 0\n")
        let file = daemon.configurationFile
        let answer = try daemon.client().request("reload")
        #expect(answer.text("code") == "badConfiguration")
        #expect(
            answer.text("message")
                == "\(file):3: tap.speed: unknown key; [tap] takes maximumDelay, maximumDistance, maximumDuration, "
                + "maximumSpacing; and 1 more mistake")
        let check = Program("gestured", ["--check-config", "--config", file])
        #expect(check.exit() == .exited(1))
        for line in check.errorLines { #expect(daemon.logLines(line).count == 1) }
        #expect(check.errorLines.count == 2)
        #expect(daemon.logLines("configuration: not reloaded; the previous one stays in effect").count == 1)
        let patient = try daemon.client(#"{"tap":{"maximumDuration":1}}"#)
        try daemon.devices.tap("event5")
        #expect(try patient.gesture().phases == ["began", "ended"])
        #expect(try client.queued().isEmpty)
    }

    @Test func `without the named file is a mistake until the file is back`() throws {
        let daemon = try DaemonProcess(configuration: "[limits]\nsubscriptions = 1\n")
        // The configuration has been read when a client is greeted.
        _ = try daemon.client()
        unlink(daemon.configurationFile)
        let answer = try daemon.client().request("reload")
        #expect(
            answer.text("message")
                == "\(daemon.configurationFile): cannot be opened: No such file or directory (ENOENT)")
        let second = try daemon.client(#"{"tap":{}}"#).request("subscribe", #""gesture":{"tap":{}}"#)
        #expect(second.text("code") == "tooManySubscriptions")
        try daemon.reload("")
        _ = try daemon.client(#"{"tap":{}}"#, #"{"drag":{}}"#)
    }

    @Test(.enabled(if: access("/etc/gestured/gestured.toml", F_OK) != 0, "this machine has a configuration"))
    func `without --config and without a file applies the defaults`() throws {
        let directory = try TemporaryDirectory()
        let devices = try FakeDeviceTree()
        let program = Program(
            "gestured", ["--socket", directory.path("socket")], environment: devices.environment)
        let client = try TestClient(directory.path("socket"))
        #expect(try client.request("reload").type == "ok")
        #expect(program.exit(within: 0) == nil)
    }

    @Test func `an unchanged file changes nothing`() throws {
        let configuration = "[[device]]\nname = 'Fake*'\nsize = [150, 85]\n[device.tap]\nmaximumDistance = 30\n"
        let daemon = try DaemonProcess.withTouchscreen(configuration: configuration)
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        for _ in 0..<3 { try daemon.reload() }
        try daemon.devices.lift("event5")
        #expect(try client.gesture().transitions == ["ended"])
        #expect(try client.queued().isEmpty)
    }
}
