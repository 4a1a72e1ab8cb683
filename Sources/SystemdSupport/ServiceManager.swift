internal import CSystemd
internal import GestureModel
package import LinuxSupport

/// The service manager that started this process.
package enum ServiceManager {
    /// Reports the state in words, as `systemctl status` shows it. Does nothing if no manager waits for it.
    package static func report(status: String) { sd_notify(0, "STATUS=\(status)") }
}

/// A connection to a user's systemd, over the socket that systemctl uses: it exists without a message bus, and where a
/// desktop has another bus.
package final class UserManager {
    private let bus: Bus

    /// - Parameter runtime: The user's `XDG_RUNTIME_DIR`.
    /// - Throws: If this user has no systemd there.
    package init(runtime: String) throws(Errno) {
        bus = try Bus(at: "unix:path=\(runtime)/systemd/private", isBus: false)
    }

    /// Returns a property of an object; nil if it does not exist, or if ``BusMessage/variant()`` cannot read the value.
    ///
    /// - Parameter interface: Its last part, such as `Unit`.
    package func property(
        _ name: String, of interface: String, at path: String = "/org/freedesktop/systemd1"
    ) -> BusValue? {
        let properties = BusObject(
            service: "org.freedesktop.systemd1", path: path, interface: "org.freedesktop.DBus.Properties")
        let words: [BusValue] = [.string("org.freedesktop.systemd1.\(interface)"), .string(name)]
        return try? bus.call(properties, "Get", words, startsService: false, timeout: .milliseconds(2000)).variant()
    }

    /// The variables that the manager passes to services that start now.
    package var environment: [String: String] {
        guard case .strings(let entries)? = property("Environment", of: "Manager") else { return [:] }
        var variables: [String: String] = [:]
        for entry in entries {
            guard let end = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            variables[String(Substring(entry.utf8[..<end]))] = String(
                Substring(entry.utf8[entry.utf8.index(after: end)...]))
        }
        return variables
    }
}
