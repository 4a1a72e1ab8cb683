import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

@Suite struct ConnectionTests {
    @Test func `a new client is due at once, connects and is greeted`() {
        let bench = Bench()
        #expect(bench.client.state == .disconnected(nil))
        #expect(bench.client.deadline.map { $0 <= bench.now } == true)
        bench.process()
        #expect(bench.client.state == .connecting && bench.client.deadline == nil)
        bench.greet()
        #expect(bench.drainLog() == ["connecting", "connected scripted 1"])
        #expect(bench.client.devices.map(\.id) == ["event5"])
    }

    @Test func `a request that is too long is refused and not sent again, and the others are`() {
        let hello = ScriptedServer.hello.replacing(#""units""#, with: #""units","stroke""#)
        let bench = Bench()
        bench.process()
        bench.greet(hello)
        let points = (0..<64).map { Point(x: Double($0) / 3, y: Double($0 * $0) / 7) }
        let stroke = StrokeGesture(templates: [.init(name: "curve", points: points)])
        let attachment = bench.client.attach(stroke) { [weak bench] in bench?.log.append("failure: \($0)") }
        bench.client.attach(bench.drag())
        #expect(bench.server.requests().count == 2)
        let error = #"{"type":"error","code":"lineTooLong","message":"a line is longer than 65536 bytes"}"#
        bench.server.send(error)
        bench.server.hangUp()
        bench.process()
        #expect(bench.drainLog().first { $0.hasPrefix("failure") } == "failure: a line is longer than 65536 bytes")
        attachment.move(to: Region(x: 0, y: 0, width: 1, height: 1))
        bench.now = bench.client.deadline ?? bench.now
        bench.process()
        bench.greet(hello)
        #expect(bench.server.requests().count == 1)
        #expect(!bench.drainLog().contains { $0.hasPrefix("failure") })
    }

    @Test func `without a daemon each delay is twice as long as the last, up to five seconds`() {
        let bench = Bench()
        bench.server.stopListening()
        var waits: [Int64] = []
        for _ in 0..<8 {
            bench.process()
            guard let deadline = bench.client.deadline else { break }
            waits.append((deadline - bench.now).count / 1000)
            // A microsecond too early, nothing happens.
            bench.now = Timestamp(microseconds: deadline.microseconds - 1)
            bench.process()
            #expect(bench.client.deadline == deadline)
            bench.now = deadline
        }
        #expect(waits == [100, 200, 400, 800, 1600, 3200, 5000, 5000])
        // Eight equal failures are one change of the state.
        #expect(
            bench.drainLog() == [
                "disconnected: cannot connect to \(bench.server.path): No such file or directory (ENOENT); is gestured running?"
            ])
    }

    @Test func `a hello resets the delay, a connection without one does not`() throws {
        let bench = Bench()
        bench.server.stopListening()
        for _ in 0..<4 {
            bench.process()
            bench.now = try #require(bench.client.deadline)
        }
        bench.server.listen()
        bench.process()
        bench.server.accept()
        bench.server.hangUp()
        bench.process()
        #expect(bench.client.deadline == bench.now + .milliseconds(1600))
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet()
        bench.server.hangUp()
        bench.process()
        #expect(bench.client.deadline == bench.now + .milliseconds(100))
    }

    @Test func `a lost connection cancels gestures once, after the messages before it and before the state changes`() {
        let bench = Bench.connected()
        bench.attachDrag()
        bench.server.send(ScriptedServer.drag("began", x: 20))
        bench.server.send(ScriptedServer.drag("changed", x: 30, time: 2000))
        bench.server.send(Array(ScriptedServer.drag("changed", x: 40, time: 3000).utf8.dropLast(5)))
        bench.server.hangUp()
        bench.process()
        #expect(
            bench.drainLog() == [
                "changed 20", "changed 30", "cancelled disconnected", "disconnected: the daemon closed the connection",
            ])
        bench.process()
        #expect(bench.drainLog().isEmpty)
    }

    @Test func `a reconnection subscribes each attached gesture once`() throws {
        let bench = Bench.connected()
        bench.attachDrag(to: Region(x: 1, y: 2, width: 30, height: 40))
        bench.deliver(ScriptedServer.drag("began"))
        bench.server.hangUp()
        bench.process()
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet(ScriptedServer.hello.replacing("scripted 1", with: "scripted 2"))
        let requests = bench.server.requests()
        #expect(requests.count == 1)
        guard case .subscribe(let request)? = requests.first else { return }
        #expect(request.region == Region(x: 1, y: 2, width: 30, height: 40))
        #expect(request.gesture == .drag(.init()))
        _ = bench.drainLog()
        // The new daemon has its own numbers.
        bench.deliver(ScriptedServer.ok(request.id, 5), ScriptedServer.drag("began", x: 50, subscription: 5))
        bench.deliver(ScriptedServer.drag("ended", x: 60, subscription: 5))
        #expect(bench.drainLog() == ["changed 50", "ended 60"])
    }

    @Test func `a stream split at any byte is decoded the same`() {
        let lines = [
            ScriptedServer.hello, ScriptedServer.ok(1, 1), ScriptedServer.drag("began", x: 20),
            ScriptedServer.drag("changed", x: 30), #"{"type":"news","of":"tomorrow"}"#,
            ScriptedServer.drag("cancelled", x: 30, reason: "earthquake"),
        ]
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        for cut in 0...bytes.count {
            let bench = Bench()
            bench.client.attach(bench.drag())
            bench.process()
            bench.server.accept()
            bench.server.send(Array(bytes[..<cut]))
            bench.process()
            bench.server.send(Array(bytes[cut...]))
            bench.process()
            #expect(
                bench.drainLog() == [
                    "connecting", "connected scripted 1", "changed 20", "changed 30", "cancelled requested",
                ], "cut at \(cut)")
        }
    }

    @Test func `a connection that ends anywhere leaves no gesture open`() {
        let lines = [
            ScriptedServer.hello, ScriptedServer.ok(1, 1), ScriptedServer.drag("began", x: 20),
            ScriptedServer.drag("changed", x: 30), ScriptedServer.drag("ended", x: 40),
        ]
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        for cut in 0...bytes.count {
            let bench = Bench()
            bench.client.attach(bench.drag())
            bench.process()
            bench.server.accept()
            bench.server.send(Array(bytes[..<cut]))
            bench.server.hangUp()
            bench.process()
            let received = bench.drainLog()
            let hasBegun = received.contains("changed 20")
            #expect(received.count { $0.hasPrefix("ended") || $0.hasPrefix("cancelled") } == (hasBegun ? 1 : 0))
            #expect(received.last == "disconnected: the daemon closed the connection", "cut at \(cut)")
        }
    }

    @Test func `the failure contains the error with which the daemon closes the connection`() {
        let bench = Bench()
        bench.process()
        bench.server.accept()
        bench.server.send(#"{"type":"error","code":"tooManyClients","message":"limits.clients: 256 are connected"}"#)
        bench.server.hangUp()
        bench.process()
        #expect(
            bench.drainLog().last == "disconnected: the daemon closed the connection: limits.clients: 256 are connected"
        )
    }

    @Test func `an unknown protocol is refused with its number`() {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""protocol":1"#, with: #""protocol":2"#))
        #expect(
            bench.drainLog().last
                == "disconnected: scripted 1 speaks protocol 2; this client supports protocol 1: update it")
        #expect(bench.server.isClosed)
    }

    @Test func `an invalid line closes the connection, and the failure contains it`() {
        let bench = Bench.connected()
        bench.attachDrag()
        bench.deliver(ScriptedServer.drag("began"), "{nonsense")
        #expect(
            bench.drainLog() == [
                "changed 20", "cancelled disconnected", "disconnected: the daemon sent an invalid message: {nonsense",
            ])
    }

    @Test(arguments: [
        #"{"race":[{"phase":"possible"},{"phase":"possible"}],"phase":"active"}"#,
        #"{"simultaneous":[{"phase":"possible"}],"phase":"active"}"#,
        #"{"simultaneous":[{"phase":"possible"},{"phase":"possible"},{"phase":"possible"}],"phase":"active"}"#,
        #"{"simultaneous":[{"tap":{"fingers":1,"count":1,"location":[1,1]},"phase":"ended"},{"phase":"possible"}],"#
            + #""phase":"active"}"#,
        #"{"tap":{"fingers":1,"count":1,"location":[1,1]}}"#,
    ]) func `a value that does not match the gesture closes the connection`(_ value: String) {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""region""#, with: #""simultaneous""#))
        bench.client.attach(DragGesture().simultaneously(with: LongPressGesture()))
        bench.deliver(ScriptedServer.ok(1, 1))
        bench.deliver(
            #"{"type":"gesture","subscription":1,"gesture":1,"phase":"began","time":1,"device":"event5","value":\#(value)}"#
        )
        #expect(
            bench.drainLog().last
                == "disconnected: the daemon sent an invalid message: a value that does not match the gesture of subscription 1"
        )
    }

    @Test func `removing a device cancels its gesture even if the daemon does not`() {
        let bench = Bench.connected()
        let state = GestureState(wrappedValue: 0)
        var values: [Int] = []
        state.onChange { values.append($0.newValue) }
        bench.client.attach(DragGesture().updating(state) { _, state, _ in state = 1 })
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"))
        bench.deliver(#"{"type":"deviceRemoved","device":"event5"}"#)
        #expect(values == [1, 0])
        bench.deliver(ScriptedServer.drag("cancelled", reason: "deviceLost"))
        bench.server.hangUp()
        bench.process()
        #expect(values == [1, 0])
    }

    @Test func `devices are added, changed and removed`() {
        let bench = Bench.connected()
        let device =
            #"{"id":"event9","name":"Pad","node":"/dev/input/event9","kind":"touchpad","size":[100,60],"slots":5,"#
            + #""resolution":[10,10],"availability":"open"}"#
        bench.deliver(#"{"type":"deviceAdded","device":\#(device)}"#)
        #expect(bench.client.devices.map(\.id) == ["event5", "event9"])
        bench.deliver(#"{"type":"deviceChanged","device":\#(device.replacing("open", with: "grabbed"))}"#)
        #expect(bench.client.devices.map(\.availability) == [.open, .grabbed])
        bench.deliver(#"{"type":"deviceRemoved","device":"event5"}"#)
        #expect(bench.client.devices.map(\.id) == ["event9"])
        bench.server.hangUp()
        bench.process()
        #expect(bench.client.devices.isEmpty)
    }

    @Test func `close cancels gestures, closes the socket and prevents reconnection`() {
        let bench = Bench.connected()
        let attachment = bench.attachDrag()
        bench.deliver(ScriptedServer.drag("began"))
        bench.client.close()
        #expect(bench.drainLog() == ["changed 20", "cancelled disconnected", "disconnected"])
        #expect(bench.server.isClosed && bench.client.deadline == nil)
        #expect(!attachment.isAttached)
        bench.process()
        #expect(bench.client.state == .disconnected(nil))
    }

    // Found by the leak sanitizer.
    @Test func `close releases the callbacks, which may retain the client`() {
        let bench = Bench.connected()
        bench.client.onStateChange = { [client = bench.client] _ in _ = client }
        bench.client.onAccessChange = { [client = bench.client] _ in _ = client }
        bench.client.close()
        #expect(bench.client.onStateChange == nil && bench.client.onAccessChange == nil)
    }

    @Test func `after a callback closes the client, received messages are ignored`() {
        let bench = Bench.connected()
        bench.client.attach(DragGesture().onChanged { [weak bench] _ in bench?.client.close() })
        bench.client.attach(bench.drag())
        for (number, request) in bench.server.requests().enumerated() {
            bench.deliver(ScriptedServer.ok(request.id, number + 1))
        }
        bench.deliver(
            ScriptedServer.drag("began", subscription: 2, gesture: 8), ScriptedServer.drag("began"),
            ScriptedServer.drag("changed", x: 70, subscription: 2, gesture: 8))
        #expect(bench.drainLog() == ["changed 20", "cancelled disconnected", "disconnected"])
    }

    @Test func `releasing the client cancels gestures in progress`() {
        let server = ScriptedServer()
        var log: [String] = []
        do {
            let client = GestureClient(path: server.path)
            client.attach(DragGesture().onCancelled { log.append($0.name) })
            client.process()
            server.accept()
            server.send(ScriptedServer.hello)
            client.process()
            server.send(ScriptedServer.ok(1, 1))
            server.send(ScriptedServer.drag("began"))
            client.process()
            #expect(log.isEmpty)
        }
        #expect(log == ["unsubscribed"])
        #expect(server.requests().count == 1 && server.isClosed)
    }
}
