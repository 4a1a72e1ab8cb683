internal import CSystemd
internal import GesturePipeline

enum SleepPhase {
    /// The machine is about to sleep, and waits for ``Sessions/allowSleep()``.
    case begins
    /// The machine is awake again, or did not sleep.
    case ended
}

/// The seats and their active sessions, screen locks, sleep and virtual terminals. Nothing is polled and nothing blocks.
/// A missing service is logged once and used when it appears.
///
/// Every handler runs in the loop, before any device that is ready at the same time is read.
final class Sessions {
    /// Each seat with its active session, by name; nil if logind is not running.
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
    ///   - address: Of the system bus; nil for the default.
    ///   - readSeats: Returns the seats, without locks.
    ///   - report: Writes a line of the log.
    ///   - onChange: Called when ``seats`` has changed.
    ///   - onSleep: Receives `begins` and `ended` in turn, starting with `begins`. After a sleep that was not announced it
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

    /// Lets the machine sleep. Call it when clients were sent the cancels that `begins` caused.
    func allowSleep() {
        // After a sleep that was not announced, the inhibitor is kept for the next one.
        if isSleeping { logind.allowSleep() }
    }

    private func update() {
        setSeats(readSeats())
        // After the cancels: sending a query takes longer than sending a cancel.
        followActive()
        // A session that could not be queried counts as unlocked from here on.
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

    /// A sleep that logind announced also ends with its signal. A machine that hibernates later resumes in between.
    private func resumedUnannounced() {
        guard !isSleeping else { return }
        onSleep(.begins)
        onSleep(.ended)
    }
}
