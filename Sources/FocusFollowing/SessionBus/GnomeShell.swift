internal import GestureProtocol

extension ReportingDesktop {
    /// GNOME Shell. The extension in clients/gnome-shell reports the focus.
    public convenience init(gnomeShell environment: [String: String]) throws(FocusFailure) {
        try self.init(.gnome, environment: environment)
    }
}

extension ReportingDesktop.Shell {
    static let gnome = Self(
        name: "GNOME Shell", service: "org.gnome.Shell", lock: ("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
        start: { (bus, _) throws(FocusFailure) in
            let extensionObject = BusObject(service: "org.gnome.Shell", path: path, interface: interface)
            guard let report = try bus.call(extensionObject, "Follow") else {
                let command = "gnome-extensions enable \(GnomeExtension(bus))"
                let reason =
                    "the extension \(GnomeExtension(bus)) is not enabled; install gestured, log in again, and run \(command)"
                return DesktopReport(focus: .unknown(reason, command: command))
            }
            return DesktopReport(report.string() ?? "")
        },
        // The extension sees that the follower leaves the bus.
        stop: { _, _ in })
}

/// The extension's name: the format of extensions changed with GNOME 45.
private struct GnomeExtension: CustomStringConvertible {
    let description: String

    init(_ bus: SessionBus) {
        let shell = BusObject(service: "org.gnome.Shell", path: "/org/gnome/Shell", interface: "org.gnome.Shell")
        let major = bus.property("ShellVersion", of: shell)?.split(separator: ".").first.flatMap { Int($0) }
        description = (major ?? 45) < 45 ? "focus-43@gestured" : "focus@gestured"
    }
}
