import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// A subscription to contacts receives all contacts of a device, with what they are taken for.
@Suite struct ContactSubscriptionTests {
    private var bench = Bench()

    @Test mutating func `each frame arrives with its contacts`() {
        let client = bench.contacts()
        bench.at(0, .down(0, 10, 10))
        bench.at(8, .move(0, 12, 10), .down(1, 50, 50))
        bench.at(16, .lift(0))
        #expect(
            bench.read(client) == [
                "1 contacts 1 began finger", "1 contacts 1 moved finger, 2 began finger",
                "1 contacts 1 ended finger, 2 stationary finger",
            ])
    }

    @Test mutating func `positions are in the units of the subscription`() throws {
        let client = bench.contacts(#","units":"millimetres""#)
        bench.at(5, .down(0, 12.25, 10))
        guard case .contacts(let message) = try #require(bench.messages(client).first) else {
            return #expect(Bool(false))
        }
        #expect(message.contacts.map(\.position) == [Point(x: 12.25, y: 10)])
        #expect(message.time == Timestamp(5) && message.device == "event1")
    }

    @Test mutating func `a subscription to one device receives no contacts of another`() throws {
        bench.add("pad", kind: .touchpad)
        let client = bench.contacts(#","device":{"kind":"touchpad"},"units":"normalized""#)
        bench.at(0, on: 0, .down(0, 10, 10))
        bench.at(0, on: 1, .down(0, 50, 20))
        guard case .contacts(let message) = try #require(bench.messages(client).first) else {
            return #expect(Bool(false))
        }
        #expect(message.contacts.map(\.position) == [Point(x: 0.5, y: 0.25)])
    }

    @Test mutating func `next to a pen, contacts arrive as ignored`() {
        let client = bench.contacts()
        bench.at(0, .down(0, 10, 10))
        bench.penArrives(at: 5)
        bench.at(8, .move(0, 12, 10))
        bench.penLeaves(at: 10)
        bench.at(500, .move(0, 14, 10))
        bench.at(508, .lift(0))
        bench.at(1000, .down(0, 50, 50))
        #expect(
            bench.read(client) == [
                "1 contacts 1 began finger", "1 contacts 1 moved penNear", "1 contacts 1 moved penNear",
                "1 contacts 1 ended penNear", "1 contacts 2 began finger",
            ])
    }

    @Test mutating func `a device that is added later is included, and one that is removed sends nothing`() {
        let client = bench.contacts()
        bench.add("event2")
        bench.at(0, on: 1, .down(0, 10, 10))
        bench.remove(at: 10)
        #expect(
            bench.read(client)
                == ["added event2", "1 contacts 1 began finger", "removed event1"])
    }

    @Test mutating func `a contact from under a closed lid is off until it lifts, also when the lid is open again`() {
        let client = bench.contacts()
        bench.pipeline.setOff(.lidClosed, of: bench.pipeline.devices[0], at: Timestamp(0))
        bench.at(10, .down(0, 10, 10))
        bench.pipeline.setOff(nil, of: bench.pipeline.devices[0], at: Timestamp(20))
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .lift(0))
        #expect(
            bench.read(client) == [
                "changed event1 open", "1 contacts 1 began off", "changed event1 open", "1 contacts 1 moved off",
                "1 contacts 1 ended off",
            ])
    }

    @Test mutating func `after unsubscribe nothing arrives`() {
        let client = bench.contacts()
        bench.send(client, #"{"type":"unsubscribe","id":2,"subscription":1}"# + "\n")
        bench.at(0, .down(0, 10, 10))
        #expect(bench.read(client) == ["ok 2"])
        #expect(bench.pipeline.subscriptionCount == 0)
    }

    @Test mutating func `a subscription to contacts has no region to move`() {
        let client = bench.contacts()
        bench.send(client, #"{"type":"move","id":2,"subscription":1}"# + "\n")
        #expect(bench.read(client) == ["error 2 unknownSubscription"])
    }

    @Test mutating func `a gesture is sent before the contacts and explanations of its frame are made`() {
        let viewer = bench.contacts()
        bench.subscribe(viewer, #"{"drag":{}}"#, #""explain":true"#)
        let app = bench.client(#"{"drag":{}}"#)
        bench.at(0, .down(0, 10, 10))
        _ = (bench.read(viewer), bench.read(app))
        var queued: [[Bool]] = []
        bench.pipeline.onLinesQueued = { queued.append([!app.outbox.isEmpty, !viewer.outbox.isEmpty]) }
        bench.at(8, .move(0, 20, 10))
        #expect(queued.first == [true, false])
        #expect(
            bench.read(viewer) == [
                "2 began 1", "2 drag: recognised: 1 finger moved 63 pt at 8 ms", "1 contacts 1 moved finger",
            ])
    }

    // MARK: - Slow readers

    @Test mutating func `a client that reads slowly receives every touch, and the newest position`() {
        let client = bench.contacts()
        bench.at(0, .down(0, 10, 10))
        _ = bench.flush(client, most: 10)
        for frame in 1...50 { bench.at(8 * Double(frame), .move(0, 10 + Double(frame) / 2, 10)) }
        bench.at(500, .lift(0))
        #expect(
            bench.read(client)
                == ["1 contacts 1 began finger", "1 contacts 1 moved finger", "1 contacts 1 ended finger"])
    }

    @Test func `a client that never reads is closed`() {
        var limits = Limits()
        limits.outbox = 2000
        var bench = Bench(limits: limits)
        let client = bench.contacts()
        bench.at(0, .down(0, 10, 10))
        _ = bench.flush(client, most: 1)
        for touch in 0..<40 { bench.tap(at: 100 + 100 * Double(touch)) }
        #expect(client.outbox.isClosed)
        #expect(bench.read(client).last == "error overrun")
    }

    // MARK: - Limits

    @Test func `it counts as a subscription, and as a recogniser on each device`() {
        var limits = Limits()
        limits.recognisers = 1
        var bench = Bench(limits: limits)
        let client = bench.connect(Person.alice.peer())
        bench.send(client, #"{"type":"subscribe","id":1,"contacts":true}"# + "\n")
        #expect(bench.read(client) == ["ok 1 is 1", "1 positions withheld"])
        bench.add("event2")
        #expect(bench.read(client).first == "error tooManyRecognisers")
        bench.send(client, #"{"type":"subscribe","id":2,"gesture":{"tap":{}}}"# + "\n")
        #expect(bench.read(client).last == "error 2 tooManyRecognisers")
        bench.send(client, #"{"type":"unsubscribe","id":3,"subscription":1}"# + "\n")
        bench.send(client, #"{"type":"subscribe","id":4,"gesture":{"tap":{}},"device":{"id":"event1"}}"# + "\n")
        #expect(bench.read(client) == ["ok 3", "ok 4 is 2"])
    }

    // MARK: - Access

    @Test func `it is silent while positions are withheld, and says so`() {
        var bench = Bench.with(.alice)
        let source = bench.source(.alice, focusing: 10)
        let other = bench.connect(Person.alice.peer(11))
        bench.send(other, #"{"type":"subscribe","id":1,"contacts":true,"scope":"session"}"# + "\n")
        #expect(bench.read(other) == ["ok 1 is 1", "1 positions withheld"])
        bench.tap(at: 0)
        #expect(bench.read(other) == [])
        bench.focus(source, 11, at: 100)
        #expect(bench.read(other).contains("1 positions granted"))
        bench.at(200, .down(0, 10, 10))
        #expect(bench.read(other) == ["1 contacts 1 began finger"])
    }

    @Test func `a touch that began before the client could receive it stays hidden to its end`() {
        var bench = Bench.with(.alice)
        let source = bench.source(.alice, focusing: 10)
        let client = bench.connect(Person.alice.peer(11))
        bench.send(client, #"{"type":"subscribe","id":1,"contacts":true}"# + "\n")
        bench.at(0, .down(0, 10, 10))
        bench.focus(source, 11, at: 10)
        _ = bench.read(client)
        bench.at(20, .move(0, 20, 10))
        bench.at(30, .down(1, 50, 50))
        bench.at(40, .lift(0))
        bench.at(50, .lift(1))
        #expect(bench.read(client) == [])
        bench.at(60, .down(0, 10, 10))
        #expect(bench.read(client) == ["1 contacts 1 began finger"])
    }

    @Test func `a locked session and another user receive nothing`() {
        var rules = AccessRules()
        rules.positions = .session
        var bench = Bench.with(.alice, rules: rules)
        let alice = bench.connect(Person.alice.peer())
        let bob = bench.connect(Person.bob.peer(11))
        for client in [alice, bob] {
            bench.send(client, #"{"type":"subscribe","id":1,"contacts":true}"# + "\n")
            _ = bench.read(client)
        }
        bench.tap(at: 0)
        #expect(bench.read(alice).count == 2 && bench.read(bob).isEmpty)
        bench.seat(.alice, isLocked: true, at: 100)
        _ = bench.read(alice)
        bench.tap(at: 200)
        #expect(bench.read(alice).isEmpty && bench.read(bob).isEmpty)
    }
}

extension Bench {
    /// Connects a trusted client that subscribes to contacts.
    fileprivate mutating func contacts(_ more: String = "") -> Client {
        let client = connect()
        send(client, #"{"type":"subscribe","id":1,"contacts":true\#(more)}"# + "\n")
        #expect(read(client) == ["ok 1 is 1"])
        return client
    }
}
