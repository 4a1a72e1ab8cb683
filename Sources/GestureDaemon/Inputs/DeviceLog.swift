internal import EvdevInput
internal import GestureModel
internal import LinuxSupport
internal import TouchInput

/// Logs the problems of one device at a bounded rate, without allocating: kernel bugs that libevdev reports, and hardware
/// faults. A broken device may have one in every frame.
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

    /// Logs the kinds of faults whose count has risen. Called after each drain.
    func write(_ faults: DeviceFaults) {
        guard faults.total != reportedFaults.total else { return }
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
