internal import ArgumentParser
internal import EvdevInput
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find what keeps gestures from arriving, and print the command that corrects it.",
        discussion: """
            Checks the configuration, the service, the devices, and what this user's apps receive. Changes nothing. The exit \
            status is 1 if something is wrong.
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(
        help: ArgumentHelp(
            "The daemon's configuration. (default: \(Configuration.defaultPath))", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    /// In milliseconds. A running daemon answers at once, but systemd may have to start it on a busy machine.
    private static let timeout: Int32 = 5000

    func run() throws {
        let greeting = greeting
        var findings: [Diagnosis]
        switch greeting {
        case .success(let hello):
            findings = [configuration(fix: "sudo gesturectl reload")]
            findings += Diagnosis.all(in: hello, configuration: config ?? Configuration.defaultPath)
        case .failure(let failure):
            let configuration = configuration(fix: Diagnosis.restart)
            findings = [configuration, failure.finding(at: connection.socket, isConfigured: !configuration.isProblem)]
        }
        findings += untaggedFindings + HardwareFaults.findings + [Diagnosis.actions] + Diagnosis.exclusive
        for finding in findings { finding.lines.forEach(StandardOutput.line) }
        if findings.contains(where: { $0.isProblem }) { throw ExitCode.failure }
    }

    /// - Parameter fix: The command that makes the daemon read the corrected file; nil if systemd does not run the
    ///   daemon.
    private func configuration(fix: String?) -> Diagnosis {
        let path = config ?? Configuration.defaultPath
        do throws(ConfigurationError) {
            // Only a file that was given on the command line must exist.
            let configuration = try Configuration.load(path: config)
            let isPresent = access(path, F_OK) == 0
            let unknown = configuration.lookUpAccounts().problems
            guard unknown.isEmpty else {
                return Diagnosis(
                    "configuration", unknown.joined(separator: "\n"),
                    fix: "sudoedit \(path)\(fix.map { " && \($0)" } ?? "")")
            }
            // A device that is plugged in now and then is no problem.
            if let unmatched = configuration.unmatched.first { return Diagnosis("configuration", unmatched) }
            return Diagnosis("configuration", isPresent ? "\(path) is valid" : "every setting has its default")
        } catch {
            return Diagnosis("configuration", "\(error)", fix: "sudoedit \(path)\(fix.map { " && \($0)" } ?? "")")
        }
    }

    /// The daemon's `hello`, or why there is none.
    private var greeting: Result<Hello, ServiceFailure> {
        do {
            let daemon = try DaemonConnection(path: connection.socket)
            guard daemon.answers(within: Self.timeout) else {
                return .failure(.silent(seconds: Self.timeout / 1000))
            }
            guard let line = try daemon.nextLine() else { throw ConnectionFailure.ended }
            switch try DaemonLine.message(line) {
            case .hello(let hello): return .success(hello)
            case .error(let error): throw ConnectionFailure.refused(error)
            default: throw ConnectionFailure.notUnderstood(String(decoding: line.prefix(60), as: UTF8.self))
            }
        } catch ConnectionFailure.notUnderstood {
            return .failure(.stranger)
        } catch ConnectionFailure.unknownProtocol(let number, let server) {
            return .failure(.incompatible("\(ConnectionFailure.unknownProtocol(number, server: server))"))
        } catch ConnectionFailure.cannotConnect(let path, let code) {
            return .failure(.unreachable("cannot connect to \(path): \(Errno(code))", code: code))
        } catch {
            return .failure(.other("\(error)"))
        }
    }

    /// Touch devices that the daemon does not see, because udev has not tagged them.
    private var untaggedFindings: [Diagnosis] {
        do {
            return try TouchDevices().untagged().map { node, name in
                Diagnosis(
                    "device",
                    "\(node) (\(name)) reports touches, but udev has not tagged it as touchscreen or touchpad",
                    fix: "sudo udevadm trigger --action=add --settle \(node)")
            }
        } catch {
            return [Diagnosis("udev", "\(error)", fix: "sudo systemctl restart systemd-udevd.service")]
        }
    }
}

extension Configuration {
    /// A line for each `[[device]]` that applies to no device of this machine.
    var unmatched: [String] {
        let devices = (try? TouchDevices(kind: kind).enumerate()) ?? []
        return devices.isEmpty ? [] : unmatchedDevices(among: devices.map(\.identity))
    }
}

/// The result of one check.
struct Diagnosis: Error {
    let subject: String
    let sentence: String
    /// The command that corrects the problem; nil if there is no problem or no such command.
    let fix: String?
    let isProblem: Bool

    init(_ subject: String, _ sentence: String) {
        (self.subject, self.sentence, fix, isProblem) = (subject, sentence, nil, false)
    }

    init(_ subject: String, _ sentence: String, fix: String?) {
        (self.subject, self.sentence, self.fix, isProblem) = (subject, sentence, fix, true)
    }

    /// `problem  session        locked: no gestures arrive`, and the command on a line of its own.
    var lines: [String] {
        let head = (isProblem ? "problem  " : "ok       ") + subject
        let padding = String(repeating: " ", count: max(1, 24 - head.count))
        return StatusRow(
            head + padding, sentence.split(separator: "\n").map(String.init), commands: fix.map { [$0] } ?? []
        )
        .lines
    }
}

/// Why the daemon did not answer, or why its answer cannot be used.
private enum ServiceFailure: Error {
    case unreachable(String, code: Int32)
    case silent(seconds: Int32)
    /// The server is not gestured.
    case stranger
    case incompatible(String)
    case other(String)

    /// - Parameters:
    ///   - path: The socket that was tried.
    ///   - isConfigured: False if the configuration has mistakes. The service does not start with them.
    func finding(at path: String, isConfigured: Bool) -> Diagnosis {
        switch self {
        case .unreachable(let text, _) where !isConfigured:
            return Diagnosis("service", "\(text); the service starts once the configuration is correct", fix: nil)
        case .other(let text) where !isConfigured: return Diagnosis("service", text, fix: nil)
        case .unreachable(let text, _) where path != DaemonConnection.defaultPath:
            return Diagnosis("service", "\(text); no daemon listens there", fix: "gestured --socket \(path)")
        case .unreachable(let text, _) where !ServiceUnits.sockets.isInstalled:
            return Diagnosis("service", "\(text); the service is not installed", fix: ServiceUnits.sockets.installation)
        case .unreachable(let text, _) where !ServiceUnits.isSystemdRunning:
            return Diagnosis(
                "service", "\(text); systemd, which starts the service, does not run here", fix: "sudo gestured")
        case .unreachable(let text, let code):
            // A socket without a listener is left over from a daemon that was killed. Only a restart of the unit
            // replaces it.
            let verb = code == ECONNREFUSED ? "restart" : "enable --now"
            return Diagnosis("service", text, fix: "sudo systemctl \(verb) \(ServiceUnits.sockets.names)")
        case .silent(let seconds):
            return Diagnosis("service", "gestured does not answer within \(seconds) s", fix: Diagnosis.restart)
        case .stranger:
            return Diagnosis(
                "service", "another program than gestured listens on \(path); this names it",
                fix: "sudo ss --listening --unix --processes src \(path)")
        case .incompatible(let text): return Diagnosis("service", text, fix: nil)
        case .other(let text):
            return Diagnosis("service", text, fix: "sudo journalctl --unit gestured.service --lines 20")
        }
    }
}

extension Diagnosis {
    /// The command that restarts a faulty daemon; nil if systemd does not run the daemon.
    fileprivate static var restart: String? {
        ServiceUnits.isSystemdRunning && ServiceUnits.daemon.isInstalled
            ? "sudo systemctl restart gestured.service" : nil
    }

    /// Returns the results that follow from a daemon's `hello`.
    static func all(in hello: Hello, configuration: String) -> [Diagnosis] {
        [version(hello)] + devices(hello, configuration) + [session(hello.access), focus(hello.access)]
    }

    private static func version(_ hello: Hello) -> Diagnosis {
        if let version = DaemonLine.otherVersion(hello) { return Diagnosis("service", version, fix: restart) }
        return Diagnosis("service", "\(hello.server) answers")
    }

    private static func devices(_ hello: Hello, _ configuration: String) -> [Diagnosis] {
        guard !hello.devices.isEmpty else {
            return [
                Diagnosis(
                    "device", "no touchscreen or touchpad is present; this lists what the kernel has a driver for",
                    fix: "cat /proc/bus/input/devices")
            ]
        }
        return hello.devices.map { device in
            let name = "\(device.id) (\(device.name))"
            switch device.availability {
            case .open where InhibitedDevice.isInhibited(sysname: device.id):
                return Diagnosis(
                    "device", "\(name) is inhibited: the kernel drops its events",
                    fix: "echo 0 | sudo tee \(InhibitedDevice.attribute(sysname: device.id))")
            // A device is off because of the machine's state, such as a closed lid. This is not a problem.
            case .open where device.off != nil:
                return Diagnosis("device", "\(name) is off: \(device.off?.sentence ?? "")")
            case .open: return Diagnosis("device", "\(name) is open")
            case .grabbed:
                return Diagnosis(
                    "device", "\(name) is grabbed: another process takes all of its events",
                    fix: "sudo fuser --verbose \(device.node)")
            case .unavailable(let reason) where reason.contains(exact: "(EACCES)") || reason.contains(exact: "(EPERM)"):
                return Diagnosis(
                    "device", "\(name): \(reason)", fix: "sudo udevadm trigger --settle \(device.node)")
            case .unavailable(let reason):
                let isIgnored = reason.hasPrefix("ignored by ")
                return Diagnosis(
                    "device", "\(name): \(reason)",
                    fix: isIgnored ? "sudoedit \(configuration)" : "sudo journalctl --unit gestured.service --lines 20")
            }
        }
    }

    private static func session(_ access: Access) -> Diagnosis {
        let session = GraphicalSession.id
        switch access.session {
        case .active: return Diagnosis("session", "active on \(access.seats.joined(separator: ", "))")
        // A running logind always has the seat `seat0`. If the seat is missing, no logind runs.
        case .inactive where Glibc.access("/run/systemd/seats/seat0", F_OK) != 0:
            return Diagnosis(
                "session", "there is no logind, and this user is not in the group that receives gestures",
                fix: #"sudo usermod --append --groups gestured-clients "$USER""#)
        case .inactive where session == nil:
            return Diagnosis(
                "session",
                "no session of this user is active on a seat, so no gestures arrive: log in at the machine itself, "
                    + "not through ssh or su", fix: nil)
        case .inactive:
            return Diagnosis(
                "session", "no session of this user is active on a seat, so no gestures arrive",
                fix: session.map { "loginctl activate \($0)" })
        case .locked:
            return Diagnosis(
                "session", "locked, so no gestures arrive", fix: session.map { "loginctl unlock-session \($0)" })
        case .suspended: return Diagnosis("session", "the machine is asleep, so no gestures arrive", fix: nil)
        case .paused: return Diagnosis("session", "paused, so no gestures arrive", fix: "gesturectl resume")
        case .unmanaged: return Diagnosis("session", "no logind; gestures arrive from all devices")
        }
    }

    private static func focus(_ access: Access) -> Diagnosis {
        let unit = try? UserUnit(ServiceUnits.focus.names)
        switch access.focus {
        case .focused, .unfocused:
            guard let unit, unit.isActive, unit.setting != .enabled else {
                return Diagnosis("focus", "a focus source reports the focused window")
            }
            return Diagnosis(
                "focus", "the focused window is reported now, but not after the next login on every desktop",
                fix: "systemctl --user reenable \(ServiceUnits.focus.names)")
        case .unknown where access.positions == .granted:
            return Diagnosis("focus", "unknown, but this user receives positions all the same")
        case .unknown where unit?.isActive == true && unit?.status.isEmpty == false:
            return Diagnosis(
                "focus", "unknown, so apps receive no positions: the focus source waits: \(unit?.status ?? "")",
                fix: nil)
        case .unknown where unit?.setting == .masked:
            return Diagnosis(
                "focus", "unknown, so apps receive no positions: \(ServiceUnits.focus.names) is masked",
                fix: "systemctl --user unmask \(ServiceUnits.focus.names) && \(ServiceUnits.startFocusSource)")
        case .unknown:
            let isInstalled = ServiceUnits.focus.isInstalled
            return Diagnosis(
                "focus",
                "unknown, so apps receive no positions: "
                    + (isInstalled
                        ? "no focus source runs in this session" : "\(ServiceUnits.focus.package) is not installed"),
                fix: ServiceUnits.startFocusSource)
        case .lost:
            return Diagnosis(
                "focus", "lost, so no app counts as focused: the focus source has ended",
                fix: ServiceUnits.focus.isInstalled ? "systemctl --user restart \(ServiceUnits.focus.names)" : nil)
        }
    }
}
