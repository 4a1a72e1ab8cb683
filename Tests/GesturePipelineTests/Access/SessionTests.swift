import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

/// Only the active user of the device's seat receives gestures.
@Suite struct SessionTests {
    @Test func `the user of the seat receives gestures, and another user may connect`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer())
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(alice) == ["1 began 1", "1 ended 1"])
        #expect(bench.read(bob) == [])
        bench.seat(.bob, at: 20)
        #expect(bench.read(bob) == ["access active seat0 unknown withheld"])
        #expect(bench.read(alice) == ["access inactive  unknown withheld"])
        bench.drag(from: 30)
        #expect(bench.read(bob) == ["1 began 1"])
        #expect(bench.read(alice) == [])
    }

    @Test func `a change of user cancels gestures before the new access is sent`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer())
        bench.drag(from: 0)
        bench.seat(.bob, at: 20)
        #expect(
            bench.read(alice) == ["1 began 1", "1 cancelled 1 sessionInactive", "access inactive  unknown withheld"])
        // The contact is still down, and the other user receives nothing of it.
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .move(0, 60, 10))
        bench.at(50, .lift(0))
        #expect(bench.read(bob) == ["access active seat0 unknown withheld"])
        #expect(bench.read(alice) == [])
    }

    @Test func `root receives the gestures of every user, and a change of user cancels them`() {
        var bench = Bench.with(.alice)
        let root = bench.client(#"{"drag":{}}"#, "", Person.root.peer())
        bench.drag(from: 0)
        bench.seat(nil, at: 20)
        #expect(bench.read(root) == ["1 began 1", "1 cancelled 1 sessionInactive"])
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .lift(0))
        #expect(bench.read(root) == [])
        bench.drag(from: 50)
        #expect(bench.read(root) == ["1 began 2"])
    }

    @Test func `a change to another session of the same user cancels gestures`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.drag(from: 0)
        bench.pipeline.setSeats([Seat(name: "seat0", session: "another", user: 1000)], at: Timestamp(20))
        #expect(bench.read(alice) == ["1 began 1", "1 cancelled 1 sessionInactive"])
        bench.at(30, .move(0, 40, 10))
        #expect(bench.read(alice) == [])
        bench.at(40, .lift(0))
        bench.drag(from: 50)
        #expect(bench.read(alice) == ["1 began 2"])
    }

    @Test func `a lock cancels gestures, and none are sent until it is released`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.drag(from: 0)
        bench.seat(.alice, isLocked: true, at: 20)
        #expect(
            bench.read(alice) == ["1 began 1", "1 cancelled 1 locked", "access locked seat0 unknown withheld"])
        bench.at(30, .lift(0))
        bench.drag(from: 40)
        bench.seat(.alice, at: 60)
        #expect(bench.read(alice) == ["access active seat0 unknown withheld"])
        bench.at(70, .move(0, 50, 10))
        #expect(bench.read(alice) == [], "a touch that began on the lock screen is not sent")
        bench.at(80, .lift(0))
        bench.drag(from: 100)
        #expect(bench.read(alice) == ["1 began 2"])
    }

    @Test func `suspending cancels the gestures of all users, root's included`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let root = bench.client(#"{"longPress":{}}"#, "", Person.root.peer())
        bench.at(0, .down(0, 10, 10))
        #expect(bench.read(root) == ["1 began 1"])
        bench.at(8, .move(0, 11, 10))
        bench.pipeline.suspend(at: Timestamp(10))
        #expect(bench.read(root) == ["1 cancelled 1 suspended", "access suspended seat0 unknown granted"])
        #expect(bench.read(alice) == ["access suspended seat0 unknown withheld"])
        bench.wait(until: 10_000)
        bench.pipeline.resume(at: Timestamp(10_000))
        #expect(bench.read(root) == ["access active seat0 unknown granted"])
        #expect(bench.read(alice) == ["access active seat0 unknown withheld"])
        // The state of the device after that: the contact has lifted.
        bench.take(.stateLost(Timestamp(10_001)))
        bench.reportState(.lift(0), at: 10_001)
        bench.drag(from: 10_010)
        #expect(bench.read(alice) == ["1 began 1"])
    }

    @Test func `a contact that stays down while suspended begins nothing`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.at(0, .down(0, 10, 10))
        bench.pipeline.suspend(at: Timestamp(10))
        bench.pipeline.resume(at: Timestamp(20))
        _ = bench.read(alice)
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .move(0, 60, 10))
        #expect(bench.read(alice) == [])
        bench.at(50, .lift(0))
        bench.drag(from: 60)
        #expect(bench.read(alice) == ["1 began 1"])
    }

    @Test func `each seat has its own devices`() {
        var bench = Bench.with(.alice)
        bench.add("event7", seat: "seat1")
        let seats = [Seat(name: "seat0", session: "1", user: 1000), Seat(name: "seat1", session: "2", user: 1001)]
        bench.pipeline.setSeats(seats, at: Timestamp(0))
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer())
        bench.drag(from: 0, on: 1)
        #expect(bench.read(bob) == ["1 began 1"])
        bench.drag(from: 20, on: 0)
        #expect(bench.read(alice) == ["1 began 1"])
        // A change of one seat does not affect the other.
        bench.pipeline.setSeats([seats[0], Seat(name: "seat1")], at: Timestamp(40))
        #expect(bench.read(bob) == ["1 cancelled 1 sessionInactive", "access inactive  unknown withheld"])
        #expect(bench.read(alice) == [])
    }

    @Test func `without logind every client receives gestures, or the members of a group`() {
        var bench = Bench()
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer(11, groups: [50, 7]))
        bench.drag(from: 0)
        #expect(bench.read(alice) == ["1 began 1"])
        #expect(bench.read(bob) == ["1 began 1"])
        var rules = AccessRules()
        rules.fallbackGroup = 7
        bench.pipeline.setRules(rules, at: Timestamp(20))
        #expect(bench.read(alice) == ["1 cancelled 1 sessionInactive", "access inactive  unknown withheld"])
        #expect(bench.read(bob) == [])
    }

    @Test func `without logind a change of terminal cancels gestures`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.drag(from: 0)
        bench.pipeline.switchTerminal(at: Timestamp(20))
        bench.at(30, .move(0, 50, 10))
        bench.at(40, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 sessionInactive"])
        bench.drag(from: 50)
        #expect(bench.read(client) == ["1 began 2"])
    }

    @Test func `the user who runs the daemon receives gestures: it can read the devices`() {
        var rules = AccessRules()
        rules.ownUser = Person.alice.rawValue
        var bench = Bench.with(.bob, rules: rules)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.drag(from: 0)
        #expect(bench.gestures(alice).first?.positions == .granted)
    }
}
