import GestureModel
import GestureProtocol
import Testing

@testable import GesturePipeline

/// A user's requests may use a twentieth of a processor, and a stock for bursts.
@Suite struct ProcessorShareTests {
    private var bench = Bench.with(.alice)
    private static let second: Int64 = 1_000_000
    /// A second of a processor.
    private static let processor = Work(100_000_000)

    private mutating func flood(_ client: Bench.Client) {
        guard !client.hasRequests else { return }
        let lines = Array(String(repeating: #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n", count: 100).utf8)
        lines.withUnsafeBytes { bench.pipeline.receive($0, from: client) }
    }

    /// Serves the clients, which flood, until a time. The clock goes on by what the requests cost.
    private mutating func serve(_ clients: [Bench.Client], from start: Int64, until end: Int64) -> [Work] {
        var (now, costs) = (start, clients.map { _ in Work.zero })
        while now < end {
            for client in clients { flood(client) }
            let before = clients.map(\.account.used.requests)
            let cost = bench.pipeline.serve(at: Timestamp(microseconds: now))
            for (index, client) in clients.enumerated() {
                costs[index] += Int(client.account.used.requests &- before[index]) * .request
                client.outbox.flush { $0.count }
            }
            now = cost > .zero ? now + Int64(cost.units / 100) + 1 : bench.pipeline.nextTurn.map(\.microseconds) ?? end
        }
        return costs
    }

    @Test mutating func `a client that floods uses a twentieth of a processor`() {
        let client = bench.connect(Person.bob.peer())
        let burst = serve([client], from: 0, until: Self.second)[0]
        #expect(burst > Self.processor / 20)
        let later = serve([client], from: Self.second, until: 3 * Self.second)[0]
        #expect(later < 2 * (Self.processor / 20) + Self.processor / 100)
        #expect(later > Self.processor / 20)
    }

    @Test mutating func `all connections of a user share it, and another user has its own`() {
        let flooding = (0..<20 as Range<Int32>).map { bench.connect(Person.bob.peer($0 + 1)) }
        _ = serve(flooding, from: 0, until: Self.second)
        let bob = serve(flooding, from: Self.second, until: 2 * Self.second)
        let alice = bench.connect(Person.alice.peer())
        #expect(bob.reduce(.zero, +) < Self.processor / 20 + Self.processor / 100)
        flood(flooding[0])
        flood(alice)
        _ = bench.pipeline.serve(at: Timestamp(microseconds: 2 * Self.second))
        #expect(bench.read(alice).count > 40, "served at once")
    }

    @Test mutating func `a user who connects again has no new stock`() {
        var client = bench.connect(Person.bob.peer())
        _ = serve([client], from: 0, until: Self.second)
        var spent = Work.zero
        for number in 0..<10 as Range<Int64> {
            bench.pipeline.disconnect(client)
            client = bench.connect(Person.bob.peer())
            let start = Self.second + number * Self.second / 10
            spent += serve([client], from: start, until: start + Self.second / 10)[0]
        }
        #expect(spent < Self.processor / 20 + Self.processor / 50)
    }

    @Test mutating func `a user who was quiet has the stock again`() {
        let client = bench.connect(Person.bob.peer())
        let first = serve([client], from: 0, until: Self.second / 10)[0]
        _ = serve([client], from: Self.second / 10, until: Self.second)
        let again = serve([client], from: 9 * Self.second, until: 9 * Self.second + Self.second / 10)[0]
        #expect(again > first - first / 10)
    }

    @Test mutating func `root's requests have no such limit`() {
        let root = bench.connect(Person.root.peer())
        let spent = serve([root], from: 0, until: Self.second)[0]
        #expect(spent > Self.processor / 2)
    }

    @Test mutating func `an app that starts with 1,024 subscriptions is not held up`() {
        let clients = (0..<16 as Range<Int32>).map { bench.connect(Person.alice.peer($0 + 1)) }
        for (number, client) in clients.enumerated() {
            let lines = (0..<64).map {
                #"{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":\#(number * 64 + $0)}}}"# + "\n"
            }
            Array(lines.joined().utf8).withUnsafeBytes { bench.pipeline.receive($0, from: client) }
        }
        while bench.pipeline.hasRequests, bench.pipeline.serve(at: Timestamp(0)) > .zero {}
        #expect(bench.pipeline.subscriptionCount == 1024)
    }
}
