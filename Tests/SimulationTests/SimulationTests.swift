import DaemonSimulation
import Foundation
import GesturePipeline
import Testing

/// The promises of the protocol with random devices and clients. A failure contains its seed.
@Suite struct SimulationTests {
    private static let readings: [Reading] = [
        .promptly, .promptly, .slow(bytesPerRead: 700), .slow(bytesPerRead: 90), .slow(bytesPerRead: 7), .never,
    ]
    /// So small that slow readers are disconnected within a few strokes.
    private static var limits: Limits {
        var limits = Limits()
        limits.outbox = 3000
        limits.subscriptions = 12
        return limits
    }

    private static func run(_ actions: [Action], piece: Int? = nil) -> SimulatedDaemon {
        var daemon = SimulatedDaemon(limits: limits, piece: piece)
        daemon.play(actions)
        daemon.stop()
        return daemon
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `disconnections and invalid input break no promise`(seed: UInt64) {
        let daemon = Self.run(RandomActions(seed: seed, readings: Self.readings).actions)
        #expect(daemon.violations == [], "seed \(seed)")
    }

    @Test(arguments: 1000..<1020 as Range<UInt64>)
    func `equal seeds produce equal bytes`(seed: UInt64) {
        let actions = RandomActions(seed: seed, readings: Self.readings).actions
        let (first, second) = (Self.run(actions), Self.run(actions))
        #expect(first.received.map(\.bytes) == second.received.map(\.bytes), "seed \(seed)")
    }

    @Test(arguments: 2000..<2010 as Range<UInt64>, [1, 7, 64])
    func `the size of reads and writes makes no difference to a client that keeps up`(seed: UInt64, piece: Int) {
        let actions = RandomActions(seed: seed, readings: [.promptly]).actions
        let (whole, cut) = (Self.run(actions), Self.run(actions, piece: piece))
        #expect(whole.received.map(\.bytes) == cut.received.map(\.bytes), "seed \(seed)")
    }

    @Test(arguments: 3000..<3060 as Range<UInt64>)
    func `the requests and the speed of other clients make no difference to a client`(seed: UInt64) {
        let actions = Self.subscribingFirst(RandomActions(seed: seed, readings: Self.readings).actions)
        let among = Self.run(actions).lines(receivedBy: 0)
        let alone = Self.run(actions.filter { !$0.comes(fromClientOtherThan: 0) }).lines(receivedBy: 0)
        #expect(among == alone, "seed \(seed)")
    }

    @Test(arguments: 5000..<5040 as Range<UInt64>)
    func `a slow client receives every phase of every part`(seed: UInt64) {
        let actions = Self.subscribingFirst(RandomActions(seed: seed, breaking: false, readings: [.promptly]).actions)
        var daemon = SimulatedDaemon()
        for action in actions where !action.comes(fromClientOtherThan: 0) {
            // A client that disconnects does not read the rest.
            if case .disconnect = action { continue }
            daemon.play(action)
            if let twin = action.ofTwin(numbered: 1, reading: .slow(bytesPerRead: [9, 60, 400][Int(seed % 3)])) {
                daemon.play(twin)
            }
        }
        daemon.stop()
        #expect(daemon.violations == [], "seed \(seed)")
        #expect(daemon.phases(receivedBy: 1) == daemon.phases(receivedBy: 0), "seed \(seed)")
    }

    @Test func `most of the clients that are compared receive gestures`() {
        let receiving = (5000..<5040 as Range<UInt64>).count { seed in
            let random = RandomActions(seed: seed, breaking: false, readings: [.promptly])
            return !Self.run(Self.subscribingFirst(random.actions)).phases(receivedBy: 0).isEmpty
        }
        #expect(receiving >= 20)
    }

    /// Client 0 subscribes before the first touch and reads promptly: a later subscription could depend on fingers and
    /// gesture numbers that other clients affect.
    private static func subscribingFirst(_ actions: [Action]) -> [Action] {
        let touch = actions.firstIndex { if case .event = $0 { true } else { false } } ?? actions.endIndex
        return actions.enumerated().compactMap { index, action in
            switch action {
            case .connect(0, _): .connect(client: 0, .promptly)
            case .send(0, _): index < touch ? action : nil
            default: action
            }
        }
    }

    @Test func `the simulations reach every cancellation reason`() {
        var received = ""
        var begun: [GestureKind: Int] = [:]
        for seed in 4000..<4240 as Range<UInt64> {
            let daemon = Self.run(RandomActions(seed: seed, readings: Self.readings).actions)
            received += daemon.received.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
            begun.merge(daemon.begun, uniquingKeysWith: +)
        }
        for kind in GestureKind.allCases { #expect(begun[kind, default: 0] > 20, "\(kind)") }
        let ends = ["deviceLost", "resynchronised", "failed", "unsubscribed", "overrun", "shutdown", "outcompeted"]
        for end in ends { #expect(received.contains(#""reason":"\#(end)""#), "\(end)") }
        #expect(received.contains(#""nothingFollowed":"#))
        // Nested compositions, too.
        let compositions = GestureKind.allCases.filter(\.isComposition).map { #""phase":"ended","\#($0)":["# }
        #expect(compositions.filter { !received.contains($0) } == [])
        for code in ["notJSON", "overrun", "regionOutsideSurface", "tooManySubscriptions"] {
            #expect(received.contains(#""code":"\#(code)""#), "\(code)")
        }
    }
}

extension Action {
    /// The same action by another client that differs from client 0 only in how it reads.
    fileprivate func ofTwin(numbered number: Int, reading: Reading) -> Action? {
        switch self {
        case .connect(0, _): .connect(client: number, reading)
        case .send(0, let bytes): .send(client: number, bytes)
        default: nil
        }
    }
}

extension SimulatedDaemon {
    /// The phases of each gesture and of its parts, one entry for each change.
    fileprivate func phases(receivedBy client: Int) -> [String: [String]] {
        var phases: [String: [String]] = [:]
        for line in text(receivedBy: client).split(separator: "\n") {
            guard let name = line.firstMatch(of: /"subscription":\d+,"gesture":\d+/) else { continue }
            let word = line.matches(of: /"phase":"(\w+)"/).map { String($0.1) }.joined(separator: " ")
            if phases[String(name.output)]?.last != word { phases[String(name.output), default: []].append(word) }
        }
        return phases
    }

    /// Gestures are numbered in the order in which the client received them, because others' gestures use numbers, too.
    /// Taps are without their count, which may have begun before the subscription.
    fileprivate func lines(receivedBy client: Int) -> [String] {
        var numbers: [Substring: Int] = [:]
        return text(receivedBy: client).replacing(/"count":\d+,/, with: "").split(separator: "\n").map { line in
            String(line).replacing(/"gesture":(\d+)/) { match in
                numbers[match.1] = numbers[match.1] ?? numbers.count
                return "gesture \(numbers[match.1] ?? 0)"
            }
        }
    }
}
