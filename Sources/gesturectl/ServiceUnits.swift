internal import CSystemd
internal import Glibc

/// Units of systemd that a package of gestured installs. Commands that start or restart units are printed only if the
/// units are installed.
struct ServiceUnits {
    /// The names of the units, as on a command line.
    let names: String
    let package: String
    /// `system` or `user`: the last part of the folders in which systemd looks for the units.
    private let manager: String

    static let sockets = ServiceUnits(
        names: "gestured.socket gestured-focus.socket", package: "gestured", manager: "system")
    static let daemon = ServiceUnits(names: "gestured.service", package: "gestured", manager: "system")
    static let focus = ServiceUnits(names: "gestured-focus.service", package: "gestured-desktop", manager: "user")
    static let actions = ServiceUnits(
        names: "gestured-actions.service", package: "gestured-desktop", manager: "user")

    var isInstalled: Bool {
        let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/systemd/\(manager)" }
        return names.split(separator: " ").allSatisfy { name in
            folders.contains { access("\($0)/\(name)", F_OK) == 0 }
        }
    }

    /// False in most containers, where `systemctl` cannot start anything.
    static var isSystemdRunning: Bool { access("/run/systemd/system", F_OK) == 0 }

    /// The command that installs the package from the current folder.
    var installation: String {
        let installers = [
            ("/usr/bin/dnf", "dnf install ./\(package)-*.rpm"),
            ("/usr/bin/pacman", "pacman --upgrade ./\(package)-*.pkg.tar.zst"),
        ]
        let installer = access("/usr/bin/apt", X_OK) == 0 ? nil : installers.first { access($0.0, X_OK) == 0 }
        return "sudo \(installer?.1 ?? "apt install ./\(package)_*.deb")"
    }

    /// The command that starts the focus source, or installs it if it is missing.
    static var startFocusSource: String {
        focus.isInstalled ? "systemctl --user enable --now \(focus.names)" : focus.installation
    }
}

/// This user's graphical session, according to logind.
enum GraphicalSession {
    /// The session's id, for `loginctl`; nil if this user has no session on a seat, for example over SSH.
    static var id: String? {
        var text: UnsafeMutablePointer<CChar>?
        guard sd_uid_get_display(getuid(), &text) >= 0, let id = text else { return nil }
        defer { free(id) }
        var seat: UnsafeMutablePointer<CChar>?
        guard sd_session_get_seat(id, &seat) >= 0 else { return nil }
        free(seat)
        return String(cString: id)
    }
}
