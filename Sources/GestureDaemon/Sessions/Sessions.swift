internal import CSystemd
internal import GesturePipeline

/// What the machine does about sleep.
enum SleepPhase {
    /// It is about to sleep, and waits for ``Sessions/letSleep()``.
    case begins
    /// It is awake again, or has stayed awake.
    case ended
}

/// Who sits at the machine, and whether they are there: seats, locks, sleep, terminals. Nothing of it is polled, nothing
/// waits, and whatever is missing is told in one line and comes back by itself.
///
/// Every handler runs in the loop, before any device that is ready at the same time is read.
final class Sessions {
    /// Each seat and who is active there, in the order of their names; nil where logind does not run.
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
    ///   - address: Where the system bus is; nil for its usual place.
    ///   - readSeats: Who is active where, locks aside.
    ///   - report: Writes a line of the log.
    ///   - onChange: Called when ``seats`` has changed.
    ///   - onSleep: Gets `begins` and `ended` in turn, starting with `begins`. Of a sleep that nobody announced it gets both,
    ///     after it.
    ///   - onTerminalSwitch: Called when another virtual terminal came to the front and ``seats`` is nil.
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
        seats = lockedOrNot(readSeats())
        follow()
        logind.onChange = { [unowned self] in lookAgain() }
        logind.onSleep = { [unowned self] in sleep($0) }
        monitor = SeatMonitor(on: loop, report: report) { [unowned self] in lookAgain() }
        terminals = TerminalSwitches(on: loop) { [unowned self] in
            if seats == nil { onTerminalSwitch() }
        }
        clock = SleepClock(on: loop) { [unowned self] in resumeUnannounced() }
    }

    /// Lets the machine sleep: to be called when clients have been told what `begins` cancelled.
    func letSleep() {
        // After a sleep that nobody announced the inhibitor is to be kept for the next.
        if isSleeping { logind.letSleep() }
    }

    private func lookAgain() {
        take(readSeats())
        // After those who have to go were told: to send a question takes longer than a cancel.
        follow()
        // A session that could not be asked counts as locked no longer.
        take(seats)
    }

    private func take(_ read: [Seat]?) {
        let now = lockedOrNot(read)
        guard now != seats else { return }
        seats = now
        onChange()
    }

    private func follow() {
        if let seats { logind.follow(seats.compactMap(\.session)) }
    }

    private func lockedOrNot(_ seats: [Seat]?) -> [Seat]? {
        seats?.map { seat in
            var seat = seat
            seat.isLocked = seat.session.map(logind.isLocked) ?? false
            return seat
        }
    }

    private func sleep(_ isBeginning: Bool) {
        guard isBeginning != isSleeping else { return }
        isSleeping = isBeginning
        onSleep(isBeginning ? .begins : .ended)
    }

    /// Where logind announced it, it tells of the end as well: a machine that hibernates later wakes up in between.
    private func resumeUnannounced() {
        guard !isSleeping else { return }
        onSleep(.begins)
        onSleep(.ended)
    }
}
