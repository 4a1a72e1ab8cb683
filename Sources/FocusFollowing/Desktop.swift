public import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// A compositor or window manager that reports the focus over a connection.
public protocol Desktop: AnyObject {
    /// For people: `sway`, `X11`.
    var name: String { get }
    /// Becomes readable when ``process()`` has work.
    var descriptor: Int32 { get }
    /// Reads and handles what has arrived, without blocking.
    ///
    /// - Returns: The focus if it may have changed since the last call, and once at the start; otherwise nil.
    /// - Throws: If the connection has ended.
    func process() throws(FocusFailure) -> Focus?
    /// The touch devices whose output the desktop reports, for ``outputs(environment:)`` that do not.
    var devices: [ReportedDevice] { get }
    /// Connects to what reports the desktop's outputs.
    func outputs(environment: [String: String]) throws(FocusFailure) -> any OutputSource
}

extension Desktop {
    public var devices: [ReportedDevice] { [] }

    public func outputs(environment: [String: String]) throws(FocusFailure) -> any OutputSource {
        try WaylandOutputs(environment: environment)
    }
}

extension Desktop {
    /// Returns the current focus.
    ///
    /// - Throws: Also if the desktop does not report the focus before the timeout.
    public func focus(timeout: Microseconds) throws(FocusFailure) -> Focus {
        let deadline = MonotonicClock.now + timeout
        while true {
            if let focus = try process() {
                guard case .unknown(let reason, let command) = focus else { return focus }
                throw FocusFailure("\(name): \(reason)", command: command)
            }
            guard try isReadable(before: deadline) else {
                throw FocusFailure("\(name): the desktop did not report the focus in \(timeout.count / 1000) ms")
            }
        }
    }

    /// Waits until ``process()`` has work. False at the deadline.
    func isReadable(before deadline: Timestamp) throws(FocusFailure) -> Bool {
        do {
            return try waitUntilReadable(descriptor, deadline: deadline)
        } catch {
            throw FocusFailure("\(name): \(error)")
        }
    }
}

/// Why a connection to a desktop or to gestured failed.
public struct FocusFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// For people. An error that reaches the caller names the desktop and its socket or display.
    public let description: String
    /// The command that installs what is missing; nil if nothing is, or no command does.
    public let command: String?

    public init(_ description: String, command: String? = nil) {
        self.description = description
        self.command = command
    }

    static let closed = FocusFailure("connection closed")

    init(_ code: Errno) {
        self = [EPIPE, ECONNRESET].contains(code.rawValue) ? .closed : FocusFailure("\(code)")
    }

    /// Prefixes errors of `work` with the name of the desktop and its socket.
    static func prefixing<Value: ~Copyable>(
        _ name: String, _ work: () throws(FocusFailure) -> Value
    ) throws(FocusFailure) -> Value {
        do {
            return try work()
        } catch {
            throw FocusFailure("\(name): \(error)", command: error.command)
        }
    }
}

/// The desktops whose focus can be followed.
public enum DesktopChoice: String, Hashable, Sendable, CaseIterable {
    case sway
    case hyprland
    case niri
    /// GNOME on Wayland, with gestured's extension.
    case gnome
    /// KDE on Wayland.
    case kde
    /// Any compositor that supports wlr-foreign-toplevel-management.
    case wlroots
    /// Includes i3, whose IPC does not report the process of a window.
    case x11

    /// The environment variable that a running desktop sets. The first one that is set decides: a desktop's own protocol
    /// reports more than a shared one.
    public var variable: String {
        switch self {
        case .sway: "SWAYSOCK"
        case .hyprland: "HYPRLAND_INSTANCE_SIGNATURE"
        case .niri: "NIRI_SOCKET"
        case .gnome, .kde, .wlroots: "WAYLAND_DISPLAY"
        case .x11: "DISPLAY"
        }
    }

    /// Finds the desktop that runs in `environment`.
    ///
    /// - Throws: If there is no desktop.
    public init(environment: [String: String]) throws(FocusFailure) {
        let found = Self.allCases.first {
            environment.value(of: $0.variable) != nil && $0.isNamed(in: environment["XDG_CURRENT_DESKTOP"] ?? "")
        }
        guard let found else {
            var variables: [String] = []
            for choice in Self.allCases where !variables.contains(choice.variable) { variables.append(choice.variable) }
            throw FocusFailure("no desktop found: none of the variables \(variables.joined(separator: ", ")) is set")
        }
        self = found
    }

    /// On X11, GNOME and KDE report the focus like any window manager. On Wayland, DISPLAY belongs to Xwayland, which knows
    /// its own windows only.
    private func isNamed(in current: String) -> Bool {
        let names = current.split(separator: ":")
        switch self {
        // Phosh and Budgie name GNOME, too, for the settings that they share. Their compositors support wlroots' protocol.
        case .gnome: return names.contains("GNOME") && !names.contains("Phosh") && !names.contains("Budgie")
        case .kde: return names.contains("KDE")
        default: return true
        }
    }

    /// Connects to the desktop.
    public func connect(environment: [String: String]) throws(FocusFailure) -> any Desktop {
        switch self {
        case .sway: try SwayDesktop(environment: environment)
        case .hyprland: try HyprlandDesktop(environment: environment)
        case .niri: try NiriDesktop(environment: environment)
        case .gnome: try ReportingDesktop(gnomeShell: environment)
        case .kde: try ReportingDesktop(kwin: environment)
        case .wlroots: try WlrDesktop(environment: environment)
        case .x11: try X11Desktop(environment: environment)
        }
    }
}

extension [String: String] {
    /// The value of a variable; nil if it is not set, or empty.
    func value(of variable: String) -> String? { self[variable].flatMap { $0.isEmpty ? nil : $0 } }

    /// - Throws: An error that names the desktop, if the variable is not set or empty.
    func value(of variable: String, for desktop: String) throws(FocusFailure) -> String {
        guard let value = value(of: variable) else { throw FocusFailure("\(desktop): \(variable) is not set") }
        return value
    }
}

/// Reads a desktop's JSON. A member of an unexpected type counts as missing.
extension JSONValue {
    /// Parses a reply or an event; nil if it is not JSON.
    ///
    /// Repairs UTF-8: a window's title may be invalid, which would make the whole reply unreadable.
    init?(reply: some Sequence<UInt8>) {
        let text = String(decoding: Array(reply), as: UTF8.self)
        // A layout tree has two levels for each container.
        guard let value = try? JSONValue(line: Array(text.utf8), maximumDepth: 512) else { return nil }
        self = value
    }

    /// A member of an object; nil if it is missing or null.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let member = members.last(where: { $0.key == key }) else { return nil }
        return member.value == .null ? nil : member.value
    }

    var isObject: Bool { if case .object = self { true } else { false } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var string: String? { if case .string(let string) = self { string } else { nil } }
    /// A window's title.
    var title: String? { string.map(FocusedWindow.cut) }
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    /// A rectangle in the members `x`, `y`, `width` and `height`.
    var region: Region? {
        guard let x = self["x"]?.number, let y = self["y"]?.number, let width = self["width"]?.number,
            let height = self["height"]?.number, [x, y, width, height].allSatisfy(\.isFinite)
        else { return nil }
        return Region(x: x, y: y, width: width, height: height)
    }

    /// A process id; nil if unknown, which desktops report as 0 or -1.
    var process: Int32? {
        guard case .integer(let integer) = self, integer > 0 else { return nil }
        return Int32(exactly: integer)
    }
}
