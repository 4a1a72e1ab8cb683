internal import EvdevInput
internal import GestureModel

/// What libevdev says of one device, mostly kernel bugs, passed on at a bounded rate: a broken device says it with every
/// frame.
final class DeviceLog {
    private let sysname: String
    /// libinput's rate for messages of this kind.
    private var limit = RateLimit(burst: 5, interval: .milliseconds(30_000))

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

    private func tell(heldBack: Int) {
        if heldBack > 0 { Log.warning("\(sysname): \(heldBack) more messages were left out") }
    }
}
