internal import CEvdev

/// The priority of a message of libevdev. Most messages report kernel bugs: a slot out of range, a tracking id that changes
/// during a touch. A broken device causes one with every frame, so the log must limit their rate.
public enum EvdevLogPriority: Sendable {
    case error, info, debug
}

/// Keeps the closure at an address that C can call during the device's lifetime.
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
