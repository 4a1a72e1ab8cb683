import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// The limits of all connections of one user.
@Suite struct UserLimitsTests {
    private static func bench(_ set: (inout Limits) -> Void) -> Bench {
        var limits = Limits()
        set(&limits)
        return Bench.with(.alice, limits: limits)
    }

    /// The message of the error that is queued for a client.
    private func refusal(_ bench: inout Bench, _ client: Bench.Client) -> String? {
        for message in bench.messages(client) { if case .error(let error) = message { return error.message } }
        return nil
    }

    @Test func `a user's connections are limited, and other users are not affected`() throws {
        var bench = Self.bench { $0.clientsPerUser = 2 }
        let first = bench.connect(Person.alice.peer(10))
        _ = bench.connect(Person.alice.peer(11))
        let error = #expect(throws: RequestError.self) { try bench.pipeline.connect(Person.alice.peer(12)) }
        #expect(error?.code == .tooManyClients)
        #expect(error?.message == "limits.clientsPerUser: a user's clients have at most 2 connections")
        _ = try bench.pipeline.connect(Person.bob.peer(20))
        for process in 30..<33 as Range<Int32> { _ = try bench.pipeline.connect(Person.root.peer(process)) }
        bench.pipeline.disconnect(first)
        _ = try bench.pipeline.connect(Person.alice.peer(13))
    }

    @Test func `a user's subscriptions are limited across all connections`() {
        var bench = Self.bench { $0.subscriptionsPerUser = 3 }
        let first = bench.client(#"{"tap":{}}"#, "", Person.alice.peer(10))
        bench.subscribe(first, #"{"drag":{}}"#)
        let second = bench.client(#"{"tap":{}}"#, "", Person.alice.peer(11))
        let request = #"{"type":"subscribe","id":4,"gesture":{"tap":{}}}"# + "\n"
        bench.send(second, request)
        #expect(refusal(&bench, second) == "limits.subscriptionsPerUser: a user's clients have at most 3 subscriptions")
        bench.send(first, #"{"type":"unsubscribe","id":5,"subscription":1}"# + "\n")
        bench.send(second, request)
        #expect(bench.read(second) == ["ok 4 is 2"])
        bench.pipeline.disconnect(first)
        bench.send(second, request)
        #expect(bench.read(second) == ["ok 4 is 3"])
    }

    @Test func `one of a user's slow clients is closed when together they have too much queued`() {
        var bench = Self.bench {
            $0.outbox = 16384
            $0.outboxPerUser = 20000
        }
        let slow = (10..<14 as Range<Int32>).map { bench.client(#"{"tap":{}}"#, "", Person.alice.peer($0)) }
        let quick = bench.client(#"{"tap":{}}"#, "", Person.alice.peer(20))
        let bob = bench.client(#"{"tap":{}}"#, "", Person.root.peer(30))
        var received = 0
        for tap in 0..<20 {
            bench.tap(at: Double(tap) * 1000)
            for client in slow { _ = bench.flush(client, most: 0) }
            received += bench.read(quick).count
            _ = bench.flush(bob, most: 0)
        }
        #expect(received == 40)
        let cut = slow.filter { $0.outbox.isClosed }
        #expect(!cut.isEmpty)
        #expect(cut.count < slow.count)
        #expect(!quick.outbox.isClosed)
        #expect(!bob.outbox.isClosed, "another user's outbox is not counted")
        #expect(
            refusal(&bench, cut[0])?.hasPrefix(
                "limits.outboxPerUser: a user's clients have at most 20000 bytes waiting") == true)
    }
}
