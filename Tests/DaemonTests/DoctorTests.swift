import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

/// Each finding is produced by its cause. Tests/System/machine/packages.py does so again with the installed service, logind
/// and udev.
@Suite("gesturectl doctor") struct DoctorTests {
    private func doctor(_ daemon: DaemonProcess) -> Program {
        let doctor = Program(
            "gesturectl", ["doctor", "--socket", daemon.socket, "--config", daemon.configurationFile],
            environment: daemon.devices.environment)
        _ = doctor.exit()
        return doctor
    }

    /// Without a daemon.
    private func doctor(socket: String, config: String) throws -> Program {
        let devices = try FakeDeviceTree()
        let doctor = Program(
            "gesturectl", ["doctor", "--socket", socket, "--config", config], environment: devices.environment)
        _ = doctor.exit()
        return doctor
    }

    private func daemon(_ configuration: String = "", _ prepare: (FakeDeviceTree) throws -> Void) throws
        -> DaemonProcess
    {
        let daemon = try DaemonProcess(configuration: configuration, prepare: prepare)
        _ = try daemon.client()
        return daemon
    }

    /// What it printed, without the breaks at 80 columns; a command has a line of its own.
    private func sentences(of program: Program) -> [String] {
        program.output.replacing(#/\n {24}(?!\$)/#) { _ in " " }.split(separator: "\n").map(String.init)
    }

    /// The lines of a problem and its command.
    private func expectProblem(_ program: Program, _ problem: String, fix: String?) {
        #expect(program.exit() == .exited(1), "\(program.output)\(program.errors)")
        let lines = sentences(of: program)
        let line = lines.firstIndex { $0.hasPrefix("problem  ") && $0.contains(problem) }
        #expect(line != nil, "\(program.output)")
        // On a machine with the service the command would be there.
        guard let fix else { return }
        let commands = lines.dropFirst(line ?? 0).prefix { !$0.hasPrefix("ok") || $0 == lines[line ?? 0] }
        #expect(commands.contains { $0.trimmingPrefix(while: \.isWhitespace) == "$ \(fix)" }, "\(program.output)")
    }

    @Test func `reports no problem on a working machine, with status 0`() throws {
        let daemon = try daemon { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        let doctor = doctor(daemon)
        #expect(doctor.exit() == .exited(0), "\(doctor.output)\(doctor.errors)")
        #expect(doctor.outputLines.count <= 24 && doctor.outputLines.allSatisfy { $0.hasPrefix("ok  ") })
        #expect(doctor.output.contains("device         event5 (Fake Touchscreen) is open"))
        #expect(doctor.output.contains("configuration  \(daemon.configurationFile) is valid"))
    }

    @Test func `finds that there is no device`() throws {
        expectProblem(
            doctor(try daemon { _ in }), "no touchscreen or touchpad is present", fix: "cat /proc/bus/input/devices")
    }

    @Test func `finds a device that the daemon may not read`() throws {
        let daemon = try daemon {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.refuseOpening("event5", with: EACCES)
        }
        expectProblem(
            doctor(daemon), "event5 (Fake Touchscreen): /dev/input/event5: cannot open: Permission denied (EACCES)",
            fix: "sudo udevadm trigger --settle /dev/input/event5")
    }

    @Test func `finds a device that another process has grabbed`() throws {
        let daemon = try daemon {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.grabElsewhere("event5")
        }
        expectProblem(doctor(daemon), "is grabbed", fix: "sudo fuser --verbose /dev/input/event5")
    }

    @Test func `finds a device that the configuration ignores`() throws {
        let daemon = try daemon("[[device]]\nname = \"*\"\nignore = true\n") {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
        }
        expectProblem(doctor(daemon), "ignored by ", fix: "sudoedit \(daemon.configurationFile)")
    }

    @Test func `finds a touch device that udev has not tagged`() throws {
        let daemon = try daemon {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.add(.touchpad, as: "event6", .touchpad, tagged: false)
        }
        expectProblem(
            doctor(daemon), "/dev/input/event6 (Fake Touchpad) reports touches, but udev has not tagged it",
            fix: "sudo udevadm trigger --action=add --settle /dev/input/event6")
    }

    @Test func `finds every mistake in the configuration`() throws {
        let daemon = try daemon { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        try daemon.configure("[tap]\nmaximumDuration = far\nmaximumDelay = -1\n")
        let doctor = doctor(daemon)
        expectProblem(
            doctor, ":2: tap.maximumDuration: ",
            fix: "sudoedit \(daemon.configurationFile) && sudo gesturectl reload")
        #expect(sentences(of: doctor).contains { $0.contains(":3: tap.maximumDelay: ") })
        #expect(
            doctor.outputLines.allSatisfy { $0.count <= 80 || $0.contains("$ ") || $0.contains("/") },
            "\(doctor.output)")
    }

    @Test func `suggests no command that a mistake in the configuration would make fail`() throws {
        let directory = try TemporaryDirectory()
        let config = try directory.file("gestured.toml", "[tap]\nmaximumDuration = far\n")
        let doctor = try doctor(socket: directory.path("none"), config: config)
        #expect(doctor.exit() == .exited(1))
        #expect(sentences(of: doctor).contains { $0.contains("the service starts once the configuration is correct") })
        #expect(!doctor.output.contains("gestured.socket") && !doctor.output.contains("--socket"))
    }

    @Test func `finds that the service does not run, or left its socket behind`() throws {
        let directory = try TemporaryDirectory()
        let config = try directory.file("gestured.toml", "")
        expectProblem(
            try doctor(socket: directory.path("none"), config: config), "No such file or directory (ENOENT)",
            fix: "gestured --socket \(directory.path("none"))")
        close(unixSocket(SOCK_STREAM.rawValue, boundTo: directory.path("left")))
        expectProblem(
            try doctor(socket: directory.path("left"), config: config), "Connection refused (ECONNREFUSED)",
            fix: "gestured --socket \(directory.path("left"))")
    }

    private static let hasService = access("/run/gestured/gestured.sock", F_OK) == 0
    private static let isInstalled =
        access("/usr/lib/systemd/system/gestured.socket", F_OK) == 0
        || access("/usr/local/lib/systemd/system/gestured.socket", F_OK) == 0

    @Test(.disabled(if: hasService || isInstalled, "gestured is installed on this machine"))
    func `enables no socket before it is installed`() throws {
        let devices = try FakeDeviceTree()
        let doctor = Program("gesturectl", ["doctor"], environment: devices.environment)
        _ = doctor.exit()
        #expect(sentences(of: doctor).contains { $0.contains("the service is not installed") }, "\(doctor.output)")
        #expect(!doctor.output.contains("systemctl"), "\(doctor.output)")
        #expect(doctor.output.contains("$ sudo "))
    }

    @Test func `finds a daemon that hangs`() throws {
        let daemon = try daemon { _ in }
        daemon.program.signal(SIGSTOP)
        defer { daemon.program.signal(SIGCONT) }
        let doctor = doctor(daemon)
        #expect(doctor.exit() == .exited(1))
        #expect(doctor.output.contains("problem  service        gestured does not answer within 5 s"))
    }

    @Test func `finds a focus source that has ended`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try DaemonProcess(["--focus-socket", directory.path("focus")]) {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
        }
        _ = try daemon.client()
        var source: TestClient? = try TestClient(directory.path("focus"))
        #expect(try source?.request("focus", #""processes":[]"#).type == "ok")
        source = nil
        let watcher = try daemon.connect()
        let isLost = try watcher.next("hello").text("access", "focus") == "lost"
        if !isLost { #expect(try watcher.next("accessChanged").text("access", "focus") == "lost") }
        expectProblem(doctor(daemon), "lost, so no app counts", fix: nil)
    }

    private static let hasStrangers =
        getuid() == 0 && access("/run/systemd/seats/seat0", F_OK) != 0
        && Stranger.program(["--version"]).exit() == .exited(0)

    /// What a user finds whom the daemon does not trust.
    private func strangerExpectsProblem(_ daemon: DaemonProcess, _ problem: String, fix: String?) {
        chmod(daemon.socket, 0o666)
        let doctor = Stranger.program(["doctor", "--socket", daemon.socket])
        _ = doctor.exit()
        expectProblem(doctor, problem, fix: fix)
    }

    private func daemonForStrangers(group: String = "", _ arguments: [String] = []) throws -> DaemonProcess {
        let daemon = try DaemonProcess(configuration: "[access]\ngroup = \"\(group)\"\n", arguments) {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
        }
        _ = try daemon.client()
        return daemon
    }

    @Test(.enabled(if: hasStrangers, "needs root, setpriv, programs that others may run, and no logind"))
    func `finds that this user receives nothing`() throws {
        strangerExpectsProblem(
            try daemonForStrangers(group: "root"), "this user is not in the group",
            fix: #"sudo usermod --append --groups gestured-clients "$USER""#)
    }

    /// The machine's package decides which of the two commands is right; Tests/System/machine/packages.py has both.
    @Test(.enabled(if: hasStrangers, "needs root, setpriv, programs that others may run, and no logind"))
    func `finds that the focus is unknown`() throws {
        let folders = ["/etc", "/usr/local/lib", "/usr/lib"]
        let isInstalled = folders.contains { access("\($0)/systemd/user/gestured-focus.service", F_OK) == 0 }
        strangerExpectsProblem(
            try daemonForStrangers(), "unknown, so apps receive no positions",
            fix: isInstalled
                ? "systemctl --user enable --now gestured-focus.service"
                : "sudo apt install ./gestured-desktop_*.deb")
    }

    @Test(.enabled(if: hasStrangers, "needs root, setpriv, programs that others may run, and no logind"))
    func `finds that the session is locked`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try daemonForStrangers(["--focus-socket", directory.path("focus")])
        chmod(directory.path("focus"), 0o666)
        chmod(daemon.socket, 0o666)
        let monitor = Stranger.program(["monitor", "--json", "--socket", daemon.socket, "--gesture", "tap"])
        let locker = Stranger.program([
            "lock", "--socket", directory.path("focus"), "sh", "-c", "trap 'exit 0' TERM; sleep 60 & wait",
        ])
        #expect(eventually { monitor.output.contains(#""session":"locked""#) }, "\(monitor.output)\(locker.errors)")
        strangerExpectsProblem(daemon, "locked, so no gestures arrive", fix: nil)
    }

    @Test(arguments: [
        (
            #"{"type":"hello","protocol":1,"server":"gestured 0.0.9","capabilities":[],"devices":[]}"#,
            "gestured 0.0.9 runs, but this is"
        ),
        (
            #"{"type":"hello","protocol":2,"server":"gestured 9.0.0","capabilities":[],"devices":[]}"#,
            "gestured 9.0.0 speaks protocol 2"
        ),
        ("HTTP/1.1 400 Bad Request", "another program than gestured listens on"),
    ])
    func `finds a daemon of another version, and another program`(_ line: String, _ problem: String) throws {
        let directory = try TemporaryDirectory()
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: directory.path("socket"))
        listen(listener, 1)
        defer { close(listener) }
        let devices = try FakeDeviceTree()
        let doctor = Program(
            "gesturectl",
            ["doctor", "--socket", directory.path("socket"), "--config", try directory.file("gestured.toml", "")],
            environment: devices.environment)
        let client = accept(listener, nil, nil)
        defer { close(client) }
        _ = write(client, line + "\n", line.utf8.count + 1)
        expectProblem(doctor, problem, fix: nil)
    }
}
