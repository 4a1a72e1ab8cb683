import CSystemd
import PrivateBus
import GestureModel
import GesturePipeline
import Glibc
import SystemdSupport

@testable import GestureDaemon

/// Sessions with a private bus and a private logind, in one loop.
final class SessionsFixture {
    let bus: PrivateBus
    let loop = try! EventLoop()
    private(set) var logind: LogindStandIn!
    private(set) var sessions: Sessions!
    /// The seats that logind's files would name.
    var active: [Seat]? = [Seat(name: "seat0", session: "c1", user: 1000)]
    /// The calls of the handlers in order; of a change, the seats after it.
    var events: [String] = []
    var log: [String] = []
    /// Called when sleep begins.
    var onSleepBegins: (Sessions) -> Void = { $0.allowSleep() }

    init(policy: String = "") { bus = PrivateBus(policy: policy) }

    deinit {
        sessions = nil
        logind = nil
    }

    func startLogind() { logind = LogindStandIn(at: bus.address, event: loop.event) }
    func stopLogind() { logind = nil }

    func start() {
        sessions = Sessions(
            on: loop, bus: bus.address, readSeats: { [unowned self] in active },
            report: { [unowned self] in log.append("\($0): \($1)") },
            onChange: { [unowned self] in events.append(seats) },
            onSleep: { [unowned self] in
                events.append($0 == .begins ? "asleep" : "awake")
                if $0 == .begins { onSleepBegins(sessions) }
            })
    }

    /// Starts bus, logind and sessions, and runs until logind has answered the first queries.
    func startAll(locked: Bool = false) -> Bool {
        bus.start()
        startLogind()
        logind.lockedHints["c1"] = locked
        start()
        return run { isInitialised }
    }

    private var isInitialised: Bool {
        ["PreparingForSleep", "Inhibit", "LockedHint"].allSatisfy(logind.calls.contains)
            && logind.inhibitorCount == 1 && !seats.contains("locked")
    }

    /// For example `seat0 c1 1000 locked`.
    var seats: String {
        guard let seats = sessions.seats else { return "no logind" }
        return seats.map { seat in
            [seat.name, seat.session, seat.user.map(String.init), seat.isLocked ? "locked" : nil]
                .compactMap { $0 }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// Runs the loop until the condition holds.
    ///
    /// - Returns: False if the loop was idle for a minute.
    func run(until condition: () -> Bool) -> Bool {
        while !condition() {
            guard sd_event_run(loop.event, 60_000_000) > 0 else { return false }
        }
        return true
    }
}
