internal import CSystemd
internal import Glibc
internal import GestureModel

/// The daemon's one thread: descriptors, signals and one timer, on sd-event.
///
/// sd-event brings the watchdog, the service manager's notifications and signal handling; the pieces the daemon needs are
/// wrapped, and nothing else.
final class EventLoop {
    /// Keeps a descriptor or signal watched for as long as it is held.
    final class Source {
        fileprivate let handler: (UInt32) -> Void
        fileprivate var source: OpaquePointer?

        fileprivate init(_ handler: @escaping (UInt32) -> Void) { self.handler = handler }

        var isEnabled = true {
            didSet { sd_event_source_set_enabled(source, Int32(isEnabled ? SD_EVENT_ON : SD_EVENT_OFF)) }
        }

        /// For a descriptor: which of EPOLLIN and EPOLLOUT to wait for.
        func watch(_ events: UInt32) { sd_event_source_set_io_events(source, events) }

        deinit {
            sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
            sd_event_source_unref(source)
        }
    }

    /// For libraries that attach themselves, as sd-bus does.
    let event: OpaquePointer
    private var timer: Timer?

    /// Comes before every device: whoever no longer receives is told before the next event is read.
    static let urgent: Int64 = -100

    init() throws(SystemError) {
        var event: OpaquePointer?
        try SystemError.check(sd_event_new(&event), "create the event loop")
        guard let event else { throw SystemError(operation: "create the event loop", code: ENOMEM) }
        self.event = event
    }

    deinit {
        timer = nil
        sd_event_unref(event)
    }

    /// Runs until ``exit(_:)``, whose code it returns.
    func run() throws(SystemError) -> Int32 {
        try SystemError.check(sd_event_loop(event), "run the event loop")
    }

    func exit(_ code: Int32) { sd_event_exit(event, code) }

    /// Pings the service manager as often as WatchdogSec asks, from this loop, so that a loop that hangs is noticed.
    func startWatchdog() throws(SystemError) {
        try SystemError.check(sd_event_set_watchdog(event, 1), "start the watchdog")
    }

    /// - Parameters:
    ///   - priority: Of what is ready together, the lowest number comes first.
    ///   - handler: Gets the EPOLL* bits that are set.
    func watch(
        _ descriptor: Int32, for events: UInt32, priority: Int64 = 0, _ handler: @escaping (UInt32) -> Void
    ) throws(SystemError) -> Source {
        let source = Source(handler)
        let data = Unmanaged.passUnretained(source).toOpaque()
        try SystemError.check(
            sd_event_add_io(
                event, &source.source, descriptor, events,
                { _, _, bits, data in EventLoop.dispatch(data, bits) }, data), "watch a descriptor")
        if priority != 0 { sd_event_source_set_priority(source.source, priority) }
        return source
    }

    /// Calls the handler once after `delay`, which may come out up to a quarter of a second longer; a source dropped before
    /// calls nobody.
    func call(after delay: Microseconds, _ handler: @escaping () -> Void) throws(SystemError) -> Source {
        let source = Source { _ in handler() }
        let data = Unmanaged.passUnretained(source).toOpaque()
        try SystemError.check(
            sd_event_add_time_relative(
                event, &source.source, CLOCK_MONOTONIC, UInt64(max(delay.count, 0)), 0,
                { _, _, data in EventLoop.dispatch(data, 0) }, data), "set a timer")
        return source
    }

    /// Blocks the signal's own effect and calls the handler from the loop instead.
    func watch(signal: Int32, _ handler: @escaping () -> Void) throws(SystemError) -> Source {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        try SystemError.check(-pthread_sigmask(SIG_BLOCK, &set, nil), "block a signal")
        let source = Source { _ in handler() }
        let data = Unmanaged.passUnretained(source).toOpaque()
        try SystemError.check(
            sd_event_add_signal(
                event, &source.source, signal, { _, _, data in EventLoop.dispatch(data, 0) }, data), "watch a signal")
        return source
    }

    /// Makes the loop's one timer, which is not set yet.
    ///
    /// It has a descriptor, which is had from the start so that none can be missing when a deadline needs it.
    func makeTimer(_ handler: @escaping () -> Void) throws(SystemError) { timer = try Timer(event, handler) }

    /// Calls the timer's handler once when `time` is reached. Set anew it forgets what it was set to.
    func setTimer(_ time: Timestamp) { timer?.set(time) }

    private final class Timer {
        private let handler: () -> Void
        private var source: OpaquePointer?

        init(_ event: OpaquePointer, _ handler: @escaping () -> Void) throws(SystemError) {
            self.handler = handler
            // An accuracy of 1 µs: sd-event would otherwise round a long press to a quarter of a second.
            try SystemError.check(
                sd_event_add_time(
                    event, &source, CLOCK_MONOTONIC, UInt64.max, 1,
                    { _, _, data in
                        guard let data else { return 0 }
                        Unmanaged<Timer>.fromOpaque(data).takeUnretainedValue().handler()
                        return 0
                    }, Unmanaged.passUnretained(self).toOpaque()), "make a timer")
            // After the devices: frames that are queued come before the deadlines they are earlier than.
            sd_event_source_set_priority(source, 10)
        }

        func set(_ time: Timestamp) {
            sd_event_source_set_time(source, UInt64(max(time.microseconds, 0)))
            sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
        }

        deinit {
            sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
            sd_event_source_unref(source)
        }
    }

    private static func dispatch(_ data: UnsafeMutableRawPointer?, _ bits: UInt32) -> Int32 {
        guard let data else { return 0 }
        // Held while it runs: a handler may drop the last reference to its own source.
        let source = Unmanaged<Source>.fromOpaque(data).takeUnretainedValue()
        withExtendedLifetime(source) { source.handler(bits) }
        return 0
    }
}
