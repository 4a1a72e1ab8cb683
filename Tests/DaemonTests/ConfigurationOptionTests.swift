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
