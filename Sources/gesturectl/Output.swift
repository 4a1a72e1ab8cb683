internal import CommandLineTool
internal import Glibc

/// Standard output, a whole line a write, so that a reader at the other end of a pipe sees each gesture at once.
enum Output {
    static func line(_ text: String) { write(Array("\(text)\n".utf8)) }

    /// Ends the process quietly when nobody reads any more, as `head` would have it.
    static func write(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { fail(errno) }
            rest = rest.dropFirst(count)
        }
    }

    private static func fail(_ code: Int32) -> Never {
        if code == EPIPE { exit(0) }
        StandardError.line("gesturectl: cannot write: \(String(cString: strerror(code)))")
        exit(1)
    }
}
