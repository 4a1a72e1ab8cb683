internal import Glibc
package import LinuxSupport

/// Why a desktop or gestured cannot be reached or used.
public struct DesktopFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// For people. Names the desktop and its socket or display, if they are known.
    public let description: String
    /// The command that installs or enables a missing part; nil if nothing is missing, or there is no such command.
    public let command: String?

    public init(_ description: String, command: String? = nil) {
        self.description = description
        self.command = command
    }

    package static let closed = DesktopFailure("connection closed")

    package init(_ code: Errno) {
        self = [EPIPE, ECONNRESET].contains(code.rawValue) ? .closed : DesktopFailure("\(code)")
    }

    /// Prefixes errors of `work` with a name, such as `Wayland: /run/user/1000/wayland-0`.
    package static func prefixing<Value: ~Copyable>(
        _ name: String, _ work: () throws(DesktopFailure) -> Value
    ) throws(DesktopFailure) -> Value {
        do {
            return try work()
        } catch {
            throw DesktopFailure("\(name): \(error)", command: error.command)
        }
    }
}
