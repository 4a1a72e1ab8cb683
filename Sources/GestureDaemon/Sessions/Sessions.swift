internal import CSystemd
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

enum SleepPhase {
    /// The machine is about to sleep and waits for ``Sessions/allowSleep()``.
    case begins
    /// The machine is awake again, or did not sleep.
    case ended
}

/// The seats and their active sessions, screen locks, sleep and virtual terminals. Nothing is polled and nothing
/// blocks. A missing service is logged once and used when it appears.
///
/// If a device is ready at the same time, the handlers here run before the device is read.
final class Sessions {
    /// The seats with their active sessions, in the order of the seats' names; nil if logind is not running.
    private(set) var seats: [Seat]?

    private let readSeats: () -> [Seat]?
    private let onChange: () -> Void
    private let onSleep: (SleepPhase) -> Void
    private let logind: Logind
    private var monitor: SeatMonitor?
    private var terminals: TerminalSwitches?
    private var clock: SleepClock?
    private var isSleeping = false

    /// - Parameters:
    ///   - address: The address of the system bus; nil for the default.
    ///   - readSeats: Returns the seats, as if none were locked.
    ///   - report: Writes a line of the log.
    ///   - onChange: Called when ``seats`` has changed.
    ///   - onSleep: Receives `begins` and `ended` alternately, starting with `begins`. After an unannounced sleep it
    ///     receives both.
    ///   - onTerminalSwitch: Called when another virtual terminal becomes active while ``seats`` is nil.
    init(
        on loop: EventLoop, bus address: String? = nil, readSeats: @escaping () -> [Seat]? = SeatMonitor.seats,
        report: @escaping (Log.Priority, String) -> Void = Log.write,
        onChange: @escaping () -> Void, onSleep: @escaping (SleepPhase) -> Void,
        onTerminalSwitch: @escaping () -> Void = {}
    ) {
        self.readSeats = readSeats
        self.onChange = onChange
        self.onSleep = onSleep
        logind = Logind(on: loop, at: address, report: report)
        logind.open()
        seats = withLocks(readSeats())
        followActive()
        logind.onChange = { [unowned self] in update() }
        logind.onSleep = { [unowned self] in sleepChanged($0) }
        monitor = SeatMonitor(on: loop, report: report) { [unowned self] in update() }
        terminals = TerminalSwitches(on: loop) { [unowned self] in
            if seats == nil { onTerminalSwitch() }
        }
        clock = SleepClock(on: loop) { [unowned self] in resumedUnannounced() }
    }

    /// Allows the machine to sleep. Called after `begins`, once the cancels have been sent to clients.
    func allowSleep() {
        // After an unannounced sleep, the inhibitor is kept for the next sleep.
        if isSleeping { logind.allowSleep() }
    }

    private func update() {
        setSeats(readSeats())
        // Queries follow after the cancels, because sending a query takes longer than sending a cancel.
        followActive()
        // From now on a session that could not be queried counts as unlocked.
        setSeats(seats)
    }

    private func setSeats(_ read: [Seat]?) {
        let new = withLocks(read)
        guard new != seats else { return }
        seats = new
        onChange()
    }

    private func followActive() {
        if let seats { logind.follow(seats.compactMap(\.session)) }
    }

    private func withLocks(_ seats: [Seat]?) -> [Seat]? {
        seats?.map { seat in
            var seat = seat
            seat.isLocked = seat.session.map(logind.isLocked) ?? false
            return seat
        }
    }

    private func sleepChanged(_ isBeginning: Bool) {
        guard isBeginning != isSleeping else { return }
        isSleeping = isBeginning
        onSleep(isBeginning ? .begins : .ended)
    }

    /// Reports the start and the end of a sleep that logind did not announce. Called when the clocks show that the
    /// machine has slept. A sleep that logind announced ends only with logind's signal, because a machine that suspends
    /// first and hibernates later (suspend-then-hibernate) briefly resumes before it hibernates.
    private func resumedUnannounced() {
        guard !isSleeping else { return }
        onSleep(.begins)
        onSleep(.ended)
    }
}

/// Reports an unannounced sleep after it has ended: CLOCK_BOOTTIME advances during sleep, and CLOCK_MONOTONIC does not.
///
/// When the machine resumes, the kernel wakes timers that wait for the wall clock to be set (TFD_TIMER_CANCEL_ON_SET).
/// The clocks are compared only then, not at each wakeup.
private final class SleepClock {
    private let descriptor: Int32
    private let onResumption: () -> Void
    private var source: EventLoop.Source?
    private var gap = SleepGap(SleepClock.asleep)

    /// - Returns: nil if the kernel's timer cannot be created or watched.
    init?(on loop: EventLoop, onResumption: @escaping () -> Void) {
        self.onResumption = onResumption
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0,
            let source = try? loop.watch(
                descriptor, for: .readable, priority: .access, { [unowned self] _ in clockWasSet() })
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
        if gap.update(SleepClock.asleep) { onResumption() }
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

/// Detects a sleep of the machine from its total time of sleep.
struct SleepGap {
    private var known: Microseconds

    /// Shorter than any sleep, and longer than the time between reading the two clocks.
    static let shortest = Microseconds.milliseconds(100)

    init(_ known: Microseconds) { self.known = known }

    /// - Parameter gap: The machine's total time of sleep.
    /// - Returns: True if it has slept since the last call.
    mutating func update(_ gap: Microseconds) -> Bool {
        guard gap.count - known.count >= SleepGap.shortest.count else { return false }
        known = gap
        return true
    }
}

/// Reports when another virtual terminal becomes active, for machines without logind.
final class TerminalSwitches {
    static let activeTerminal = "/sys/class/tty/tty0/active"

    private let descriptor: Int32
    private let onSwitch: () -> Void
    private var source: EventLoop.Source?
    private var terminal: [UInt8] = []

    /// - Parameter path: A file like the kernel's: it can be read again from its start, and poll(2) reports POLLPRI
    ///   after a change.
    /// - Returns: nil if there are no virtual terminals, or if the file cannot be watched.
    convenience init?(
        of path: String = TerminalSwitches.activeTerminal, on loop: EventLoop, onSwitch: @escaping () -> Void
    ) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        self.init(adopting: descriptor, on: loop, onSwitch: onSwitch)
    }

    /// Takes ownership of the descriptor, even if it returns nil.
    init?(adopting descriptor: Int32, on loop: EventLoop, onSwitch: @escaping () -> Void) {
        self.descriptor = descriptor
        self.onSwitch = onSwitch
        // The kernel reports a change only after the file has been read.
        terminal = read()
        source = try? loop.watch(descriptor, for: .exceptional, priority: .access) { [unowned self] _ in
            handleChange()
        }
        if source == nil { return nil }
    }

    deinit {
        source = nil
        close(descriptor)
    }

    private func handleChange() {
        let active = read()
        guard active != terminal else { return }
        terminal = active
        onSwitch()
    }

    private func read() -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            return Array(buffer[..<max(count, 0)])
        }
    }
}
