internal import CSystemd
package import GestureModel
internal import Glibc
package import LinuxSupport

/// The loop of a single-threaded service: descriptors, signals and timers, on sd-event.
///
/// sd-event also sends the watchdog's notifications to the service manager. This class wraps only the parts that the
/// project's services use.
package final class EventLoop {
    /// Called after each handler, except for handlers of libraries that attach themselves to ``event``.
    @exclusivity(unchecked) package var onHandled: () -> Void = {}
    /// For libraries that attach themselves to it, such as sd-bus.
    package let event: OpaquePointer
    /// How many handlers have run, except for those of libraries.
    @exclusivity(unchecked) package private(set) var handledCount: UInt64 = 0

    /// A lower number is an earlier priority. Of the ready sources, the loop handles the one with the lowest number
    /// first, and among equal numbers the one that has waited longest. The loop checks again after each handler. So at
    /// most one handler of a later priority delays a source, even if many such sources are ready.
    package struct Priority: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int64

        package init(rawValue: Int64) { self.rawValue = rawValue }

        package static let normal = Priority(rawValue: 0)
    }

    /// The events for which a descriptor is ready. A hang-up is always reported, even if it was not requested.
    package struct Events: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let readable = Events(rawValue: EPOLLIN.rawValue)
        package static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// Its meaning depends on the kind of file; see epoll_ctl(2).
        package static let exceptional = Events(rawValue: EPOLLPRI.rawValue)

        /// True if the peer has closed the connection, the device has gone, or the descriptor has another error.
        package var hasHungUp: Bool { rawValue & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
    }

    package init() throws(SystemError) {
        var event: OpaquePointer?
        try SystemError.check(sd_event_new(&event), "create the event loop")
        guard let event else { throw SystemError(operation: "create the event loop", code: Errno(ENOMEM)) }
        self.event = event
    }

    deinit { sd_event_unref(event) }

    /// Runs until ``exit(_:)``, whose status it returns.
    package func run() throws(SystemError) -> Int32 {
        try SystemError.check(sd_event_loop(event), "run the event loop")
    }

    package func exit(_ status: Int32) { sd_event_exit(event, status) }

    /// Pings the service manager from this loop within WatchdogSec, so that the manager detects a loop that hangs.
    package func startWatchdog() throws(SystemError) {
        try SystemError.check(sd_event_set_watchdog(event, 1), "start the watchdog")
    }

    /// - Parameter handler: Receives the events for which the descriptor is ready.
    package func watch(
        _ descriptor: Int32, for events: Events, priority: Priority = .normal,
        _ handler: @escaping (Events) -> Void
    ) throws(SystemError) -> Source {
        let source = Source(self, handler)
        let code = sd_event_add_io(
            event, &source.pointer, descriptor, events.rawValue,
            { _, _, bits, data in Source.dispatch(data, Events(rawValue: bits)) },
            source.data
        )
        try SystemError.check(code, "watch a descriptor")
        source.priority = priority
        return source
    }

    /// Watches a copy of the descriptor, so that the owner may close the original before the source is released.
    ///
    /// Needed if the process starts programs: until a program's exec, the program also holds every descriptor of this
    /// process. If the owner closed a watched descriptor in that time, its file would stay open in the program. The
    /// source could then no longer remove the closed descriptor from the epoll set, and sd-event would abort at the
    /// file's next event. The copy is closed only after the source has removed it.
    package func watch(
        copyOf descriptor: Int32, for events: Events, priority: Priority = .normal,
        _ handler: @escaping (Events) -> Void
    ) throws(SystemError) -> Source {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemError(operation: "watch a descriptor", code: .current) }
        do throws(SystemError) {
            let source = try watch(copy, for: events, priority: priority, handler)
            sd_event_source_set_io_fd_own(source.pointer, 1)
            return source
        } catch {
            close(copy)
            throw error
        }
    }

    /// Blocks the signal's default action, and calls the handler from the loop instead.
    package func watch(signal: Int32, _ handler: @escaping () -> Void) throws(SystemError) -> Source {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        try SystemError.check(-pthread_sigmask(SIG_BLOCK, &set, nil), "block a signal")
        let source = Source(self) { _ in handler() }
        let code = sd_event_add_signal(
            event, &source.pointer, signal, { _, _, data in Source.dispatch(data, []) }, source.data)
        try SystemError.check(code, "watch a signal")
        return source
    }

    /// Calls the handler once after `delay`, or up to a quarter of a second later, unless the source is released first.
    package func call(after delay: Microseconds, _ handler: @escaping () -> Void) throws(SystemError) -> Source {
        let source = Source(self) { _ in handler() }
        let code = sd_event_add_time_relative(
            event, &source.pointer, CLOCK_MONOTONIC, UInt64(max(delay.count, 0)), 0,
            { _, _, data in Source.dispatch(data, []) }, source.data)
        try SystemError.check(code, "set a timer")
        return source
    }

    /// Creates a timer that is not set; see ``Source/fire(at:)``.
    ///
    /// sd-event opens the clock's descriptor here, so that setting a deadline later cannot fail.
    package func makeTimer(priority: Priority = .normal, _ handler: @escaping () -> Void) throws(SystemError) -> Source
    {
        let source = Source(self) { _ in handler() }
        // An accuracy of 1 µs. By default sd-event would delay a long press by up to a quarter of a second.
        let code = sd_event_add_time(
            event, &source.pointer, CLOCK_MONOTONIC, UInt64.max, 1, { _, _, data in Source.dispatch(data, []) },
            source.data)
        try SystemError.check(code, "create a timer")
        source.priority = priority
        return source
    }

    /// A descriptor, signal or timer. It is watched until it is released.
    package final class Source {
        private unowned let loop: EventLoop
        private let handler: (Events) -> Void
        fileprivate var pointer: OpaquePointer?
        fileprivate var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        fileprivate init(_ loop: EventLoop, _ handler: @escaping (Events) -> Void) {
            self.loop = loop
            self.handler = handler
        }

        deinit {
            sd_event_source_set_enabled(pointer, Int32(SD_EVENT_OFF))
            sd_event_source_unref(pointer)
        }

        package var isEnabled = true {
            didSet {
                guard isEnabled != oldValue else { return }
                sd_event_source_set_enabled(pointer, Int32(isEnabled ? SD_EVENT_ON : SD_EVENT_OFF))
            }
        }

        package var priority = Priority.normal {
            didSet { if priority != oldValue { sd_event_source_set_priority(pointer, priority.rawValue) } }
        }

        /// For a descriptor: changes the events to wait for.
        package func watch(_ events: Events) { sd_event_source_set_io_events(pointer, events.rawValue) }

        /// For a timer: calls its handler once, at `time`, instead of any time set before.
        package func fire(at time: Timestamp) {
            sd_event_source_set_time(pointer, UInt64(max(time.microseconds, 0)))
            sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT))
        }

        /// For a timer: calls its handler once, after all sources that are now ready and of an earlier or equal
        /// priority have been handled. (sd-event's deferred sources would always precede others of their priority.)
        package func run() { fire(at: Timestamp(microseconds: 0)) }

        fileprivate static func dispatch(_ data: UnsafeMutableRawPointer?, _ events: Events) -> Int32 {
            guard let data else { return 0 }
            // `onHandled` may open a descriptor that reuses the number of a closed one. So it is called only after the
            // sources that the handler released have been freed. A source that was freed later would remove the new
            // descriptor from the loop.
            handle(data, events).onHandled()
            return 0
        }

        private static func handle(_ data: UnsafeMutableRawPointer, _ events: Events) -> EventLoop {
            // Retained meanwhile, because a handler may release the last reference to its source.
            let source = Unmanaged<Source>.fromOpaque(data).takeUnretainedValue()
            let loop = source.loop
            loop.handledCount &+= 1
            source.handler(events)
            return loop
        }
    }
}
