internal import CEvdev

/// What libevdev says of one device, mostly kernel bugs: a slot out of range, a tracking id that changes in flight.
///
/// A broken device says it with every frame, so whoever writes the messages down must limit their rate.
public enum EvdevLogPriority: Sendable {
    case error, info, debug
}

/// Keeps the closure at an address C can call for as long as the device lives.
final class EvdevLog {
    let record: UnsafeMutablePointer<cevdev_log>
    private let write: (EvdevLogPriority, String) -> Void

    init(_ write: @escaping (EvdevLogPriority, String) -> Void) {
        self.write = write
        record = .allocate(capacity: 1)
        let context = Unmanaged.passUnretained(self).toOpaque()
        record.initialize(to: cevdev_log(write: writeLog, context: context))
    }

    deinit { record.deallocate() }

    fileprivate func callAsFunction(_ priority: libevdev_log_priority, _ text: String) {
        // libevdev ends its messages with a newline.
        let line = text.last == "\n" ? String(text.dropLast()) : text
        switch priority {
        case LIBEVDEV_LOG_ERROR: write(.error, line)
        case LIBEVDEV_LOG_INFO: write(.info, line)
        default: write(.debug, line)
        }
    }
}

private func writeLog(
    _ context: UnsafeMutableRawPointer?, _ priority: libevdev_log_priority, _ text: UnsafePointer<CChar>?
) {
    guard let context, let text else { return }
    Unmanaged<EvdevLog>.fromOpaque(context).takeUnretainedValue()(priority, String(cString: text))
}
