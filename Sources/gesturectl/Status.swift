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
        let daemon = try connection.connect()
        let (hello, line) = try DaemonLine.hello(of: daemon)
        json ? StandardOutput.line(json: line) : StatusText.lines(hello).forEach(StandardOutput.line)
    }
}

/// A daemon's `hello` as text.
enum StatusText {
    /// Returns why no gestures arrive for this user; nil if they do.
    static func silence(_ hello: Hello) -> String? {
        switch hello.access.session {
        case .active, .unmanaged:
            if hello.devices.isEmpty { return "no gestures arrive: there is no touch device; see gesturectl doctor" }
            if hello.devices.allSatisfy({ $0.availability != .open }) {
                return "no gestures arrive: no touch device can be read; see gesturectl devices"
            }
            return nil
        case .inactive: return "no gestures arrive: no session of this user is active"
        case .locked: return "no gestures arrive: the session is locked"
        case .suspended: return "no gestures arrive: the machine is asleep"
        case .paused: return "no gestures arrive: they are paused; gesturectl resume ends it"
        }
    }

    static func lines(_ hello: Hello) -> [String] {
        let access = hello.access
        let outputs = hello.devices.compactMap { device in
            DeviceText.output(of: device).map { "\(device.id): \($0)" }
        }
        let desktop = DesktopState()
        let actions = Diagnosis.actions
        let rows = [
            StatusRow(
                "server        ",
                ["\(hello.server), protocol \(hello.protocol)"] + (DaemonLine.otherVersion(hello).map { [$0] } ?? [])),
            StatusRow("session       ", [session(access)]),
            StatusRow("focus         ", [focus(access)]),
            StatusRow("desktop       ", [desktop.sentence]),
            missing(access.focus, desktop),
            StatusRow("positions     ", [positions(access.positions)]),
            StatusRow("actions       ", [actions.sentence], commands: actions.fix.map { [$0] } ?? []),
            StatusRow("capabilities  ", [hello.capabilities.joined(separator: ", ")]),
            StatusRow("outputs       ", outputs.isEmpty ? ["no touchscreens"] : outputs),
            StatusRow("devices       ", hello.devices.isEmpty ? ["none"] : hello.devices.map(DeviceText.line)),
        ]
        return rows.flatMap(\.lines)
    }

    /// Returns the row about the missing part, with the command that installs, enables or starts the part, if there is
    /// such a command. A part that the desktop needs comes first.
    private static func missing(_ focus: Access.Focus, _ desktop: DesktopState) -> StatusRow {
        let head = "missing       "
        if let command = desktop.command { return StatusRow(head, ["a part of the desktop:"], commands: [command]) }
        switch focus {
        case .unknown: return StatusRow(head, ["a focus source:"], commands: [ServiceUnits.startFocusSource])
        case .lost where ServiceUnits.focus.isInstalled:
            return StatusRow(
                head, ["the focus source:"], commands: ["systemctl --user restart \(ServiceUnits.focus.names)"])
        case .lost: return StatusRow(head, ["the focus source, which has ended"])
        case .focused, .unfocused: return StatusRow(head, ["nothing"])
        }
    }

    private static func session(_ access: Access) -> String {
        let seats = access.seats.isEmpty ? "" : ", on \(access.seats.joined(separator: ", "))"
        switch access.session {
        case .active: return "active\(seats)"
        case .inactive: return "inactive: no session of this user is active; no gestures arrive"
        case .locked: return "locked\(seats); no gestures arrive"
        case .suspended: return "suspended: the machine is asleep; no gestures arrive"
        case .paused: return "paused\(seats); no gestures arrive until gesturectl resume, or until the time is over"
        case .unmanaged: return "unmanaged\(seats): no logind reports the active session"
        }
    }

    private static func focus(_ access: Access) -> String {
        switch access.focus {
        case .unknown where [.active, .unmanaged].contains(access.session):
            "unknown: no focus source; all apps of this user receive"
        case .unknown: "unknown: no focus source"
        case .focused: "focused: this program belongs to the focused window"
        case .unfocused: "unfocused: another app is focused; nothing for the scope focused"
        case .lost: "lost: the focus source has ended; nothing for the scope focused"
        }
    }

    private static func positions(_ positions: PositionAccess) -> String {
        switch positions {
        case .granted: "granted"
        case .withheld: "withheld: no positions in values; nothing for regions and edges"
        }
    }
}

/// The current state of the user's desktop.
private struct DesktopState {
    /// The sources of the focus and the outputs, or the missing parts.
    let sentence: String
    /// The command that installs or enables a missing part; nil if nothing is missing, or there is no such command.
    let command: String?

    init() {
        let environment = SessionDisplay.environment(ProcessEnvironment.variables)
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

/// A row of a report: a name, and a text that is wrapped into a column within 80 characters.
struct StatusRow {
    static let width = 80

    /// The lines of the row.
    let lines: [String]

    /// - Parameters:
    ///   - head: The name, filled with blanks up to the column of the text.
    ///   - commands: Commands for a shell, each on a separate line after `$`. They are not wrapped, so that they can be
    ///     copied.
    init(_ head: String, _ texts: [String], commands: [String] = []) {
        let indent = String(repeating: " ", count: head.count)
        let broken = texts.flatMap { Self.broken($0, width: Self.width - head.count) } + commands.map { "$ \($0)" }
        lines = broken.enumerated().map { ($0 == 0 ? head : indent) + $1 }
    }

    /// Wraps the text between words. A word that is longer than the width gets a separate line.
    private static func broken(_ text: String, width: Int) -> [String] {
        var lines = [""]
        var length = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let count = word.count
            if length > 0, length + 1 + count > width {
                lines.append(String(word))
                length = count
            } else {
                lines[lines.count - 1] += length > 0 ? " \(word)" : String(word)
                length += count + (length > 0 ? 1 : 0)
            }
        }
        return lines
    }
}
