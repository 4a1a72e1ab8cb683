/// The desktops whose focus can be followed.
public enum DesktopChoice: String, Hashable, Sendable, CaseIterable {
    case sway
    case hyprland
    case niri
    /// Any compositor that offers wlr-foreign-toplevel-management.
    case wlroots
    /// i3 as well: its IPC does not say which process shows a window.
    case x11

    /// The variable that tells of it. The first that is set decides: a desktop's own says more than a protocol of many.
    public var variable: String {
        switch self {
        case .sway: "SWAYSOCK"
        case .hyprland: "HYPRLAND_INSTANCE_SIGNATURE"
        case .niri: "NIRI_SOCKET"
        case .wlroots: "WAYLAND_DISPLAY"
        case .x11: "DISPLAY"
        }
    }

    /// The desktop that `environment` tells of.
    ///
    /// - Throws: where there is none, or one that tells nobody who has the focus.
    public init(environment: [String: String]) throws(DesktopFailure) {
        guard let choice = Self.allCases.first(where: { environment.value($0.variable) != nil }) else {
            let looked = Self.allCases.map(\.variable).joined(separator: ", ")
            throw DesktopFailure("no desktop to follow: none of \(looked) is set")
        }
        // Under X11 they tell as every window manager does. Under Wayland DISPLAY is Xwayland's, which knows but its own.
        if choice == .wlroots, let silent = Self.silentDesktop(environment) {
            throw DesktopFailure(
                "\(silent) under Wayland tells no program who has the focus: apps receive gestures without it")
        }
        self = choice
    }

    private static func silentDesktop(_ environment: [String: String]) -> Substring? {
        environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":").first { ["GNOME", "KDE"].contains($0) }
    }

    public func make(environment: [String: String]) throws(DesktopFailure) -> any Desktop {
        switch self {
        case .sway: try SwayDesktop(environment: environment)
        case .hyprland: try HyprlandDesktop(environment: environment)
        case .niri: try NiriDesktop(environment: environment)
        case .wlroots: try WlrDesktop(environment: environment)
        case .x11: try X11Desktop(environment: environment)
        }
    }
}
