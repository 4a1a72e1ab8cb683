internal import Glibc

/// Makes signals readable through a descriptor. A process can have one. (signalfd(2) is not declared to Swift.)
public struct SignalPipe {
    /// Becomes readable when a signal has arrived.
    public let descriptor: Int32

    /// The handler's end of the pipe. Static, because a signal handler receives only the signal's number.
    nonisolated(unsafe) private static var writer: Int32 = -1

    public init(_ numbers: [Int32]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("pipe failed: \(Errno.current)") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        Self.writer = ends[1]
        for number in numbers {
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.writer, &byte, 1)
                errno = code
            }
        }
    }

    /// Returns the signals since the last call.
    public func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).map { Int32($0) }
    }
}
