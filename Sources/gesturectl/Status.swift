internal import DesktopAccess
internal import ArgumentParser
internal import FocusFollowing
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what this user and this program receive from the daemon, and why.")

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Print the daemon's first line, as JSON.")
    var json = false

    func run() throws {
        let daemon = try DaemonConnection(path: connection.socket)
        let (hello, line) = try DaemonLine.hello(of: daemon)
        json ? Output.write(line + [UInt8(ascii: "\n")]) : StatusText.lines(hello).forEach(Output.line)
    }
}

/// A daemon's `hello` as text.
private enum StatusText {
    static func lines(_ hello: Hello) -> [String] {
        let access = hello.access
        let devices = hello.devices.map(DeviceText.line)
        let outputs = hello.devices.compactMap { device in
            DeviceText.output(of: device).map { "\(device.id): \($0)" }
        }
        let desktop = DesktopState()
        return [
            "server        \(hello.server), protocol \(hello.protocol)", "session       \(session(access))",
            "focus         \(focus(access.focus))", "desktop       \(desktop.sentence)",
            "missing       \(missing(access.focus, desktop))",
            "positions     \(positions(access.positions))",
            "capabilities  \(hello.capabilities.joined(separator: ", "))",
        ] + list("outputs", outputs, "no touchscreens") + list("devices", devices, "none")
    }

    private static func list(_ name: String, _ lines: [String], _ nothing: String) -> [String] {
        let indent = String(repeating: " ", count: 14)
        let head = name + indent.dropFirst(name.count)
        return lines.isEmpty ? [head + nothing] : lines.enumerated().map { ($0 == 0 ? head : indent) + $1 }
    }

    /// The one command that installs or starts what is missing. What the desktop needs comes first.
    private static func missing(_ focus: Access.Focus, _ desktop: DesktopState) -> String {
        if let command = desktop.command { return command }
        switch focus {
        case .unknown: return startSource
        case .lost: return "systemctl --user restart gestured-focus.service"
        case .focused, .unfocused: return "nothing"
        }
    }

    private static func session(_ access: Access) -> String {
        let seats = access.seats.isEmpty ? "" : ", on \(access.seats.joined(separator: ", "))"
        switch access.session {
        case .active: return "active\(seats)"
        case .inactive: return "inactive: no session of this user is active; no gestures arrive"
        case .locked: return "locked\(seats); no gestures arrive"
        case .suspended: return "suspended: the machine is asleep; no gestures arrive"
        case .unmanaged: return "unmanaged\(seats): no logind reports the active session"
        }
    }

    private static func focus(_ focus: Access.Focus) -> String {
        switch focus {
        case .unknown: "unknown: no focus source; all apps receive; run \(startSource)"
        case .focused: "focused: this program belongs to the focused window"
        case .unfocused: "unfocused: another app is focused; nothing for the scope focused"
        case .lost: "lost: the focus source exited; nothing for the scope focused; run \(startSource)"
        }
    }

    private static let startSource = "systemctl --user enable --now gestured-focus.service"

    private static func positions(_ positions: PositionAccess) -> String {
        switch positions {
        case .granted: "granted"
        case .withheld: "withheld: no positions in values; nothing for regions and edges"
        }
    }
}

/// What the user's desktop reports, queried now.
private struct DesktopState {
    /// The sources of the focus and the outputs, or what is missing.
    let sentence: String
    /// The command that installs what is missing; nil if nothing is, or no command does.
    let command: String?

    init() {
        let environment = ProcessEnvironment.variables
        do throws(DesktopFailure) {
            let desktop = try DesktopChoice(environment: environment).connect(environment: environment)
            _ = try desktop.focus(timeout: .milliseconds(2000))
            do throws(DesktopFailure) {
                let outputs = try desktop.outputs(environment: environment)
                (sentence, command) = ("\(desktop.name) reports the focused window, \(outputs.name) the outputs", nil)
            } catch {
                (sentence, command) = ("\(desktop.name) reports the focused window; outputs: \(error)", error.command)
            }
        } catch {
            (sentence, command) = ("\(error)", error.command)
        }
    }
}
