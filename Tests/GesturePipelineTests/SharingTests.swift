import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

/// Equal subscriptions share a group, and do not affect each other.
@Suite struct SharingTests {
    @Test func `equal expressions are recognised once, whatever their units`() {
        var bench = Bench()
        let first = bench.client(#"{"drag":{}}"#)
        let second = bench.client(#"{"drag":{"fingers":[1]}}"#, #""units":"millimetres""#)
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(first) == ["1 began 1", "1 ended 1"])
        let messages = bench.gestures(second)
        #expect(messages.map(\.gesture) == [1, 1])
        #expect(messages.first?.drag?.location == Point(x: 20, y: 10))
    }

    @Test(arguments: [
        (#"{"tap":{}}"#, #"{"tap":{"maximumDistance":45,"maximumDuration":0.75,"maximumDelay":0.35}}"#),
        (#"{"longPress":{}}"#, #"{"longPress":{"minimumDuration":0.5,"maximumDistance":10}}"#),
        (#"{"drag":{}}"#, #"{"drag":{"minimumDistance":10}}"#),
    ])
    func `parameters that an expression leaves out are those of the configuration`(open: String, spelt: String) {
        var bench = Bench()
        let first = bench.client(open)
        let second = bench.client(spelt)
        bench.tap(at: 0)
        bench.drag(from: 1000)
        bench.at(1016, .lift(0))
        let words = bench.read(first)
        #expect(!words.isEmpty)
        #expect(bench.read(second) == words)
    }

    @Test(arguments: [
        (#"{"drag":{"minimumDistance":11}}"#, ""), (#"{"drag":{"fingers":[1,2]}}"#, ""),
        (#"{"drag":{}}"#, #""region":{"x":0,"y":0,"width":600,"height":500}"#),
    ])
    func `different expressions and regions have their own gestures`(gesture: String, more: String) {
        var bench = Bench()
        let first = bench.client(#"{"drag":{}}"#)
        let second = bench.client(gesture, more)
        bench.drag(from: 0)
        #expect(bench.read(first) == ["1 began 1"])
        #expect(bench.read(second) == ["1 began 1"])
    }

    @Test func `a client may subscribe to the same gesture twice`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#)
        bench.subscribe(client, #"{"tap":{}}"#)
        bench.tap(at: 0)
        #expect(bench.read(client) == ["1 began 1", "2 began 2", "1 ended 1", "2 ended 2"])
    }

    /// An event is encoded once for all subscribers with the same units.
    @Test func `each client receives its own subscription number and units in a shared group`() {
        var bench = Bench()
        let one = bench.client(#"{"drag":{}}"#)
        let two = bench.client(#"{"longPress":{}}"#)
        bench.subscribe(two, #"{"drag":{}}"#)
        let alsoOne = bench.client(#"{"drag":{}}"#)
        let millimetres = bench.client(#"{"drag":{}}"#, #""units":"millimetres""#)
        bench.subscribe(millimetres, #"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.at(16, .move(0, 30, 10))
        for (client, numbers, x) in [(one, [1], 188.976), (two, [2], 188.976), (alsoOne, [1], 188.976)] {
            let drags = bench.gestures(client).filter { $0.drag != nil }
            #expect(drags.map(\.subscription) == numbers + numbers)
            #expect(drags.allSatisfy { [x * 2 / 3, x].contains($0.drag?.location.x ?? 0) })
        }
        let drags = bench.gestures(millimetres)
        #expect(drags.map(\.subscription) == [2, 1, 2, 1])
        #expect(drags.map { $0.drag?.location.x } == [125.984, 20, 188.976, 30])
    }

    /// The encoded value of one expression is used for the next, if it is the same.
    @Test func `each client receives the values of its own expression, in its units`() {
        var bench = Bench()
        let clients = [5, 6, 100, 7].map { bench.client(#"{"drag":{"minimumDistance":\#($0)}}"#) }
        let millimetres = bench.client(#"{"drag":{"minimumDistance":8}}"#, #""units":"millimetres""#)
        bench.drag(from: 0)
        bench.at(16, .move(0, 30, 10))
        let lines = clients.map { client in
            bench.gestures(client).map { "\($0.phase.name) \($0.drag?.location.x ?? 0)" }
        }
        let early = ["began 125.984", "changed 188.976"]
        #expect(lines == [early, early, ["began 188.976"], early])
        #expect(bench.gestures(millimetres).map { $0.drag?.location.x } == [20, 30])
    }

    @Test func `gestures that change in the same frame have their own values`() {
        var bench = Bench()
        let clients = [0, 30].map { y in
            bench.client(#"{"drag":{}}"#, #""units":"millimetres","region":{"x":0,"y":\#(y),"width":100,"height":20}"#)
        }
        bench.at(0, .down(0, 10, 10), .down(1, 10, 40))
        bench.at(8, .move(0, 20, 10), .move(1, 20, 40))
        bench.at(16, .move(0, 30, 10), .move(1, 30, 40))
        for (client, y) in zip(clients, [10.0, 40]) {
            #expect(bench.gestures(client).map { $0.drag?.location } == [Point(x: 20, y: y), Point(x: 30, y: y)])
        }
    }

    @Test func `equal events of two devices at one time name their own devices`() {
        var bench = Bench.with(.alice, rules: .positionsForAll)
        bench.add("event2")
        let clients = [1, 2].map { distance in
            bench.client(#"{"drag":{"minimumDistance":\#(distance)}}"#, "", Person.alice.peer())
        }
        for screen in 0...1 { bench.drag(from: 0, on: screen) }
        bench.seat(nil, at: 20)
        for client in clients {
            let events = bench.gestures(client).map { "\($0.phase.name) \($0.device)" }
            #expect(
                events.sorted() == ["began event1", "began event2", "cancelled event1", "cancelled event2"])
        }
    }

    @Test func `a client that subscribes during a gesture receives the next one only`() {
        var bench = Bench()
        let early = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        let late = bench.client(#"{"drag":{}}"#)
        bench.at(16, .move(0, 50, 10))
        bench.at(24, .lift(0))
        #expect(bench.read(early) == ["1 began 1", "1 changed 1", "1 ended 1"])
        #expect(bench.read(late) == [])
        bench.drag(from: 100)
        #expect(bench.read(late) == ["1 began 1"])
    }

    @Test func `a client that subscribes during a gesture does not receive its cancel`() {
        var bench = Bench()
        _ = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        let late = bench.client(#"{"drag":{}}"#)
        bench.remove(at: 12)
        #expect(bench.read(late) == ["removed event1"])
    }

    @Test func `contacts that were down before the subscription begin nothing`() {
        var bench = Bench()
        bench.at(0, .down(0, 10, 10))
        let client = bench.client(#"{"drag":{}}"#)
        bench.at(8, .move(0, 50, 10))
        bench.at(16, .lift(0))
        #expect(bench.read(client) == [])
    }

    /// The shared group knows the contact; a group of its own would not.
    @Test func `contacts that were down begin nothing for a new subscriber of a shared group`() {
        var bench = Bench()
        let early = bench.client(#"{"drag":{}}"#)
        bench.at(0, .down(0, 10, 10))
        let late = bench.client(#"{"drag":{}}"#)
        bench.at(40, .move(0, 50, 10))
        bench.at(48, .lift(0))
        #expect(bench.read(early) == ["1 began 1", "1 ended 1"])
        #expect(bench.read(late) == [])
        bench.drag(from: 100)
        #expect(bench.read(early) == ["1 began 2"])
        #expect(bench.read(late) == ["1 began 1"])
    }

    @Test func `a new subscriber receives gestures of the first contact after the others have lifted`() {
        var bench = Bench()
        _ = bench.client(#"{"tap":{}}"#)
        bench.at(0, .down(0, 10, 10))
        let late = bench.client(#"{"tap":{}}"#)
        bench.at(50, .lift(0))
        bench.tap(at: 100)
        let taps = bench.gestures(late)
        #expect(taps.map(\.gesture) == [1, 1])
    }

    @Test func `a new subscriber receives gestures of the contacts after a cancel`() {
        var bench = Bench()
        _ = bench.client(#"{"drag":{}}"#)
        bench.at(0, .down(0, 10, 10))
        let late = bench.client(#"{"drag":{}}"#)
        bench.take(.stateLost(Timestamp(4)))
        bench.take(.stateKnown)
        bench.at(8, .lift(0))
        bench.drag(from: 100)
        #expect(bench.read(late) == ["1 began 1"])
    }

    @Test func `unsubscribing does not cancel the gestures of others`() {
        var bench = Bench()
        let leaving = bench.client(#"{"drag":{}}"#)
        let staying = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.send(leaving, #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n", at: 12)
        bench.at(16, .move(0, 50, 10))
        bench.at(24, .lift(0))
        #expect(bench.read(leaving) == ["1 began 1", "1 cancelled 1 unsubscribed", "ok 1"])
        #expect(bench.read(staying) == ["1 began 1", "1 changed 1", "1 ended 1"])
    }

    @Test func `one of two equal subscriptions may be removed`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.subscribe(client, #"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.send(client, #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n", at: 12)
        bench.at(16, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "2 began 2", "1 cancelled 1 unsubscribed", "ok 1", "2 ended 2"])
    }

    @Test func `a group starts again after its last subscriber has left`() {
        var bench = Bench()
        let first = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.pipeline.disconnect(first)
        let second = bench.client(#"{"drag":{}}"#)
        bench.at(16, .move(0, 50, 10))
        bench.at(24, .lift(0))
        #expect(bench.read(second) == [])
    }

    @Test func `a client that subscribes between two taps does not receive the double tap`() {
        var bench = Bench()
        let first = bench.client(#"{"tap":{"count":2}}"#)
        bench.tap(at: 0)
        let second = bench.client(#"{"tap":{"count":2}}"#)
        bench.tap(at: 200)
        #expect(bench.read(first) == ["1 began 1", "1 ended 1"])
        #expect(bench.read(second) == [])
        bench.tap(at: 1000)
        bench.tap(at: 1200)
        #expect(bench.read(second) == ["1 began 1", "1 ended 1"])
    }

    @Test func `a client that subscribes after an unfinished sequence of taps receives the next one`() {
        var bench = Bench()
        _ = bench.client(#"{"tap":{"count":2}}"#)
        bench.tap(at: 0)
        let second = bench.client(#"{"tap":{"count":2}}"#)
        bench.wait(until: 500)
        bench.tap(at: 600)
        bench.tap(at: 800)
        #expect(bench.read(second) == ["1 began 1", "1 ended 1"])
    }
}
