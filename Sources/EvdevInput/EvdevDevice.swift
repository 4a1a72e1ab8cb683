internal import CEvdev
internal import Glibc
public import TouchInput

/// One open evdev device. Not Sendable on purpose: it lives on the thread that runs the event loop.
public final class EvdevDevice {
    /// The device node, for messages.
    public let path: String
    /// Readable when events wait; owned by the device.
    public let descriptor: Int32
    /// Why event times are not CLOCK_MONOTONIC, where the device refused that clock.
    public let clockWarning: String?
    /// What the kernel said of the device when it was opened.
    public let description: DeviceDescription

    let context: OpaquePointer
    private let log: EvdevLog?

    /// Opens a device node for reading, without blocking.
    ///
    /// - Parameter log: Hears libevdev's messages of priority `info` and graver, from when the device is open.
    /// - Throws: an ``EvdevError`` with `open`'s errno, or ENOTTY when the node is no evdev device.
    public convenience init(
        path: String, log: @escaping (EvdevLogPriority, String) -> Void = { _, _ in }
    ) throws(EvdevError) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw EvdevError(path: path, operation: "open", code: errno) }
        try self.init(descriptor: descriptor, path: path, log: log)
    }

    /// Takes over an open descriptor, also when it throws.
    public init(
        descriptor: Int32, path: String, log: @escaping (EvdevLogPriority, String) -> Void = { _, _ in }
    ) throws(EvdevError) {
        // A descriptor that blocks would stop every other device with it.
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
            let code = errno
            close(descriptor)
            throw EvdevError(path: path, operation: "open", code: code)
        }
        guard let context = libevdev_new() else {
            close(descriptor)
            throw EvdevError(path: path, operation: "open", code: ENOMEM)
        }
        cevdev_set_log(context, nil, LIBEVDEV_LOG_INFO)
        let code = libevdev_set_fd(context, descriptor)
        guard code == 0 else {
            libevdev_free(context)
            close(descriptor)
            throw EvdevError(path: path, operation: "query", code: -code)
        }
        let sink = EvdevLog(log)
        cevdev_set_log(context, sink.record, LIBEVDEV_LOG_INFO)
        let clock = libevdev_set_clock_id(context, CLOCK_MONOTONIC)
        self.path = path
        self.descriptor = descriptor
        self.context = context
        self.log = sink
        clockWarning = clock == 0 ? nil : "\(path): event times are not monotonic: \(describe(errorCode: -clock))"
        description = DeviceDescription(of: context)
    }

    deinit {
        // libevdev leaves the descriptor open.
        libevdev_free(context)
        close(descriptor)
    }
}

@available(*, unavailable)
extension EvdevDevice: Sendable {}
