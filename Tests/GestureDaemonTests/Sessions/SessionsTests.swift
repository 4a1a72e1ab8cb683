import PrivateBus
import GesturePipeline
import SystemdSupport
import Testing

@testable import GestureDaemon

@Suite("Sessions") struct SessionsTests {
    let fixture = SessionsFixture()

    // MARK: - Locks

    @Test func `report a screen lock and its end`() {
        #expect(fixture.startAll())
        fixture.events = []
        fixture.logind.setLocked(true, "c1")
        #expect(fixture.run { fixture.events == ["seat0 c1 1000 locked"] })
        fixture.logind.setLocked(false, "c1")
        #expect(fixture.run { fixture.events == ["seat0 c1 1000 locked", "seat0 c1 1000"] })
        #expect(fixture.log.isEmpty)
    }

    @Test func `treat a session as locked until its first answer, and keep it locked if it is`() {
        fixture.bus.start()
        fixture.startLogind()
        fixture.logind.lockedHints["c1"] = true
        fixture.start()
        #expect(fixture.seats == "seat0 c1 1000 locked")
        #expect(fixture.run { fixture.logind.inhibitorCount == 1 && fixture.logind.calls.contains("LockedHint") })
        fixture.logind.setActive(true, "c1")
        fixture.logind.setLocked(false, "c1")
        #expect(fixture.run { !fixture.events.isEmpty })
        #expect(fixture.events == ["seat0 c1 1000"])
    }

    @Test func `query a session that becomes active, and treat it as locked until the answer`() {
        #expect(fixture.startAll())
        fixture.events = []
        fixture.logind.lockedHints["c2"] = false
        fixture.active = [Seat(name: "seat0", session: "c2", user: 1001)]
        // The signal may arrive before logind's file has changed.
        fixture.logind.setActive(true, "c2")
        #expect(fixture.run { fixture.events == ["seat0 c2 1001 locked", "seat0 c2 1001"] })
    }

    @Test func `do not report an unlocked session when a locked one becomes active again`() {
        #expect(fixture.startAll())
        fixture.logind.setLocked(true, "c1")
        #expect(fixture.run { fixture.seats.contains("locked") })
        fixture.logind.lockedHints["c2"] = false
        fixture.active = [Seat(name: "seat0", session: "c2", user: 1001)]
        fixture.logind.setActive(true, "c2")
        #expect(fixture.run { fixture.seats == "seat0 c2 1001" })
        fixture.events = []
        fixture.active = [Seat(name: "seat0", session: "c1", user: 1000)]
        fixture.logind.setActive(true, "c1")
        fixture.logind.setLocked(false, "c1")
        #expect(fixture.run { fixture.events == ["seat0 c1 1000 locked", "seat0 c1 1000"] })
    }

    @Test func `keep the locks of seats apart`() {
        fixture.active = [
            Seat(name: "seat0", session: "c1", user: 1000), Seat(name: "seat1", session: "7", user: 1001),
        ]
        fixture.bus.start()
        fixture.startLogind()
        fixture.logind.lockedHints = ["c1": false, "7": false]
        fixture.start()
        #expect(fixture.run { fixture.seats == "seat0 c1 1000, seat1 7 1001" })
        fixture.logind.setLocked(true, "7")
        #expect(fixture.run { fixture.seats == "seat0 c1 1000, seat1 7 1001 locked" })
    }

    @Test func `ignore signals of other programs`() {
        #expect(fixture.startAll())
        fixture.logind.setLocked(true, "c1")
        #expect(fixture.run { fixture.seats.contains("locked") })
        fixture.events = []
        let impostor = LogindStandIn(at: fixture.bus.address, event: fixture.loop.event, name: nil)
        impostor.setLocked(false, "c1", to: fixture.logind.caller)
        impostor.prepareForSleep(true, to: fixture.logind.caller)
        impostor.synchronise()
        // The bus delivered those signals before this one.
        fixture.active?.append(Seat(name: "seat1", session: "c1", user: 1000))
        fixture.logind.setActive(true, "c1")
        #expect(fixture.run { !fixture.events.isEmpty })
        #expect(fixture.events == ["seat0 c1 1000 locked, seat1 c1 1000 locked"])
    }

    // MARK: - Sleep

    @Test func `delay each sleep until it is allowed`() {
        #expect(fixture.startAll())
        #expect(fixture.logind.inhibition[0] == "sleep" && fixture.logind.inhibition[3] == "delay")
        fixture.onSleepBegins = { _ in }
        for _ in 1...2 {
            fixture.events = []
            fixture.logind.prepareForSleep(true)
            #expect(fixture.run { fixture.events == ["asleep"] })
            #expect(fixture.logind.inhibitorCount == 1)
            fixture.sessions.allowSleep()
            #expect(fixture.logind.inhibitorCount == 0)
            fixture.logind.prepareForSleep(false)
            #expect(fixture.run { fixture.events == ["asleep", "awake"] && fixture.logind.inhibitorCount == 1 })
        }
        #expect(fixture.log.isEmpty)
    }

    @Test func `detect a sleep that began before the start`() {
        fixture.bus.start()
        fixture.startLogind()
        fixture.logind.lockedHints["c1"] = false
        fixture.logind.isPreparingForSleep = true
        // logind's answer during a sleep; it is not logged.
        fixture.logind.refusals["Inhibit"] = "org.freedesktop.login1.OperationInProgress"
        fixture.start()
        #expect(fixture.run { fixture.events.contains("asleep") && fixture.logind.calls.contains("Inhibit") })
        fixture.logind.refusals = [:]
        fixture.logind.prepareForSleep(false)
        #expect(fixture.run { fixture.events.contains("awake") && fixture.logind.inhibitorCount == 1 })
        #expect(fixture.log.isEmpty)
    }

    @Test func `release an inhibitor that arrives after its sleep was allowed`() {
        fixture.bus.start()
        fixture.startLogind()
        fixture.logind.lockedHints["c1"] = false
        fixture.start()
        // The signal is queued before the stand-in has answered a query.
        fixture.logind.prepareForSleep(true)
        #expect(fixture.run { fixture.events.contains("asleep") && fixture.logind.calls.contains("Inhibit") })
        #expect(fixture.run { fixture.logind.inhibitorCount == 0 })
    }
}
