/// The desktops that a program of the session can connect to.
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

    /// The environment variable that a running desktop sets. ``init(environment:)`` chooses the first case that
    /// XDG_CURRENT_DESKTOP permits and whose variable is set. Desktops with a protocol of their own come first, because
    /// it reports more than a shared protocol.
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
    public init(environment: [String: String]) throws(DesktopFailure) {
        let found = Self.allCases.first {
            environment.value(of: $0.variable) != nil && $0.isNamed(in: environment["XDG_CURRENT_DESKTOP"] ?? "")
        }
        guard let found else {
            var variables: [String] = []
            for choice in Self.allCases where !variables.contains(choice.variable) { variables.append(choice.variable) }
            throw DesktopFailure(
                "no desktop found: none of the variables \(variables.joined(separator: ", ")) is set; start one, or run this in "
                    + "its session")
        }
        self = found
    }

    /// True if XDG_CURRENT_DESKTOP permits this choice. Only GNOME and KDE on Wayland must be named there. On X11 they
    /// report the focus like any window manager. The case `x11` comes last, because on Wayland DISPLAY belongs to
    /// Xwayland, which knows only its own windows.
    package func isNamed(in current: String) -> Bool {
        let names = current.split(separator: ":")
        switch self {
        // Phosh and Budgie also list GNOME, because they share its settings. Their compositors support wlroots'
        // protocol.
        case .gnome: return names.contains("GNOME") && !names.contains("Phosh") && !names.contains("Budgie")
        case .kde: return names.contains("KDE")
        default: return true
        }
    }
}

extension [String: String] {
    /// Returns the value of a variable; nil if the variable is not set or is empty.
    package func value(of variable: String) -> String? { self[variable].flatMap { $0.isEmpty ? nil : $0 } }

    /// True on X11. On Wayland, DISPLAY belongs to Xwayland, which knows only its own windows.
    package var isX11: Bool { value(of: "WAYLAND_DISPLAY") == nil && value(of: "DISPLAY") != nil }

    /// - Throws: An error that names the desktop, if the variable is not set or is empty.
    package func value(of variable: String, for desktop: String) throws(DesktopFailure) -> String {
        guard let value = value(of: variable) else { throw DesktopFailure("\(desktop): \(variable) is not set") }
        return value
    }
}
