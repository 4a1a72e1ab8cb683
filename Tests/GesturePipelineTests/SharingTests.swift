import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

/// Who asked for the same hears the same, and nobody notices the others.
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
    func `what an expression leaves open is what is configured`(open: String, spelt: String) {
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
    func `what differs has gestures of its own`(gesture: String, more: String) {
        var bench = Bench()
        let first = bench.client(#"{"drag":{}}"#)
        let second = bench.client(gesture, more)
        bench.drag(from: 0)
        #expect(bench.read(first) == ["1 began 1"])
        #expect(bench.read(second) == ["1 began 1"])
    }

    @Test func `one client may ask twice`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#)
        bench.subscribe(client, #"{"tap":{}}"#)
        bench.tap(at: 0)
        #expect(bench.read(client) == ["1 began 1", "2 began 2", "1 ended 1", "2 ended 2"])
    }

    /// Lines are made once for all whose bytes are the same: those of the same units and number.
    @Test func `each hears of its own subscription, in its own units, whoever shares it`() {
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

    @Test func `who joins in the middle hears nothing until the next begins`() {
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

    @Test func `who joins in the middle hears no cancel of it either`() {
        var bench = Bench()
        _ = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        let late = bench.client(#"{"drag":{}}"#)
        bench.remove(at: 12)
        #expect(bench.read(late) == ["removed event1"])
    }

    @Test func `contacts that were down before the subscription start nothing`() {
        var bench = Bench()
        bench.at(0, .down(0, 10, 10))
        let client = bench.client(#"{"drag":{}}"#)
        bench.at(8, .move(0, 50, 10))
        bench.at(16, .lift(0))
        #expect(bench.read(client) == [])
    }

    /// The other one's arena knows the finger; the newcomer's own would not.
    @Test func `contacts that were down start nothing for a newcomer, whoever else listens`() {
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

    @Test func `a newcomer hears of the first finger that comes after the others have left`() {
        var bench = Bench()
        _ = bench.client(#"{"tap":{}}"#)
        bench.at(0, .down(0, 10, 10))
        let late = bench.client(#"{"tap":{}}"#)
        bench.at(50, .lift(0))
        bench.tap(at: 100)
        let taps = bench.gestures(late)
        #expect(taps.map(\.gesture) == [1, 1])
    }

    @Test func `a newcomer hears of the fingers that come after a cancel`() {
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

    @Test func `who leaves cancels nobody else's gesture`() {
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

    @Test func `one of two equal subscriptions may leave`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.subscribe(client, #"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.send(client, #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n", at: 12)
        bench.at(16, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "2 began 2", "1 cancelled 1 unsubscribed", "ok 1", "2 ended 2"])
    }

    @Test func `who comes after the last has left starts afresh`() {
        var bench = Bench()
        let first = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.pipeline.disconnect(first)
        let second = bench.client(#"{"drag":{}}"#)
        bench.at(16, .move(0, 50, 10))
        bench.at(24, .lift(0))
        #expect(bench.read(second) == [])
    }

    @Test func `who comes between two taps hears of no double tap that began before`() {
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

    @Test func `who comes after a row of taps that was not finished is like the others`() {
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
