public import DesktopAccess
internal import GestureProtocol
internal import SystemdSupport

extension ReportingDesktop {
    /// Follows GNOME Shell. The extension in clients/gnome-shell reports the focus.
    public convenience init(gnomeShell environment: [String: String]) throws(DesktopFailure) {
        try self.init(.gnome, environment: environment)
    }
}

extension ReportingDesktop.Shell {
    static let gnome = Self(
        name: "GNOME Shell", service: "org.gnome.Shell", lock: ("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
        start: { (bus, _) throws(DesktopFailure) in
            let extensionObject = BusObject(service: "org.gnome.Shell", path: path, interface: interface)
            guard let report = try bus.call(extensionObject, "Follow") else {
                let shell = GnomeShell(bus)
                guard let name = shell.extensionName else {
                    let version = shell.major.map(String.init) ?? ""
                    let reason = "no extension for GNOME \(version): there are ones for 43, and for 45 and later"
                    return DesktopReport(focus: .unknown(reason))
                }
                let command = "gnome-extensions enable \(name)"
                let reason = "the extension \(name) is not enabled; install gestured, log in again, and run \(command)"
                return DesktopReport(focus: .unknown(reason, command: command))
            }
            return DesktopReport(report.string() ?? "")
        })
}

/// The running GNOME Shell.
private struct GnomeShell {
    /// The major version; nil if the Shell does not report it.
    let major: Int?

    init(_ bus: SessionBus) {
        let shell = BusObject(service: "org.gnome.Shell", path: "/org/gnome/Shell", interface: "org.gnome.Shell")
        let version = if case .string(let text)? = bus.property("ShellVersion", of: shell) { text } else { "" }
        major = version.split(separator: ".").first.flatMap { Int($0) }
    }

    /// The extension for this version, or for the newest one if the version is not known; nil if there is no extension.
    /// The format of extensions changed with GNOME 45.
    var extensionName: String? {
        switch major {
        case 43: "focus-43@gestured"
        case .some(..<45): nil
        default: "focus@gestured"
        }
    }
}
