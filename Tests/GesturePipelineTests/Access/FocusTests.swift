import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// A touch is sent to the app that had the focus when it began.
@Suite struct FocusTests {
    private var bench = Bench.with(.alice)

    @Test mutating func `every app of the user receives gestures before the focus is reported`() {
        let (a, b) = (app(10), app(11))
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
        #expect(bench.read(b) == ["1 began 1"])
    }

    @Test mutating func `only the focused app receives gestures`() {
        let (a, b) = (app(10), app(11))
        _ = bench.source(.alice, focusing: 10)
        #expect(bench.read(a) == ["access active seat0 focused granted"])
        #expect(bench.read(b) == ["access active seat0 unfocused withheld"])
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
        #expect(bench.read(b) == [])
    }

    @Test mutating func `a focus change cancels, and the new app receives no part of the gesture`() {
        let (a, b) = (app(10), app(11))
        let source = bench.source(.alice, focusing: 10)
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

    @Test mutating func `a touch that moved the focus is sent to the new app if no gesture of it was sent`() {
        let (a, b) = (app(10), app(11))
        let source = bench.source(.alice, focusing: 10)
        _ = (bench.read(a), bench.read(b))
        bench.at(1000, .down(0, 10, 10))
        bench.focus(source, 11, at: 1149)
        bench.at(1150, .move(0, 40, 10))
        #expect(bench.read(a) == ["access active seat0 unfocused withheld"])
        #expect(bench.read(b) == ["access active seat0 focused granted", "1 began 1"])
    }

    @Test mutating func `a touch that is older than 150 ms is not sent to the new app`() {
        let (a, b) = (app(10), app(11))
        let source = bench.source(.alice, focusing: 10)
        bench.at(1000, .down(0, 10, 10))
        bench.focus(source, 11, at: 1150)
        _ = (bench.read(a), bench.read(b))
        bench.at(1160, .move(0, 40, 10))
        #expect(bench.read(a) == [])
        #expect(bench.read(b) == [])
    }

    // Found by the simulation: an app that was started by a tap received that tap. The second is the only subscription
    // of its kind.
    @Test(arguments: [#"{"drag":{}}"#, #"{"drag":{"minimumDistance":20}}"#])
    mutating func `a recent touch that began before the subscription is not sent to the new app`(_ gesture: String) {
        _ = app(10)
        let source = bench.source(.alice, focusing: 10)
        bench.at(1000, .down(0, 10, 10))
        let b = app(11, gesture)
        bench.focus(source, 11, at: 1100)
        bench.at(1110, .move(0, 40, 10))
        bench.at(1200, .lift(0))
        #expect(bench.read(b) == ["access active seat0 focused granted"])
        bench.drag(from: 1300)
        #expect(bench.read(b) == ["1 began 1"])
    }

    @Test mutating func `a touch that moved the focus is sent if the new app alone subscribes to the gesture`() throws {
        let (a, b) = (app(10), app(11, #"{"drag":{"velocity":"lsq2"}}"#))
        let source = bench.source(.alice, focusing: 10)
        bench.at(1000, .down(0, 10, 10))
        bench.at(1008, .move(0, 10.1, 10))
        bench.focus(source, 11, at: 1100)
        _ = bench.read(a)
        #expect(bench.read(b) == ["access active seat0 unfocused withheld", "access active seat0 focused granted"])
        bench.at(1110, .move(0, 40, 10))
        let drag = try #require(bench.gestures(b).first?.drag)
        #expect(drag.translation.dx > 180, "the whole way of the finger")
    }

    // Found by the simulation.
    @Test mutating func `a recent touch that began while the screen was locked is not sent to the new app`() {
        let b = app(11)
        let source = bench.source(.alice, focusing: 10)
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

    @Test mutating func `a recent touch of which any gesture was sent is not sent to the new app`() {
        let (a, b) = (app(10, #"{"longPress":{}}"#), app(11))
        let source = bench.source(.alice, focusing: 10)
        _ = (bench.read(a), bench.read(b))
        bench.at(1000, .down(0, 10, 10))
        bench.focus(source, 11, at: 1010)
        bench.at(1020, .move(0, 40, 10))
        #expect(
            bench.read(a) == ["1 began 1", "1 cancelled 1 focusChanged", "access active seat0 unfocused withheld"])
        #expect(bench.read(b) == ["access active seat0 focused granted"])
    }

    @Test mutating func `taps in one app do not count in another`() {
        let (a, b) = (app(10, #"{"tap":{"count":2}}"#), app(11, #"{"tap":{"count":2}}"#))
        let source = bench.source(.alice, focusing: 10)
        bench.tap(at: 0)
        bench.at(150, .down(0, 10, 10))
        bench.focus(source, 11, at: 160)
        bench.at(180, .lift(0))
        bench.wait(until: 2000)
        #expect(bench.read(a).last == "access active seat0 unfocused withheld")
        #expect(bench.read(b).last == "access active seat0 focused granted")
    }

    @Test mutating func `the focus is lost when its source disconnects, until another source reports it`() {
        let a = app(10)
        let source = bench.source(.alice, focusing: 10)
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

    @Test mutating func `the focus is removed when the user's last session ends`() {
        let a = app(10)
        let source = bench.source(.alice, focusing: 11)
        bench.pipeline.disconnect(source, at: Timestamp(20))
        bench.pipeline.setSeats([Seat(name: "seat0")], users: [], at: Timestamp(30))
        bench.pipeline.setSeats([Seat(name: "seat0", session: "9", user: 1000)], users: [1000], at: Timestamp(40))
        #expect(bench.read(a).last == "access active seat0 unknown withheld")
    }

    @Test mutating func `a source that reported nothing changes nothing when it disconnects`() {
        let a = app(10)
        let source = bench.source(.alice)
        bench.pipeline.disconnect(source, at: Timestamp(0))
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
    }

    @Test mutating func `the newest source takes over, and the previous one receives an error and is closed`() {
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

    @Test mutating func `another user's source does not affect a user's apps`() {
        let a = app(10)
        _ = bench.source(.bob, focusing: 11)
        #expect(bench.read(a) == [])
        bench.drag(from: 0)
        #expect(bench.read(a) == ["1 began 1"])
    }

    @Test mutating func `root's source reports for users without a source`() {
        let a = app(10)
        _ = bench.source(.root, focusing: 11)
        #expect(bench.read(a) == ["access active seat0 unfocused withheld"])
        _ = bench.source(.alice, focusing: 10)
        #expect(bench.read(a) == ["access active seat0 focused granted"])
    }

    @Test mutating func `a source cannot grant what the session does not`() {
        let bob = bench.client(#"{"drag":{}}"#, "", Person.bob.peer(20))
        _ = bench.source(.bob, focusing: 20)
        bench.drag(from: 0)
        #expect(bench.read(bob) == ["access inactive  focused granted"])
    }

    @Test mutating func `the scope session receives gestures whatever has the focus, and continues when it moves`() {
        let shell = bench.client(#"{"drag":{}}"#, #""scope":"session""#, Person.alice.peer(12))
        let source = bench.source(.alice, focusing: 10)
        bench.drag(from: 0)
        bench.focus(source, 11, at: 20)
        bench.at(30, .lift(0))
        #expect(bench.read(shell) == ["access active seat0 unfocused withheld", "1 began 1", "1 ended 1"])
    }

    @Test mutating func `the scope session is refused without the required grant`() {
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

    @Test mutating func `a source receives the processes of its subscribers at each change`() throws {
        let source = try bench.pipeline.connect(Person.alice.peer(99), as: .focusSource)
        #expect(bench.text(source).hasSuffix(#"{"type":"subscribers","processes":[]}"# + "\n"))
        let a = app(30)
        #expect(bench.text(source) == #"{"type":"subscribers","processes":[30]}"# + "\n")
        _ = (app(20), app(30), bench.connect(Person.bob.peer(40)))
        #expect(bench.text(source) == #"{"type":"subscribers","processes":[20,30]}"# + "\n")
        bench.pipeline.disconnect(a)
        #expect(bench.text(source) == "", "the process has another connection")
    }

    @Test mutating func `a source receives the processes of many subscribers once it reads`() throws {
        let source = try bench.pipeline.connect(Person.alice.peer(99), as: .focusSource)
        _ = bench.text(source)
        for process in 20..<24 as Range<Int32> { _ = app(process) }
        #expect(bench.text(source).hasSuffix(#""processes":[20,21,22,23]}"# + "\n"))
    }

    @Test mutating func `a screen locker can report the lock for as long as it is connected`() {
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

    @Test mutating func `an invalid request of a source is refused by name, and changes nothing`() {
        let a = app(10)
        let source = bench.source(.alice)
        bench.send(source, #"{"type":"focus","id":1,"processes":[0]}"# + "\n" + #"{"type":"subscribe","id":2}"# + "\n")
        #expect(bench.read(source) == ["error 1 outOfRange", "error 2 unknownType"])
        #expect(bench.read(a) == [])
    }

    @Test mutating func `sources outside the required group are refused`() throws {
        var rules = AccessRules()
        rules.focusGroup = 7
        bench.pipeline.setRules(rules, at: Timestamp(0))
        let stranger = try bench.pipeline.connect(Person.alice.peer(98), as: .focusSource)
        #expect(bench.text(stranger).contains(#""code":"notPermitted","reason":"focusSource""#))
        #expect(stranger.outbox.isClosed)
        let pinned = try bench.pipeline.connect(Person.alice.peer(99, groups: [7]), as: .focusSource)
        #expect(bench.text(pinned).contains(#""type":"hello""#))
    }

    // MARK: - Support

    private mutating func app(_ process: Int32, _ gesture: String = #"{"drag":{}}"#) -> Bench.Client {
        bench.client(gesture, "", Person.alice.peer(process))
    }
}
