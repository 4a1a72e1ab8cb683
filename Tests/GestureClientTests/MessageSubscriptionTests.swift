import GestureClient
import GestureModel
import GestureProtocol
import Testing

/// Subscriptions whose messages go to a closure, which may end them.
@Suite struct MessageSubscriptionTests {
    private let bench = Bench.connected()

    /// Subscribes to drags. Each message is logged, then given to the closure.
    private func subscribe(
        _ number: Int, onMessage: @escaping (GestureMessage) -> Void = { _ in },
        onPositions: @escaping (PositionAccess) -> Void = { _ in }
    ) -> MessageSubscription {
        let log = { [unowned bench] in bench.log.append($0) }
        let subscription = bench.client.subscribe(
            SubscribeRequest(id: 0, gesture: .drag(.init())),
            onMessage: { message in
                log("\(number) \(message.phase.name) on \(message.device)")
                onMessage(message)
            }, onFailure: { Issue.record("subscription \(number) failed: \($0)") }, onPositions: onPositions)
        for request in bench.server.requests() { bench.deliver(ScriptedServer.ok(request.id, number)) }
        return subscription
    }

    private func begin(_ number: Int, _ gesture: Int, on device: String = "event5") {
        bench.deliver(ScriptedServer.drag("began", subscription: number, gesture: gesture, device: device))
    }

    @Test func `a subscription that another one's closure ends receives no cancellation`() {
        var second: MessageSubscription?
        let first = subscribe(1) { if $0.phase.isTerminal { second?.end() } }
        second = subscribe(2)
        begin(1, 1)
        begin(2, 2)
        bench.server.hangUp()
        bench.process()
        #expect(bench.drainLog().filter { $0.hasPrefix("2") } == ["2 began on event5"])
        first.end()
    }

    @Test func `a closure that ends its own subscription receives no further cancellation`() {
        var subscription: MessageSubscription?
        subscription = subscribe(1) { if $0.phase.isTerminal { subscription?.end() } }
        begin(1, 1)
        begin(1, 2, on: "event6")
        bench.server.hangUp()
        bench.process()
        #expect(
            bench.drainLog().filter { $0.hasPrefix("1") } == [
                "1 began on event5", "1 began on event6", "1 cancelled on event5",
            ])
    }

    @Test func `ending a subscription when the connection is lost sends nothing to the next daemon`() {
        var second: MessageSubscription?
        let first = subscribe(1) { _ in
        } onPositions: { _ in
            second?.end()
        }
        second = subscribe(2)
        bench.server.hangUp()
        bench.process()
        bench.now = bench.now + .seconds(1)
        bench.process()
        bench.greet()
        #expect(
            bench.server.requests().map { if case .subscribe = $0 { true } else { false } } == [true],
            "the first subscription, and no `unsubscribe` of the second")
        first.end()
    }
}
