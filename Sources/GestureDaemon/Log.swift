internal import CSystemd
internal import EvdevInput
internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import TouchInput

/// The log on standard error. For the journal each line starts with its priority (sd-daemon(3)), otherwise with the
/// program's name.
enum Log {
    enum Priority: Int {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    /// True if standard error is the stream that systemd connected to the journal (systemd.exec(5)). JOURNAL_STREAM
    /// alone is no proof, because standard error may have been redirected since.
    private static let isJournal: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    /// The line being written. Its storage is kept, because a broken device may cause a line in any frame.
    nonisolated(unsafe) private static var line = LogLine()

    static func error(_ message: String) { write(.error, message) }
    static func warning(_ message: String) { write(.warning, message) }
    static func notice(_ message: String) { write(.notice, message) }
    static func info(_ message: String) { write(.info, message) }

    static func write(_ priority: Priority, _ message: String) { write(priority) { $0.append(message) } }

    /// Writes the text that `append` appends, without allocating. The daemon logs from one thread.
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

/// A line of the log, in storage that is kept. Control characters are escaped, because a device's name may contain
/// them, also in libevdev's messages.
struct LogLine {
    fileprivate var bytes: [UInt8] = []

    mutating func append(_ text: String) { bytes += text.escapingControls.utf8 }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return append(String(decoding: text, as: UTF8.self))
        }
        bytes += text
    }
}

/// Passes a burst of messages per interval, and counts those that it suppresses.
struct RateLimit {
    /// The number of messages suppressed since the last one that passed.
    private(set) var suppressed = 0

    private let burst: Int
    private let interval: Microseconds
    private var start: Timestamp?
    private var passed = 0

    /// - Parameter interval: The time from the first message of a burst to the next burst.
    init(burst: Int, interval: Microseconds) {
        self.burst = burst
        self.interval = interval
    }

    /// Decides about one message at `time`.
    ///
    /// - Returns: The number of messages suppressed before it; nil if it is suppressed as well.
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

/// Logs the problems of one device at a bounded rate, without allocating: kernel bugs that libevdev reports, and
/// hardware faults. A broken device may have one in every frame.
final class DeviceLog {
    private let sysname: String
    /// libinput's rate for messages of this kind.
    private var limit = RateLimit(burst: 5, interval: .milliseconds(30_000))
    /// The faults that were logged or suppressed.
    private var reportedFaults = DeviceFaults()

    init(of sysname: String) { self.sysname = sysname }

    deinit { logSuppressed(limit.suppressed) }

    /// Logs a message of libevdev.
    func write(_ priority: EvdevLogPriority, _ message: UnsafeBufferPointer<UInt8>) {
        write(priority == .error ? .warning : .info) { $0.append(message) }
    }

    /// The number of faults that were logged or suppressed.
    var faultCount: Int { reportedFaults.total }

    /// Logs the kinds of faults whose count has risen.
    func write(_ faults: DeviceFaults) {
        for fault in DeviceFault.allCases where faults[fault] > reportedFaults[fault] {
            write(.warning) { line in
                line.append("hardware fault: ")
                line.append(fault.description)
                line.append(" (")
                line.append(faults[fault] == 1 ? "once" : String(faults[fault]))
                line.append(faults[fault] == 1 ? ")" : " times)")
            }
        }
        reportedFaults = faults
    }

    private func write(_ priority: Log.Priority, _ append: (inout LogLine) -> Void) {
        guard let suppressed = limit.pass(at: MonotonicClock.now) else { return }
        logSuppressed(suppressed)
        writeLine(priority, append)
    }

    private func logSuppressed(_ count: Int) {
        guard count > 0 else { return }
        writeLine(.warning) { line in
            line.append(String(count))
            line.append(" more messages were suppressed")
        }
    }

    private func writeLine(_ priority: Log.Priority, _ append: (inout LogLine) -> Void) {
        Log.write(priority) { line in
            line.append(sysname)
            line.append(": ")
            append(&line)
        }
    }
}
