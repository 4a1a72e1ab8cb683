import GestureModel
import GesturePipeline
import Testing

/// A device is read only while a client may receive its touches: otherwise the daemon's processor time would show each
/// touch to every user.
@Suite struct AwaitedDeviceTests {
    private var bench = Bench.with(.alice)

    private var isAwaited: Bool { bench.pipeline.devices[0].isAwaited }

    @Test mutating func `without a subscription no device is read`() {
        let client = bench.connect(Person.alice.peer())
        #expect(!isAwaited)
        bench.subscribe(client, #"{"drag":{}}"#)
        #expect(isAwaited)
        bench.send(client, #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n")
        #expect(bench.read(client) == ["ok 1"])
        #expect(!isAwaited)
        bench.subscribe(client, #"{"drag":{}}"#)
        bench.pipeline.disconnect(client)
        #expect(!isAwaited)
    }

    @Test(arguments: [#"{"drag":{}}"#, #"{"standard":"touchscreen"}"#, #"{"simultaneous":[{"tap":{}},{"drag":{}}]}"#])
    mutating func `behind a lock, during sleep and in another user's session no device is read`(_ gesture: String) {
        _ = bench.client(gesture, #""scope":"session""#, Person.alice.peer())
        _ = bench.client(gesture, "", Person.alice.peer(11))
        #expect(isAwaited)
        bench.seat(.alice, isLocked: true, at: 10)
        #expect(!isAwaited)
        bench.seat(.alice, at: 20)
        #expect(isAwaited)
        bench.seat(.bob, at: 30)
        #expect(!isAwaited)
        bench.seat(nil, at: 40)
        #expect(!isAwaited)
        bench.seat(.alice, at: 50)
        bench.pipeline.suspend(at: Timestamp(60))
        #expect(!isAwaited)
        bench.pipeline.resume(at: Timestamp(70))
        #expect(isAwaited)
    }

    @Test mutating func `behind a lock that a focus source reports, no device is read`() {
        let source = bench.source(.alice)
        _ = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        bench.focus(source, 10)
        #expect(isAwaited)
        bench.send(source, #"{"type":"lock","id":1,"locked":true}"# + "\n")
        #expect(!isAwaited)
        bench.send(source, #"{"type":"lock","id":2,"locked":false}"# + "\n")
        #expect(isAwaited)
    }

    @Test mutating func `a device is read for an app that lacks only the focus, to which a touch may move it`() {
        _ = bench.client(#"{"drag":{}}"#, "", Person.alice.peer())
        _ = bench.source(.alice, focusing: 99)
        #expect(isAwaited)
        bench.seat(.alice, isLocked: true, at: 10)
        #expect(!isAwaited, "no touch moves the focus to it")
    }

    @Test mutating func `positions that only the focus would grant are not awaited without a focus source`() {
        _ = bench.client(#"{"drag":{}}"#, #""region":{"x":0,"y":0,"width":50,"height":50}"#, Person.alice.peer())
        #expect(!isAwaited)
    }

    @Test mutating func `root's subscription keeps a device read, except during sleep`() {
        _ = bench.client(#"{"drag":{}}"#, "", Person.root.peer())
        bench.seat(.alice, isLocked: true, at: 10)
        #expect(isAwaited)
        bench.pipeline.suspend(at: Timestamp(20))
        #expect(!isAwaited)
    }

    @Test mutating func `a subscription to contacts keeps a device read while it may receive them`() {
        let client = bench.connect(Person.alice.peer())
        bench.send(client, #"{"type":"subscribe","id":1,"contacts":true}"# + "\n")
        #expect(!isAwaited, "without the focus it receives no positions")
        _ = bench.source(.alice, focusing: 10)
        #expect(isAwaited)
        bench.seat(.alice, isLocked: true, at: 10)
        #expect(!isAwaited)
    }

    @Test mutating func `only the devices to which a subscription applies are read`() {
        bench.add("event2")
        _ = bench.client(#"{"drag":{}}"#, #""device":{"id":"event2"}"#, Person.alice.peer())
        #expect(bench.pipeline.devices.map(\.isAwaited) == [false, true])
    }

    @Test mutating func `each change is reported`() {
        let client = bench.connect(Person.alice.peer())
        var changes = 0
        bench.pipeline.onReceiversChanged = { changes += 1 }
        func expectChange(_ change: () -> Void) {
            let before = changes
            change()
            #expect(changes > before)
        }
        expectChange { bench.subscribe(client, #"{"drag":{}}"#) }
        expectChange { bench.seat(.alice, isLocked: true, at: 10) }
        expectChange { bench.seat(.alice, at: 20) }
        expectChange { bench.send(client, #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n") }
        expectChange { bench.send(client, #"{"type":"subscribe","id":1,"contacts":true}"# + "\n") }
        expectChange { bench.pipeline.suspend(at: Timestamp(20)) }
        expectChange { bench.add("event2") }
    }
}
