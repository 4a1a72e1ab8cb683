import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

@Suite struct AttachmentTests {
    @Test func `a gesture attached before the connection is subscribed after the hello`() {
        let bench = Bench()
        bench.client.attach(bench.drag(), device: .kind(.touchpad))
        bench.process()
        bench.server.accept()
        #expect(bench.server.requests().isEmpty)
        bench.deliver(ScriptedServer.hello)
        let request = SubscribeRequest(id: 1, gesture: .drag(.init()), device: .kind(.touchpad))
        #expect(bench.server.requests() == [.subscribe(request)])
    }

    @Test func `a gesture attached while connected is subscribed at once`() {
        let bench = Bench.connected()
        bench.client.attach(TapGesture(count: 2))
        #expect(bench.server.requests().count == 1)
        #expect(!bench.client.wantsWrite)
    }

    @Test func `requests that the socket does not accept wait and are sent in order`() throws {
        let bench = Bench.connected()
        var attached = 0
        while !bench.client.wantsWrite, attached < 20_000 {
            bench.client.attach(bench.drag())
            attached += 1
        }
        #expect(bench.client.wantsWrite)
        var ids: [Int64] = []
        while bench.client.wantsWrite {
            ids += bench.server.requests().map(\.id)
            bench.process()
        }
        ids += bench.server.requests().map(\.id)
        #expect(ids == Array(1...Int64(attached)))
    }

    @Test func `detaching cancels the gesture in progress at once, and later messages are ignored`() {
        let bench = Bench.connected()
        let attachment = bench.attachDrag()
        bench.deliver(ScriptedServer.drag("began"))
        attachment.detach()
        #expect(bench.drainLog() == ["changed 20", "cancelled unsubscribed"])
        #expect(bench.server.requests() == [.unsubscribe(id: 2, subscription: 1)])
        #expect(!attachment.isAttached)
        bench.deliver(
            ScriptedServer.drag("changed", x: 30), ScriptedServer.drag("cancelled", x: 30, reason: "unsubscribed"),
            #"{"type":"ok","id":2}"#)
        attachment.detach()
        attachment.move(to: Region(x: 0, y: 0, width: 1, height: 1))
        #expect(bench.drainLog().isEmpty && bench.server.requests().isEmpty)
    }

    @Test func `a gesture detached before the answer is unsubscribed when its number arrives`() {
        let bench = Bench.connected()
        let attachment = bench.client.attach(bench.drag())
        attachment.detach()
        #expect(bench.server.requests().map(\.id) == [1])
        bench.deliver(ScriptedServer.ok(1, 7), ScriptedServer.drag("began", subscription: 7))
        #expect(bench.server.requests() == [.unsubscribe(id: 2, subscription: 7)])
        #expect(bench.drainLog().isEmpty)
    }

    @Test func `a callback may detach its own gesture`() {
        let bench = Bench.connected()
        var attachment: GestureClient.Attachment?
        // The attachment retains the callback, which retains the attachment.
        defer { attachment = nil }
        attachment = bench.client.attach(
            bench.drag().onChanged { [weak bench] _ in
                attachment?.detach()
                bench?.log.append("detached")
            })
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"), ScriptedServer.drag("changed", x: 30))
        #expect(bench.drainLog() == ["changed 20", "detached", "cancelled unsubscribed"])
    }

    @Test func `a callback may attach another gesture, which receives the next events`() {
        let bench = Bench.connected()
        bench.client.attach(
            DragGesture().onEnded { [weak bench] _ in
                if let bench { bench.client.attach(bench.drag("second ")) }
            })
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"), ScriptedServer.drag("ended"))
        #expect(bench.server.requests().map(\.id) == [2])
        bench.deliver(ScriptedServer.ok(2, 2), ScriptedServer.drag("began", x: 9, subscription: 2, gesture: 2))
        #expect(bench.drainLog() == ["second changed 9"])
    }

    @Test func `calling process in a callback does nothing`() {
        let bench = Bench.connected()
        bench.client.attach(
            bench.drag("a ").onChanged { [weak bench] _ in
                bench?.process()
                bench?.log.append("processed")
            })
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"), ScriptedServer.drag("changed", x: 30))
        #expect(bench.drainLog() == ["a changed 20", "processed", "a changed 30", "processed"])
    }

    @Test func `a gesture detached by a callback during disconnection is not requested from the next daemon`()
        throws
    {
        let bench = Bench.connected()
        var other: GestureClient.Attachment?
        bench.client.attach(DragGesture().onCancelled { _ in other?.detach() })
        other = bench.client.attach(TapGesture())
        for (number, request) in bench.server.requests().enumerated() {
            bench.deliver(ScriptedServer.ok(request.id, number + 1))
        }
        bench.deliver(ScriptedServer.drag("began"))
        bench.server.hangUp()
        bench.process()
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet()
        #expect(bench.server.requests().map(\.id) == [3])
    }

    @Test func `a refusal reaches the refused gesture only, with the daemon's message`() {
        let bench = Bench.connected()
        let refused = bench.client.attach(bench.drag("refused ")) { [weak bench] in bench?.log.append("\($0)") }
        bench.client.attach(bench.drag("other "))
        _ = bench.server.requests()
        bench.deliver(
            #"{"type":"error","id":1,"code":"regionOutsideSurface","message":"region: lies outside"}"#,
            ScriptedServer.ok(2, 1), ScriptedServer.drag("began"))
        #expect(bench.drainLog() == ["region: lies outside", "other changed 20"])
        #expect(refused.failure != nil && refused.isAttached)
    }

    @Test func `a missing capability fails at once, and the next daemon gets the request`() throws {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""drag","#, with: ""))
        _ = bench.drainLog()
        let attachment = bench.attachDrag()
        bench.client.attach(TapGesture())
        #expect(bench.drainLog() == ["failure: scripted 1 does not support drag"])
        #expect(attachment.failure == .unsupported("drag", server: "scripted 1"))
        #expect(bench.server.requests().count == 1)
        bench.server.hangUp()
        bench.process()
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet()
        #expect(bench.server.requests().count == 2)
        #expect(attachment.failure != nil, "the next daemon has not answered")
        bench.deliver(ScriptedServer.ok(2, 1))
        #expect(attachment.failure == nil)
    }

    @Test func `simultaneous gestures of two devices are kept apart`() {
        let bench = Bench.connected()
        let state = GestureState(wrappedValue: 0.0)
        bench.client.attach(bench.drag().updating(state.projectedValue) { value, state, _ in state = value.location.x })
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began", x: 20))
        bench.deliver(ScriptedServer.drag("began", x: 21, gesture: 2, device: "event6"))
        #expect(state.wrappedValue == 21)
        bench.deliver(ScriptedServer.drag("ended", x: 22, gesture: 2, device: "event6"))
        #expect(state.wrappedValue == 0)
        // The same value as before on this device: onChanged has received it.
        bench.deliver(ScriptedServer.drag("changed", x: 20), ScriptedServer.drag("changed", x: 30, time: 9))
        #expect(state.wrappedValue == 30)
        bench.deliver(ScriptedServer.drag("ended", x: 31))
        #expect(bench.drainLog() == ["changed 20", "changed 21", "ended 22", "changed 30", "ended 31"])
        #expect(state.wrappedValue == 0)
    }

    @Test func `a long press on two devices completes on each`() {
        let bench = Bench.connected()
        bench.client.attach(LongPressGesture().onEnded { [weak bench] _ in bench?.log.append("ended") })
        _ = bench.server.requests()
        bench.deliver(ScriptedServer.ok(1, 1))
        for (device, gesture) in [("event5", 1), ("event6", 2)] {
            bench.deliver(press("began", device, gesture, false))
        }
        for (device, gesture) in [("event5", 1), ("event6", 2)] {
            bench.deliver(press("changed", device, gesture, true))
        }
        for (device, gesture) in [("event5", 1), ("event6", 2)] { bench.deliver(press("ended", device, gesture, true)) }
        #expect(bench.drainLog() == ["ended", "ended"])
    }

    private func press(_ phase: String, _ device: String, _ gesture: Int, _ isCompleted: Bool) -> String {
        #"{"type":"gesture","subscription":1,"gesture":\#(gesture),"phase":"\#(phase)","time":1,"device":"\#(device)","#
            + #""value":{"longPress":{"fingers":1,"location":[1,1],"startLocation":[1,1],"#
            + #""pressing":true,"completed":\#(isCompleted)}}}"#
    }
}
