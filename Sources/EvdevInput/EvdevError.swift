internal import Glibc
internal import LinuxSupport

/// A device that could not be opened, or was lost.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The device node, as it was opened.
    public let path: String
    /// What was tried, as a verb: `open`, `query`, `read`.
    public let operation: String
    /// The errno.
    public let code: Int32

    public init(path: String, operation: String, code: Int32) {
        self.path = path
        self.operation = operation
        self.code = code
    }

    public var description: String {
        // The answer of a file that is not an evdev node to a query of its name.
        if code == ENOTTY { return "\(path): not an input device, such as /dev/input/event5" }
        return "\(path): cannot \(operation): \(Errno(code))"
    }
}
