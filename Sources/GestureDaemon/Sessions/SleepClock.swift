internal import CSystemd
internal import GestureModel
internal import Glibc
internal import LinuxSupport

/// Reports a sleep that was not announced, after it: CLOCK_BOOTTIME advances during sleep, and CLOCK_MONOTONIC does not.
///
/// When the machine resumes, the kernel wakes a timer that waits for the wall clock to be set (TFD_TIMER_CANCEL_ON_SET).
/// The clocks are compared only then, not at each wakeup.
final class SleepClock {
    private let descriptor: Int32
    private let onResumption: () -> Void
    private var source: EventLoop.Source?
    private var gap = SleepGap(SleepClock.asleep)

    /// - Returns: nil if the kernel has no timer left.
    init?(on loop: EventLoop, onResumption: @escaping () -> Void) {
        self.onResumption = onResumption
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0,
            let source = try? loop.watch(
                descriptor, for: EPOLLIN.rawValue, priority: .access, { [unowned self] _ in clockWasSet() })
        else { return nil }
        self.source = source
        arm()
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }

    private func clockWasSet() {
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout<UInt64>.size)
        arm()
        if gap.hasGrown(to: SleepClock.asleep) { onResumption() }
    }

    /// Sets the timer to a time that never comes.
    private func arm() {
        var never = itimerspec(it_interval: timespec(), it_value: timespec(tv_sec: time_t.max, tv_nsec: 0))
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &never, nil)
    }

    /// How long the machine has slept since it booted.
    private static var asleep: Microseconds {
        let awake = MonotonicClock.now
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Microseconds(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 - awake.microseconds)
    }
}

/// Detects that the machine has slept, from how long it has slept in total.
struct SleepGap {
    private var known: Microseconds

    /// Shorter than any sleep. The two clocks are not read at the same instant.
    static let shortest = Microseconds.milliseconds(100)

    init(_ known: Microseconds) { self.known = known }

    mutating func hasGrown(to gap: Microseconds) -> Bool {
        guard gap.count - known.count >= SleepGap.shortest.count else { return false }
        known = gap
        return true
    }
}
