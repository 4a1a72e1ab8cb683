import GesturePipeline
import LogindStandIn
import Testing

@testable import GestureDaemon

/// A bus or a logind that is away, comes back, refuses or makes no sense.
@Suite struct SessionsFaultTests {
    let trial = SessionsTrial()

    // MARK: - Coming and going

    @Test func `a logind that restarts is asked for everything anew`() {
        #expect(trial.startAll())
        trial.logind.prepareForSleep(true)
        #expect(trial.turn { trial.events.last == "sleeps" })
        trial.stopLogind()
        #expect(trial.turn { trial.events.last == "is awake" })
        trial.startLogind()
        trial.logind.lockedHints["c1"] = true
        #expect(trial.turn { trial.events.last == "seat0 c1 1000 locked" && trial.logind.inhibitorCount == 1 })
        #expect(
            trial.log == [
                "warning: logind is gone; screen locks and sleep are not seen until it is there",
                "notice: logind is back; screen locks and sleep are seen again",
            ])
    }

    @Test func `a lock stays known while logind is away`() {
        #expect(trial.startAll())
        trial.logind.setLocked(true, "c1")
        #expect(trial.turn { trial.seats.contains("locked") })
        trial.stopLogind()
        #expect(trial.turn { !trial.log.isEmpty })
        #expect(trial.seats == "seat0 c1 1000 locked")
    }

    @Test func `a bus that restarts is found again`() {
        #expect(trial.startAll())
        trial.logind.prepareForSleep(true)
        #expect(trial.turn { trial.events.last == "sleeps" })
        trial.bus.stop()
        #expect(trial.turn { trial.events.last == "is awake" })
        trial.stopLogind()
        trial.bus.start()
        trial.startLogind()
        trial.logind.lockedHints["c1"] = true
        #expect(trial.turn { trial.events.last == "seat0 c1 1000 locked" && trial.logind.inhibitorCount == 1 })
        #expect(
            trial.log == [
                "warning: the system bus is gone; screen locks and sleep are not seen until it is there",
                "notice: the system bus is back; screen locks and sleep are seen again",
            ])
    }

    @Test func `without a bus the seats are known, and a bus that comes later is found`() {
        trial.start()
        #expect(trial.seats == "seat0 c1 1000")
        #expect(
            trial.log == [
                "warning: the system bus cannot be reached (No such file or directory); "
                    + "screen locks and sleep are not seen until it is there"
            ])
        trial.bus.start()
        trial.startLogind()
        trial.logind.lockedHints["c1"] = true
        #expect(trial.turn { trial.seats == "seat0 c1 1000 locked" })
        #expect(trial.log.last == "notice: the system bus is back; screen locks and sleep are seen again")
    }

    @Test func `without logind there are no seats, and one line says what is not seen`() {
        trial.active = nil
        trial.bus.start()
        trial.start()
        #expect(trial.turn { !trial.log.isEmpty })
        #expect(trial.seats == "no logind")
        #expect(
            trial.log == [
                "warning: logind is not on the system bus; screen locks and sleep are not seen until it is there"
            ])
    }

    // MARK: - What is wrong

    @Test func `a signal that cannot be read makes logind be asked`() {
        #expect(trial.startAll())
        trial.logind.lockedHints["c1"] = true
        trial.logind.setLockedMalformed("c1")
        #expect(trial.turn { trial.seats.contains("locked") })
        trial.logind.isPreparingForSleep = true
        trial.logind.prepareForSleepMalformed()
        #expect(trial.turn { trial.events.last == "sleeps" })
        trial.logind.setLockedMalformed("c1")
        trial.logind.prepareForSleep(false)
        #expect(trial.turn { trial.events.last == "is awake" })
        #expect(
            trial.log == [
                "warning: logind's PropertiesChanged cannot be read; it is asked instead",
                "warning: logind's PrepareForSleep cannot be read; it is asked instead",
            ])
    }

    @Test func `answers that cannot be read are told once, and nothing else is lost`() {
        trial.bus.start()
        trial.startLogind()
        trial.logind.malformed = ["LockedHint", "PreparingForSleep"]
        trial.logind.lockedHints = ["c1": true, "c2": true]
        trial.start()
        #expect(trial.turn { trial.log.count == 2 && trial.logind.inhibitorCount == 1 })
        trial.active = [Seat(name: "seat0", session: "c2", user: 1001)]
        trial.logind.setActive(true, "c2")
        #expect(trial.turn { trial.seats == "seat0 c2 1001" })
        #expect(
            trial.log.sorted() == [
                "warning: logind does not tell whether sessions are locked (not a boolean)",
                "warning: logind does not tell whether the machine is about to sleep (not a boolean)",
            ])
        trial.logind.setLocked(true, "c2")
        #expect(trial.turn { trial.seats.contains("locked") })
    }

    @Test func `a bus that passes on no call to logind is told of, and its signals still count`() {
        let trial = SessionsTrial(policy: "<deny send_destination='org.freedesktop.login1'/>")
        trial.bus.start()
        trial.startLogind()
        trial.start()
        #expect(trial.turn { trial.log.count == 3 })
        #expect(trial.log.allSatisfy { $0.contains("org.freedesktop.DBus.Error.AccessDenied") })
        #expect(trial.log.contains { $0.hasPrefix("warning: logind gives no inhibitor") })
        #expect(trial.seats == "seat0 c1 1000")
        trial.logind.setLocked(true, "c1")
        trial.logind.prepareForSleep(true)
        #expect(trial.turn { trial.seats.contains("locked") && trial.events.last == "sleeps" })
    }

    @Test func `a session that ended before it could be asked is no fault`() {
        trial.bus.start()
        trial.startLogind()
        trial.start()
        #expect(trial.turn { trial.logind.inhibitorCount == 1 && trial.seats == "seat0 c1 1000" })
        #expect(trial.log.isEmpty)
    }
}
