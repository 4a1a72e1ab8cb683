internal import Glibc

/// A device that could not be opened, or is gone.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The device node, as it was opened.
    public var path: String
    /// What was tried, as a verb: `open`, `query`, `read`.
    public var operation: String
    /// The errno.
    public var code: Int32

    public init(path: String, operation: String, code: Int32) {
        self.path = path
        self.operation = operation
        self.code = code
    }

    public var description: String { "\(path): cannot \(operation): \(describe(errorCode: code))" }
}
