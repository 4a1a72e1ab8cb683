internal import Glibc

/// Where a tool says what went wrong. (Glibc's `stderr` is a global variable, which Swift 6 does not let through.)
public enum StandardError {
    public static func line(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
