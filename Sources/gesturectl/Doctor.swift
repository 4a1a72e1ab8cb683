internal import ArgumentParser
internal import EvdevInput
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc

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
        var findings = configurationFindings
        switch greeting {
        case .success(let hello): findings += Finding.all(in: hello, configuration: config ?? Configuration.defaultPath)
        case .failure(let finding): findings.append(finding)
        }
        findings += untaggedFindings
        for finding in findings { finding.lines.forEach(Output.line) }
        if findings.contains(where: { $0.isProblem }) { throw ExitCode.failure }
    }

    private var configurationFindings: [Finding] {
        let path = config ?? Configuration.defaultPath
        do throws(ConfigurationError) {
            _ = try Configuration.load(path: config)
            return [
                Finding("configuration", access(path, F_OK) == 0 ? "\(path) is valid" : "every setting has its default")
            ]
        } catch {
            return [
                Finding("configuration", "\(error)", fix: "sudoedit \(path) && sudo systemctl restart gestured.service")
            ]
        }
    }

    /// The daemon's first line, or why there is none.
    private var greeting: Result<Hello, Finding> {
        do {
            let daemon = try DaemonConnection(path: connection.socket)
            var status = pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&status, 1, Self.timeout) > 0 else {
                let text = "gestured does not answer within \(Self.timeout / 1000) s"
                return .failure(Finding("service", text, fix: "sudo systemctl restart gestured.service"))
            }
            guard let line = try daemon.nextLine() else { throw ConnectionFailure.ended }
            switch try ServerMessage(line: line) {
            case .hello(let hello): return .success(hello)
            case .error(let error): throw ConnectionFailure.refused(error)
            default: throw ConnectionFailure.notUnderstood(String(decoding: line.prefix(200), as: UTF8.self))
            }
        } catch ConnectionFailure.cannotConnect(let path, let code) {
            let text = "\(ConnectionFailure.cannotConnect(path, code: code))"
            // A path without a listener is left over from a daemon that was killed.
            let verb = code == ECONNREFUSED ? "restart" : "enable --now"
            return .failure(
                Finding("service", text, fix: "sudo systemctl \(verb) gestured.socket gestured-focus.socket"))
        } catch {
            return .failure(Finding("service", "\(error)", fix: "sudo journalctl --unit gestured.service --lines 20"))
        }
    }

    /// Touch devices that the daemon does not see, because udev has not tagged them.
    private var untaggedFindings: [Finding] {
        do {
            return try TouchDevices().untagged().map { node, name in
                Finding(
                    "device",
                    "\(node) (\(name)) reports touches, but udev has not tagged it as touchscreen or touchpad",
                    fix: "sudo udevadm trigger --action=add --settle \(node)")
            }
        } catch {
            return [Finding("udev", "\(error)", fix: "sudo systemctl restart systemd-udevd.service")]
        }
    }
}

/// One thing that was checked.
struct Finding: Error {
    let subject: String
    let sentence: String
    /// The command that corrects it; nil if nothing is wrong, or if no command can.
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
        let head = isProblem ? "problem  " : "ok       "
        let padding = String(repeating: " ", count: max(1, 15 - subject.count))
        let rest = sentence.split(separator: "\n").map(String.init) + (fix.map { ["$ \($0)"] } ?? [])
        return rest.enumerated().map { index, line in
            index == 0 ? "\(head)\(subject)\(padding)\(line)" : String(repeating: " ", count: 24) + line
        }
    }
}

extension Finding {
    /// What a daemon's `hello` shows.
    static func all(in hello: Hello, configuration: String) -> [Finding] {
        [version(hello)] + devices(hello, configuration) + [session(hello.access), focus(hello.access)]
    }

    private static func version(_ hello: Hello) -> Finding {
        guard hello.server == "gestured \(Release.version)" else {
            return Finding(
                "service", "\(hello.server) runs, but this is gesturectl \(Release.version): it was not restarted",
                fix: "sudo systemctl restart gestured.service")
        }
        return Finding("service", "\(hello.server) answers")
    }

    private static func devices(_ hello: Hello, _ configuration: String) -> [Finding] {
        guard !hello.devices.isEmpty else {
            return [Finding("device", "no touchscreen or touchpad is present", fix: "sudo libinput list-devices")]
        }
        return hello.devices.map { device in
            let name = "\(device.id) (\(device.name))"
            switch device.availability {
            case .open where InhibitedDevice.isInhibited(sysname: device.id):
                return Finding(
                    "device", "\(name) is inhibited: the kernel drops its events",
                    fix: "echo 0 | sudo tee \(InhibitedDevice.attribute(sysname: device.id))")
            // A state of the machine, not a mistake.
            case .open where device.off != nil:
                return Finding("device", "\(name) is off: \(device.off?.sentence ?? "")")
            case .open: return Finding("device", "\(name) is open")
            case .grabbed:
                return Finding(
                    "device", "\(name) is grabbed: another process takes all of its events",
                    fix: "sudo fuser --verbose \(device.node)")
            case .unavailable(let reason) where reason.contains("(EACCES)") || reason.contains("(EPERM)"):
                return Finding(
                    "device", "\(name): \(reason)", fix: "sudo udevadm trigger --settle \(device.node)")
            case .unavailable(let reason):
                let isIgnored = reason.hasPrefix("ignored by ")
                return Finding(
                    "device", "\(name): \(reason)",
                    fix: isIgnored ? "sudoedit \(configuration)" : "sudo journalctl --unit gestured.service --lines 20")
            }
        }
    }

    private static func session(_ access: Access) -> Finding {
        let display = #""$(loginctl show-user --value --property=Display "$USER")""#
        switch access.session {
        case .active: return Finding("session", "active on \(access.seats.joined(separator: ", "))")
        // A logind always has this seat.
        case .inactive where Glibc.access("/run/systemd/seats/seat0", F_OK) != 0:
            return Finding(
                "session", "there is no logind, and this user is not in the group that receives gestures",
                fix: #"sudo usermod --append --groups gestured-clients "$USER""#)
        case .inactive:
            return Finding(
                "session", "no session of this user is active on a seat, so no gestures arrive",
                fix: "loginctl activate \(display)")
        case .locked:
            return Finding("session", "locked, so no gestures arrive", fix: "loginctl unlock-session \(display)")
        case .suspended: return Finding("session", "the machine is asleep, so no gestures arrive", fix: nil)
        case .unmanaged: return Finding("session", "no logind; gestures arrive from all devices")
        }
    }

    private static func focus(_ access: Access) -> Finding {
        let unit = FocusService.unit
        switch access.focus {
        case .focused, .unfocused: return Finding("focus", "a focus source reports the focused window")
        case .unknown where access.positions == .granted:
            return Finding("focus", "unknown, but this user receives positions all the same")
        case .unknown where !FocusService.isInstalled:
            return Finding(
                "focus", "unknown, so apps receive no positions: \(FocusService.package) is not installed",
                fix: FocusService.installation)
        case .unknown:
            return Finding(
                "focus", "unknown, so apps receive no positions: no focus source runs in this session",
                fix: "systemctl --user enable --now \(unit)")
        case .lost:
            return Finding(
                "focus", "lost, so no app counts as focused: the focus source has ended",
                fix: "systemctl --user restart \(unit)")
        }
    }
}

/// The service in the user's session that reports the focused window. Its package has the programs that need a desktop.
private enum FocusService {
    static let unit = "gestured-focus.service"
    static let package = "gestured-desktop"

    /// In one of the folders in which a user's systemd looks for installed units.
    static var isInstalled: Bool {
        ["/etc", "/usr/local/lib", "/usr/lib"].contains { access("\($0)/systemd/user/\(unit)", F_OK) == 0 }
    }

    /// Installs the package from the folder in which it lies.
    static var installation: String {
        let installers = [
            ("/usr/bin/dnf", "dnf install ./\(package)-*.rpm"),
            ("/usr/bin/pacman", "pacman --upgrade ./\(package)-*.pkg.tar.zst"),
        ]
        let installer = access("/usr/bin/apt", X_OK) == 0 ? nil : installers.first { access($0.0, X_OK) == 0 }
        return "sudo \(installer?.1 ?? "apt install ./\(package)_*.deb")"
    }
}
