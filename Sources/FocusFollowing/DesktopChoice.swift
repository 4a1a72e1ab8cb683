/// The desktops whose focus can be followed.
public enum DesktopChoice: String, Hashable, Sendable, CaseIterable {
    case sway
    case hyprland
    case niri
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
        case .wlroots: "WAYLAND_DISPLAY"
        case .x11: "DISPLAY"
        }
    }

    /// Finds the desktop that runs in `environment`.
    ///
    /// - Throws: If there is no desktop, or it does not report the focus.
    public init(environment: [String: String]) throws(FocusFailure) {
        guard let choice = Self.allCases.first(where: { environment.value(of: $0.variable) != nil }) else {
            let variables = Self.allCases.map(\.variable).joined(separator: ", ")
            throw FocusFailure("no desktop found: none of the variables \(variables) is set")
        }
        // On X11, GNOME and KDE report the focus like any window manager. On Wayland, DISPLAY belongs to Xwayland, which
        // knows its own windows only.
        if choice == .wlroots, let desktop = Self.unsupportedDesktop(environment) {
            throw FocusFailure(
                "\(desktop) on Wayland does not report the focused window: apps receive gestures without it")
        }
        self = choice
    }

    private static func unsupportedDesktop(_ environment: [String: String]) -> Substring? {
        environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":").first { ["GNOME", "KDE"].contains($0) }
    }

    /// Connects to the desktop.
    public func connect(environment: [String: String]) throws(FocusFailure) -> any Desktop {
        switch self {
        case .sway: try SwayDesktop(environment: environment)
        case .hyprland: try HyprlandDesktop(environment: environment)
        case .niri: try NiriDesktop(environment: environment)
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
