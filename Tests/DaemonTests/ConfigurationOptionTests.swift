import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite("gestured's --config and --check-config") struct ConfigurationOptionTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a missing configuration file is named`() {
        let program = Program("gestured", ["--config", "/no/such/file"])
        #expect(program.exit() == .exited(1))
        #expect(program.errors == "gestured: /no/such/file: cannot be opened: No such file or directory (ENOENT)\n")
    }

    @Test func `each mistake is reported with its file, line, key and the expected value`() throws {
        let file = try directory.file("bad.toml", "[tap]\nmaximumDuration = 500\n\n[limits]\nclient = 16\n")
        let program = Program("gestured", ["--config", file])
        #expect(program.exit() == .exited(1))
        #expect(
            program.errorLines == [
                "gestured: \(file):2: tap.maximumDuration: expected a number of seconds from 0.01 to 10, found 500",
                "gestured: \(file):5: limits.client: unknown key; [limits] takes clients, "
                    + "clientsPerUser, haptics, line, memory, memoryPerUser, outbox, outboxPerUser, recognisers, "
                    + "recognisersPerUser, subscriptions, subscriptionsPerUser",
            ])
    }

    @Test func `a valid configuration is reported as valid, and nothing is served`() throws {
        let file = try directory.file("good.toml", "[tap]\nmaximumDuration = 0.5\n")
        let program = Program("gestured", ["--check-config", "--config", file, "--socket", directory.path("socket")])
        #expect(program.exit() == .exited(0))
        #expect(program.output == "\(file): valid\n" && program.errors.isEmpty)
    }

    @Test(arguments: [
        (
            "[[grant]]\nuser = \"nobdy\"\npositions = true",
            "FILE, line 1: [[grant]] ignored: there is no user \"nobdy\""
        ),
        (
            "[[grant]]\ngroup = \"viedo\"\nsession = true",
            "FILE, line 1: [[grant]] ignored: there is no group \"viedo\""
        ),
        ("[access]\ngroup = \"kisok\"", "access.group: there is no group \"kisok\"; treating the group as empty"),
        (
            "[access]\nfocusGroup = \"vdeo\"",
            "access.focusGroup: there is no group \"vdeo\"; treating the group as empty"
        ),
        (
            "[[device]]\nname = \"Fake Tochscreen\"\nrotation = 90",
            "FILE, line 1: [[device]] matches no device at present; there is event5 (Fake Touchscreen)"
        ),
        (
            "[[device]]\nkind = \"touchpad\"\nignore = true",
            "FILE, line 1: [[device]] matches no device at present; there is event5 (Fake Touchscreen)"
        ),
    ])
    func `what a valid file names and the machine lacks is named by the check`(_ text: String, _ line: String) throws {
        let file = try directory.file("unknown.toml", text)
        let devices = try FakeDeviceTree()
        try devices.add(.touchscreen, as: "event5", .touchscreen)
        let check = Program("gestured", ["--check-config", "--config", file], environment: devices.environment)
        #expect(check.exit() == .exited(0))
        #expect(check.output == "\(file): valid\n")
        #expect(check.errorLines == ["gestured: " + line.replacing("FILE", with: file)])
    }

    @Test(arguments: [
        ("[acces]\ngroup = \"kiosk\"", ":1: [acces]: unknown section; there are "),
        ("[[grants]]\nuser = \"root\"", ":1: [[grants]]: only [[grant]] and [[device]] have two brackets"),
        ("[tap]\nmaximumDuration = \"0.5\"", ":2: tap.maximumDuration: expected a number of seconds from 0.01 to 10"),
        ("[[device]]\nname = \"a\"\nrotation = 45", ":3: device.rotation: expected 0, 90, 180 or 270, found 45"),
        ("[access]\npositions = \"everyone\"", ":2: access.positions: expected one of \"focused\", \"session\""),
        ("[[grant]]\nuser = \"root\"\nposition = true", ":1: [[grant]]: grants nothing; it needs positions = true"),
        ("[[device]]\nname = \"a\"\nsize = \"30 cm\"", ":3: device.size: expected [width, height] in millimetres"),
        ("[[device]]\nrotation = 90", ":1: [[device]]: names no device; it needs "),
    ])
    func `a mistake is named by the check`(_ text: String, _ words: String) throws {
        let file = try directory.file("bad.toml", text)
        let check = Program("gestured", ["--check-config", "--config", file])
        #expect(check.exit() == .exited(1))
        #expect(check.errorLines.first?.contains("\(file)\(words)") == true, "\(check.errors)")
    }

    @Test(.enabled(if: access("/etc/gestured/gestured.toml", F_OK) != 0, "this machine has a configuration"))
    func `a check without a file reports the defaults`() {
        let program = Program("gestured", ["--check-config"])
        #expect(program.exit() == .exited(0))
        #expect(program.output == "/etc/gestured/gestured.toml: does not exist; every setting has its default\n")
    }

    @Test func `a check fails with the daemon's own error`() throws {
        let file = try directory.file("bad.toml", "[drag]\nminimumDistance = far\n")
        let check = Program("gestured", ["--check-config", "--config", file])
        #expect(check.exit() == .exited(1))
        #expect(check.output.isEmpty && check.errors.contains("\(file):2: drag.minimumDistance: "))
        let daemon = Program("gestured", ["--config", file])
        #expect(daemon.exit() == .exited(1))
        #expect(daemon.errors == check.errors)
    }

    @Test func `configured thresholds and limits are in effect`() throws {
        let daemon = try DaemonProcess(
            configuration: "[tap]\nmaximumDuration = 0.03\n[limits]\nclients = 2\nsubscriptions = 1\n"
        ) { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        let client = try daemon.client(#"{"tap":{}}"#)
        let second = try client.request("subscribe", #""gesture":{"tap":{}}"#)
        #expect(second.text("message") == "limits.subscriptions: a client has at most 1 subscriptions")
        // The tap lasts 40 ms, which is too long here.
        try daemon.devices.tap("event5")
        let patient = try daemon.client(#"{"tap":{"maximumDuration":1}}"#)
        #expect(try client.queued().isEmpty)
        #expect(try daemon.connect().readToEnd().map { $0.text("code") } == ["tooManyClients"])
        try daemon.devices.tap("event5", id: 2)
        #expect(try patient.gesture().phases == ["began", "ended"])
        #expect(try client.queued().isEmpty)
    }
}
