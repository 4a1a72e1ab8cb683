import CSystemd
import GestureModel
import GesturePipeline
import Glibc
import LogindStandIn

@testable import GestureDaemon

/// Sessions with a bus and a logind of their own, in one loop; who is active is said here.
final class SessionsTrial {
    let bus: PrivateBus
    let loop = try! EventLoop()
    private(set) var logind: LogindStandIn!
    private(set) var sessions: Sessions!
    /// What logind's files would say.
    var active: [Seat]? = [Seat(name: "seat0", session: "c1", user: 1000)]
    /// What was called, in its order; seats with what became of them.
    var events: [String] = []
    var log: [String] = []
    /// Called when sleep begins, with letting it go as its argument.
    var onSleepBegins: (Sessions) -> Void = { $0.letSleep() }

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
                events.append($0 == .begins ? "sleeps" : "is awake")
                if $0 == .begins { onSleepBegins(sessions) }
            })
    }

    /// Bus and logind there, and everything answered that is asked at the start.
    func startAll(locked: Bool = false) -> Bool {
        bus.start()
        startLogind()
        logind.lockedHints["c1"] = locked
        start()
        return turn { isSettled }
    }

    var isSettled: Bool {
        ["PreparingForSleep", "Inhibit", "LockedHint"].allSatisfy(logind.calls.contains)
            && logind.inhibitorCount == 1 && !seats.contains("locked")
    }

    /// Such as `seat0 c1 1000 locked`.
    var seats: String {
        guard let seats = sessions.seats else { return "no logind" }
        return seats.map { seat in
            [seat.name, seat.session, seat.user.map(String.init), seat.isLocked ? "locked" : nil]
                .compactMap { $0 }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// Runs the loop until it is so; false after 10 s.
    func turn(until isSo: () -> Bool) -> Bool {
        let end = MonotonicClock.now + .milliseconds(10_000)
        while !isSo() {
            guard MonotonicClock.now < end else { return false }
            sd_event_run(loop.event, 100_000)
        }
        return true
    }
}
