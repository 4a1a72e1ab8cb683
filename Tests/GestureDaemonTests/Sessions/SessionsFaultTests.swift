import PrivateBus
import GesturePipeline
import Testing

@testable import GestureDaemon

/// A bus or a logind that is absent, restarts, refuses or sends invalid messages.
@Suite("Sessions with a faulty bus or logind") struct SessionsFaultTests {
    let fixture = SessionsFixture()

    // MARK: - Restarts

    @Test(
        arguments: [
            (false, ["logind: stopped", "it is running", "logind: running again"]),
            (true, ["system bus: disconnected", "it is back", "system bus: connected again"]),
        ])
    func `query everything again after logind or the bus has restarted`(_ isOfBus: Bool, _ words: [String]) {
        #expect(fixture.startAll())
        fixture.logind.prepareForSleep(true)
        #expect(fixture.run { fixture.events.last == "asleep" })
        if isOfBus { fixture.bus.stop() } else { fixture.stopLogind() }
        #expect(fixture.run { fixture.events.last == "awake" })
        if isOfBus {
            fixture.stopLogind()
            fixture.bus.start()
        }
        fixture.startLogind()
        fixture.logind.lockedHints["c1"] = true
        #expect(fixture.run { fixture.events.last == "seat0 c1 1000 locked" && fixture.logind.inhibitorCount == 1 })
        #expect(
            fixture.log == [
                "warning: \(words[0]); screen locks and sleep are not followed until \(words[1])",
                "notice: \(words[2]); screen locks and sleep are followed",
            ])
    }

    @Test func `remember a lock while logind is not running`() {
        #expect(fixture.startAll())
        fixture.logind.setLocked(true, "c1")
        #expect(fixture.run { fixture.seats.contains("locked") })
        fixture.stopLogind()
        #expect(fixture.run { !fixture.log.isEmpty })
        #expect(fixture.seats == "seat0 c1 1000 locked")
    }

    @Test func `know the seats without a bus, and connect to a bus that starts later`() {
        fixture.start()
        #expect(fixture.seats == "seat0 c1 1000")
        #expect(
            fixture.log == [
                "warning: system bus: cannot connect: No such file or directory (ENOENT); "
                    + "screen locks and sleep are not followed until it is back"
            ])
        fixture.bus.start()
        fixture.startLogind()
        fixture.logind.lockedHints["c1"] = true
        #expect(fixture.run { fixture.seats == "seat0 c1 1000 locked" })
        #expect(fixture.log.last == "notice: system bus: connected again; screen locks and sleep are followed")
    }

    @Test func `have no seats without logind, and log its absence once`() {
        fixture.active = nil
        fixture.bus.start()
        fixture.start()
        #expect(fixture.run { !fixture.log.isEmpty })
        #expect(fixture.seats == "no logind")
        #expect(
            fixture.log == [
                "warning: logind: not on the system bus; screen locks and sleep are not followed until it is running"
            ])
    }

    // MARK: - Invalid and refused messages

    @Test func `query logind after a signal that cannot be read`() {
        #expect(fixture.startAll())
        fixture.logind.lockedHints["c1"] = true
        fixture.logind.setLockedMalformed("c1")
        #expect(fixture.run { fixture.seats.contains("locked") })
        fixture.logind.isPreparingForSleep = true
        fixture.logind.prepareForSleepMalformed()
        #expect(fixture.run { fixture.events.last == "asleep" })
        fixture.logind.setLockedMalformed("c1")
        fixture.logind.prepareForSleep(false)
        #expect(fixture.run { fixture.events.last == "awake" })
        #expect(
            fixture.log == [
                "warning: logind: PropertiesChanged cannot be read; querying the property instead",
                "warning: logind: PrepareForSleep cannot be read; querying the property instead",
            ])
    }

    @Test func `log answers that cannot be read once, and follow later signals`() {
        fixture.bus.start()
        fixture.startLogind()
        fixture.logind.malformed = ["LockedHint", "PreparingForSleep"]
        fixture.logind.lockedHints = ["c1": true, "c2": true]
        fixture.start()
        #expect(fixture.run { fixture.log.count == 2 && fixture.logind.inhibitorCount == 1 })
        fixture.active = [Seat(name: "seat0", session: "c2", user: 1001)]
        fixture.logind.setActive(true, "c2")
        #expect(fixture.run { fixture.seats == "seat0 c2 1001" })
        #expect(
            fixture.log.sorted() == [
                "warning: logind: LockedHint cannot be read (not a boolean); sessions count as unlocked",
                "warning: logind: PreparingForSleep cannot be read (not a boolean); the machine counts as awake",
            ])
        fixture.logind.setLocked(true, "c2")
        #expect(fixture.run { fixture.seats.contains("locked") })
    }

    @Test func `follow signals if the bus refuses calls to logind, and log the refusals`() {
        let fixture = SessionsFixture(policy: "<deny send_destination='org.freedesktop.login1'/>")
        fixture.bus.start()
        fixture.startLogind()
        fixture.start()
        #expect(fixture.run { fixture.log.count == 3 })
        #expect(fixture.log.allSatisfy { $0.contains("org.freedesktop.DBus.Error.AccessDenied") })
        #expect(fixture.log.contains { $0.hasPrefix("warning: logind: refused a sleep inhibitor") })
        #expect(fixture.seats == "seat0 c1 1000")
        fixture.logind.setLocked(true, "c1")
        fixture.logind.prepareForSleep(true)
        #expect(fixture.run { fixture.seats.contains("locked") && fixture.events.last == "asleep" })
    }

    @Test func `log nothing if a session ended before it was queried`() {
        fixture.bus.start()
        fixture.startLogind()
        fixture.start()
        #expect(fixture.run { fixture.logind.inhibitorCount == 1 && fixture.seats == "seat0 c1 1000" })
        #expect(fixture.log.isEmpty)
    }
}
