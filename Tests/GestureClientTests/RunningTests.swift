import GestureClient
import GestureModel
import GestureProtocol
import Gestures
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

    @Test func `a wait ends at the next attempt to connect`() {
        let bench = Bench()
        bench.server.stopListening()
        bench.client.run { bench.log.count == 1 }
        let deadline = bench.client.deadline
        bench.server.listen()
        bench.client.run { bench.client.state == .connecting }
        #expect(deadline.map { $0 <= .now } == true)
    }

    @Test func `a wait without messages ends at its timeout`() {
        let bench = Bench.connected()
        bench.client.wait(timeout: .milliseconds(1))
        bench.client.wait(timeout: .zero)
        #expect(bench.drainLog().isEmpty)
    }

    @Test @MainActor func `on the main actor callbacks run there, and other tasks run meanwhile`() async throws {
        let bench = Bench.connected()
        var isAsked = false
        bench.client.attach(
            DragGesture().onChanged { [weak bench] _ in
                MainActor.assertIsolated()
                bench?.log.append("changed")
            }
            .onEnded { [weak bench] _ in bench?.client.close() })
        for request in bench.server.requests() { bench.deliver(ScriptedServer.ok(request.id, 1)) }
        // Runs only because the waiting client does not occupy the actor.
        let other = Task { @MainActor in
            isAsked = true
            bench.server.send(ScriptedServer.drag("began"))
            bench.server.send(ScriptedServer.drag("ended"))
        }
        await bench.client.run()
        await other.value
        #expect(isAsked && bench.drainLog() == ["changed", "disconnected"])
    }

    @Test @MainActor func `cancelling the task stops run, and the connection remains`() async {
        let bench = Bench.connected()
        let task = Task { @MainActor in await bench.client.run() }
        await Task.yield()
        task.cancel()
        await task.value
        #expect(bench.client.fileDescriptor != nil && bench.drainLog().isEmpty)
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
