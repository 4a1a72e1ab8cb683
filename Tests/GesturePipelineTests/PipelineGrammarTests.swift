import GestureModel
import GesturePipeline
import GestureProtocol
import Strokes
import Testing
import TouchInput

/// Random touches, devices, clients and requests in random order: every gesture that began ends once.
@Suite struct PipelineGrammarTests {
    private static let subscriptions = [
        (#"{"tap":{}}"#, ""), (#"{"tap":{"count":2}}"#, ""), (#"{"tap":{"fingers":[1,2,3]}}"#, ""),
        (#"{"drag":{}}"#, ""), (#"{"drag":{"fingers":[2,3],"minimumDistance":0}}"#, #""units":"normalized""#),
        (#"{"longPress":{"minimumDuration":0.05}}"#, ""), (#"{"longPress":{"minimumDuration":"never"}}"#, ""),
        (#"{"drag":{}}"#, #""units":"millimetres","region":{"x":20,"y":0,"width":40,"height":80}"#),
    ]

    @Test(arguments: 0..<60)
    func `every gesture that began ends once`(seed: UInt64) {
        var chaos = Chaos(seed: seed)
        for _ in 0..<600 { chaos.step() }
        chaos.finish()
    }

    /// A bench with random actions.
    private struct Chaos {
        private var random: SplitMix64
        private var bench: Bench
        private var now = 0.0
        private var down: [[Bool]] = [Array(repeating: false, count: 3)]
        private var screen = 0
        private var clients: [Bench.Client] = []
        /// The messages of each client, by its index in `clients`.
        private var received: [[GestureMessage]] = []

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
            var limits = Limits()
            limits.outbox = 3000
            bench = Bench(limits: limits)
            for _ in 0..<3 { connect() }
        }

        mutating func step() {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<70: frame()
            case 70..<80: wait()
            case 80..<90: read(Int.random(in: 0..<clients.count, using: &random))
            case 90..<94: subscribe(Int.random(in: 0..<clients.count, using: &random))
            case 94..<97: unsubscribe(Int.random(in: 0..<clients.count, using: &random))
            case 97: lose()
            case 98: replug()
            default: replace(Int.random(in: 0..<clients.count, using: &random))
            }
        }

        mutating func finish() {
            bench.pipeline.shutDown(at: Timestamp(now))
            for client in clients.indices {
                read(client)
                check(client)
            }
        }

        private mutating func connect() {
            clients.append(bench.connect())
            received.append([])
            for _ in 0..<3 { subscribe(clients.count - 1) }
        }

        private mutating func frame() {
            now += Double.random(in: 0...20, using: &random)
            let slot = Int.random(in: 0..<3, using: &random)
            let (x, y) = (Double.random(in: 0...100, using: &random), Double.random(in: 0...80, using: &random))
            switch (down[screen][slot], Int.random(in: 0..<8, using: &random)) {
            case (false, _):
                bench.at(now, on: screen, .down(slot, x, y))
                down[screen][slot] = true
            case (true, 0..<3):
                bench.at(now, on: screen, .lift(slot))
                down[screen][slot] = false
            // The next contact in the same frame.
            case (true, 3): bench.at(now, on: screen, .down(slot, x, y))
            case (true, _): bench.at(now, on: screen, .move(slot, x, y))
            }
        }

        private mutating func wait() {
            now += Double.random(in: 0...400, using: &random)
            bench.wait(until: now)
        }

        private mutating func read(_ client: Int) { received[client] += bench.gestures(clients[client]) }

        private mutating func subscribe(_ client: Int) {
            guard let (gesture, more) = PipelineGrammarTests.subscriptions.randomElement(using: &random) else { return }
            let rest = more.isEmpty ? "" : "," + more
            bench.send(clients[client], #"{"type":"subscribe","id":0,"gesture":\#(gesture)\#(rest)}"# + "\n", at: now)
        }

        private mutating func unsubscribe(_ client: Int) {
            let number = Int.random(in: 1...6, using: &random)
            bench.send(clients[client], #"{"type":"unsubscribe","id":0,"subscription":\#(number)}"# + "\n", at: now)
        }

        private mutating func lose() { bench.take(.event(Screen.dropped(at: Timestamp(now))), on: screen) }

        private mutating func replug() {
            bench.remove(screen, at: now)
            screen += 1
            bench.add("event\(screen + 1)")
            down.append(Array(repeating: false, count: 3))
        }

        /// A client disconnects at any time, and another connects.
        private mutating func replace(_ client: Int) {
            read(client)
            if clients[client].outbox.isClosed { check(client) }
            bench.pipeline.disconnect(clients[client])
            clients[client] = bench.connect()
            received[client] = []
            for _ in 0..<3 { subscribe(client) }
        }

        private func check(_ client: Int) {
            var open: [String: GestureMessage] = [:]
            var over: Set<String> = []
            for message in received[client] {
                let name = "subscription \(message.subscription), gesture \(message.gesture)"
                #expect(!over.contains(name), "\(name): \(message.phase) after its end")
                #expect((open[name] == nil) == (message.phase == .began), "\(name): \(message.phase)")
                #expect(open[name].map { $0.time <= message.time } ?? true, "\(name): time goes back")
                open[name] = message
                guard message.phase.isTerminal else { continue }
                open[name] = nil
                over.insert(name)
            }
            #expect(open.isEmpty)
        }
    }
}
