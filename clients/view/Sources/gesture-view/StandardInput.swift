internal import Foundation

/// Reads standard input by lines and by counts of bytes.
struct StandardInput {
    private var buffer: [UInt8] = []
    private var start = 0

    /// The next line without its newline; nil at the end.
    mutating func line() -> [UInt8]? {
        var scanned = start
        while true {
            if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            scanned = buffer.count - start
            guard fill() else { return nil }
        }
    }

    /// Exactly `count` bytes; nil if fewer follow.
    mutating func bytes(_ count: Int) -> [UInt8]? {
        while buffer.count - start < count { guard fill() else { return nil } }
        defer { start += count }
        return Array(buffer[start..<(start + count)])
    }

    /// Removes what was read, and appends more. Returns false at the end.
    private mutating func fill() -> Bool {
        buffer.removeFirst(start)
        start = 0
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return false }
        buffer += bytes[..<count]
        return true
    }
}
