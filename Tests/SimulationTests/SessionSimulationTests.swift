import DaemonSimulation
import GesturePipeline
import Testing

/// The promises of the protocol with clients of several users: active users change, screens lock, the focus moves, and
/// shells claim fingers.
@Suite struct SessionSimulationTests {
    private static let readings: [Reading] = [
        .promptly, .promptly, .promptly, .slow(bytesPerRead: 700), .slow(bytesPerRead: 90), .never,
    ]

    private static func run(seed: UInt64) -> SimulatedDaemon {
        var limits = Limits()
        if seed % 2 == 0 { limits.outbox = 3000 }
        let actions = RandomActions(seed: seed, readings: readings, changesAccess: seed % 3 == 0, hasSessions: true)
            .actions
        var daemon = SimulatedDaemon(limits: limits, rules: .random(seed: seed))
        daemon.play(actions)
        daemon.stop()
        return daemon
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func `users, locks, focus and claims break no promise`(seed: UInt64) {
        #expect(Self.run(seed: seed).violations == [], "seed \(seed)")
    }

    @Test(arguments: 1000..<1005 as Range<UInt64>)
    func `equal seeds produce equal bytes`(seed: UInt64) {
        let (first, second) = (Self.run(seed: seed), Self.run(seed: seed))
        #expect(first.received.map(\.bytes) == second.received.map(\.bytes), "seed \(seed)")
    }

    @Test func `the simulations reach every cancellation reason and every access state`() {
        let received = (2000..<2100 as Range<UInt64>).map { Self.run(seed: $0).text }.joined()
        let ends = ["sessionInactive", "locked", "suspended", "focusChanged", "requested", "outcompeted"]
        for end in ends { #expect(received.contains(#""reason":"\#(end)""#), "\(end)") }
        for session in ["active", "inactive", "locked", "suspended", "unmanaged"] {
            #expect(received.contains(#""session":"\#(session)""#), "\(session)")
        }
        for focus in ["unknown", "focused", "unfocused", "lost"] {
            #expect(received.contains(#""focus":"\#(focus)""#), "\(focus)")
        }
        for positions in ["granted", "withheld"] { #expect(received.contains(#""positions":"\#(positions)""#)) }
        #expect(received.contains(#""code":"notPermitted""#))
    }
}
