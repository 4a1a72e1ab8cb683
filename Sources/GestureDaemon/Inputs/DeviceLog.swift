internal import EvdevInput
internal import GestureModel
internal import LinuxSupport
internal import TouchInput

/// Logs the problems of one device at a bounded rate: kernel bugs that libevdev reports, and hardware faults. A broken
/// device may have one in every frame.
final class DeviceLog {
    private let sysname: String
    /// libinput's rate for messages of this kind.
    private var limit = RateLimit(burst: 5, interval: .milliseconds(30_000))
    /// The faults that were logged or suppressed.
    private var reportedFaults = DeviceFaults()

    init(of sysname: String) { self.sysname = sysname }

    deinit { logSuppressed(limit.suppressed) }

    func write(_ priority: EvdevLogPriority, _ message: String) {
        guard let suppressed = limit.pass(at: MonotonicClock.now) else { return }
        logSuppressed(suppressed)
        switch priority {
        case .error: Log.warning("\(sysname): \(message)")
        case .info, .debug: Log.info("\(sysname): \(message)")
        }
    }

    /// Logs the kinds of faults whose count has risen. Called after each drain, so it allocates nothing if none has.
    func write(_ faults: DeviceFaults) {
        guard faults.total != reportedFaults.total else { return }
        for fault in DeviceFault.allCases where faults[fault] > reportedFaults[fault] {
            let count = faults[fault] == 1 ? "once" : "\(faults[fault]) times"
            write(.error, "hardware fault: \(fault) (\(count))")
        }
        reportedFaults = faults
    }

    private func logSuppressed(_ count: Int) {
        if count > 0 { Log.warning("\(sysname): \(count) more messages were suppressed") }
    }
}
