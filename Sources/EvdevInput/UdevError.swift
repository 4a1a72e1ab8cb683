/// udev could not be asked for devices.
public struct UdevError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb with its object.
    public var operation: String
    /// The errno.
    public var code: Int32

    public init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    public var description: String { "udev: cannot \(operation): \(describe(errorCode: code))" }
}
