internal import CSystemd
internal import Glibc

/// Lines on standard error: for the journal with the prefix by which it knows their priority, for everybody else with the
/// program's name.
enum Log {
    enum Priority: Int {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    /// systemd names the stream it connected to the journal (systemd.exec(5)); standard error may be redirected since.
    private static let isJournal: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    static func error(_ message: String) { write(.error, message) }
    static func warning(_ message: String) { write(.warning, message) }
    static func notice(_ message: String) { write(.notice, message) }
    static func info(_ message: String) { write(.info, message) }

    static func write(_ priority: Priority, _ message: String) {
        // One write a line, so that lines of several processes do not mix; what a device calls itself may hold anything.
        let text = String(message.map { $0.isNewline || $0.asciiValue.map { $0 < 32 } ?? false ? " " : $0 })
        let line = isJournal ? "<\(priority.rawValue)>\(text)\n" : "gestured: \(text)\n"
        line.utf8.withContiguousStorageIfAvailable { bytes in
            _ = Glibc.write(2, bytes.baseAddress, bytes.count)
        }
    }
}
