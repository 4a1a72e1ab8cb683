import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

/// Gestures are for who sits at the device's seat.
@Suite struct SessionTests {
    @Test func `the user at the seat receives, another one connects and waits`() {
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

    @Test func `another user at the seat cancels what is in progress, before the access is told`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer())
        bench.drag(from: 0)
        bench.seat(.bob, at: 20)
        #expect(
            bench.read(alice) == ["1 began 1", "1 cancelled 1 sessionInactive", "access inactive  unknown withheld"])
        // The finger is still down, and nothing of it is for the other.
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .move(0, 60, 10))
        bench.at(50, .lift(0))
        #expect(bench.read(bob) == ["access active seat0 unknown withheld"])
        #expect(bench.read(alice) == [])
    }

    @Test func `root receives whoever sits there, but what is in progress at a change is cancelled`() {
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

    @Test func `the same user in another session is another session`() {
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

    @Test func `a lock cancels and keeps everything back until it is opened`() {
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
        #expect(bench.read(alice) == [], "a touch that began on the lock screen is the lock screen's")
        bench.at(80, .lift(0))
        bench.drag(from: 100)
        #expect(bench.read(alice) == ["1 began 2"])
    }

    @Test func `sleep cancels everybody's, root's too`() {
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
        // What the device tells then: the finger has gone.
        bench.take(.stateLost(Timestamp(10_001)))
        bench.tell(.lift(0), at: 10_001)
        bench.drag(from: 10_010)
        #expect(bench.read(alice) == ["1 began 1"])
    }

    @Test func `a finger that is down through sleep starts nothing`() {
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

    @Test func `each seat has devices of its own`() {
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
        // What changes at one seat is nothing to the other.
        bench.pipeline.setSeats([seats[0], Seat(name: "seat1")], at: Timestamp(40))
        #expect(bench.read(bob) == ["1 cancelled 1 sessionInactive", "access inactive  unknown withheld"])
        #expect(bench.read(alice) == [])
    }

    @Test func `without logind whoever can connect receives, or the members of a group`() {
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

    @Test func `without logind another terminal cancels what is in progress`() {
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

    @Test func `whoever runs the daemon could read the devices, and receives`() {
        var rules = AccessRules()
        rules.ownUser = Person.alice.rawValue
        var bench = Bench.with(.bob, rules: rules)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.drag(from: 0)
        #expect(bench.gestures(alice).first?.positions == .granted)
    }
}
