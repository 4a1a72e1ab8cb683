import GestureModel
import GestureProtocol
import Testing

@testable import GesturePipeline

/// A group whose subscribers are all refused does nothing, so that it costs nothing and its answers take no time that
/// depends on fingers.
@Suite struct SleepTests {
    private var bench = Bench.with(.alice)

    private var awake: Int { bench.pipeline.devices[0].groups.awake.count }

    private mutating func subscribe(_ person: Person, _ process: Int32 = 10, _ more: String = "") -> Bench.Client {
        bench.client(#"{"drag":{"minimumDistance":\#(process)}}"#, more, person.peer(process))
    }

    @Test mutating func `a thousand gestures of a user who may not receive were recognised: they sleep`() {
        for process in 10..<26 as Range<Int32> {
            let client = bench.connect(Person.bob.peer(process))
            for number in 0..<64 {
                let distance = Int(process) * 64 + number
                bench.subscribe(client, #"{"drag":{"minimumDistance":\#(distance)}}"#)
            }
        }
        #expect(bench.pipeline.subscriptionCount == 1024)
        #expect(awake == 0)
        bench.drag(from: 0)
        #expect(bench.pipeline.deadline == nil, "no finger is known")
        let alice = subscribe(.alice)
        #expect(awake == 1)
        bench.at(100, .lift(0))
        bench.drag(from: 200)
        #expect(bench.read(alice) == ["1 began 1"])
    }

    @Test mutating func `groups sleep while the session, the lock, sleep, the focus or positions refuse them`() {
        let alice = subscribe(.alice)
        let region = subscribe(.alice, 11, #""region":{"x":0,"y":0,"width":1,"height":1},"units":"normalized""#)
        #expect(awake == 1, "positions are withheld before a focus source reports")
        let source = bench.source(.alice, focusing: 11)
        #expect(awake == 1)
        bench.focus(source, 10, 11)
        #expect(awake == 2)
        bench.seat(.bob, at: 0)
        #expect(awake == 0)
        bench.seat(.alice, isLocked: true, at: 0)
        #expect(awake == 0)
        bench.seat(.alice, at: 0)
        #expect(awake == 2)
        bench.pipeline.suspend(at: Timestamp(0))
        #expect(awake == 0)
        bench.pipeline.resume(at: Timestamp(0))
        #expect(awake == 2)
        _ = (bench.read(alice), bench.read(region))
        bench.drag(from: 100)
        #expect(bench.read(alice) == ["1 began 1"])
        #expect(bench.read(region) == ["1 began 1"])
    }

    @Test mutating func `a group that wakes up is like a new one`() {
        let alice = bench.client(#"{"tap":{"count":2}}"#, "", Person.alice.peer())
        bench.tap(at: 0)
        bench.at(100, .down(0, 10, 10))
        bench.seat(.bob, at: 110)
        bench.seat(.alice, at: 120)
        #expect(bench.pipeline.deadline == nil)
        bench.at(130, .lift(0))
        bench.tap(at: 200)
        bench.wait(until: 2000)
        #expect(bench.read(alice).filter { !$0.hasPrefix("access") } == [], "no tap from before counts")
        bench.tap(at: 3000)
        bench.tap(at: 3150)
        #expect(bench.read(alice).last == "1 ended 1")
    }

    @Test mutating func `a group keeps its place in the order of lines when it wakes up`() {
        let client = bench.connect(Person.alice.peer())
        bench.subscribe(client, #"{"drag":{"minimumDistance":0}}"#, #""scope":"session""#)
        bench.subscribe(client, #"{"drag":{"minimumDistance":0,"velocity":"lsq2"}}"#)
        bench.subscribe(client, #"{"drag":{"minimumDistance":0,"velocity":"swiftUI"}}"#, #""scope":"session""#)
        let source = bench.source(.alice)
        bench.focus(source)
        #expect(awake == 2)
        bench.focus(source, 10)
        _ = bench.read(client)
        bench.drag(from: 0)
        #expect(
            bench.read(client) == [
                "1 began 1", "2 began 2", "3 began 3", "1 changed 1", "2 changed 2", "3 changed 3",
            ])
    }

    @Test mutating func `a group with one subscriber that receives does not pass others anything`() {
        let (alice, bob) = (subscribe(.alice), subscribe(.bob))
        bench.drag(from: 0)
        #expect(bench.read(alice) == ["1 began 1"])
        #expect(bench.read(bob) == [])
        #expect(bench.pipeline.devices[0].groups.awake[0].receivers.count == 1)
        bench.pipeline.disconnect(alice)
        #expect(awake == 0)
    }

    @Test mutating func `groups of subscriptions that ended are gone`() {
        let bob = bench.connect(Person.bob.peer())
        for number in 1...3 {
            bench.subscribe(bob, #"{"tap":{}}"#)
            bench.send(bob, #"{"type":"unsubscribe","id":1,"subscription":\#(number)}"# + "\n")
            #expect(bench.read(bob) == ["ok 1"])
            #expect(bench.pipeline.devices[0].groups.all.isEmpty)
        }
    }
}
