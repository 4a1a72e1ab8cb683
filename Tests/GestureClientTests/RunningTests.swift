import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Glibc
import Testing

/// Waiting for the daemon, with and without tasks.
@Suite struct RunningTests {
    @Test func `run(until:) processes messages until the condition holds`() {
        let bench = Bench.connected()
        bench.attachDrag()
        bench.server.send(ScriptedServer.drag("began"))
        bench.client.run { !bench.log.isEmpty }
        #expect(bench.drainLog() == ["changed 20"])
    }

    @Test func `a client that is closed waits for nothing`() {
        let bench = Bench.connected()
        bench.client.close()
        bench.client.wait()
        bench.client.run()
        #expect(bench.client.state == .disconnected(nil))
    }

    @Test func `run(until:) in a callback of the client traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let bench = Bench.connected()
            bench.client.onStateChange = { _ in bench.client.run { false } }
            bench.server.stopListening()
            bench.server.hangUp()
            bench.process()
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || output.contains("run(until:) was called in a callback"), "\(output)")
    }

    @Test func `a wait ends at the next attempt to connect`() {
        let bench = Bench()
        bench.server.stopListening()
        bench.client.run { bench.log.count == 1 }
        let deadline = bench.client.deadline
        bench.server.listen()
        bench.client.run { bench.client.state == .connecting }
        #expect(deadline.map { $0 <= .now } == true)
    }

    /// True if a loop that watches the descriptor would call `process` now, or within the time.
    private func isReadable(_ client: GestureClient, within milliseconds: Int32 = 0) -> Bool {
        var polled = pollfd(fd: client.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, milliseconds) == 1
    }

    @Test func `one descriptor serves every connection, the attempts between them, and requests that wait`() {
        let bench = Bench()
        bench.now = .now
        let descriptor = bench.client.fileDescriptor
        #expect(descriptor >= 0 && isReadable(bench.client, within: 60_000), "the first attempt is due")
        bench.process()
        #expect(!isReadable(bench.client))
        bench.greet()
        bench.server.send(#"{"type":"deviceRemoved","device":"event5"}"#)
        #expect(isReadable(bench.client, within: 60_000))
        bench.process()
        #expect(!isReadable(bench.client) && bench.client.devices.isEmpty)
        while !bench.client.wantsWrite { bench.client.attach(bench.drag()) }
        #expect(!isReadable(bench.client), "the socket is full")
        while bench.client.wantsWrite {
            _ = bench.server.requests()
            #expect(isReadable(bench.client, within: 60_000))
            bench.process()
        }
        bench.server.hangUp()
        #expect(isReadable(bench.client, within: 60_000))
        bench.now = .now
        bench.process()
        guard case .disconnected = bench.client.state else { return #expect(Bool(false), "still connected") }
        #expect(isReadable(bench.client, within: 60_000), "the next attempt is due after 0.1 s")
        bench.now = .now
        bench.process()
        #expect(bench.client.state == .connecting && bench.client.fileDescriptor == descriptor)
        bench.client.close()
        #expect(!isReadable(bench.client) && bench.client.fileDescriptor == descriptor)
    }

    @Test func `a wait without messages ends at its timeout`() {
        let bench = Bench.connected()
        bench.client.wait(timeout: .milliseconds(1))
        bench.client.wait(timeout: .zero)
        #expect(bench.drainLog().isEmpty)
    }

    @Test @MainActor func `on the main actor callbacks run there, and other tasks run meanwhile`() async throws {
        let bench = Bench.connected()
        var hasRun = false
        bench.client.attach(
            DragGesture().onChanged { [weak bench] _ in
                MainActor.assertIsolated()
                bench?.log.append("changed")
            }
            .onEnded { [weak bench] _ in bench?.client.close() })
        for request in bench.server.requests() { bench.deliver(ScriptedServer.ok(request.id, 1)) }
        // Runs only because the waiting client does not occupy the actor.
        let other = Task { @MainActor in
            hasRun = true
            bench.server.send(ScriptedServer.drag("began"))
            bench.server.send(ScriptedServer.drag("ended"))
        }
        await bench.client.run()
        await other.value
        #expect(hasRun && bench.drainLog() == ["changed", "disconnected"])
    }

    @Test @MainActor func `cancelling the task stops run, and the connection remains`() async {
        let bench = Bench.connected()
        let task = Task { @MainActor in await bench.client.run() }
        await Task.yield()
        task.cancel()
        await task.value
        #expect(bench.client.state != .disconnected(nil) && bench.drainLog().isEmpty)
        // The client can continue afterwards.
        let again = Task { @MainActor in await bench.client.run() }
        await Task.yield()
        bench.client.close()
        await again.value
        #expect(bench.drainLog() == ["disconnected"])
    }

    @Test @MainActor func `cancelling a task that waits for events unsubscribes`() async {
        let bench = Bench.connected()
        let task = Task { @MainActor in
            var count = 0
            for try await _ in bench.client.events(of: .drag(.init())) { count += 1 }
            return count
        }
        while bench.server.requests().isEmpty { await Task.yield() }
        bench.deliver(ScriptedServer.ok(1, 1), ScriptedServer.drag("began"))
        await Task.yield()
        task.cancel()
        _ = await task.result
        #expect(bench.server.requests() == [.unsubscribe(id: 2, subscription: 1)])
    }

    @Test @MainActor func `a reader runs between messages that arrived together`() async throws {
        let bench = Bench.connected()
        let events = bench.client.events(of: .drag(.init()))
        for request in bench.server.requests() { bench.deliver(ScriptedServer.ok(request.id, 1)) }
        // More than a sequence keeps, in one write: the kernel's queue has no room for so many.
        let lines = (1...150).flatMap { gesture in
            [ScriptedServer.drag("began", gesture: gesture), ScriptedServer.drag("ended", gesture: gesture)]
        }
        bench.server.send(lines.joined(separator: "\n"))
        let running = Task { @MainActor in await bench.client.run() }
        var count = 0
        for try await message in events {
            count += 1
            if message.gesture == 150, message.phase == .ended { break }
        }
        #expect(count == 300)
        running.cancel()
        await running.value
    }

    @Test @MainActor func `events are read while another task runs the client`() async throws {
        let bench = Bench.connected()
        let running = Task { @MainActor in await bench.client.run() }
        let events = bench.client.events(of: .drag(.init()))
        let reader = Task { @MainActor in
            var phases: [GesturePhase] = []
            for try await message in events {
                phases.append(message.phase)
                if message.phase == .ended { break }
            }
            return phases
        }
        bench.server.send(ScriptedServer.ok(1, 1))
        bench.server.send(ScriptedServer.drag("began"))
        bench.server.send(ScriptedServer.drag("ended"))
        #expect(try await reader.value == [.began, .ended])
        running.cancel()
        await running.value
    }
}
