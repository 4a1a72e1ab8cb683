import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite("gesturectl monitor and devices") struct MonitorTests {
    let daemon: DaemonProcess

    init() throws {
        daemon = try .withTouchscreen()
        // gesturectl does not wait for a daemon that is starting.
        _ = try daemon.client()
    }

    private func monitor(_ arguments: String...) -> Program {
        Program("gesturectl", ["monitor", "--socket", daemon.socket] + arguments)
    }

    /// Starts monitor on a terminal, after a command for the shell there, and taps until a tap is shown.
    private func monitorOnTerminal(after command: String, _ options: String = "") throws -> Program {
        let invocation = "\(BuildProducts.path("gesturectl")) monitor --socket \(daemon.socket) \(options)"
        let monitor = Program(
            "/usr/bin/script", ["-qec", "\(command)\nTERM=xterm exec \(invocation)", "/dev/null"],
            environment: ["NO_COLOR": "1", "SHELL": "/bin/sh"])
        let isShown = try eventually {
            try daemon.devices.tap("event5")
            return monitor.output.contains("✓")
        }
        #expect(isShown, "\(monitor.output) \(monitor.errors)")
        return monitor
    }

    @Test func `monitor prints readable lines`() throws {
        let monitor = monitor("--gesture", #"{"tap":{}}"#)
        let device = "device   event5  Fake Touchscreen (touchscreen, 300 × 170 mm, 10 slots)"
        #expect(eventually { monitor.outputLines == [device] })
        // The first of these may precede the subscription.
        #expect(
            try eventually {
                try daemon.devices.tap("event5")
                return monitor.outputLines.contains { $0.hasSuffix("ended     1 finger  at 629.9, 503.9") }
            })
        #expect(monitor.outputLines[1].contains(" event5 tap        #"))
        daemon.devices.remove("event5")
        #expect(eventually { monitor.outputLines.last == "removed  event5" })
    }

    @Test func `on a terminal, a gesture has one line that changes, and the end has a sum`() throws {
        let monitor = try monitorOnTerminal(after: "stty cols 60")
        daemon.program.signal(SIGTERM)
        #expect(eventually { monitor.output.contains("next: gesturectl monitor --explain") })
        #expect(monitor.output.contains(/\d+ gestures?: \d+ taps?/), "\(monitor.output)")
        #expect(!monitor.output.contains("\u{1B}[3"), "colours in spite of NO_COLOR")
        #expect(
            monitor.output.contains(/\e\[2K\e\[\?7l✓ [^\n]+\e\[\?7h/), "a line may take two rows: \(monitor.output)")
        // A line that changes is written again behind a carriage return.
        for line in monitor.output.split(whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) {
            let shown = line.replacing(/\e\[\??\d*[A-Zhl]/, with: "")
            #expect(shown.count <= 60, "\(shown)")
        }
    }

    @Test(arguments: ["cols 60", "cols 20"])
    func `on a terminal, explained touches have a line each`(_ size: String) throws {
        let monitor = try monitorOnTerminal(after: "stty \(size)", "--explain --gesture tap")
        // A tap is one line, without the gestures that it was not.
        #expect(!monitor.output.contains(" why "), "\(monitor.output)")
        daemon.program.signal(SIGTERM)
        #expect(eventually { monitor.output.contains("next: ") }, "\(monitor.output)")
        #expect(!monitor.output.contains("no gesture"), "\(monitor.output)")
    }

    @Test func `on a terminal, a touch that was no gesture has one line with the reason`() throws {
        let monitor = Program(
            "/usr/bin/script",
            [
                "-qec",
                "stty cols 100; TERM=xterm exec \(BuildProducts.path("gesturectl")) monitor --socket \(daemon.socket) "
                    + "--explain --gesture 'long press'", "/dev/null",
            ], environment: ["NO_COLOR": "1", "SHELL": "/bin/sh"])
        let isShown = try eventually {
            try daemon.devices.tap("event5")
            return monitor.output.contains("no gesture 1 finger")
        }
        #expect(isShown, "\(monitor.output) \(monitor.errors)")
        #expect(monitor.output.contains(/· +\d+\.\d{3}  no gesture 1 finger  long press: lifted after \d+ ms < 500 ms/))
    }

    @Test func `in a window that has become narrower, lines fit the new width`() throws {
        // The window shrinks once a gesture was shown.
        let narrowed = daemon.socket + ".narrowed"
        defer { unlink(narrowed) }
        let monitor = try monitorOnTerminal(
            after: """
                stty cols 70
                (until [ -e \(narrowed) ]; do sleep 0.05; done; stty cols 45 </dev/tty; echo NARROW) &
                """)
        #expect(monitor.output.contains(/[^\r\n]{60}…/), "the header fills the width of 70: \(monitor.output)")
        close(creat(narrowed, 0o600))
        #expect(eventually { monitor.output.contains("NARROW") }, "\(monitor.output)")
        daemon.program.signal(SIGTERM)
        let cut = "next: gesturectl monitor --explain   why ea…"
        #expect(eventually { monitor.output.contains(cut) }, "\(monitor.output)")
    }

    @Test func `monitor --json prints the daemon's own lines`() throws {
        let monitor = monitor("--json", "--gesture", #"{"tap":{}}"#, "--units", "millimetres")
        #expect(eventually { monitor.output.contains(#"{"type":"ok","id":1,"subscription":1}"# + "\n") })
        let client = try daemon.client(#"{"tap":{}}"#, units: #""millimetres""#)
        try daemon.devices.tap("event5")
        let lines = try client.gesture().map(\.description)
        #expect(eventually { Array(monitor.outputLines.suffix(2)) == lines })
        #expect(monitor.outputLines.first?.hasPrefix(#"{"type":"hello""#) == true)
    }

    @Test func `monitor --explain prints each decision with its reason`() throws {
        let monitor = monitor("--explain", "--gesture", #"{"longPress":{"minimumDuration":60}}"#)
        #expect(
            try eventually {
                try daemon.devices.tap("event5")
                return monitor.outputLines.contains { $0.contains(" why       long press: lifted after ") }
            })
        let line = monitor.outputLines.first { $0.contains(" why ") }
        #expect(line?.contains(" ms < 60000 ms at ") == true && line?.hasSuffix(" ms (1 finger)") == true)
    }

    /// The set depends on the kind of the device, which is known when it is added.
    @Test func `monitor subscribes to the standard set of a named device's kind`() throws {
        let monitor = monitor("--device", "Fake Touchscreen")
        #expect(
            try eventually {
                try daemon.devices.tap("event5")
                return monitor.outputLines.contains { $0.contains(" event5 tap ") && $0.contains("ended") }
            })
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `monitor reports that the daemon has stopped or was killed`(_ signal: Int32) throws {
        let monitor = monitor()
        #expect(eventually { monitor.output.hasPrefix("device") })
        daemon.program.signal(signal)
        #expect(monitor.exit() == .exited(1))
        #expect(monitor.errors == "gesturectl: the daemon closed the connection\n")
    }

    @Test func `control characters in a device's name do not reach the terminal`() throws {
        var device = DeviceDescription.touchscreen
        // evemu's header, which describes the fake device, cannot hold those below 32.
        device.name = "Evil\u{9b}2J\u{202e}"
        try daemon.devices.add(device, as: "event6", .touchscreen)
        let name = #"event6  Evil\u{9b}2J\u{202e}"#
        let monitor = monitor()
        #expect(eventually { monitor.outputLines.contains { $0.contains(name) } })
        let devices = Program("gesturectl", ["devices", "--socket", daemon.socket])
        #expect(devices.exit() == .exited(0))
        #expect(devices.outputLines.contains(name))
        #expect(daemon.logs(#"event6: Evil\u{9b}2J\u{202e} (touchscreen)"#))
        // In JSON, the escapes are JSON's own.
        let escaped = #""name":"Evil\u009b2J\u202e""#
        let json = self.monitor("--json")
        #expect(eventually { json.output.contains(escaped) })
        let others = ["devices", "status"].map { Program("gesturectl", [$0, "--json", "--socket", daemon.socket]) }
        for program in others {
            #expect(program.exit() == .exited(0))
            #expect(program.output.contains(escaped), "\(program.output)")
        }
        let outputs = ([monitor, devices, json] + others).map(\.output)
        for text in outputs + [daemon.program.errors] {
            #expect(!text.unicodeScalars.contains { [0x1b, 0x9b, 0x202e].contains($0.value) })
        }
    }

    @Test(arguments: [
        ("monitor", "HTTP/1.1 400"), ("devices", "{\"type\":\"pong\"}"), ("status", "[]"), ("reload", "220"),
    ])
    func `a server that is not gestured is reported in one line`(_ command: String, _ line: String) throws {
        let directory = try TemporaryDirectory()
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: directory.path("socket"))
        listen(listener, 8)
        let program = Program("gesturectl", [command, "--socket", directory.path("socket")])
        let client = accept(listener, nil, nil)
        let bytes = Array((line + "\n").utf8)
        #expect(write(client, bytes, bytes.count) == bytes.count)
        #expect(program.exit() == .exited(1))
        #expect(
            program.errors
                == "gesturectl: the daemon sent an invalid message: \(line); is --socket the socket of gestured?\n")
        close(client)
        close(listener)
    }

    /// All wait at the same time.
    @Test func `a server that sends nothing is reported in one line`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("socket")
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        listen(listener, 8)
        let commands = ["monitor", "devices", "status", "reload"]
        let programs = commands.map { Program("gesturectl", [$0, "--socket", path]) }
        for (command, program) in zip(commands, programs) {
            #expect(program.exit() == .exited(1), "\(command)")
            #expect(
                program.errors
                    == "gesturectl: what listens on \(path) does not answer within 10 s; is it gestured's socket? "
                    + "`gesturectl doctor` says what to do if it is\n", "\(command)")
        }
        close(listener)
    }

    @Test func `monitor reports a refusal`() {
        let monitor = monitor("--region", "5000,0,10,10")
        #expect(monitor.exit() == .exited(1))
        #expect(monitor.errors.hasPrefix("gesturectl: regionOutsideSurface: region: "))
        #expect(monitor.errorLines.count == 1)
    }

    @Test func `monitor --json ends after a refusal`() {
        let monitor = monitor("--json", "--region", "5000,0,10,10")
        #expect(monitor.exit() == .exited(1))
        #expect(monitor.outputLines.last?.hasPrefix(#"{"type":"error","id":1,"code":"regionOutsideSurface""#) == true)
        #expect(monitor.errors.isEmpty)
    }

    @Test(arguments: ["monitor", "devices"])
    func `a missing daemon is reported in one line`(_ command: String) {
        let program = Program("gesturectl", [command, "--socket", "/no/such/socket"])
        #expect(program.exit() == .exited(1))
        #expect(
            program.errors
                == "gesturectl: cannot connect to /no/such/socket: No such file or directory (ENOENT); is gestured running?\n"
        )
    }

    @Test func `devices prints all properties`() throws {
        try daemon.devices.add(.unsized, as: "event6", .touchscreen)
        let client = try daemon.client()
        #expect(try eventually { try daemon.connect().next("hello").objects("devices").count == 2 })
        let devices = Program("gesturectl", ["devices", "--socket", daemon.socket])
        #expect(devices.exit() == .exited(0))
        #expect(
            devices.outputLines == [
                "event5  Fake Touchscreen", "    node        /dev/input/event5", "    kind        touchscreen",
                "    size        300 × 170 mm", "    slots       10", "    resolution  10.0 × 10.0 units/mm",
                "    output      unknown: no focus source reports outputs", "    state       open",
                "event6  Unsized Touchscreen", "    node        /dev/input/event6", "    kind        touchscreen",
                "    size        294 × 221 mm", "    slots       2",
                "    resolution  no resolution: 294 × 221 mm assumed",
                "    output      unknown: no focus source reports outputs", "    state       open",
            ])
        let json = Program("gesturectl", ["devices", "--json", "--socket", daemon.socket])
        #expect(json.exit() == .exited(0))
        #expect(json.outputLines.map { Message($0)?.text("id") } == ["event5", "event6"])
        withExtendedLifetime(client) {}
    }

    @Test func `devices reports that there are no devices, and why the daemon refuses`() throws {
        let empty = try DaemonProcess(configuration: "[limits]\nclients = 1\n")
        let devices = try { () throws -> Program in
            // The daemon is ready once it has greeted a client, and has room again once that client has left.
            #expect(try empty.connect().next("hello").type == "hello")
            return Program("gesturectl", ["devices", "--socket", empty.socket])
        }()
        #expect(devices.exit() == .exited(0))
        #expect(devices.output == "no touch devices; gesturectl doctor says what to check\n")
        // The daemon may accept a client before it sees that the last one has left.
        let client = try #require(eventually { try? empty.client() })
        let refused = Program("gesturectl", ["devices", "--socket", empty.socket])
        #expect(refused.exit() == .exited(1))
        #expect(refused.errors == "gesturectl: tooManyClients: limits.clients: all users have at most 1 connections\n")
        withExtendedLifetime(client) {}
    }
}
