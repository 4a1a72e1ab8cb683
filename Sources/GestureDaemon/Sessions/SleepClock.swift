internal import CSystemd
internal import GestureModel
internal import Glibc

/// Tells of a sleep that nobody announced, after it: CLOCK_BOOTTIME goes on during sleep and CLOCK_MONOTONIC does not.
///
/// The kernel wakes a timer that waits for the wall clock to be set (TFD_TIMER_CANCEL_ON_SET) when the machine resumes, so
/// that nothing has to be compared at every wakeup.
final class SleepClock {
    private let descriptor: Int32
    private let onResumption: () -> Void
    private var source: EventLoop.Source?
    private var gap = SleepGap(SleepClock.asleep)

    /// - Returns: nil where the kernel gives no timer.
    init?(on loop: EventLoop, onResumption: @escaping () -> Void) {
        self.onResumption = onResumption
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0,
            let source = try? loop.watch(
                descriptor, for: EPOLLIN.rawValue, priority: EventLoop.urgent, { [unowned self] _ in look() })
        else { return nil }
        self.source = source
        arm()
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }

    private func look() {
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout<UInt64>.size)
        arm()
        if gap.hasGrown(to: SleepClock.asleep) { onResumption() }
    }

    /// For a time that never comes.
    private func arm() {
        var never = itimerspec(it_interval: timespec(), it_value: timespec(tv_sec: time_t.max, tv_nsec: 0))
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &never, nil)
    }

    /// How long the machine has slept since it started.
    private static var asleep: Microseconds {
        let awake = MonotonicClock.now
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Microseconds(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 - awake.microseconds)
    }
}

/// How long the machine has slept, and whether that became more.
struct SleepGap {
    private var known: Microseconds

    /// The clocks are read one after the other, and something may come between: no sleep is as short as this.
    static let shortest = Microseconds.milliseconds(100)

    init(_ known: Microseconds) { self.known = known }

    mutating func hasGrown(to gap: Microseconds) -> Bool {
        guard gap.count - known.count >= SleepGap.shortest.count else { return false }
        known = gap
        return true
    }
}
