import GesturePipeline
import LogindStandIn
import Testing

@testable import GestureDaemon

@Suite struct SessionsTests {
    let trial = SessionsTrial()

    // MARK: - Locks

    @Test func `a lock and its end are told as they happen`() {
        #expect(trial.startAll())
        trial.events = []
        trial.logind.setLocked(true, "c1")
        #expect(trial.turn { trial.events == ["seat0 c1 1000 locked"] })
        trial.logind.setLocked(false, "c1")
        #expect(trial.turn { trial.events == ["seat0 c1 1000 locked", "seat0 c1 1000"] })
        #expect(trial.log.isEmpty)
    }

    @Test func `a session that is locked at the start stays locked, and is never taken for open before`() {
        trial.bus.start()
        trial.startLogind()
        trial.logind.lockedHints["c1"] = true
        trial.start()
        #expect(trial.seats == "seat0 c1 1000 locked")
        #expect(trial.turn { trial.logind.inhibitorCount == 1 && trial.logind.calls.contains("LockedHint") })
        trial.logind.setActive(true, "c1")
        trial.logind.setLocked(false, "c1")
        #expect(trial.turn { !trial.events.isEmpty })
        #expect(trial.events == ["seat0 c1 1000"])
    }

    @Test func `a session that becomes active is asked, and is locked until it answers`() {
        #expect(trial.startAll())
        trial.events = []
        trial.logind.lockedHints["c2"] = false
        trial.active = [Seat(name: "seat0", session: "c2", user: 1001)]
        // The bus may tell of it before the file does, or instead of it.
        trial.logind.setActive(true, "c2")
        #expect(trial.turn { trial.events == ["seat0 c2 1001 locked", "seat0 c2 1001"] })
    }

    @Test func `coming back to a session that is known to be locked tells nobody that it is open`() {
        #expect(trial.startAll())
        trial.logind.setLocked(true, "c1")
        #expect(trial.turn { trial.seats.contains("locked") })
        trial.logind.lockedHints["c2"] = false
        trial.active = [Seat(name: "seat0", session: "c2", user: 1001)]
        trial.logind.setActive(true, "c2")
        #expect(trial.turn { trial.seats == "seat0 c2 1001" })
        trial.events = []
        trial.active = [Seat(name: "seat0", session: "c1", user: 1000)]
        trial.logind.setActive(true, "c1")
        trial.logind.setLocked(false, "c1")
        #expect(trial.turn { trial.events == ["seat0 c1 1000 locked", "seat0 c1 1000"] })
    }

    @Test func `a lock of one seat is none of another`() {
        trial.active = [
            Seat(name: "seat0", session: "c1", user: 1000), Seat(name: "seat1", session: "7", user: 1001),
        ]
        trial.bus.start()
        trial.startLogind()
        trial.logind.lockedHints = ["c1": false, "7": false]
        trial.start()
        #expect(trial.turn { trial.seats == "seat0 c1 1000, seat1 7 1001" })
        trial.logind.setLocked(true, "7")
        #expect(trial.turn { trial.seats == "seat0 c1 1000, seat1 7 1001 locked" })
    }

    @Test func `nobody but logind unlocks a session or announces sleep`() {
        #expect(trial.startAll())
        trial.logind.setLocked(true, "c1")
        #expect(trial.turn { trial.seats.contains("locked") })
        trial.events = []
        let impostor = LogindStandIn(at: trial.bus.address, event: trial.loop.event, name: nil)
        impostor.setLocked(false, "c1", to: trial.logind.caller)
        impostor.prepareForSleep(true, to: trial.logind.caller)
        impostor.synchronise()
        // The bus passed those on before it gets this.
        trial.active?.append(Seat(name: "seat1", session: "c1", user: 1000))
        trial.logind.setActive(true, "c1")
        #expect(trial.turn { !trial.events.isEmpty })
        #expect(trial.events == ["seat0 c1 1000 locked, seat1 c1 1000 locked"])
    }

    // MARK: - Sleep

    @Test func `sleep is held off until the cancels are out, and then the next time again`() {
        #expect(trial.startAll())
        #expect(trial.logind.inhibition[0] == "sleep" && trial.logind.inhibition[3] == "delay")
        trial.onSleepBegins = { _ in }
        for _ in 1...2 {
            trial.events = []
            trial.logind.prepareForSleep(true)
            #expect(trial.turn { trial.events == ["sleeps"] })
            #expect(trial.logind.inhibitorCount == 1)
            trial.sessions.letSleep()
            #expect(trial.logind.inhibitorCount == 0)
            trial.logind.prepareForSleep(false)
            #expect(trial.turn { trial.events == ["sleeps", "is awake"] && trial.logind.inhibitorCount == 1 })
        }
        #expect(trial.log.isEmpty)
    }

    @Test func `sleep that began before the start is known`() {
        trial.bus.start()
        trial.startLogind()
        trial.logind.lockedHints["c1"] = false
        trial.logind.isPreparingForSleep = true
        // What logind answers while it carries out a sleep; it is no fault.
        trial.logind.refusals["Inhibit"] = "org.freedesktop.login1.OperationInProgress"
        trial.start()
        #expect(trial.turn { trial.events.contains("sleeps") && trial.logind.calls.contains("Inhibit") })
        trial.logind.refusals = [:]
        trial.logind.prepareForSleep(false)
        #expect(trial.turn { trial.events.contains("is awake") && trial.logind.inhibitorCount == 1 })
        #expect(trial.log.isEmpty)
    }

    @Test func `an inhibitor that comes after its sleep was let go is not kept`() {
        trial.bus.start()
        trial.startLogind()
        trial.logind.lockedHints["c1"] = false
        trial.start()
        // The announcement reaches the stand-in's own queue before it has answered anything.
        trial.logind.prepareForSleep(true)
        #expect(trial.turn { trial.events.contains("sleeps") && trial.logind.calls.contains("Inhibit") })
        #expect(trial.turn { trial.logind.inhibitorCount == 0 })
    }
}
