import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// A touch belongs to the app in which it began.
@Suite struct FocusTests {
    private var bench = Bench.with(.alice)

    @Test mutating func `while nobody has told, every app of the user receives`() {
        let (a, b) = (app(10), app(11))
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
        #expect(bench.read(b) == ["1 began 1"])
    }

    @Test mutating func `the focused app alone receives`() {
        let (a, b) = (app(10), app(11))
        let source = bench.source(.alice)
        bench.focus(source, 10)
        #expect(bench.read(a) == ["access active seat0 focused granted"])
        #expect(bench.read(b) == ["access active seat0 unfocused withheld"])
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
        #expect(bench.read(b) == [])
    }

    @Test mutating func `a focus that moves cancels, and hands nothing half-finished on`() {
        let (a, b) = (app(10), app(11))
        let source = bench.source(.alice)
        bench.focus(source, 10)
        _ = (bench.read(a), bench.read(b))
        bench.drag(from: 0)
        bench.focus(source, 11, at: 20)
        #expect(
            bench.read(a) == ["1 began 1", "1 cancelled 1 focusChanged", "access active seat0 unfocused withheld"])
        bench.at(30, .move(0, 60, 10))
        bench.at(40, .lift(0))
        #expect(bench.read(b) == ["access active seat0 focused granted"])
        bench.drag(from: 50)
        #expect(bench.read(b) == ["1 began 1"])
        #expect(bench.read(a) == [])
    }

    @Test mutating func `a touch that moved the focus is the new owner's, where nothing was told of it`() {
        let (a, b) = (app(10), app(11))
        let source = bench.source(.alice)
        bench.focus(source, 10)
        _ = (bench.read(a), bench.read(b))
        bench.at(1000, .down(0, 10, 10))
        bench.focus(source, 11, at: 1149)
        bench.at(1150, .move(0, 40, 10))
        #expect(bench.read(a) == ["access active seat0 unfocused withheld"])
        #expect(bench.read(b) == ["access active seat0 focused granted", "1 began 1"])
    }

    @Test mutating func `a touch that is older than 150 ms is the old owner's`() {
        let (a, b) = (app(10), app(11))
        let source = bench.source(.alice)
        bench.focus(source, 10)
        bench.at(1000, .down(0, 10, 10))
        bench.focus(source, 11, at: 1150)
        _ = (bench.read(a), bench.read(b))
        bench.at(1160, .move(0, 40, 10))
        #expect(bench.read(a) == [])
        #expect(bench.read(b) == [])
    }

    // Found by random lives: an app that a tap had started was handed that tap.
    @Test mutating func `so is one that came before the subscription, however young it is`() {
        _ = app(10)
        let source = bench.source(.alice)
        bench.focus(source, 10)
        bench.at(1000, .down(0, 10, 10))
        let b = app(11)
        bench.focus(source, 11, at: 1100)
        bench.at(1110, .move(0, 40, 10))
        bench.at(1200, .lift(0))
        #expect(bench.read(b) == ["access active seat0 focused granted"])
        bench.drag(from: 1300)
        #expect(bench.read(b) == ["1 began 1"])
    }

    // Found by random lives.
    @Test mutating func `so is one that came while the screen was locked, however young it is`() {
        let b = app(11)
        let source = bench.source(.alice)
        bench.focus(source, 10)
        bench.seat(.alice, isLocked: true, at: 900)
        bench.at(1000, .down(0, 10, 10))
        bench.seat(.alice, at: 1050)
        _ = bench.read(b)
        bench.focus(source, 11, at: 1100)
        bench.at(1110, .move(0, 40, 10))
        #expect(bench.read(b) == ["access active seat0 focused granted"])
        bench.at(1200, .lift(0))
        bench.drag(from: 1300)
        #expect(bench.read(b) == ["1 began 1"])
    }

    @Test mutating func `so is one of which the old owner was told anything, by whatever gesture`() {
        let (a, b) = (app(10, #"{"longPress":{}}"#), app(11))
        let source = bench.source(.alice)
        bench.focus(source, 10)
        _ = (bench.read(a), bench.read(b))
        bench.at(1000, .down(0, 10, 10))
        bench.focus(source, 11, at: 1010)
        bench.at(1020, .move(0, 40, 10))
        #expect(
            bench.read(a) == ["1 began 1", "1 cancelled 1 focusChanged", "access active seat0 unfocused withheld"])
        #expect(bench.read(b) == ["access active seat0 focused granted"])
    }

    @Test mutating func `taps made in one app do not count in another`() {
        let (a, b) = (app(10, #"{"tap":{"count":2}}"#), app(11, #"{"tap":{"count":2}}"#))
        let source = bench.source(.alice)
        bench.focus(source, 10)
        bench.tap(at: 0)
        bench.at(150, .down(0, 10, 10))
        bench.focus(source, 11, at: 160)
        bench.at(180, .lift(0))
        bench.wait(until: 2000)
        #expect(bench.read(a).last == "access active seat0 unfocused withheld")
        #expect(bench.read(b).last == "access active seat0 focused granted")
    }

    @Test mutating func `a source that goes leaves the focus lost, and the next one ends that`() {
        let a = app(10)
        let source = bench.source(.alice)
        bench.focus(source, 10)
        bench.drag(from: 0)
        bench.pipeline.disconnect(source, at: Timestamp(20))
        #expect(
            bench.read(a) == [
                "access active seat0 focused granted", "1 began 1", "1 cancelled 1 focusChanged",
                "access active seat0 lost withheld",
            ])
        bench.at(30, .lift(0))
        bench.drag(from: 40)
        #expect(bench.read(a) == [])
        bench.at(60, .lift(0))
        let next = bench.source(.alice)
        bench.focus(next, 10, at: 70)
        bench.drag(from: 80)
        #expect(bench.read(a) == ["access active seat0 focused granted", "1 began 2"])
    }

    @Test mutating func `the end of the user's sessions forgets the focus`() {
        let a = app(10)
        let source = bench.source(.alice)
        bench.focus(source, 11)
        bench.pipeline.disconnect(source, at: Timestamp(20))
        bench.pipeline.setSeats([Seat(name: "seat0")], users: [], at: Timestamp(30))
        bench.pipeline.setSeats([Seat(name: "seat0", session: "9", user: 1000)], users: [1000], at: Timestamp(40))
        #expect(bench.read(a).last == "access active seat0 unknown withheld")
    }

    @Test mutating func `a source that came and went without a word changes nothing`() {
        let a = app(10)
        let source = bench.source(.alice)
        bench.pipeline.disconnect(source, at: Timestamp(0))
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
    }

    @Test mutating func `the newest source takes over, and the one before is told and cut`() {
        let a = app(10)
        let (first, second) = (bench.source(.alice, process: 98), bench.source(.alice))
        bench.focus(first, 10)
        bench.focus(second, 11)
        #expect(bench.read(first) == ["error replaced"])
        #expect(first.outbox.isClosed)
        bench.pipeline.disconnect(first, at: Timestamp(10))
        #expect(
            bench.read(a) == ["access active seat0 focused granted", "access active seat0 unfocused withheld"],
            "the end of one that was replaced is nothing to anybody")
    }

    @Test mutating func `another user's source says nothing of one's own apps`() {
        let a = app(10)
        let source = bench.source(.bob)
        bench.focus(source, 11)
        #expect(bench.read(a) == [])
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
    }

    @Test mutating func `root's source speaks for who has none`() {
        let a = app(10)
        let root = bench.source(.root)
        bench.focus(root, 11)
        #expect(bench.read(a) == ["access active seat0 unfocused withheld"])
        let own = bench.source(.alice)
        bench.focus(own, 10)
        #expect(bench.read(a) == ["access active seat0 focused granted"])
    }

    @Test mutating func `a source cannot give what the session does not`() {
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer(20))
        let source = bench.source(.bob)
        bench.focus(source, 20)
        bench.drag(from: 0)
        #expect(bench.read(bob) == ["access inactive  focused granted"])
    }

    @Test mutating func `the scope session hears whoever has the focus, and goes on when it moves`() {
        let shell = bench.client(#"{"drag":{}}"#, #""scope":"session""#, Person.alice.peer(12))
        let source = bench.source(.alice)
        bench.focus(source, 10)
        bench.drag(from: 0)
        bench.focus(source, 11, at: 20)
        bench.at(30, .lift(0))
        #expect(bench.read(shell) == ["access active seat0 unfocused withheld", "1 began 1", "1 ended 1"])
    }

    @Test mutating func `where it takes a grant, the scope session is refused without`() {
        var rules = AccessRules()
        rules.sessionScope = .granted
        rules.grants = [AccessRules.Grant(group: 7, session: true)]
        bench.pipeline.setRules(rules, at: Timestamp(0))
        let shell = bench.connect(Person.alice.peer(12, groups: [5, 7]))
        let app = bench.connect(Person.alice.peer(13))
        let request = #"{"type":"subscribe","id":1,"gesture":{"drag":{}},"scope":"session"}"# + "\n"
        bench.send(shell, request)
        bench.send(app, request)
        #expect(bench.read(shell) == ["ok 1 is 1"])
        #expect(bench.read(app) == ["error 1 notPermitted"])
    }

    @Test mutating func `a source hears which processes it can tell of, at each change`() throws {
        let source = bench.pipeline.connect(Person.alice.peer(99), as: .focusSource)
        #expect(bench.text(source).hasSuffix(#"{"type":"subscribers","processes":[]}"# + "\n"))
        let a = app(30)
        #expect(bench.text(source) == #"{"type":"subscribers","processes":[30]}"# + "\n")
        _ = (app(20), app(30), bench.connect(Person.bob.peer(40)))
        #expect(bench.text(source) == #"{"type":"subscribers","processes":[20,30]}"# + "\n")
        bench.pipeline.disconnect(a)
        #expect(bench.text(source) == "", "another connection of the process is left")
    }

    @Test mutating func `a source that does not read is told once what there is`() {
        let source = bench.pipeline.connect(Person.alice.peer(99), as: .focusSource)
        _ = bench.text(source)
        for process in 20..<24 as Range<Int32> { _ = app(process) }
        #expect(bench.text(source).hasSuffix(#""processes":[20,21,22,23]}"# + "\n"))
    }

    @Test mutating func `a locker that does not tell logind can tell here, for as long as it is there`() {
        let a = app(10)
        let locker = bench.source(.alice)
        bench.drag(from: 0)
        bench.send(locker, #"{"type":"lock","id":1,"locked":true}"# + "\n", at: 20)
        #expect(bench.read(locker).last == "ok 1")
        #expect(bench.read(a) == ["1 began 1", "1 cancelled 1 locked", "access locked seat0 unknown withheld"])
        bench.at(30, .lift(0))
        bench.pipeline.disconnect(locker, at: Timestamp(40))
        #expect(bench.read(a) == ["access active seat0 unknown withheld"])
        bench.drag(from: 50)
        #expect(bench.read(a) == ["1 began 2"])
    }

    @Test mutating func `what a source says wrongly is refused by name, and changes nothing`() {
        let a = app(10)
        let source = bench.source(.alice)
        bench.send(source, #"{"type":"focus","id":1,"processes":[0]}"# + "\n" + #"{"type":"subscribe","id":2}"# + "\n")
        #expect(bench.read(source) == ["error 1 outOfRange", "error 2 unknownType"])
        #expect(bench.read(a) == [])
    }

    @Test mutating func `where sources have a group, others are turned away`() {
        var rules = AccessRules()
        rules.focusGroup = 7
        bench.pipeline.setRules(rules, at: Timestamp(0))
        let stranger = bench.pipeline.connect(Person.alice.peer(98), as: .focusSource)
        #expect(bench.text(stranger).contains(#""code":"notPermitted","reason":"focusSource""#))
        #expect(stranger.outbox.isClosed)
        let pinned = bench.pipeline.connect(Person.alice.peer(99, groups: [7]), as: .focusSource)
        #expect(bench.text(pinned).contains(#""type":"hello""#))
    }

    // MARK: - The stage

    private mutating func app(_ process: Int32, _ gesture: String = #"{"drag":{}}"#) -> Bench.Client {
        bench.client(gesture, "", Person.alice.peer(process))
    }
}
