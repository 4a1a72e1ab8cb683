internal import Glibc

/// Signals as bytes that a poll can wait for. There is one in a process.
struct SignalPipe {
    let descriptor: Int32

    /// Written in a signal handler, which is given nothing but a number.
    nonisolated(unsafe) private static var writing: Int32 = -1

    init(_ numbers: [Int32]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("no pipe for signals: \(String(cString: strerror(errno)))") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        Self.writing = ends[1]
        for number in numbers {
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.writing, &byte, 1)
                errno = code
            }
        }
    }

    /// Those that have come since the last call.
    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).map { Int32($0) }
    }
}
