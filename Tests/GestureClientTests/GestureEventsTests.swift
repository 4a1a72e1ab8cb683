import GestureClient
import GestureModel
import GestureProtocol
import Testing

@Suite struct GestureEventsTests {
    private let bench = Bench.connected()

    private func events() -> GestureEvents {
        let events = bench.client.events(of: .drag(.init()))
        for request in bench.server.requests() { bench.deliver(ScriptedServer.ok(request.id, 1)) }
        return events
    }

    @Test func `messages arrive in order`() async throws {
        var iterator = events().makeAsyncIterator()
        bench.deliver(ScriptedServer.drag("began"), ScriptedServer.drag("changed", x: 30))
        bench.deliver(ScriptedServer.drag("ended", x: 40))
        for phase in [GesturePhase.began, .changed, .ended] {
            #expect(try await iterator.next()?.phase == phase)
        }
    }

    @Test func `events request region and units, and fail if the daemon lacks them`() async throws {
        let region = Region(x: 0, y: 0, width: 0.5, height: 1)
        let events = bench.client.events(of: .tap(.init()), in: region, units: .normalized)
        let request = SubscribeRequest(id: 1, gesture: .tap(.init()), region: region, units: .normalized)
        #expect(bench.server.requests() == [.subscribe(request)])
        let old = Bench()
        old.process()
        old.greet(ScriptedServer.hello.replacing(#","units""#, with: ""))
        var iterator = old.client.events(of: .tap(.init()), units: .millimetres).makeAsyncIterator()
        await #expect(throws: SubscriptionFailure.unsupported("units", server: "scripted 1")) {
            try await iterator.next()
        }
        #expect(try await iterator.next() == nil)
        withExtendedLifetime(events) {}
    }

    @Test func `a lost connection cancels gestures in progress, and the sequence continues on the next one`()
        async throws
    {
        var iterator = events().makeAsyncIterator()
        bench.deliver(ScriptedServer.drag("began"))
        bench.server.hangUp()
        bench.process()
        bench.now = try #require(bench.client.deadline)
        bench.process()
        bench.greet()
        for request in bench.server.requests() { bench.deliver(ScriptedServer.ok(request.id, 4)) }
        bench.deliver(ScriptedServer.drag("began", subscription: 4))
        #expect(try await iterator.next()?.phase == .began)
        let cancelled = try await iterator.next()
        #expect(cancelled?.phase == .cancelled(.disconnected))
        #expect(try await iterator.next()?.subscription == 4)
    }

    @Test func `a slow reader misses intermediate values, but no beginning or end`() async throws {
        var iterator = events().makeAsyncIterator()
        bench.deliver(ScriptedServer.drag("began"))
        for x in 1...1000 { bench.deliver(ScriptedServer.drag("changed", x: Double(x), time: x)) }
        bench.deliver(ScriptedServer.drag("ended", x: 1001))
        var messages: [GestureMessage] = []
        while messages.last?.phase != .ended, let message = try await iterator.next() { messages.append(message) }
        #expect(messages.first?.phase == .began && messages.count < GestureEvents.capacity)
        let times = messages.dropFirst().dropLast().map(\.time.microseconds)
        #expect(times == times.sorted() && times.first == 1 && times.last == 1000)
    }

    @Test func `a reader that is too slow gets the waiting messages, cancels and the error`() async throws {
        var iterator = events().makeAsyncIterator()
        bench.deliver(ScriptedServer.drag("began", gesture: 1))
        for gesture in 2...200 {
            bench.deliver(
                ScriptedServer.drag("began", gesture: gesture), ScriptedServer.drag("ended", gesture: gesture))
        }
        #expect(bench.server.requests() == [.unsubscribe(id: 2, subscription: 1)])
        var open: Set<UInt64> = []
        do {
            while let message = try await iterator.next() {
                if message.phase == .began { open.insert(message.gesture) } else { open.remove(message.gesture) }
                if message.gesture == 1, message.phase != .began { #expect(message.phase == .cancelled(.overrun)) }
            }
            Issue.record("no error")
        } catch {
            #expect(error == .overrun)
        }
        #expect(open.isEmpty)
        #expect(try await iterator.next() == nil)
    }

    @Test func `a standard set reports values of all its gestures`() async throws {
        let bench = Bench()
        bench.process()
        bench.greet(ScriptedServer.hello.replacing(#""units""#, with: #""units","standard""#))
        var iterator = bench.client.events(of: .standard(.touchscreen)).makeAsyncIterator()
        #expect(bench.server.requests() == [.subscribe(SubscribeRequest(id: 1, gesture: .standard(.touchscreen)))])
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"), ScriptedServer.drag("ended"))
        bench.deliver(ScriptedServer.press("began", isCompleted: true, gesture: 2), Self.pinch("began"))
        let messages = [try await iterator.next(), try await iterator.next(), try await iterator.next()]
        #expect(messages.map { $0?.gesture } == [1, 1, 2])
        let pinch = try #require(try await iterator.next())
        guard case .composition(let tree) = pinch.value, case .magnify(let magnify)? = tree.nodes[1].value,
            case .rotate(let rotate)? = tree.nodes[2].value
        else {
            Issue.record("\(pinch.value)")
            return
        }
        #expect(magnify.magnification == 2 && rotate.rotation == -0.5)
    }

    private static func pinch(_ phase: String) -> String {
        #"{"type":"gesture","subscription":1,"gesture":3,"phase":"\#(phase)","time":1,"device":"event5","value":"#
            + #"{"phase":"active","simultaneous":[{"phase":"active","magnify":{"fingers":2,"location":[9,9],"#
            + #""startLocation":[9,9],"magnification":2,"velocity":0}},{"phase":"active","rotate":{"fingers":2,"#
            + #""location":[9,9],"startLocation":[9,9],"rotation":-0.5,"velocity":0}}]}}"#
    }

    @Test func `releasing the sequence unsubscribes`() {
        do { _ = events() }
        #expect(bench.server.requests() == [.unsubscribe(id: 2, subscription: 1)])
    }

    @Test func `closing the client ends the sequence, with cancels for gestures in progress`() async throws {
        var iterator = events().makeAsyncIterator()
        bench.deliver(ScriptedServer.drag("began"))
        bench.client.close()
        #expect(try await iterator.next()?.phase == .began)
        #expect(try await iterator.next()?.phase == .cancelled(.disconnected))
        #expect(try await iterator.next() == nil)
    }
}
