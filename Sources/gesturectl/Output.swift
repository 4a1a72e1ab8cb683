internal import Glibc
internal import LinuxSupport

/// Standard output. Each call writes at once, so that a reader of a pipe receives each gesture when it happens.
enum Output {
    /// Control characters are escaped: the daemon, a device or a recording may send any.
    static func line(_ text: String) { write(Array("\(text.escapingControls)\n".utf8)) }

    /// Ends the process silently if the reader has closed the pipe, as `head` does.
    static func write(_ bytes: [UInt8]) {
        do throws(Errno) {
            try bytes.span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try writeAll(bytes, to: 1) }
        } catch {
            if error.rawValue == EPIPE { exit(0) }
            StandardError.writeLine("gesturectl: cannot write to standard output: \(error)")
            exit(1)
        }
    }
}
