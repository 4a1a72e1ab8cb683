internal import Glibc

/// An error number of the system, errno(3).
public struct Errno: Error, Hashable, Sendable {
    public let rawValue: Int32

    public init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// The calling thread's `errno`. Read it directly after the call that failed.
    public static var current: Errno { Errno(errno) }
}

extension Errno: CustomStringConvertible {
    /// The text and the name, such as `Permission denied (EACCES)`.
    public var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
            errno = rawValue
            // In glibc, %m is strerror(errno), and since 2.35 %#m is the name of errno. strerrorname_np is not declared
            // to Swift.
            _ = withVaList([]) { vsnprintf(text.baseAddress, text.count, "%m (%#m)", $0) }
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
    }
}

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempted operation, as a verb with its object: `accept a client`.
    public let operation: String
    public let code: Errno

    public init(operation: String, code: Errno) {
        self.operation = operation
        self.code = code
    }

    public var description: String { "cannot \(operation): \(code)" }

    /// Returns the result of a call. Throws an error if the call returned a negative errno.
    @discardableResult
    public static func check(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(operation: operation(), code: Errno(-result)) }
        return result
    }
}
