internal import CSystemd
internal import GestureModel
internal import Glibc
internal import LinuxSupport

/// The log on standard error. For the journal each line starts with its priority (sd-daemon(3)), otherwise with the
/// program's name.
enum Log {
    enum Priority: Int {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    /// systemd names the stream that it connected to the journal (systemd.exec(5)). Standard error may have been
    /// redirected since.
    private static let isJournal: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    /// The line being written. It keeps its storage: a broken device may cause a line at any frame.
    nonisolated(unsafe) private static var line = LogLine()

    static func error(_ message: String) { write(.error, message) }
    static func warning(_ message: String) { write(.warning, message) }
    static func notice(_ message: String) { write(.notice, message) }
    static func info(_ message: String) { write(.info, message) }

    static func write(_ priority: Priority, _ message: String) { write(priority) { $0.append(message) } }

    /// Writes what `append` appends, without allocating anything. The daemon logs from one thread.
    static func write(_ priority: Priority, _ append: (inout LogLine) -> Void) {
        line.bytes.removeAll(keepingCapacity: true)
        if isJournal {
            line.append("<")
            line.append(String(priority.rawValue))
            line.append(">")
        } else {
            line.append("gestured: ")
        }
        append(&line)
        line.bytes.append(UInt8(ascii: "\n"))
        line.bytes.withUnsafeBytes { try? writeAll($0, to: 2) }
    }
}

/// A line of the log, in storage that is kept. A device's name may contain anything: control characters are escaped.
struct LogLine {
    fileprivate var bytes: [UInt8] = []

    mutating func append(_ text: String) { bytes += text.escapingControls.utf8 }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) { for byte in text { bytes.append(max(byte, 32)) } }
}

/// Lets a burst of messages through per interval and counts those that it suppresses.
struct RateLimit {
    /// How many messages were suppressed since the last one that was let through.
    private(set) var suppressed = 0

    private let burst: Int
    private let interval: Microseconds
    private var start: Timestamp?
    private var passed = 0

    /// - Parameter interval: From the first message of a burst to the next burst.
    init(burst: Int, interval: Microseconds) {
        self.burst = burst
        self.interval = interval
    }

    /// Decides about one message at `time`.
    ///
    /// - Returns: How many messages were suppressed before it; nil if it is suppressed as well.
    mutating func pass(at time: Timestamp) -> Int? {
        if start.map({ time >= $0 + interval }) ?? true {
            start = time
            passed = 0
        }
        guard passed < burst else {
            suppressed += 1
            return nil
        }
        passed += 1
        defer { suppressed = 0 }
        return suppressed
    }
}
