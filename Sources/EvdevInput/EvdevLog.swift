internal import CEvdev
internal import Glibc

/// The priority of a message of libevdev. Most messages report kernel bugs: a slot out of range, a tracking id that changes
/// during a touch. A broken device causes one with every frame, so the log must limit their rate.
public enum EvdevLogPriority: Sendable {
    case error, info, debug
}

/// Keeps the closure at an address that C can call during the device's lifetime.
final class EvdevLog {
    let record: UnsafeMutablePointer<cevdev_log>
    private let write: (EvdevLogPriority, UnsafeBufferPointer<UInt8>) -> Void

    init(_ write: @escaping (EvdevLogPriority, UnsafeBufferPointer<UInt8>) -> Void) {
        self.write = write
        record = .allocate(capacity: 1)
        let context = Unmanaged.passUnretained(self).toOpaque()
        record.initialize(to: cevdev_log(write: writeLog, context: context))
    }

    deinit { record.deallocate() }

    fileprivate func callAsFunction(_ priority: libevdev_log_priority, _ text: UnsafePointer<CChar>) {
        let priority: EvdevLogPriority =
            switch priority {
            case LIBEVDEV_LOG_ERROR: .error
            case LIBEVDEV_LOG_INFO: .info
            default: .debug
            }
        var length = strlen(text)
        // libevdev ends its messages with a newline.
        if length > 0, text[length - 1] == 10 { length -= 1 }
        UnsafeRawBufferPointer(start: text, count: length).withMemoryRebound(to: UInt8.self) { write(priority, $0) }
    }
}

private func writeLog(
    _ context: UnsafeMutableRawPointer?, _ priority: libevdev_log_priority, _ text: UnsafePointer<CChar>?
) {
    guard let context, let text else { return }
    Unmanaged<EvdevLog>.fromOpaque(context).takeUnretainedValue()(priority, text)
}
