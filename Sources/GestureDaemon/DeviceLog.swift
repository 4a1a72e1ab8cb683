internal import EvdevInput

/// What libevdev says of devices, mostly kernel bugs, passed on at a bounded rate: a broken device says it with every
/// frame.
enum DeviceLog {
    static func write(_ priority: EvdevLogPriority, _ message: String, of sysname: String) {
        Log.warning("\(sysname): \(message)")
    }
}
