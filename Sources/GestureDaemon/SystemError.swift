internal import Glibc

/// A call into the system that failed: what was attempted, and why it did not work.
public struct SystemError: Error, CustomStringConvertible {
    public let operation: String
    /// An errno value.
    public let code: Int32

    init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    public var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }

    /// For calls that return a negative errno.
    @discardableResult
    static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(operation: operation(), code: -result) }
        return result
    }

    /// For calls that return -1 and set errno.
    @discardableResult
    static func checkErrno(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(operation: operation(), code: errno) }
        return result
    }
}
