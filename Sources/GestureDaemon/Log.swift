internal import CSystemd
internal import Glibc

/// Lines on standard error, with the prefix by which the journal knows their priority.
///
/// The prefix is left out on a terminal, where a person reads.
enum Log {
    enum Priority: Int {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    private static let isTerminal = isatty(2) == 1

    static func error(_ message: String) { write(.error, message) }
    static func warning(_ message: String) { write(.warning, message) }
    static func notice(_ message: String) { write(.notice, message) }
    static func info(_ message: String) { write(.info, message) }

    private static func write(_ priority: Priority, _ message: String) {
        // One write a line, so that lines of several processes do not mix; what a device calls itself may hold anything.
        let text = String(message.map { $0.isNewline || $0.asciiValue.map { $0 < 32 } ?? false ? " " : $0 })
        let line = isTerminal ? "gestured: \(text)\n" : "<\(priority.rawValue)>\(text)\n"
        line.utf8.withContiguousStorageIfAvailable { bytes in
            _ = Glibc.write(2, bytes.baseAddress, bytes.count)
        }
    }
}
