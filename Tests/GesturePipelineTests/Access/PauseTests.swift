import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// A user pauses gestures, and resumes them.
@Suite struct PauseTests {
    @Test func `a pause cancels the user's gestures before the answer, and no other user's`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let other = bench.client(#"{"tap":{}}"#, "", Person.alice.peer(11))
        let root = bench.client(#"{"drag":{}}"#, "", Person.root.peer())
        bench.drag(from: 0)
        bench.send(alice, #"{"type":"pause","id":7}"# + "\n", at: 20)
        #expect(
            bench.read(alice) == ["1 began 1", "1 cancelled 1 paused", "access paused seat0 unknown withheld", "ok 7"])
        #expect(bench.read(other) == ["access paused seat0 unknown withheld"])
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .lift(0))
        #expect(bench.read(root) == ["1 began 1", "1 changed 1", "1 ended 1"])
        bench.drag(from: 100)
        #expect(bench.read(alice) == [])
    }

    @Test func `after a pause, fingers that are down start nothing, and the next ones do`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.send(alice, #"{"type":"pause","id":7}"# + "\n", at: 0)
        bench.at(10, .down(0, 10, 10))
        bench.send(alice, #"{"type":"resume","id":8}"# + "\n", at: 20)
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .lift(0))
        #expect(
            bench.read(alice) == [
                "access paused seat0 unknown withheld", "ok 7", "access active seat0 unknown withheld", "ok 8",
            ])
        bench.drag(from: 50)
        #expect(bench.read(alice) == ["1 began 1"])
    }

    @Test func `a pause ends at its time, and a later one replaces it`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.send(alice, #"{"type":"pause","id":7}"# + "\n", at: 0)
        #expect(bench.pipeline.deadline == nil)
        bench.send(alice, #"{"type":"pause","id":8,"seconds":1.5}"# + "\n", at: 100)
        #expect(bench.pipeline.deadline == Timestamp(1600))
        bench.wait(until: 1599)
        #expect(bench.read(alice) == ["access paused seat0 unknown withheld", "ok 7", "ok 8"])
        bench.wait(until: 1600)
        #expect(bench.read(alice) == ["access active seat0 unknown withheld"])
        #expect(bench.pipeline.deadline == nil)
    }

    @Test func `a new connection sees the pause, and the end of the connection that requested it changes nothing`()
        throws
    {
        var bench = Bench.with(.alice)
        let first = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.send(first, #"{"type":"pause","id":7}"# + "\n", at: 0)
        bench.pipeline.setSeats(
            [Seat(name: "seat0", session: "session of alice", user: 1000)], users: [1000], at: Timestamp(1))
        bench.pipeline.disconnect(first, at: Timestamp(2))
        let second = try bench.pipeline.connect(Person.alice.peer(11))
        bench.keep(second)
        guard case .hello(let hello)? = bench.messages(second).first else { return #expect(Bool(false)) }
        #expect(hello.access.session == .paused)
        #expect(hello.capabilities.contains("pause"))
    }

    @Test func `a pause ends with the user's last session`() {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let seat = Seat(name: "seat0", session: "session of alice", user: 1000)
        bench.pipeline.setSeats([seat], users: [1000], at: Timestamp(0))
        bench.send(alice, #"{"type":"pause","id":7}"# + "\n", at: 1)
        // Another session of the user remains.
        bench.pipeline.setSeats([Seat(name: "seat0")], users: [1000], at: Timestamp(2))
        bench.pipeline.setSeats([seat], users: [1000], at: Timestamp(3))
        bench.pipeline.setSeats([Seat(name: "seat0")], users: [], at: Timestamp(4))
        bench.pipeline.setSeats([seat], users: [1000], at: Timestamp(5))
        #expect(
            bench.read(alice) == [
                "access paused seat0 unknown withheld", "ok 7", "access inactive  unknown withheld",
                "access paused seat0 unknown withheld", "access inactive  unknown withheld",
                "access active seat0 unknown withheld",
            ])
    }

    @Test func `without logind a pause ends with the user's last connection`() {
        var bench = Bench()
        let first = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        let second = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(11))
        bench.send(first, #"{"type":"pause","id":7}"# + "\n", at: 0)
        bench.pipeline.disconnect(first, at: Timestamp(1))
        #expect(bench.read(second) == ["access paused seat0 unknown withheld"])
        bench.pipeline.disconnect(second, at: Timestamp(2))
        let third = bench.client(#"{"drag":{}}"#, "", Person.alice.peer(12))
        bench.drag(from: 10)
        #expect(bench.read(third) == ["1 began 1"])
    }

    @Test func `a user without a session cannot pause`() {
        var bench = Bench()
        bench.pipeline.setSeats([Seat(name: "seat0")], users: [1000], at: Timestamp(0))
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer())
        bench.send(bob, #"{"type":"pause","id":7}"# + "\n", at: 0)
        #expect(bench.read(bob) == ["error 7 notPermitted"])
    }

    @Test(arguments: ["0", "-1", "86401", "1e300", "true", #""long""#])
    func `a duration out of range is refused, and nothing is paused`(_ seconds: String) {
        var bench = Bench.with(.alice)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.send(alice, #"{"type":"pause","id":7,"seconds":\#(seconds)}"# + "\n", at: 0)
        let answer = bench.read(alice)
        #expect(answer == ["error 7 outOfRange"] || answer == ["error 7 wrongType"])
        bench.drag(from: 10)
        #expect(bench.read(alice) == ["1 began 1"])
    }

    @Test func `whoever may not cancel may not pause or resume`() {
        var rules = AccessRules()
        rules.sessionScope = .granted
        var bench = Bench.with(.alice, rules: rules)
        let alice = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.send(alice, #"{"type":"pause","id":7}"# + "\n" + #"{"type":"resume","id":8}"# + "\n", at: 0)
        #expect(bench.read(alice) == ["error 7 notPermitted", "error 8 notPermitted"])
    }
}
