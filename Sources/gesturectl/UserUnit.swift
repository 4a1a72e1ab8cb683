internal import DesktopAccess
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// A service of this user, as the user's systemd knows it.
struct UserUnit {
    enum Setting: Hashable {
        case masked
        /// It does not start with the next session.
        case disabled
        /// It starts with the desktops that reach graphical-session.target, and not with others.
        case enabledForSomeDesktops
        case enabled
    }

    let setting: Setting
    let isActive: Bool
    /// What the service says of itself; empty if it says nothing.
    let status: String

    /// - Throws: If this user has no systemd that answers.
    init(_ name: String) throws(DesktopFailure) {
        let folder = ProcessEnvironment.variables.value(of: "XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let manager: UserManager
        do throws(Errno) { manager = try UserManager(runtime: folder) } catch {
            throw DesktopFailure("\(folder)/systemd/private: \(error)")
        }
        let path = "/org/freedesktop/systemd1/unit/" + name.utf8.map(Self.escaped).joined()
        func property(_ name: String, of interface: String = "Unit") throws(DesktopFailure) -> BusValue {
            if let value = manager.property(name, of: interface, at: path) { return value }
            throw DesktopFailure("systemd of this user does not answer at \(folder)/systemd/private")
        }
        let state = try property("UnitFileState").text
        var targets: [String] = []
        if case .strings(let names) = try property("WantedBy") { targets = names }
        setting =
            if state.hasPrefix("masked") {
                .masked
            } else if state.hasPrefix("enabled") {
                targets.contains("default.target") ? .enabled : .enabledForSomeDesktops
            } else {
                ["static", "generated"].contains(state) ? .enabled : .disabled
            }
        isActive = ["active", "reloading"].contains(try property("ActiveState").text)
        status = (try? property("StatusText", of: "Service").text) ?? ""
    }

    /// A byte of a unit's name in an object's path, sd_bus_path_encode(3).
    private static func escaped(_ byte: UInt8) -> String {
        let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        let digits = String(byte, radix: 16)
        return isPlain ? String(UnicodeScalar(byte)) : "_\(digits.count < 2 ? "0" : "")\(digits)"
    }
}

extension BusValue {
    fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
}
