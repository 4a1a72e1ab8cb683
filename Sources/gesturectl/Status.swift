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
        return [
            "server        \(hello.server), protocol \(hello.protocol)", "session       \(session(access))",
            "focus         \(focus(access.focus))", "desktop       \(desktop)",
            "positions     \(positions(access.positions))",
            "capabilities  \(hello.capabilities.joined(separator: ", "))",
            "devices       \(devices.first ?? "none")",
        ] + devices.dropFirst().map { "              \($0)" }
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

    /// The desktop that reports the focus; if it does not, what is missing.
    private static var desktop: String {
        do throws(FocusFailure) {
            let environment = ProcessEnvironment.variables
            let desktop = try DesktopChoice(environment: environment).connect(environment: environment)
            _ = try desktop.focus(timeout: .milliseconds(2000))
            return "\(desktop.name): reports the focused window"
        } catch {
            return "\(error)"
        }
    }

    private static func positions(_ positions: PositionAccess) -> String {
        switch positions {
        case .granted: "granted"
        case .withheld: "withheld: no positions in values; nothing for regions and edges"
        }
    }
}
