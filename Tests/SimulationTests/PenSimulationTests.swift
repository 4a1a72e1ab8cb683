import DaemonSimulation
import GesturePipeline
import Testing

/// The promises of the protocol while pens come and go and the lid is closed, at any moment of any gesture.
@Suite struct PenSimulationTests {
    private static let readings: [Reading] = [
        .promptly, .promptly, .promptly, .slow(bytesPerRead: 700), .slow(bytesPerRead: 90), .never,
    ]

    private static func run(seed: UInt64) -> SimulatedDaemon {
        let hasSessions = seed % 3 == 0
        let actions = RandomActions(
            seed: seed, readings: readings, strokes: 8, changesAccess: seed % 5 == 0, hasSessions: hasSessions,
            hasPens: true
        ).actions
        var daemon = SimulatedDaemon(rules: hasSessions ? .random(seed: seed) : nil)
        daemon.play(actions)
        daemon.stop()
        return daemon
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `random pens and lids break no promise, and no gesture goes on next to them`(seed: UInt64) {
        #expect(Self.run(seed: seed).violations == [], "seed \(seed)")
    }

    @Test(arguments: 1000..<1005 as Range<UInt64>)
    func `equal seeds produce equal bytes`(seed: UInt64) {
        let (first, second) = (Self.run(seed: seed), Self.run(seed: seed))
        #expect(first.received.map(\.bytes) == second.received.map(\.bytes), "seed \(seed)")
    }

    @Test func `the simulations cancel gestures next to pens, and touches count again after them`() {
        let received = (2000..<2060 as Range<UInt64>).map { Self.run(seed: $0).text }
        let cancels = received.map { $0.split(separator: #""reason":"penNear""#).count - 1 }.reduce(0, +)
        #expect(cancels > 100)
        #expect(received.contains { $0.contains(#""off":"lidClosed""#) })
        let resumed = received.count { text in
            guard let cancel = text.firstRange(of: #""reason":"penNear""#) else { return false }
            return text[cancel.upperBound...].contains(#""phase":"ended""#)
        }
        #expect(resumed > 20)
    }
}
