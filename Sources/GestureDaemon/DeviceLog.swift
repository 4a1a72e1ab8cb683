internal import EvdevInput
internal import GestureModel
internal import TouchInput

/// What is wrong with one device: kernel bugs by libevdev's account, and hardware faults. Passed on at a bounded rate: a
/// broken device does it with every frame.
final class DeviceLog {
    private let sysname: String
    /// libinput's rate for messages of this kind.
    private var limit = RateLimit(burst: 5, interval: .milliseconds(30_000))
    /// The faults that were written down or held back.
    private var told = DeviceFaults()

    init(of sysname: String) { self.sysname = sysname }

    deinit { tell(heldBack: limit.heldBack) }

    func write(_ priority: EvdevLogPriority, _ message: String) {
        guard let heldBack = limit.pass(at: MonotonicClock.now) else { return }
        tell(heldBack: heldBack)
        switch priority {
        case .error: Log.warning("\(sysname): \(message)")
        case .info, .debug: Log.info("\(sysname): \(message)")
        }
    }

    /// Writes down the kinds of faults that became more. Asked after each frame, so that nothing is made where none did.
    func write(_ faults: DeviceFaults) {
        guard faults.total != told.total else { return }
        for fault in DeviceFault.allCases where faults[fault] > told[fault] {
            let count = faults[fault] == 1 ? "once" : "\(faults[fault]) times"
            write(.error, "hardware fault: \(fault) (\(count))")
        }
        told = faults
    }

    private func tell(heldBack: Int) {
        if heldBack > 0 { Log.warning("\(sysname): \(heldBack) more messages were left out") }
    }
}
